"""Games in play and recorded games: replay, verify, JSON and text."""

from .game import Game
from .information_gain import reveals_information
from .practice import practice_game
from .preview import Preview, preview
from .reading import option_value, read_hex, read_record
from .record import FORMAT_VERSION, Record, Result
from .verify import Check, is_good, verify

__all__ = [
    "FORMAT_VERSION",
    "Check",
    "Game",
    "Preview",
    "Record",
    "Result",
    "is_good",
    "option_value",
    "practice_game",
    "preview",
    "read_hex",
    "read_record",
    "reveals_information",
    "verify",
]
