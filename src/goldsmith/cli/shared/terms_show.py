"""How the commands about terminologies print what was found."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from goldsmith.cli.shared import output
from goldsmith.project.terms.check import Checked
from goldsmith.project.terms.find import Hit
from goldsmith.project.terms.page import Node, Page, Ref, Tree
from goldsmith.project.terms.text import Named
from goldsmith.terminology import shelf
from goldsmith.terminology.coding.candidates import Candidate
from goldsmith.terminology.shelf import Shelved

_NUMBERS = {"start", "end", "worth", "score"}
_WHOLE = _NUMBERS | {"code", "how"}
_MB = 1_000_000
_NAMES = 60


def built(one: Shelved) -> None:
    """Prints what was compiled."""
    rows = [
        ("concepts", f"{one.concepts:,}"),
        ("names", f"{one.names:,}"),
        ("systems", _systems(one)),
        ("sources", "\n".join(_origins(one))),
        ("seconds", f"{one.seconds:,.1f}"),
        ("size", _size(one)),
        ("folder", one.folder),
    ]
    output.table(one.name, ("", ""), rows)


def listing(found: Sequence[Shelved]) -> None:
    """Prints what is on the shelf."""
    if not found:
        return
    heads = ("name", "concepts", "names", "systems", "digest", "size")
    output.table(f"On the shelf {shelf.shelf()}", heads, map(_row, found))
    origins = [
        (one.name, origin.title, origin.version, origin.licence)
        for one in found
        for origin in one.origins
    ]
    if origins:
        output.table("Sources", ("name", "source", "version", "licence"), origins)


def checked(found: Sequence[Checked]) -> None:
    """Prints which terminologies are whole."""
    if not found:
        return
    rows = [
        (one.name, "whole" if one.whole else "damaged", one.digest[:12], _size(one), one.folder)
        for one in found
    ]
    output.table("Terminologies", ("name", "", "digest", "size", "folder"), rows)


def _row(one: Shelved) -> tuple[object, ...]:
    if one.problem:
        return one.name, "", "", "cannot be opened", "", ""
    return one.name, one.concepts, one.names, _systems(one), one.digest[:12], _size(one)


def _systems(one: Shelved) -> str:
    if len(one.systems) == 1:
        return next(iter(one.systems))
    return ", ".join(f"{name} {count:,}" for name, count in one.systems.items())


def _origins(one: Shelved) -> Iterator[str]:
    for origin in one.origins:
        known = filter(None, (f"{origin.title} {origin.version}".strip(), origin.licence))
        yield "; ".join(known)


def _size(one: Shelved | Checked) -> str:
    return f"{one.size / _MB:,.1f} MB" if one.size else ""


def hits(found: Sequence[Hit]) -> None:
    """Prints concepts that were found by name."""
    rows = [
        (
            f"{one.system}:{one.code}",
            one.title + " (retired)" * one.retired,
            one.name if one.name != one.title else "",
            ", ".join(one.types),
            one.how,
        )
        for one in found
    ]
    _found(("code", "name", "found as", "types", "how"), rows)


def named(found: Sequence[Named]) -> None:
    """Prints the names found in a text."""
    rows = [
        (str(one.start), str(one.end), _short(one.text), f"{one.system}:{one.code}", one.title,
         one.how, one.worth)
        for one in found
    ]  # fmt: skip
    _found(("start", "end", "text", "code", "name", "how", "worth"), rows)


def candidates(found: Sequence[Candidate]) -> None:
    """Prints the candidates for a mention."""
    rows = [
        (
            f"{one.system}:{one.code}" if one.system else one.code,
            one.title,
            one.name if one.name != one.title else "",
            ", ".join(one.types),
            f"{one.how}, {one.before:,} times" if one.before else one.how,
            f"{one.score:.2f}",
        )
        for one in found
    ]
    _found(("code", "name", "found as", "types", "how", "score"), rows)


def _found(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Prints a table without the columns that are empty; codes and numbers are not broken up."""
    if not rows:
        output.say("nothing was found")
        return
    kept = [at for at in range(len(heads)) if any(row[at] != "" for row in rows)]
    drawn = Table(box=SIMPLE_HEAD)
    for at in kept:
        drawn.add_column(
            heads[at],
            justify="right" if heads[at] in _NUMBERS else "left",
            no_wrap=heads[at] in _WHOLE,
            overflow="fold",
        )
    for row in rows:
        drawn.add_row(*(escape(str(row[at])) for at in kept))
    Console(width=None if sys.stdout.isatty() else 160).print(drawn)


def _short(words: str) -> str:
    flat = " ".join(words.split())
    return flat if len(flat) <= _NAMES else flat[: _NAMES - 1] + "…"


def page(one: Page) -> None:
    """Prints all about a concept."""
    rows: list[tuple[str, str]] = [("terminology", one.terms)]
    if one.retired:
        instead = ", ".join(map(_ref, one.replaced_by))
        rows.append(("retired", f"use {instead}" if instead else "nothing replaces it"))
    kinds = zip(one.types, one.type_names, strict=True)
    rows += _rows("types", (code if code == name else f"{code} {name}" for code, name in kinds))
    rows += _rows("definition", filter(None, [one.definition]))
    for kind, names in groupby(one.names, key=lambda name: name.kind):
        rows += _rows(
            kind, (f"{name.text} ({name.source})" if name.source else name.text for name in names)
        )
    rows += _rows("parents", map(_ref, one.parents))
    rows += _rows("children", [*map(_ref, one.children), *_more(one)])
    rows += _rows("siblings", [f"{one.sibling_count:,}"] if one.parents else [])
    rows += _rows("paths", (" > ".join(ref.title for ref in path) for path in one.paths if path))
    rows += _rows("refers to", one.xrefs)
    rows += _rows("tied to", (f"{_ref(tie.concept)} [{tie.terms}]" for tie in one.crossings))
    retired = " (retired)" * one.retired
    output.table(f"{one.system}:{one.code} {one.title}{retired}", ("", ""), rows)


def _rows(label: str, values: Iterable[str]) -> list[tuple[str, str]]:
    return [(label if not at else "", value) for at, value in enumerate(values)]


def _ref(ref: Ref) -> str:
    return f"{ref.key} {ref.title}".strip()


def _more(one: Page) -> list[str]:
    left = one.child_count - len(one.children)
    return [f"… {left:,} more"] if left else []


def trees(found: Sequence[Tree]) -> None:
    """Prints trees, a line for each concept."""
    for tree in found:
        typer.secho(tree.terms, bold=True)
        if not tree.roots:
            typer.echo("  (no hierarchy)")
        for node in tree.roots:
            _branch(node, 1)
        _left(tree.more, 1)


def _branch(node: Node, level: int) -> None:
    below = f"  ({node.below:,} below)" if node.below else ""
    typer.echo(f"{'  ' * level}{node.system}:{node.code} {node.title}{below}")
    for child in node.children:
        _branch(child, level + 1)
    _left(node.more, level + 1)


def _left(count: int, level: int) -> None:
    if count:
        typer.echo(f"{'  ' * level}… {count:,} more")
