"""What can be compiled ahead, part by part. Loads without Numba, for `--help`."""

# In the order in which people need them. Each part is built on those before it.
PARTS = ("rules", "bots", "tools", "environments")
