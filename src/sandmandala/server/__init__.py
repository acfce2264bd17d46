"""The server: people and bots play at tables. It reveals no hidden information and loses no move."""
