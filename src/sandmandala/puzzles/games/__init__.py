"""What puzzles know about each game: themes, and which positions are alike."""
