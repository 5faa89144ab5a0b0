"""The manifest of a release: the file release.json."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

import msgspec

from goldsmith.formats import CodedWith

LAYOUT: Final = 1
#: The name of the only split of a release that is not split.
ALL: Final = "all"
MANIFEST_FILE: Final = "release.json"
DATA_SHEET_FILE: Final = "datasheet.md"
SPLITS_FOLDER: Final = "splits"
SCHEMA_FILE: Final = "schema.toml"
RULES_FILE: Final = "rules.toml"
GUIDELINES_FOLDER: Final = "guidelines"
LICENCE_FILE: Final = "licence.txt"


class FrozenPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A schema, rules or guidelines as they were when the release was made."""

    name: str
    version: str = ""
    digest: str = ""
    """The SHA-256 of the content."""

    def __str__(self) -> str:
        details = ", ".join(filter(None, (self.version, self.digest[:12])))
        return f"{self.name} ({details})"


class Split(msgspec.Struct, frozen=True):
    """The counts of a split."""

    documents: int
    patients: int


class Inspection(msgspec.Struct, frozen=True):
    """Who inspected the release for information that must not leave the institution, and when."""

    inspectors: tuple[str, ...]
    date: str


class Release(msgspec.Struct, frozen=True, omit_defaults=True):
    """A release. `seal` is the SHA-256 of all other fields, so it identifies the whole release."""

    layout: int
    name: str
    version: str
    created: str
    """The time in UTC, ISO 8601."""
    goldsmith: str
    """The version of Goldsmith that made it."""
    made_by: str
    sets: tuple[str, ...]
    """The annotation sets; the first is the gold standard."""
    documents: int
    splits: Mapping[str, Split]
    files: Mapping[str, str]
    """The SHA-256 of each other file by its path."""
    schema: FrozenPart | None = None
    rules: FrozenPart | None = None
    guidelines: FrozenPart | None = None
    terms: tuple[CodedWith, ...] = ()
    licence: str = ""
    inspection: Inspection | None = None
    problems: int = 0
    """Problems of the gold standard under the schema that were allowed."""
    open_questions: tuple[str, ...] = ()
    seal: str = ""

    @property
    def reference(self) -> str:
        """NAME@VERSION, as commands accept it."""
        return f"{self.name}@{self.version}"

    def compute_seal(self) -> str:
        """Return the SHA-256 of all other fields."""
        content = msgspec.json.encode(msgspec.structs.replace(self, seal=""), order="sorted")
        return hashlib.sha256(content).hexdigest()
