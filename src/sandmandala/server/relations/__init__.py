"""How people stand to each other: friends, requests, blocked people, and what they show."""
