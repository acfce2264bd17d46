"""Review of finished games: what each decision lost, from what its player knew, and what was luck.

`reviewer.review` makes a Review of a record; `types` says what is in one. Needs the extra `review`.
"""
