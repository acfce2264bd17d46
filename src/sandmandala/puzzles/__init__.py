"""Puzzles: positions in which one move is clearly the best, with the proof.

`library.shipped_puzzles` reads those of a game, `answers.judge_answer` says whether a move is right, and
`finder` finds new ones in games of bots. Needs the extra `learn`.
"""
