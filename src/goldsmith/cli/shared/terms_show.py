"""Output of the terminology commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from goldsmith.cli.shared import output
from goldsmith.project.terms.check import TerminologyCheck
from goldsmith.project.terms.find import Hit
from goldsmith.project.terms.page import ConceptPage, Node, Ref, Tree
from goldsmith.project.terms.text import NamedConcept
from goldsmith.terminology import shelf
from goldsmith.terminology.coding.candidates import Candidate
from goldsmith.terminology.semantic_network import load_types
from goldsmith.terminology.shelf import ShelfEntry

_NUMBERS = {"start", "end", "worth", "score"}
_NO_WRAP = _NUMBERS | {"code", "how"}
_MB = 1_000_000
_LONGEST = 60


def print_built(entry: ShelfEntry) -> None:
    """Print the terminology that was compiled."""
    rows = [
        ("concepts", f"{entry.concepts:,}"),
        ("names", f"{entry.names:,}"),
        ("systems", _list_systems(entry)),
        ("sources", "\n".join(_list_origins(entry))),
        ("seconds", f"{entry.seconds:,.1f}"),
        ("size", _format_size(entry)),
        ("folder", entry.folder),
    ]
    output.print_table(entry.name, ("", ""), rows)


def print_entries(entries: Sequence[ShelfEntry]) -> None:
    """Print the terminologies on the shelf."""
    if not entries:
        return
    heads = ("name", "concepts", "names", "systems", "digest", "size")
    output.print_table(f"On the shelf {shelf.get_folder()}", heads, map(_make_row, entries))
    origins = [
        (entry.name, origin.title, origin.version, origin.licence)
        for entry in entries
        for origin in entry.origins
    ]
    if origins:
        output.print_table("Sources", ("name", "source", "version", "licence"), origins)


def print_checks(checks: Sequence[TerminologyCheck]) -> None:
    """Print whether each terminology is intact."""
    if not checks:
        return
    rows = [
        (
            check.name,
            "whole" if check.whole else "damaged",
            check.digest[:12],
            _format_size(check),
            check.folder,
        )
        for check in checks
    ]
    output.print_table("Terminologies", ("name", "", "digest", "size", "folder"), rows)


def _make_row(entry: ShelfEntry) -> tuple[object, ...]:
    if entry.problem:
        return entry.name, "", "", "cannot be opened", "", ""
    return (
        entry.name,
        entry.concepts,
        entry.names,
        _list_systems(entry),
        entry.digest[:12],
        _format_size(entry),
    )


def _list_systems(entry: ShelfEntry) -> str:
    if len(entry.systems) == 1:
        return next(iter(entry.systems))
    return ", ".join(f"{name} {count:,}" for name, count in entry.systems.items())


def _list_origins(entry: ShelfEntry) -> Iterator[str]:
    for origin in entry.origins:
        parts = filter(None, (f"{origin.title} {origin.version}".strip(), origin.licence))
        yield "; ".join(parts)


def _format_size(entry: ShelfEntry | TerminologyCheck) -> str:
    return f"{entry.size / _MB:,.1f} MB" if entry.size else ""


def print_hits(hits: Sequence[Hit]) -> None:
    """Print concepts found by a search."""
    rows = [
        (
            f"{hit.system}:{hit.code}",
            hit.title + " (retired)" * hit.retired,
            hit.name if hit.name != hit.title else "",
            ", ".join(hit.types),
            hit.how,
        )
        for hit in hits
    ]
    _print_matches(("code", "name", "found as", "types", "how"), rows)


def print_names(names: Sequence[NamedConcept]) -> None:
    """Print the names found in a text."""
    rows = [
        (
            str(name.start),
            str(name.end),
            _shorten(name.text),
            f"{name.system}:{name.code}",
            name.title,
            name.how,
            name.worth,
        )
        for name in names
    ]
    _print_matches(("start", "end", "text", "code", "name", "how", "worth"), rows)


def print_candidates(candidates: Sequence[Candidate]) -> None:
    """Print the candidate concepts of a mention."""
    rows = [
        (
            f"{candidate.system}:{candidate.code}" if candidate.system else candidate.code,
            candidate.title,
            candidate.name if candidate.name != candidate.title else "",
            ", ".join(map(_name_type, candidate.types)),
            candidate.definition,
            f"{candidate.how}, {candidate.before:,} times" if candidate.before else candidate.how,
            f"{candidate.score:.2f}",
        )
        for candidate in candidates
    ]
    _print_matches(
        ("code", "name", "found as", "semantic type", "definition", "how", "score"), rows
    )


def _name_type(kind: str) -> str:
    """Return a semantic type of the UMLS with its name, and any other type unchanged."""
    types = load_types()
    return f"{kind} {types[kind].name}" if kind in types else kind


def _print_matches(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table without its empty columns; codes and numbers are not wrapped."""
    if not rows:
        output.report("nothing was found")
        return
    shown = [index for index in range(len(heads)) if any(row[index] != "" for row in rows)]
    table = Table(box=SIMPLE_HEAD)
    for index in shown:
        table.add_column(
            heads[index],
            justify="right" if heads[index] in _NUMBERS else "left",
            no_wrap=heads[index] in _NO_WRAP,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(escape(str(row[index])) for index in shown))
    Console(width=output.console_width()).print(table)


