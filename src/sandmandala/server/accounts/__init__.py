"""Accounts: who somebody is, names, passwords. Nothing here knows about tables."""
