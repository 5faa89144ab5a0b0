"""Draw samples and splits from a corpus and write them; a failure leaves no output."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import islice
from pathlib import Path

import msgspec

from goldsmith.errors import InputError
from goldsmith.formats import get
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.corpus.sources import Source
from goldsmith.project.sampling import files
from goldsmith.sampling import (
    Card,
    Draw,
    DrawPlan,
    Manifest,
    Plan,
    Population,
    Record,
    Restriction,
    RestrictionStep,
    Stratum,
    build_population,
    check_plan,
    execute_plan,
    make_card,
    make_manifest,
)
from goldsmith.sampling import manifest as manifests
from goldsmith.version import __version__

#: Opens the corpus, which is read twice; a source can be read only once.
OpenSource = Callable[[], Notes]
#: The number of documents that are searched for an extra field before the corpus is read.
_FIRST = 100


class Target(msgspec.Struct, frozen=True):
    """Where and how to write the parts; without `out` nothing is written."""

    out: Path | None = None
    to: str = "corpus"
    allow_loss: Collection[str] = ()
    overwrite: bool = False


class DrawResult(msgspec.Struct, frozen=True):
    """The outcome of a draw."""

    out: str
    """"" if nothing was written."""
    format: str
    population: int
    parts: dict[str, int]
    """Part -> documents."""
    strata: tuple[Stratum, ...]
    records: tuple[Record, ...]
    restrictions: tuple[RestrictionStep, ...] = msgspec.field(name="kept")
    """The documents that remain after each restriction."""
    notes: tuple[str, ...]
    dropped: dict[str, int]


def draw(
    open_source: OpenSource, plan: Plan, target: Target, *, track: Track = pass_on
) -> DrawResult:
    """Draw parts of a corpus by a plan, and write them with their manifest.

    Args:
        open_source: Opens the corpus.
        plan: What to draw.
        target: Where and how to write.
        track: Shows progress.

    Raises:
        InputError: The corpus does not contain what the plan requires, or the output exists.
    """
    population = read_population(open_source, plan, target, track=track)
    result = execute_plan(population, plan)
    return _write_parts(open_source, population, plan, result, target)


def redraw(
    open_source: OpenSource, manifest: Path, target: Target, *, track: Track = pass_on
) -> DrawResult:
    """Repeat the draw that a manifest describes.

    Raises:
        InputError: The corpus has changed since, or the output exists.
    """
    earlier = manifests.read(manifest)
    population = read_population(open_source, earlier.plan, target, track=track)
    result = manifests.repeat_draw(population, earlier, where=str(manifest))
    return _write_parts(open_source, population, earlier.plan, result, target)


def read_population(
    open_source: OpenSource, plan: Plan, target: Target, *, track: Track = pass_on
) -> Population:
    """Read the metadata of a corpus, after a check of the output and the plan.

    Raises:
        InputError: The output exists, the plan is wrong, or it names an unknown field.
    """
    # Reading takes time, so check everything possible first.
    if target.out:
        files.check_output(target.out, get(target.to), overwrite=target.overwrite)
    check_plan(plan, _read_first_cards(open_source))
    source = open_source()
    if target.out:
        files.check_outside(source, target.out)
    return build_population(track(source, source.total))


def _read_first_cards(open_source: OpenSource) -> Iterator[Card]:
    yield from map(make_card, islice(open_source(), _FIRST))


def _write_parts(
    open_source: OpenSource, population: Population, plan: Plan, draw: Draw, target: Target
) -> DrawResult:
    dropped: dict[str, int] = {}
    if target.out:
        manifest = make_manifest(population, plan, draw, version=__version__)
        dropped = files.write_parts(
            open_source(),
            manifest,
            target.out,
            get(target.to),
            allow_loss=target.allow_loss,
        )
    return DrawResult(
        str(target.out or ""),
        target.to,
        len(population.cards),
        {name: len(ids) for name, ids in draw.parts.items()},
        draw.strata,
        draw.records,
        draw.restrictions,
        draw.notes,
        dropped,
    )


def exclude_earlier(plan: DrawPlan, name: str) -> DrawPlan:
    """Exclude the documents of an earlier sample from a plan.

    Args:
        plan: The plan.
        name: A manifest, its folder, or a corpus.
    """
    manifest, ids = _read_earlier(name)
    return msgspec.structs.replace(
        plan, apart=tuple(sorted({*plan.apart, *ids, *_list_ids(manifest)}))
    )


def add_mirror(plan: DrawPlan, name: str, *, axes: bool) -> DrawPlan:
    """Add a sample to a plan that mirrors one of its parts, or an earlier sample.

    Args:
        plan: The plan.
        name: A part of the plan, or a manifest or corpus. `FILE#PART` is a part of an earlier
            draw; the mirror is like that part and excludes the documents of all its parts. The
            restriction of the manifest applies too, unless the plan has one.
        axes: Take the axes of the manifest too.

    Raises:
        InputError: There is no such part, manifest or corpus.
    """
    if name in {part.name for part in plan.parts}:
        return msgspec.structs.replace(plan, mirror=name)
    path, _, part = (name, "", "") if Path(name).exists() else name.rpartition("#")
    manifest, ids = _read_earlier(path or name)
    if manifest or part:
        ids = _select_part(manifest, part, path or name)
    plan = msgspec.structs.replace(plan, like=tuple(sorted(ids)))
    plan = msgspec.structs.replace(plan, apart=tuple(sorted({*plan.apart, *_list_ids(manifest)})))
    before = manifest.plan if manifest else None
    if isinstance(before, DrawPlan) and plan.only == Restriction():
        plan = msgspec.structs.replace(plan, only=before.only, diagnosis_of=before.diagnosis_of)
    if before and axes:
        own = before.all_axes if isinstance(before, DrawPlan) else before.axes
        plan = msgspec.structs.replace(plan, axes=own)
    return plan


def _read_earlier(name: str) -> tuple[Manifest | None, set[str]]:
    """Return the manifest of an earlier draw, or the ids of a corpus without a manifest."""
    path = Path(name)
    if not path.exists():
        raise InputError(
            f"{name!r} is neither a part of this draw nor a manifest or corpus",
            expected="the name of a part, or the path of an earlier draw",
        )
    if (path / manifests.FILE).is_file() or manifests.is_manifest(path):
        return manifests.read(path), set()
    return None, {doc.id for doc in Source(name)}


def _list_ids(manifest: Manifest | None) -> set[str]:
    return {doc_id for ids in manifest.parts.values() for doc_id in ids} if manifest else set()


def _select_part(manifest: Manifest | None, part: str, where: str) -> set[str]:
    if not manifest:
        raise InputError(
            f"this is not a manifest, so it has no part {part!r}",
            where=where,
            expected="a manifest",
        )
    names = sorted(manifest.parts)
    chosen = part or (names[0] if len(names) == 1 else "")
    if chosen not in manifest.parts:
        what = f"there is no part {part!r}" if part else "the draw has several parts"
        options = ", ".join(f"#{name}" for name in names)
        raise InputError(what, where=where, expected=f"one of {options} after the path")
    return set(manifest.parts[chosen])
