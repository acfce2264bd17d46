"""What alerts are about."""

from __future__ import annotations

from typing import Literal, get_args

Channel = Literal["push", "email"]
Subject = Literal["turn", "reminder", "question", "invitation", "rematch", "over", "friend"]
"""What a person can choose to be told, by channel."""
Kind = Literal[
    "turn", "ready", "half", "fifth", "take_back", "replace", "rematch", "over", "invitation", "friend"
]
"""`ready`: all seats are taken, and the game waits for a contribution. `half`, `fifth`: time left."""
Request = Literal["confirm", "test"]
"""Messages that a person asks for in the settings: to confirm a mail address, or to try a channel."""

SUBJECTS: tuple[Subject, ...] = get_args(Subject)
SUBJECT_OF: dict[Kind, Subject] = {
    "turn": "turn",
    "ready": "turn",
    "half": "reminder",
    "fifth": "reminder",
    "take_back": "question",
    "replace": "question",
    "invitation": "invitation",
    "rematch": "rematch",
    "over": "over",
    "friend": "friend",
}
