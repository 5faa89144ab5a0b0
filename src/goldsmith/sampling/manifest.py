"""The manifest of a draw: the plan, the drawn documents, and everything needed to repeat it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from goldsmith.core.decoding import BAD_JSON
from goldsmith.errors import InputError
from goldsmith.sampling import arguments, sampler
from goldsmith.sampling.fields import check_fields
from goldsmith.sampling.plan import Draw, Plan, SplitPlan
from goldsmith.sampling.population import Card, Population
from goldsmith.sampling.splitter import split_population

#: The name of the manifest file in the folder of the parts.
FILE: Final = "manifest.json"
LAYOUT: Final = 1


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan, its population, and the ids of the documents drawn."""

    layout: int
    goldsmith: str
    """The version of Goldsmith that made the draw."""
    population_documents: int
    population_sha256: str
    plan: Plan
    parts: dict[str, tuple[str, ...]]


def check_plan(plan: Plan, cards: Iterable[Card]) -> None:
    """Check a plan as far as possible before all documents are read.

    Args:
        plan: The plan.
        cards: The first documents. They are read only if a field is not built in.

    Raises:
        InputError: The plan is wrong, or it names an unknown field.
    """
    if isinstance(plan, SplitPlan):
        arguments.parse_shares(plan.parts)
    else:
        sampler.check_plan(plan)
    check_fields(plan.fields, cards)


def execute_plan(population: Population, plan: Plan) -> Draw:
    """Draw samples or split a population, depending on the plan."""
    if isinstance(plan, SplitPlan):
        return split_population(population, plan)
    return sampler.draw_samples(population, plan)


def make_manifest(population: Population, plan: Plan, draw: Draw, *, version: str) -> Manifest:
    """Make the manifest of a draw."""
    return Manifest(LAYOUT, version, len(population.cards), population.sha256, plan, draw.parts)


def encode(manifest: Manifest) -> bytes:
    """Encode a manifest as indented JSON with one id on each line."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"


def decode(content: bytes, *, where: str) -> Manifest:
    """Decode the content of a manifest file.

    Args:
        content: The content of the file.
        where: The name of the file for error messages.

    Raises:
        InputError: The content is not a manifest, or has a different layout version.
    """
    try:
        manifest = msgspec.json.decode(content, type=Manifest)
    except BAD_JSON as error:
        shape = f": {error}" if isinstance(error, msgspec.ValidationError) else ""
        raise InputError(
            f"the file is not the manifest of a draw{shape}",
            where=where,
            expected=f"the {FILE} that `goldsmith sample` or `goldsmith split` wrote",
        ) from None
    if manifest.layout != LAYOUT:
        raise InputError(
            f"the manifest has layout {manifest.layout}",
            where=where,
            expected=f"layout {LAYOUT}",
            remedy=f"Use Goldsmith {manifest.goldsmith}",
        )
    return manifest


def read(path: Path) -> Manifest:
    """Read a manifest file, or the manifest in the folder of a draw.

    Raises:
        InputError: There is no such file, or it is not a manifest.
    """
    file = path / FILE if path.is_dir() else path
    if not file.is_file():
        raise InputError("there is no such file", where=str(file), remedy="Check the path")
    return decode(file.read_bytes(), where=str(file))


def is_manifest(path: Path) -> bool:
    """Return whether a path is a file that starts like a manifest."""
    if not path.is_file():
        return False
    with open(path, "rb") as stream:
        return b'"population_sha256"' in stream.read(400)


def repeat_draw(population: Population, manifest: Manifest, *, where: str) -> Draw:
    """Repeat the draw of a manifest.

    Args:
        population: The population of the first draw.
        manifest: The manifest of the first draw.
        where: The name of the manifest file for error messages.

    Raises:
        InputError: The population differs, or the plan now draws different documents.
    """
    if population.sha256 != manifest.population_sha256:
        raise InputError(
            "the manifest belongs to another population: "
            f"{manifest.population_documents:,} documents with hash "
            f"{manifest.population_sha256[:12]}…, not {len(population.cards):,} with hash "
            f"{population.sha256[:12]}…",
            where=where,
            remedy="Name the corpus of the first draw, with the same ids, metadata and texts",
        )
    draw = execute_plan(population, manifest.plan)
    if draw.parts != manifest.parts:
        raise InputError(
            "the plan in the manifest draws different documents from those that the manifest lists",
            where=where,
            remedy=f"Undo changes to the manifest, or draw with Goldsmith {manifest.goldsmith}",
        )
    return draw
