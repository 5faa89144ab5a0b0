"""Make a release: freeze a gold standard with everything that it depends on."""

from __future__ import annotations

import getpass
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

import msgspec

from goldsmith import schemas, storage
from goldsmith.core import Document, Problem, Schema, validate
from goldsmith.errors import InputError, Remedy, UnknownName
from goldsmith.formats import CodedWith, PatientRecord, Reader, write
from goldsmith.project.corpus import describe as description
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.describe import Description
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.releases.datasheet import write_data_sheet
from goldsmith.project.releases.model import (
    ALL,
    DATA_SHEET_FILE,
    LAYOUT,
    MANIFEST_FILE,
    SPLITS_FOLDER,
    Inspection,
    Release,
    Split,
)
from goldsmith.project.releases.parts import PartNames, Parts, freeze_parts
from goldsmith.project.releases.shelf import check_reference, get_folder
from goldsmith.project.releases.statements import list_open_questions, read_statements
from goldsmith.project.releases.verify import hash_file, list_files
from goldsmith.project.sampling.sample import OpenSource, Target, draw
from goldsmith.sampling import SplitPlan
from goldsmith.version import __version__

#: How many problems an error lists.
_SHOWN = 10


class ReleasePlan(msgspec.Struct, frozen=True):
    """The content and name of a release."""

    name: str
    version: str
    sets: tuple[str, ...] = ()
    """The annotation sets; the first is the gold standard. May be empty if there is only one."""
    parts: PartNames = PartNames()
    split: SplitPlan | None = None
    inspectors: tuple[str, ...] = ()
    inspected_on: str = ""
    """An ISO date; by default the day of the release."""
    statements: Path | None = None
    """The answers to the questions of the data sheet."""
    made_by: str = ""
    """By default the login name."""
    allow_problems: bool = False
    """Release a gold standard that breaks its schema, and record how often."""
    out: Path | None = None
    """The folder to write; by default NAME/VERSION on the shelf."""


class ReleaseResult(msgspec.Struct, frozen=True):
    """A new release, its folder, and the documents that are not in it."""

    folder: str
    release: Release
    left_out: int
    """Documents without the gold standard."""
    notes: tuple[str, ...] = ()
    """Remarks of the splitter."""


def make_release(
    open_source: OpenSource, plan: ReleasePlan, *, track: Track = pass_on
) -> ReleaseResult:
    """Freeze a gold standard; after an error, nothing remains.

    Args:
        open_source: Opens the corpus; it is read several times.
        plan: What to freeze.
        track: Shows progress.

    Raises:
        InputError: The release exists, a part cannot be read, the gold standard breaks its schema,
            or the corpus cannot be split as planned.
        UnknownName: No document has one of the sets, or a named part does not exist.
    """
    check_reference(plan.name, plan.version)
    folder = plan.out or get_folder() / plan.name / plan.version
    _check_new(folder, plan)
    statements = read_statements(plan.statements) if plan.statements else {}
    inspection = _record_inspection(plan)
    source = open_source()
    survey = _survey_sets(track(source, source.total), plan.sets)
    requested = msgspec.structs.replace(plan.parts, schema=plan.parts.schema or survey.schema)
    parts = freeze_parts(requested, source.read_terms())
    with storage.stage_folder(folder) as staged:
        notes = _write_splits(open_source, plan, survey.sets, parts.terms, staged)
        _write_texts(parts.files, staged)
        names = tuple(plan.split.parts) if plan.split else (ALL,)
        splits, counts, problems = _inspect_splits(staged, names, survey.sets[0], parts.schema)
        if problems and not plan.allow_problems:
            raise _make_problem_error(problems, parts.schema)
        release = Release(
            LAYOUT,
            plan.name,
            plan.version,
            datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            __version__,
            plan.made_by or getpass.getuser(),
            survey.sets,
            counts.documents,
            splits,
            {},
            parts.frozen_schema,
            parts.rules,
            parts.guidelines,
            parts.terms,
            parts.licence,
            inspection,
            len(problems),
            _list_questions(parts, counts, inspection, statements),
        )
        _write_texts({DATA_SHEET_FILE: write_data_sheet(release, counts, statements)}, staged)
        release = _seal(release, staged)
        _check_new(folder, plan)  # somebody may have made it in the meantime
    return ReleaseResult(str(folder), release, survey.left_out, notes)


def _check_new(folder: Path, plan: ReleasePlan) -> None:
    if not storage.is_free(folder):
        raise InputError(
            f"the release {plan.name}@{plan.version} exists already; a release never changes"
            if plan.out is None
            else "something is already here",
            where=str(folder),
            expected="a new version" if plan.out is None else "a folder that does not exist",
        )


def _record_inspection(plan: ReleasePlan) -> Inspection | None:
    inspectors = tuple(dict.fromkeys(plan.inspectors))
    day = plan.inspected_on or datetime.now(UTC).date().isoformat()
    try:
        datetime.strptime(day, "%Y-%m-%d")
    except ValueError:
        raise InputError(f"{day!r} is not a date", expected="YYYY-MM-DD") from None
    if plan.inspected_on and not inspectors:
        raise InputError("an inspection has a date but no inspectors", expected="their names")
    return Inspection(inspectors, day) if inspectors else None


