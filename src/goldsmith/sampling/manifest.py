"""The manifest of a draw: all that is needed to draw it again, and what was drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from goldsmith.errors import InputError
from goldsmith.sampling.card import Population
from goldsmith.sampling.draw import draw
from goldsmith.sampling.plan import Draw, Plan, SplitPlan
from goldsmith.sampling.split import split

#: The name of the file beside the parts.
FILE: Final = "manifest.json"
LAYOUT: Final = 1


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan, the population it was drawn from, and the documents drawn."""

    layout: int
    goldsmith: str
    """The version that drew."""
    population_documents: int
    population_sha256: str
    plan: Plan
    parts: dict[str, tuple[str, ...]]


def carry_out(population: Population, plan: Plan) -> Draw:
    """What a plan of either kind draws."""
    return split(population, plan) if isinstance(plan, SplitPlan) else draw(population, plan)


def manifest_of(population: Population, plan: Plan, drawn: Draw, *, version: str) -> Manifest:
    """The manifest of a draw."""
    return Manifest(LAYOUT, version, len(population.cards), population.sha256, plan, drawn.parts)


def encode(manifest: Manifest) -> bytes:
    """The manifest as indented JSON, an id a line."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"


def decode(content: bytes, *, where: str) -> Manifest:
    """The manifest in a file's content; `where` names the file in errors."""
    try:
        manifest = msgspec.json.decode(content, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        shape = f": {error}" if isinstance(error, msgspec.ValidationError) else ""
        raise InputError(
            f"this is not the manifest of a draw{shape}",
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
    """The manifest at a path: the file, or the folder that a draw was written to."""
    file = path / FILE if path.is_dir() else path
    if not file.is_file():
        raise InputError("there is no such file", where=str(file), remedy="Check the path")
    return decode(file.read_bytes(), where=str(file))


def looks_like(path: Path) -> bool:
    """Whether a file begins as manifests do."""
    if not path.is_file():
        return False
    with open(path, "rb") as stream:
        return b'"population_sha256"' in stream.read(400)


def again(population: Population, manifest: Manifest, *, where: str) -> Draw:
    """The draw of a manifest once more; another population or another result is refused."""
    if population.sha256 != manifest.population_sha256:
        raise InputError(
            "the manifest is of another population: "
            f"{manifest.population_documents:,} documents with hash "
            f"{manifest.population_sha256[:12]}…, and here are {len(population.cards):,} "
            f"with {population.sha256[:12]}…",
            where=where,
            remedy="Name the corpus that was drawn from; ids, metadata and texts must be the same",
        )
    drawn = carry_out(population, manifest.plan)
    if drawn.parts != manifest.parts:
        raise InputError(
            "the plan in the manifest draws other documents than it lists",
            where=where,
            remedy=f"It was edited, or version {manifest.goldsmith} drew in another way",
        )
    return drawn
