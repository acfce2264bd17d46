"""Free text before it is shown: tidied up, and checked against the host's list of words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from ..refusal import RefusalError
from ..settings import PREFIX, UnusableSettingError

_LEET = str.maketrans("013457@$", "oieastas")
_WORDS = re.compile(r"[^\W_]+")
_MOST_WORDS = 10_000


class WordFilter:
    """Refuses text with a word of the host's list."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._phrases = {phrase for word in words if (phrase := _skeleton(word))}
        self._longest = max((len(phrase) for phrase in self._phrases), default=0)

    @classmethod
    def from_file(cls, name: str) -> WordFilter:
        """Read a list: one word or phrase a line; lines that begin with # are comments."""
        if not name:
            return cls()
        try:
            lines = Path(name).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeError) as error:
            raise UnusableSettingError(
                f"The list of words cannot be read: {type(error).__name__} "
                f"(--forbidden-words or {PREFIX}FORBIDDEN_WORDS)."
            ) from None
        words = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
        if len(words) > _MOST_WORDS:
            raise UnusableSettingError(f"The list of words has more than {_MOST_WORDS} lines.")
        return cls(words)

    def checked(self, text: str) -> str:
        """Return the text as it is shown. Raises RefusalError if it is empty or has a word of the list.

        >>> WordFilter(["sour grape"]).checked(" Well\\tplayed!\\u200b ")
        'Well played!'
        """
        shown = clean_text(text)
        if not shown:
            raise RefusalError("unreadable", "Write something first.")
        words = _skeleton(shown)
        if any(words[i:j] in self._phrases for i, j in self._spans(len(words))):
            raise RefusalError("word_refused")
        return shown

    def _spans(self, length: int) -> Iterable[tuple[int, int]]:
        for begin in range(length):
            for end in range(begin + 1, min(length, begin + self._longest) + 1):
                yield begin, end


def clean_text(text: str) -> str:
    """Return text without control and format characters, with single spaces."""
    folded = unicodedata.normalize("NFKC", text)
    kept = (letter if not letter.isspace() else " " for letter in folded)
    visible = "".join(letter for letter in kept if letter == " " or unicodedata.category(letter)[0] != "C")
    return " ".join(visible.split())


def _skeleton(text: str) -> tuple[str, ...]:
    """Return the words of a text without case, accents, digits for letters, and letters repeated thrice.

    >>> _skeleton("Sööö s0ur!")
    ('soo', 'sour')
    """
    plain = unicodedata.normalize("NFKD", clean_text(text).casefold().translate(_LEET))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return tuple(re.sub(r"(.)\1\1+", r"\1\1", word) for word in _WORDS.findall(letters))
