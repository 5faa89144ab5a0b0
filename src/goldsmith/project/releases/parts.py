"""Freeze the parts of a release: schema, rules, guidelines, terminologies, licence."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec

from goldsmith import schemas
from goldsmith.adjudication import Rules, load_rules
from goldsmith.core import Schema
from goldsmith.core.schema_file import parse_schema
from goldsmith.errors import InputError
from goldsmith.formats import CodedWith
from goldsmith.guidelines.folder import read_files
from goldsmith.guidelines.versions import make_version, read_versions
from goldsmith.project.corpus.schemas import find_schema
from goldsmith.project.releases.model import (
    GUIDELINES_FOLDER,
    LICENCE_FILE,
    RULES_FILE,
    SCHEMA_FILE,
    FrozenPart,
)
from goldsmith.project.terms.stamps import stamp_terminologies
from goldsmith.terminology.shelf import open_terminologies


class Parts(msgspec.Struct, frozen=True):
    """The parts that a release freezes in addition to the documents."""

    files: Mapping[str, str]
    """Path inside the release -> content."""
    open_questions: tuple[str, ...]
    schema: Schema | None = None
    frozen_schema: FrozenPart | None = None
    rules: FrozenPart | None = None
    guidelines: FrozenPart | None = None
    terms: tuple[CodedWith, ...] = ()
    licence: str = ""


class PartNames(msgspec.Struct, frozen=True):
    """The names of the parts to freeze; "" for a part that the release does not have."""

    schema: str = ""
    """A built-in schema or a TOML file."""
    rules: str = ""
    """Built-in rules of adjudication or a TOML file."""
    guidelines: str = ""
    """The folder of a guideline, or a built-in one."""
    terms: tuple[str, ...] = ()
    """Terminologies on the shelf, "demo", or folders."""
    licence: str = ""
    """The name of a licence, or a text file."""


def freeze_parts(names: PartNames, coded_with: Collection[CodedWith] = ()) -> Parts:
    """Read everything that a release freezes, so that bad names are refused first.

    Args:
        names: The parts.
        coded_with: The terminologies that the corpus names, for a release without explicit ones.

    Raises:
        InputError: A part cannot be read.
        UnknownName: There is no part of that name.
    """
    files: dict[str, str] = {}
    questions: list[str] = []
    schema, frozen_schema = _freeze_schema(names.schema, files, questions)
    rules = _freeze_rules(names.rules, files, questions)
    guidelines = _freeze_guidelines(names.guidelines, files, questions)
    terms = tuple(coded_with)
    if names.terms:
        terms = stamp_terminologies(open_terminologies(names.terms))
    if not terms:
        questions.append("Which terminologies do the codes come from?")
    licence = _freeze_licence(names.licence, files, questions)
    return Parts(files, tuple(questions), schema, frozen_schema, rules, guidelines, terms, licence)


def _freeze_schema(
    name: str, files: dict[str, str], questions: list[str]
) -> tuple[Schema | None, FrozenPart | None]:
    if not name:
        questions.append("Which schema do the annotations follow?")
        return None, None
    schema = find_schema(name)
    text = schemas.read_text(name) if name in schemas.names() else Path(name).read_text("utf-8-sig")
    parse_schema(text, where=name)
    files[SCHEMA_FILE] = text
    return schema, FrozenPart(schema.name, schema.version, _hash(text))


def _freeze_rules(name: str, files: dict[str, str], questions: list[str]) -> FrozenPart | None:
    if not name:
        questions.append("By which rules was the consensus adjudicated?")
        return None
    rules = load_rules(name)
    files[RULES_FILE] = _format_rules(rules)
    return FrozenPart(rules.name, "", _hash(files[RULES_FILE]))


def _format_rules(rules: Rules) -> str:
    """Format rules as TOML; their values are texts and truth values, which TOML and JSON share."""
    values = msgspec.to_builtins(rules)
    return "".join(f"{key} = {msgspec.json.encode(values[key]).decode()}\n" for key in values)


def _freeze_guidelines(name: str, files: dict[str, str], questions: list[str]) -> FrozenPart | None:
    if not name:
        questions.append("Which guidelines, in which version, did the annotators follow?")
        return None
    texts = read_files(name)
    digest = make_version(texts, "").digest
    versions = read_versions(Path(name)) if Path(name).is_dir() else []
    matching = [version.version for version in versions if version.digest == digest]
    if versions and not matching:
        questions.append(
            f"The guidelines changed after version {versions[-1].version}: which version did the "
            "annotators follow?"
        )
    files.update({f"{GUIDELINES_FOLDER}/{path}": text for path, text in texts.items()})
    return FrozenPart(Path(name).name, matching[-1] if matching else "", digest)


def _freeze_licence(name: str, files: dict[str, str], questions: list[str]) -> str:
    if not name:
        questions.append("Under which licence may the release be used?")
        return ""
    path = Path(name)
    if not path.is_file():
        return name
    try:
        files[LICENCE_FILE] = path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("this licence is not UTF-8", where=name, expected="UTF-8") from None
    return path.name


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
