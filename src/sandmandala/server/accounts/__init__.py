"""Accounts: identities, sessions, names, passwords. Knows nothing about tables."""
