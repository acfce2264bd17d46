"""The games as environments for machine learning: batches, Gymnasium, PettingZoo, OpenSpiel.

Nothing here knows any rules; they are all in `sandmandala.games`.
"""
