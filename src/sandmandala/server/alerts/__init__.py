"""Alerts: tell people who are not looking that a game waits for them, by Web Push and mail."""
