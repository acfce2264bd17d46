"""What a review knows about each game: its words for moves, phases and thresholds."""
