// Written by tools/web_types.py from the server's types; do not edit.

export const GAMES = ["mandala", "patterns", "flowers"] as const;
