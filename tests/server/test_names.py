"""Invisible names and look-alikes are refused with a reason."""

from __future__ import annotations

import pytest

from sandmandala.bots import LEVELS
from sandmandala.bots.levels import LevelName
from sandmandala.server.accounts.names import clean_name
from sandmandala.server.refusal import RefusalError

BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180e\u2800\u3164\uffa0"


def reason(name: str) -> str:
    with pytest.raises(RefusalError) as refusal:
        clean_name(name)
    assert refusal.value.code == "name_refused"
    return refusal.value.why


@pytest.mark.parametrize("blank", BLANK, ids=ascii)
def test_blank_letters_are_refused(blank: str) -> None:
    assert reason(blank) == reason(f"An{blank}na") == "A name must not contain blank letters."


@pytest.mark.parametrize(
    "name", ["\u200b\u200d", "\u202e", "...", "❤️", "\U000e0041", "\ufe0f", " \t"], ids=ascii
)
def test_a_name_needs_visible_characters(name: str) -> None:
    assert reason(name) == "A name needs a letter or a digit."


@pytest.mark.parametrize(
    "name",
    [
        "Аnna",  # Cyrillic А
        "Annа",  # Cyrillic а
        "Αnna",  # Greek Α
        "Bօb",  # Armenian օ
        "ꓐob",  # Lisu
        "ᎪNNA",  # Cherokee
        "Сарα",
        "李Анна",
    ],
)
def test_a_single_letter_of_another_alphabet_is_refused(name: str) -> None:
    assert reason(name) == "A name must not mix letters of several alphabets."


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.english)
def test_names_of_bots_are_refused(level: LevelName) -> None:
    for name in (level.english, level.german):
        for variant in (name, name.upper(), " ".join(name), f"{name}!", f"{name} (bot)", f"Bot {name}"):
            assert reason(variant) == "That is the name of a bot.", variant


@pytest.mark.parametrize(
    "name",
    [
        "F0rest",
        "Fórest",
        "𝐅𝐨𝐫𝐞𝐬𝐭",
        "Ｆｏｒｅｓｔ",
        "ꜰᴏʀᴇsᴛ",
        "ꓝꓳꓣꓰꓢꓔ",
        "ᎢᎡᎬᎬ",
        "Fo\u200brest",
        "Trєe"[:2] + "ee",
    ],
)
def test_look_alikes_of_bots_are_refused(name: str) -> None:
    assert reason(name) == "That is the name of a bot."


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Müller",
        "Øystein",
        "O\u02bcBrien",
        "Сара",
        "Σοφία",
        "さくらー",
        "李小龙 Bruce",
        "김 James",
        "नमस्ते",
        "علي",
        "Guest 1234",
        "Forester",
    ],
)
def test_real_names_are_kept(name: str) -> None:
    assert clean_name(name) == name
