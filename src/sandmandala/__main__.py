"""`python -m sandmandala` is the same as `sandmandala`."""

from .cli import main

if __name__ == "__main__":
    main()
