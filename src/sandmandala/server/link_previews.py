"""Link previews for chats and social media: the game and host of a table, nothing secret."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from ..games.rules import rules_of
from .messages.fields import Status


class Invitation(NamedTuple):
    """What a link to a table reveals."""

    game: str
    host: str
    status: Status


class _Texts(NamedTuple):
    about: str
    title: str
    open: str
    playing: str
    over: str


_TEXTS = {
    "en": _Texts(
        about="Mandala, Patterns and Flowers: play with friends or bots, in the browser.",
        title="{game} with {host}",
        open="{host} invites you to a game of {game}. Open the link to join.",
        playing="{host} is playing {game}. Open the link to see the table.",
        over="This game of {game} is over. Open the link to see how it went.",
    ),
    "de": _Texts(
        about="Mandala, Patterns und Flowers: mit anderen oder gegen Bots, im Browser.",
        title="{game} mit {host}",
        open="{host} lädt dich zu einer Partie {game} ein. Öffne den Link, um mitzuspielen.",
        playing="{host} spielt {game}. Öffne den Link, um den Tisch zu sehen.",
        over="Diese Partie {game} ist vorbei. Öffne den Link, um sie anzusehen.",
    ),
}


def preferred_language(accept: str) -> str:
    """
    >>> preferred_language("de-AT,de;q=0.9,en;q=0.5"), preferred_language("fr, de"), preferred_language("")
    ('de', 'de', 'en')
    """
    for one in accept.split(","):
        if (language := one.strip()[:2].casefold()) in _TEXTS:
            return language
    return "en"


def open_graph_tags(image: str, language: str, invitation: Invitation | None) -> str:
    """Return Open Graph tags for a page; for the app as a whole without an invitation.

    `image` is an address.
    """
    texts = _TEXTS[language]
    title, description = "Sandmandala", texts.about
    if invitation:
        values = {"game": rules_of(invitation.game).title, "host": invitation.host}
        title = texts.title.format(**values)
        description = getattr(texts, invitation.status).format(**values)
    return _meta(
        {
            "og:site_name": "Sandmandala",
            "og:type": "website",
            "og:title": title,
            "og:description": description,
            "og:image": image,
        }
    )


def _meta(properties: Mapping[str, str]) -> str:
    return "".join(
        f'<meta property="{name}" content="{escape(value)}" />\n' for name, value in properties.items()
    )
