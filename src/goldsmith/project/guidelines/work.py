"""The tasks of a guideline's editor: make it, build its site, compare its versions."""

from __future__ import annotations

import datetime
from pathlib import Path

import msgspec

from goldsmith import schemas, storage
from goldsmith.core import require_sets
from goldsmith.errors import InputError, Remedy
from goldsmith.guidelines import iterations as rounds
from goldsmith.guidelines.check import Problem, check_guideline
from goldsmith.guidelines.diff import diff_files, render_diff
from goldsmith.guidelines.folder import (
    SETTINGS_FILE,
    find_guideline,
    is_guideline,
    list_builtin,
    parse_settings,
    read_files,
    read_folder,
)
from goldsmith.guidelines.markdown import PageRenderer
from goldsmith.guidelines.marks import MarkedSentence
from goldsmith.guidelines.model import Guideline
from goldsmith.guidelines.places import PlaceCollector
from goldsmith.guidelines.site import HOME, Extras, build_site
from goldsmith.guidelines.skeleton import make_skeleton
from goldsmith.guidelines.versions import (
    describe_version,
    list_changes,
    load_version,
    read_versions,
)
from goldsmith.project.corpus.schemas import find_schema
from goldsmith.project.corpus.sources import Source
from goldsmith.rendering.table import Table

_SCHEMA_FILE = "schema.toml"


class BuiltSite(msgspec.Struct, frozen=True):
    """A site that was written."""

    out: str
    pages: int
    places: int


def make_guideline(
    schema: str, out: Path, *, title: str = "", complete: bool = False, overwrite: bool = False
) -> list[str]:
    """Write a new guideline and return the paths of its files.

    Args:
        schema: A built-in schema or a TOML file, which is copied into the folder.
        out: The folder to write.
        title: The title; made from the name of the schema by default.
        complete: Start from the built-in guideline of the schema instead of empty pages.
        overwrite: Replace an earlier guideline at `out`.

    Raises:
        UnknownName: There is no such schema, or it has no built-in guideline.
    """
    storage.check_free(out, overwrite=overwrite, replaceable=is_guideline, what="a guideline")
    if complete:
        if schema not in list_builtin():
            raise InputError(
                "this schema has no built-in guideline",
                where=schema,
                expected="one of " + ", ".join(list_builtin()),
            )
        texts = read_files(schema)
    else:
        texts = _make_empty(schema, title)
    with storage.stage_folder(out) as folder:
        for path, text in texts.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode("utf-8"))
    return list(texts)


def write_site(
    name: str,
    out: Path,
    *,
    corpus: Source | None = None,
    corpus_name: str = "",
    set_name: str = "gold",
    places: int = 5,
    overwrite: bool = False,
) -> BuiltSite:
    """Write the static site of a guideline.

    Args:
        name: A built-in guideline or a folder.
        out: The folder to write.
        corpus: A corpus whose sentences are shown as examples; the site then contains note text.
        corpus_name: The name of the corpus on the site.
        set_name: The annotation set of the corpus to show.
        places: How many sentences to show for each type.
        overwrite: Replace an earlier site at `out`.

    Raises:
        InputError: The guideline has problems; the message lists all.
    """
    storage.check_free(out, overwrite=overwrite, replaceable=_is_site, what="a guideline site")
    guideline = find_guideline(name)
    if problems := check_guideline(guideline):
        raise make_problem_error(problems, name)
    sentences = _collect_places(guideline, corpus, set_name, places) if corpus else {}
    extras = msgspec.structs.replace(
        _describe_development(Path(name)),
        places={kind: tuple(items) for kind, items in sentences.items() if items},
        corpus=corpus_name,
    )
    files = build_site(guideline, extras)
    with storage.stage_folder(out) as folder:
        for file_name, text in files.items():
            (folder / file_name).write_bytes(text.encode("utf-8"))
    return BuiltSite(str(out), len(files), sum(map(len, sentences.values())))


def write_diff(folder: Path, names: tuple[str, str], out: Path) -> None:
    """Write the difference of two versions as a page."""
    old, new = (load_version(folder, name) for name in names)
    title = parse_settings(read_folder(folder)[SETTINGS_FILE]).title
    storage.write_text(out, render_diff(title, names, diff_files(old, new)))


def make_history_table(folder: Path) -> Table:
    """Make the table of versions, newest first."""
    rows = [
        (
            change.version,
            change.date or "–",
            change.digest[:12],
            str(len(change.added)),
            str(len(change.changed)),
            str(len(change.removed)),
            change.remark,
        )
        for change in list_changes(folder)
    ]
    columns = ("Version", "Date", "Digest", "Added", "Changed", "Removed", "Remark")
    return Table("Versions", columns, tuple(rows))


def _make_empty(schema: str, title: str) -> dict[str, str]:
    content = find_schema(schema)
    is_builtin = schema in schemas.names()
    today = datetime.date.today().isoformat()
    texts = make_skeleton(content, schema if is_builtin else _SCHEMA_FILE, title=title, today=today)
    if not is_builtin:
        texts[_SCHEMA_FILE] = Path(schema).read_text("utf-8-sig")
    return texts


def _collect_places(
    guideline: Guideline, corpus: Source, set_name: str, count: int
) -> dict[str, list[MarkedSentence]]:
    collector = PlaceCollector(guideline.schema, PageRenderer(guideline).marker, count)
    collector.collect(require_sets(corpus, [set_name]), set_name)
    return collector.places


def _describe_development(folder: Path) -> Extras:
    """Describe the versions and iterations of a guideline, if its folder has them."""
    extras = Extras()
    if is_guideline(folder) and read_versions(folder):
        extras = Extras(describe_version(folder), make_history_table(folder))
    path = folder / rounds.FILE_NAME
    if not is_guideline(folder) or not path.is_file():
        return extras
    entries = rounds.read_iterations(path)
    measures = rounds.choose_measures(entries, ())
    return msgspec.structs.replace(
        extras,
        agreement=rounds.make_iteration_table(entries, measures),
        chart=rounds.draw_iterations(entries, measures),
    )


def _is_site(path: Path) -> bool:
    home = path / HOME
    return home.is_file() and '<body class="guideline">' in home.read_text("utf-8")


def make_problem_error(problems: list[Problem], name: str) -> InputError:
    """Return the error that lists every problem of a guideline."""
    lines = "".join(f"\n  - {problem}" for problem in problems)
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    return InputError(
        f"{count} in this guideline{lines}\n", where=name, remedy=Remedy.CHECK_GUIDELINE
    )
