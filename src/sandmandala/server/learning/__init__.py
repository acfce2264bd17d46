"""What people learn here: tutorials, puzzles, and what comes back to be repeated."""
