"""The rules of the games, and the only place where they live."""
