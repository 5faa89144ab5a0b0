"""The questions of the data sheet that only people can answer, and their answers.

The questions follow the sections of Gebru et al., Datasheets for datasets (2021), as far as they
apply to clinical text.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from goldsmith.core.decoding import BAD_TOML, describe_toml_error
from goldsmith.errors import InputError


class Question(msgspec.Struct, frozen=True):
    """A question of the data sheet; `key` is its name in the file of statements."""

    key: str
    section: str
    text: str


_MOTIVATION, _ORIGIN = "Motivation", "Origin of the notes"
_ANNOTATION, _USE = "Annotation", "Use and maintenance"
SECTIONS: Final = (_MOTIVATION, _ORIGIN, _ANNOTATION, _USE)
QUESTIONS: Final = (
    Question("purpose", _MOTIVATION, "What was the corpus made for?"),
    Question("creators", _MOTIVATION, "Who made it?"),
    Question("funding", _MOTIVATION, "Who paid for it?"),
    Question("sources", _ORIGIN, "Which institutions, systems and years do the notes come from?"),
    Question("selection", _ORIGIN, "How were the notes and patients chosen?"),
    Question("approval", _ORIGIN, "Which ethical approval or consent covers their use?"),
    Question("deidentification", _ORIGIN, "How were identifiers removed, and how was it checked?"),
    Question("annotators", _ANNOTATION, "Who annotated, and how were they trained?"),
    Question("consensus", _ANNOTATION, "How was the consensus made?"),
    Question("agreement", _ANNOTATION, "How well did the annotators agree?"),
    Question("limits", _ANNOTATION, "Which errors, gaps and biases should users expect?"),
    Question("uses", _USE, "What has it been used for, and what is it suitable for?"),
    Question("misuses", _USE, "What must it not be used for?"),
    Question("access", _USE, "Who gets access, and how?"),
    Question("maintenance", _USE, "Who maintains it, and who answers questions?"),
    Question("citation", _USE, "How should it be cited?"),
)


def read_statements(path: Path) -> dict[str, str]:
    """Read the answers to the questions of the data sheet from a TOML file.

    Raises:
        InputError: The file cannot be read, or has unknown keys; the message lists all.
    """
    where = str(path)
    try:
        table = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise InputError(
            f"these statements cannot be read ({error.strerror})",
            where=where,
            expected="a TOML file",
        ) from None
    except BAD_TOML as error:
        raise InputError(f"this is not TOML{describe_toml_error(error)}", where=where) from None
    problems = list(_find_problems(table))
    if problems:
        lines = "".join(f"\n  - {problem}" for problem in problems)
        keys = ", ".join(question.key for question in QUESTIONS)
        raise InputError(
            f"these statements have problems{lines}\n", where=where, expected=f"texts for {keys}"
        )
    return {key: value.strip() for key, value in table.items() if value.strip()}


def _find_problems(table: Mapping[str, Any]) -> Iterator[str]:
    keys = [question.key for question in QUESTIONS]
    for key, value in table.items():
        if key not in keys:
            near = difflib.get_close_matches(key, keys, n=1)
            yield f"unknown key {key!r}" + (f"; did you mean {near[0]}?" if near else "")
        elif not isinstance(value, str):
            yield f"{key}: expected a text in quotation marks"


def list_open_questions(statements: Mapping[str, str]) -> list[str]:
    """Return the questions that have no answer."""
    return [
        f"{question.text} (`{question.key}`)"
        for question in QUESTIONS
        if question.key not in statements
    ]
