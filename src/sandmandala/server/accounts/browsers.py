"""Names for browsers, so that people recognise their sessions."""

from __future__ import annotations

# The first match counts: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}
_LONGEST = 40


def browser_label(user_agent: str) -> str:
    """Return a short name for a User-Agent header; empty if it is unknown.

    >>> browser_label("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    >>> browser_label("python-httpx/0.28.1")
    'python-httpx'
    """
    browser = next((name for mark, name in _BROWSERS.items() if mark in user_agent), "")
    system = next((name for mark, name in _SYSTEMS.items() if mark in user_agent), "")
    if browser and system:
        return f"{browser} on {system}"
    product = (user_agent.split("/")[0].split() or [""])[0]
    return browser or "".join(letter for letter in product if letter.isprintable())[:_LONGEST]