def _shorten(words: str) -> str:
    flat = " ".join(words.split())
    return flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1] + "…"


def print_page(page: ConceptPage) -> None:
    """Print everything about a concept."""
    rows: list[tuple[str, str]] = [("terminology", page.terms)]
    if page.retired:
        instead = ", ".join(map(_format_ref, page.replaced_by))
        rows.append(("retired", f"use {instead}" if instead else "nothing replaces it"))
    kinds = zip(page.types, page.type_names, strict=True)
    rows += _label_rows(
        "types", (code if code == name else f"{code} {name}" for code, name in kinds)
    )
    rows += _label_rows("definition", filter(None, [page.definition]))
    for kind, names in groupby(page.names, key=lambda name: name.kind):
        rows += _label_rows(
            kind, (f"{name.text} ({name.source})" if name.source else name.text for name in names)
        )
    rows += _label_rows("parents", map(_format_ref, page.parents))
    rows += _label_rows("children", [*map(_format_ref, page.children), *_count_hidden(page)])
    rows += _label_rows("siblings", [f"{page.sibling_count:,}"] if page.parents else [])
    rows += _label_rows(
        "paths", (" > ".join(ref.title for ref in path) for path in page.paths if path)
    )
    rows += _label_rows("refers to", page.xrefs)
    rows += _label_rows(
        "tied to", (f"{_format_ref(tie.concept)} [{tie.terms}]" for tie in page.crossings)
    )
    retired = " (retired)" * page.retired
    output.print_table(f"{page.system}:{page.code} {page.title}{retired}", ("", ""), rows)


def _label_rows(label: str, values: Iterable[str]) -> list[tuple[str, str]]:
    return [(label if not index else "", value) for index, value in enumerate(values)]


def _format_ref(ref: Ref) -> str:
    return f"{ref.key} {ref.title}".strip()


def _count_hidden(page: ConceptPage) -> list[str]:
    hidden = page.child_count - len(page.children)
    return [f"… {hidden:,} more"] if hidden else []


def print_trees(trees: Sequence[Tree]) -> None:
    """Print trees, a line for each concept."""
    for tree in trees:
        typer.secho(tree.terms, bold=True)
        if not tree.roots:
            typer.echo("  (no hierarchy)")
        for node in tree.roots:
            _print_branch(node, 1)
        _print_hidden(tree.more, 1)


def _print_branch(node: Node, level: int) -> None:
    below = f"  ({node.below:,} below)" if node.below else ""
    typer.echo(f"{'  ' * level}{node.system}:{node.code} {node.title}{below}")
    for child in node.children:
        _print_branch(child, level + 1)
    _print_hidden(node.more, level + 1)


def _print_hidden(count: int, level: int) -> None:
    if count:
        typer.echo(f"{'  ' * level}… {count:,} more")
