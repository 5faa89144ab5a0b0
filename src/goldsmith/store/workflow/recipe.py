"""The steps of a task, derived from the schema (CLEF section 4.4).

The annotator reads the whole document, then marks the mentions kind by kind, then relations and
coreference, and codes last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from goldsmith.core import Schema

#: The prefix of the steps of a checklist.
CHECK = "check:"


class RecipeStep(msgspec.Struct, frozen=True):
    """A step of a task."""

    id: str
    title: str
    types: tuple[str, ...] = ()
    """The types of mentions or relations that it covers."""
    is_required: bool = False
    """Whether it must be ticked off before the task can be done."""
    is_ticked: bool = False


def list_recipe(
    schema: Schema, checklist: Sequence[str] = (), ticked: Sequence[str] = ()
) -> tuple[RecipeStep, ...]:
    """Return the steps of a task.

    Args:
        schema: The schema of the project.
        checklist: The slips to check in a correction.
        ticked: The ids of the steps that are ticked off.
    """
    steps = [*_derive_steps(schema), *_make_checks(checklist)]
    return tuple(msgspec.structs.replace(step, is_ticked=step.id in ticked) for step in steps)


def _derive_steps(schema: Schema) -> Iterator[RecipeStep]:
    yield RecipeStep("read", "Read the document")
    kinds = dict.fromkeys(entry.kind for entry in schema.mention)
    for kind in kinds:
        types = tuple(entry.name for entry in schema.mention if entry.kind == kind)
        yield RecipeStep(f"mentions:{kind}", f"Mark the {_make_plural(kind)}", types)
    relations = tuple(entry.name for entry in schema.relation if not entry.identity)
    if relations:
        yield RecipeStep("relations", "Add the relations", relations)
    identity = tuple(entry.name for entry in schema.relation if entry.identity)
    if identity:
        yield RecipeStep("coreference", "Link what is the same", identity)
    coded = tuple(entry.name for entry in schema.mention if entry.codes != "none")
    if coded:
        yield RecipeStep("codes", "Add the codes", coded)


def _make_plural(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def _make_checks(checklist: Sequence[str]) -> Iterator[RecipeStep]:
    for number, slip in enumerate(checklist, 1):
        yield RecipeStep(f"{CHECK}{number}", slip, is_required=True)
