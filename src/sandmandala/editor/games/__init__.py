"""What the position editor knows about each game: its places, and its errors in German."""
