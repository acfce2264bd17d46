"""Learning the games: tutorials and glossaries, which are data files, checked with the real rules.

`library.Library` finds the tutorials; `tutorial.Tutorial` is one that can be played. Needs the extra `learn`.
"""