class _Survey(msgspec.Struct, frozen=True):
    """The sets of a release, the schema that its gold standard names, and documents without it."""

    sets: tuple[str, ...]
    schema: str
    left_out: int


def _survey_sets(docs: Iterable[Document], requested: tuple[str, ...]) -> _Survey:
    counts: Counter[str] = Counter()
    schema_names: dict[str, set[str]] = {}
    total = 0
    for doc in docs:
        total += 1
        for name, annotation_set in doc.sets.items():
            counts[name] += 1
            schema_names.setdefault(name, set()).add(annotation_set.schema)
    for name in requested:
        if name not in counts:
            raise UnknownName("annotation set", name, counts)
    if not requested and len(counts) != 1:
        raise InputError(
            "the corpus has several annotation sets" if counts else "the corpus has no annotations",
            expected="one of " + ", ".join(sorted(counts)) if counts else "an annotation set",
            remedy=Remedy.NAME_SET if counts else "",
        )
    sets = requested or tuple(counts)
    named = schema_names[sets[0]] & set(schemas.names())
    return _Survey(sets, named.pop() if len(named) == 1 else "", total - counts[sets[0]])


class _FrozenNotes:
    """The documents of a corpus that have the gold standard, with the sets of the release."""

    def __init__(self, source: Notes, sets: tuple[str, ...], terms: tuple[CodedWith, ...]) -> None:
        self._source, self._sets, self._terms = source, sets, terms
        self.total: int | None = source.total
        self.errors = source.errors

    def read_records(self) -> Iterator[PatientRecord]:
        return self._source.read_records()

    def read_terms(self) -> tuple[CodedWith, ...]:
        return self._terms

    def __iter__(self) -> Iterator[Document]:
        for doc in self._source:
            if self._sets[0] in doc.sets:
                sets = {name: doc.sets[name] for name in self._sets if name in doc.sets}
                yield msgspec.structs.replace(doc, sets=sets)


def _write_splits(
    open_source: OpenSource,
    plan: ReleasePlan,
    sets: tuple[str, ...],
    terms: tuple[CodedWith, ...],
    folder: Path,
) -> tuple[str, ...]:
    """Write each split as a corpus folder; return the remarks of the splitter."""

    def open_frozen() -> _FrozenNotes:
        return _FrozenNotes(open_source(), sets, terms)

    target = folder / SPLITS_FOLDER
    if plan.split:
        return draw(open_frozen, plan.split, Target(target)).notes
    source = open_frozen()
    write(source, target / ALL, "corpus", records=source.read_records(), terms=terms)
    return ()


def _write_texts(files: Mapping[str, str], folder: Path) -> None:
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode("utf-8"))


def _inspect_splits(
    folder: Path, names: Iterable[str], gold: str, schema: Schema | None
) -> tuple[dict[str, Split], Description, list[Problem]]:
    """Count the written corpus, and check the gold standard against the schema."""
    problems: list[Problem] = []
    splits: dict[str, Split] = {}
    paths = [folder / SPLITS_FOLDER / name for name in names]

    def read_split(path: Path) -> Iterator[Document]:
        documents, patients = 0, set()
        for doc in Reader(path, "corpus"):
            documents += 1
            patients.add(doc.metadata.patient)
            if schema:
                problems.extend(validate(doc, doc.sets[gold], schema))
            yield doc
        splits[path.name] = Split(documents, len(patients - {""}))

    counts = description.describe(chain.from_iterable(map(read_split, paths)), schema)
    return splits, counts, problems


def _make_problem_error(problems: list[Problem], schema: Schema | None) -> InputError:
    lines = [f"\n  - {problem}" for problem in problems[:_SHOWN]]
    if len(problems) > _SHOWN:
        lines.append(f"\n  - and {len(problems) - _SHOWN:,} more")
    return InputError(
        f"the gold standard breaks the schema {schema.name if schema else ''} "
        f"{len(problems):,} times; nothing was written" + "".join(lines) + "\n",
        remedy=Remedy.RELEASE_PROBLEMS,
    )


def _list_questions(
    parts: Parts,
    counts: Description,
    inspection: Inspection | None,
    statements: Mapping[str, str],
) -> tuple[str, ...]:
    questions = [*parts.open_questions, *list_open_questions(statements)]
    if inspection is None:
        questions.append(
            "Who inspected the release for information that must not leave the institution?"
        )
    if not counts.patients:
        questions.append("Which notes belong to the same patient? No document names its patient.")
    return tuple(questions)


def _seal(release: Release, folder: Path) -> Release:
    """Hash all files, write the manifest and return it."""
    files = {path: hash_file(folder / path) for path in list_files(folder)}
    unsealed = msgspec.structs.replace(release, files=files)
    sealed = msgspec.structs.replace(unsealed, seal=unsealed.compute_seal())
    content = msgspec.json.format(msgspec.json.encode(sealed), indent=2)
    (folder / MANIFEST_FILE).write_bytes(content + b"\n")
    return sealed
