"""The parts that can be compiled ahead. Loads without Numba, for `--help`."""

# In the order in which people need them. Each part depends on those before it.
PARTS = ("rules", "bots", "review", "tools", "environments")
