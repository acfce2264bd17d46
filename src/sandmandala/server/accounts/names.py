"""Names that people may choose: visible, and not mistaken for somebody else's.

The standard library is enough for this: it lacks the script of a letter, but the letter's Unicode name begins
with it. Packages for look-alikes bring a table of thousands of pairs, which would also refuse real names.
"""

from __future__ import annotations

import re
import unicodedata

from ...bots import LEVELS
from ..refusal import RefusalError

LONGEST_NAME = 24
# Letters, marks and symbols that show nothing. Control and format characters are removed without complaint.
_BLANK = {*"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0", *map(chr, range(0x180B, 0x1810))}
_VARIATION_SELECTORS = {*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}
# Alphabets that belong together. Latin may stand beside the East Asian ones, of which none looks like it.
_EAST_ASIAN = {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}
_COMMON = {"MODIFIER"}  # such as an apostrophe that counts as a letter
# Whole words can be written in look-alikes: TREE in Cherokee or Lisu letters, for instance.
_LOOK_ALIKES = {
    "авекмнорстухіѕјԁԛѡһӏ": "abekmhopctyxisjdqwhl",  # Cyrillic
    "αβεικνορτυχωζ": "abeiknoptuxwz",  # Greek
    "օսոհ": "ouuh",  # Armenian
    "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ": "bpdtgkjczfmnlsrvhwxyaeiou",  # Lisu
    "ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᏀᏃᏏᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ": "drtiajewmhgzbrwvslcpkdb",  # Cherokee
    "ɑɛ01358": "aeolesb",
}
_PLAIN = str.maketrans("".join(_LOOK_ALIKES), "".join(_LOOK_ALIKES.values()))
_LATIN = re.compile(r"LATIN (?:SMALL LETTER|CAPITAL LETTER|LETTER SMALL CAPITAL)(?: DOTLESS)? ([A-Z])\b")


def clean_name(text: str) -> str:
    """Return the name as it is shown. Raises RefusalError if it cannot be used.

    >>> clean_name("  Ａｎｎａ \\u200b  Maria ")
    'Anna Maria'
    """
    folded = unicodedata.normalize("NFKC", text)
    if _BLANK & {*text, *folded}:
        raise _refused("A name must not contain blank letters.")
    kept = "".join(" " if letter.isspace() else letter for letter in folded if _is_shown(letter))
    name = " ".join(kept.split())[:LONGEST_NAME].strip()
    if not any(letter.isalnum() for letter in name):
        raise _refused("A name needs a letter or a digit.")
    if _mixes_alphabets(name):
        raise _refused("A name must not mix letters of several alphabets.")
    if _skeleton(name) in _BOTS:
        raise _refused("That is the name of a bot.")
    return name


def _refused(why: str) -> RefusalError:
    return RefusalError("name_refused", why)


def _is_shown(letter: str) -> bool:
    if letter in _VARIATION_SELECTORS:
        return False
    return letter.isspace() or unicodedata.category(letter)[0] in "LNPSM"


def _mixes_alphabets(name: str) -> bool:
    alphabets = {unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()} - _COMMON
    if alphabets & _EAST_ASIAN:
        alphabets -= {"LATIN", *_EAST_ASIAN}
        return bool(alphabets)
    return len(alphabets) > 1


def _skeleton(name: str) -> str:
    """Return the skeleton of a name: names with the same skeleton look alike.

    >>> _skeleton("F-0 r é S t (bot)")
    'forest'
    """
    plain = (_plain_letter(letter) for letter in unicodedata.normalize("NFKD", name))
    folded = "".join(plain).casefold().translate(_PLAIN)
    letters = "".join(letter for letter in folded if letter.isalnum())
    return letters.removesuffix("bot").removeprefix("bot")


def _plain_letter(letter: str) -> str:
    """Replace letters with strokes or hooks, and small capitals, by plain letters."""
    match = _LATIN.match(unicodedata.name(letter, ""))
    return match[1] if match else letter


_BOTS = {_skeleton(name) for level in LEVELS for name in (level.english, level.german)}
