"""A server where people and bots sit at tables. It keeps every secret and loses no move."""
