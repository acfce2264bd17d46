"""Finding opponents: quick matches and challenges."""
