"""Reading data files: TOML, checked against a msgspec struct. Errors name the file and the place in it."""

from __future__ import annotations

import tomllib
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from .errors import DataFileError, place_in_words

_LONGEST = 200_000  # bytes
_LONGEST_TEXT = 300  # characters: a step that needs more says too much
Sentence = Annotated[str, Meta(min_length=1, max_length=_LONGEST_TEXT)]
Form = TypeVar("Form", bound=Struct)


class Translations(Struct, frozen=True, forbid_unknown_fields=True):
    """A text in all languages of the app."""

    en: Sentence
    de: Sentence


LANGUAGES = Translations.__struct_fields__


def read_data_file(content: bytes, file: str, form: type[Form]) -> Form:
    """Raises DataFileError."""
    if len(content) > _LONGEST:
        raise DataFileError(file, "", f"The file has more than {_LONGEST} bytes.")
    try:
        data = tomllib.loads(content.decode())
    except UnicodeDecodeError:
        raise DataFileError(file, "", "This is not a text in UTF-8.") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DataFileError(file, "", f"This is not TOML: {error}.") from None
    try:
        return msgspec.convert(data, form)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `")
        raise DataFileError(file, place_in_words(path.rstrip("`")), f"{why}.") from None
