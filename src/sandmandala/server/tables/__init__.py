"""Tables: everything that happens before, during and after a game."""
