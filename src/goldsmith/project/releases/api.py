"""The function of `goldsmith` that freezes a gold standard as a release."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from goldsmith.project.corpus.inputs import Documents, make_opener
from goldsmith.project.releases.make import ReleasePlan, ReleaseResult
from goldsmith.project.releases.make import make_release as run
from goldsmith.project.releases.parts import PartNames
from goldsmith.sampling import SplitPlan


def make_release(
    docs: Documents,
    name: str,
    version: str,
    *,
    sets: Sequence[str] = (),
    schema: str = "",
    rules: str = "",
    guidelines: str = "",
    terms: Sequence[str] = (),
    licence: str = "",
    split: Mapping[str, float | str] | None = None,
    together: Literal["", "patient", "document"] = "",
    stratify: Sequence[str] = ("type",),
    seed: int = 0,
    inspected_by: Sequence[str] = (),
    inspected_on: str = "",
    statements: str | os.PathLike[str] | None = None,
    made_by: str = "",
    allow_problems: bool = False,
    out: str | os.PathLike[str] | None = None,
    fmt: str | None = None,
) -> ReleaseResult:
    """Freeze a gold standard with everything that it depends on.

    Args:
        docs: A path in any format, "demo", or documents.
        name: The name of the release.
        version: The version; a release never changes, so each needs a new one.
        sets: The annotation sets; the first is the gold standard. May be empty if there is one.
        schema: A built-in schema or a TOML file; by default the built-in schema that the set names.
        rules: The rules of adjudication: built in, or a TOML file.
        guidelines: The folder of the guidelines, or built-in ones.
        terms: The terminologies of the codes; by default those that the corpus names.
        licence: The name of a licence, or a text file.
        split: The splits and their shares: {"train": 0.8, "test": 0.2}. Without it, there is one
            split, "all".
        together: What must stay together in a split; by default patients, if the corpus names them.
        stratify: The metadata fields whose proportions are kept in each split.
        seed: Another seed makes another split.
        inspected_by: Who inspected the release for information that must not leave the institution.
        inspected_on: The date of the inspection; today by default.
        statements: A TOML file with answers to the questions of the data sheet.
        made_by: Who makes the release; by default the login name.
        allow_problems: Release a gold standard that breaks its schema.
        out: The folder to write; by default NAME/VERSION on the shelf of releases.
        fmt: The format of the path; detected by default.

    Raises:
        InputError: The release exists, a part cannot be read, or the gold standard breaks its
            schema.
        UnknownName: No document has one of the sets, or a named part does not exist.

    Example:
        made = goldsmith.make_release("demo", "demo-gold", "1.0", out="frozen")
        print(made.release.documents, made.release.seal)
    """
    shares = {part: str(share) for part, share in split.items()} if split else None
    plan = ReleasePlan(
        name,
        version,
        tuple(sets),
        PartNames(schema, rules, guidelines, tuple(terms), licence),
        SplitPlan(shares, seed, tuple(stratify), together) if shares else None,
        tuple(inspected_by),
        inspected_on,
        Path(statements) if statements is not None else None,
        made_by,
        allow_problems,
        Path(out) if out is not None else None,
    )
    return run(make_opener(docs, fmt), plan)
