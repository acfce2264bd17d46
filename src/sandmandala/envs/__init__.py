"""The games as environments for programs that learn: batches, Gymnasium, PettingZoo, OpenSpiel.

Nothing here knows a rule; it all stands on `sandmandala.games`.
"""
