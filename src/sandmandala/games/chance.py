"""The random streams that set-up and moves draw from.

A stream is four numbers below 2**32, the state of Blackman and Vigna's xoshiro128**. Its arithmetic fits in
64 bits, so compiled and interpreted code give the same numbers. Python holds a stream as an array of four.
Compiled code sees it as a record: passing an array costs reference counting, which would halve the speed of
Mandala.
A recorded game gets a fresh stream for each move, from HMAC-SHA-256(deal key, number of the move). The deal
key comes from the dealer's secret and a random contribution of each player.

The rules draw only by `randbelow`, `randbelow_by_kind` and `draw`, which dispatch on the type of the record:
a stream, or a script of outcomes (scripted_chance.py).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from .compiling import Stream, compiled, layout
from .scripted_chance import SCRIPT, scripted_card, scripted_number, scripted_number_of_kind
from .scripted_chance import Chance as Chance

STREAM = layout([("a", "i8"), ("b", "i8"), ("c", "i8"), ("d", "i8")])

SECRET_BYTES = 32
CONTRIBUTION_BYTES = 16
_DEAL_KEY = b"sandmandala deal key"
_BLOCK = 64  # bytes, of SHA-256
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
_WORD = 0xFFFFFFFF
_BIG_ENDIAN = np.dtype(">u4")


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret. Publish it before the game to prove later that the secret did not change."""
    return hashlib.sha256(secret).hexdigest()


def deal_key(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """The key of all draws of a game; the secret itself if nobody contributed.

    The dealer commits to the secret before the contributions come in, and no player knows it, so nobody can
    choose the deal. Each contribution is preceded by its length, so that no other list of contributions gives
    the same bytes.

    >>> deal_key(bytes(32), [bytes(16), bytes(16)]).hex()[:16]
    '89bc18f01399ca67'
    """
    if not contributions:
        return secret
    parts = (len(one).to_bytes(4, "big") + one for one in contributions)
    return hmac.new(secret, _DEAL_KEY + b"".join(parts), "sha256").digest()


def stream_for_move(key: bytes, number: int) -> Stream:
    """The stream of one move of a recorded game; number 0 is the set-up.

    >>> stream_for_move(bytes(32), 0).tolist()
    [4084537354, 3130165380, 32608667, 3836244314]
    """
    inner, outer = _begun(key)
    inner, outer = inner.copy(), outer.copy()
    inner.update(number.to_bytes(8, "big"))
    outer.update(inner.digest())
    return _stream(outer.digest())


@lru_cache(maxsize=1024)
def _begun(key: bytes) -> tuple[Any, Any]:
    """The two hashes of HMAC-SHA-256 (RFC 2104), started with a key, which takes most of the time."""
    assert len(key) <= _BLOCK
    block = key.ljust(_BLOCK, b"\0")
    return hashlib.sha256(block.translate(_INNER)), hashlib.sha256(block.translate(_OUTER))


def stream_from_seed(seed: int) -> Stream:
    """A stream for experiments and self-play, from any integer."""
    return _stream(hashlib.sha256(b"seed %d" % seed).digest())


def stream_for_game(seed: int, purpose: str, game: int) -> Stream:
    """A separate stream for each purpose and game, all from one seed."""
    return _stream(hashlib.sha256(f"seed {seed} {purpose} {game}".encode()).digest())


def _stream(digest: bytes) -> Stream:
    return np.frombuffer(digest, _BIG_ENDIAN, 4).astype(np.int64)


@compiled
def chance_of(stream: Stream) -> Chance:
    return stream.view(STREAM)[0]


@compiled
def _rotate(word: int, by: int) -> int:
    return ((word << by) | (word >> (32 - by))) & _WORD


@compiled
def next_word(chance: Chance) -> int:
    """The next 32 random bits."""
    a, b, c, d = int(chance.a), int(chance.b), int(chance.c), int(chance.d)
    word = (_rotate((b * 5) & _WORD, 7) * 9) & _WORD
    c ^= a
    d ^= b
    chance.a = a ^ d
    chance.b = b ^ c
    chance.c = c ^ ((b << 9) & _WORD)
    chance.d = _rotate(d, 11)
    return word


@compiled
def _number(chance: Chance, limit: int) -> int:
    """Lemire's method."""
    product = next_word(chance) * limit
    if product & _WORD < limit:
        too_low = (_WORD + 1 - limit) % limit
        while product & _WORD < too_low:
            product = next_word(chance) * limit
    return product >> 32


@compiled
def _number_of_kind(chance: Chance, limit: int, counts: int, kinds: int) -> int:
    return _number(chance, limit)


@compiled
def _card(pile: Any, size: int, chance: Chance) -> int:
    which = _number(chance, size)
    colour = 0
    passed = 0
    for earlier in range(pile.shape[0] - 1):  # no branches: processors could not predict them
        passed += int(pile[earlier])
        colour += int(which >= passed)
    pile[colour] -= 1
    return colour


@compiled
def count_cards(cards: Any) -> int:
    """The sum of counts by colour."""
    total = 0
    for colour in range(cards.shape[0]):
        total += int(cards[colour])
    return total


def randbelow(chance: Chance, limit: int) -> int:
    """A uniformly random number from 0 to limit - 1."""
    return int(_by_fields[chance.dtype.names][0](chance, limit))


def randbelow_by_kind(chance: Chance, limit: int, counts: int, kinds: int) -> int:
    """The same if only the kind of the number matters: the lowest numbers are of the first kind, and so on.
    `counts` packs the size of each kind into eight bits of a word."""
    return int(_by_fields[chance.dtype.names][1](chance, limit, counts, kinds))


def draw(pile: Any, size: int, chance: Chance) -> int:
    """Take one card at random from a pile given as counts by colour; `size` is their sum."""
    return int(_by_fields[chance.dtype.names][2](pile, size, chance))


_WAYS: dict[Any, tuple[Callable[..., int], ...]] = {
    STREAM: (_number, _number_of_kind, _card),
    SCRIPT: (scripted_number, scripted_number_of_kind, scripted_card),
}
_by_fields = {kind.names: ways for kind, ways in _WAYS.items()}
_by_type = {numba.from_dtype(kind): ways for kind, ways in _WAYS.items()}


# For compiled callers, as in rules.py.


@overload(randbelow)
def _randbelow(chance: Chance, limit: int) -> Any:
    return _own(0, chance)


@overload(randbelow_by_kind)
def _randbelow_by_kind(chance: Chance, limit: int, counts: int, kinds: int) -> Any:
    return _own(1, chance)


@overload(draw)
def _draw(pile: Any, size: int, chance: Chance) -> Any:
    return _own(2, chance)


def _own(way: int, chance: Any) -> Any:
    ways = _by_type.get(chance)
    return getattr(ways[way], "py_func", ways[way]) if ways else None
