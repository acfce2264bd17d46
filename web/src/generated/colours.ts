// Written by tools/web_types.py from the server's types; do not edit.

export const COLOURS = ["R", "O", "Y", "G", "P", "K"] as const;
