"""Draws samples and splits from a corpus and writes them, all or nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import msgspec

from goldsmith.errors import InputError
from goldsmith.formats import get
from goldsmith.project.corpus.convert import Follow
from goldsmith.project.corpus.sources import Source
from goldsmith.project.sampling import files
from goldsmith.sampling import (
    Draw,
    DrawPlan,
    Kept,
    Manifest,
    Plan,
    Population,
    Record,
    Restriction,
    Stratum,
    carry_out,
    manifest_of,
    population_of,
)
from goldsmith.sampling import manifest as manifests
from goldsmith.version import __version__

#: Opens the corpus; it is gone through twice, and a source can be gone through once.
Open = Callable[[], Source]


class Target(msgspec.Struct, frozen=True):
    """Where the parts go, and how; without `out` nothing is written."""

    out: Path | None = None
    to: str = "corpus"
    allow_loss: Collection[str] = ()
    overwrite: bool = False


class Drawn(msgspec.Struct, frozen=True):
    """What was drawn and written."""

    out: str
    """Empty where nothing was written."""
    format: str
    population: int
    parts: dict[str, int]
    """Part -> documents."""
    strata: tuple[Stratum, ...]
    records: tuple[Record, ...]
    kept: tuple[Kept, ...]
    notes: tuple[str, ...]
    dropped: dict[str, int]


def draw(
    opened: Open, plan: Plan, target: Target, *, follow: Follow = lambda docs, _: docs
) -> Drawn:
    """Draws what a plan asks for from a corpus and writes the parts and their manifest."""
    population = _population(opened, target, follow)
    drawn = carry_out(population, plan)
    return _written(opened, population, plan, drawn, target)


def redraw(
    opened: Open, manifest: Path, target: Target, *, follow: Follow = lambda docs, _: docs
) -> Drawn:
    """Draws what a manifest describes once more; the population must be the same."""
    given = manifests.read(manifest)
    population = _population(opened, target, follow)
    drawn = manifests.again(population, given, where=str(manifest))
    return _written(opened, population, given.plan, drawn, target)


def _population(opened: Open, target: Target, follow: Follow) -> Population:
    if target.out:  # a population takes its time: say first what would fail last
        files.check(target.out, get(target.to), overwrite=target.overwrite)
    source = opened()
    if target.out:
        files.check_outside(source, target.out)
    return population_of(follow(source, source.total))


def _written(
    opened: Open, population: Population, plan: Plan, drawn: Draw, target: Target
) -> Drawn:
    dropped: dict[str, int] = {}
    if target.out:
        manifest = manifest_of(population, plan, drawn, version=__version__)
        dropped = files.write_parts(
            opened(),
            manifest,
            target.out,
            get(target.to),
            allow_loss=target.allow_loss,
        )
    return Drawn(
        str(target.out or ""),
        target.to,
        len(population.cards),
        {name: len(ids) for name, ids in drawn.parts.items()},
        drawn.strata,
        drawn.records,
        drawn.kept,
        drawn.notes,
        dropped,
    )


def set_apart(plan: DrawPlan, name: str) -> DrawPlan:
    """The plan, kept apart from a sample drawn before: a manifest, its folder, or a corpus."""
    manifest, ids = _earlier(name)
    return msgspec.structs.replace(plan, apart=tuple(sorted({*plan.apart, *ids, *_all(manifest)})))


def mirror_of(plan: DrawPlan, name: str, *, axes: bool) -> DrawPlan:
    """The plan with a mirror of a part of it, or of a sample drawn before.

    `FILE#PART` is one part of an earlier draw: the mirror is like that part and apart from all of
    them. With its manifest the restriction is taken over too, and so are the axes if `axes` says.
    """
    if name in {part.name for part in plan.parts}:
        return msgspec.structs.replace(plan, mirror=name)
    path, _, part = (name, "", "") if Path(name).exists() else name.rpartition("#")
    manifest, ids = _earlier(path or name)
    if manifest or part:
        ids = _part(manifest, part, path or name)
    plan = msgspec.structs.replace(plan, like=tuple(sorted(ids)))
    plan = msgspec.structs.replace(plan, apart=tuple(sorted({*plan.apart, *_all(manifest)})))
    before = manifest.plan if manifest else None
    if isinstance(before, DrawPlan) and plan.only == Restriction():
        plan = msgspec.structs.replace(plan, only=before.only)
    if before and axes:
        own = before.all_axes if isinstance(before, DrawPlan) else before.axes
        plan = msgspec.structs.replace(plan, axes=own)
    return plan


def _earlier(name: str) -> tuple[Manifest | None, set[str]]:
    """The manifest of an earlier draw, or the ids of a corpus that came without one."""
    path = Path(name)
    if not path.exists():
        raise InputError(
            f"{name!r} is neither a part of this draw nor a manifest or corpus",
            expected="the name of a part, or the path of an earlier draw",
        )
    if (path / manifests.FILE).is_file() or manifests.looks_like(path):
        return manifests.read(path), set()
    return None, {doc.id for doc in Source(name)}


def _all(manifest: Manifest | None) -> set[str]:
    return {one for ids in manifest.parts.values() for one in ids} if manifest else set()


def _part(manifest: Manifest | None, part: str, where: str) -> set[str]:
    if not manifest:
        raise InputError(
            f"this is no manifest, so it has no part {part!r}", where=where, expected="a manifest"
        )
    names = sorted(manifest.parts)
    chosen = part or (names[0] if len(names) == 1 else "")
    if chosen not in manifest.parts:
        what = f"there is no part {part!r}" if part else "the draw has several parts"
        listed = ", ".join(f"#{name}" for name in names)
        raise InputError(what, where=where, expected=f"one of {listed} after the path")
    return set(manifest.parts[chosen])
