"""Several workers at once: keeps them in step through Redis."""
