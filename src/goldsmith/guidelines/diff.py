"""The difference between two versions of a guideline, as text and as a page."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping

import msgspec
from markupsafe import Markup

from goldsmith.rendering.environment import render

_CONTEXT = 2
_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


class DiffLine(msgspec.Struct, frozen=True):
    """A line of a difference: "same", "added", "removed" or "gap"."""

    kind: str
    html: Markup
    """The line with the words that changed marked."""


class FileDiff(msgspec.Struct, frozen=True):
    """The difference of a file."""

    path: str
    state: str
    lines: tuple[DiffLine, ...]


def diff_text(old: Mapping[str, str], new: Mapping[str, str], names: tuple[str, str]) -> str:
    """Return the difference of two versions as a unified diff."""
    parts: list[str] = []
    for path in sorted({*old, *new}):
        parts += difflib.unified_diff(
            old.get(path, "").splitlines(),
            new.get(path, "").splitlines(),
            f"{names[0]}/{path}" if path in old else "/dev/null",
            f"{names[1]}/{path}" if path in new else "/dev/null",
            lineterm="",
        )
    return "".join(line + "\n" for line in parts)


def diff_files(old: Mapping[str, str], new: Mapping[str, str]) -> list[FileDiff]:
    """Return the differences of two versions file by file, without unchanged files."""
    diffs = []
    for path in sorted({*old, *new}):
        before, after = old.get(path), new.get(path)
        if before != after:
            state = "added" if before is None else "removed" if after is None else "changed"
            lines = _diff_lines((before or "").splitlines(), (after or "").splitlines())
            diffs.append(FileDiff(path, state, tuple(lines)))
    return diffs


def render_diff(title: str, names: tuple[str, str], files: list[FileDiff]) -> str:
    """Render a difference as a page."""
    return str(
        render("guidelines/diff.html", bundle="guidelines", title=title, names=names, files=files)
    )


def _diff_lines(old: list[str], new: list[str]) -> Iterator[DiffLine]:
    groups = difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_CONTEXT)
    for number, group in enumerate(groups):
        if number:
            yield DiffLine("gap", Markup("⋯"))
        for tag, old_start, old_end, new_start, new_end in group:
            before, after = old[old_start:old_end], new[new_start:new_end]
            if tag == "equal":
                yield from (DiffLine("same", Markup.escape(line)) for line in before)
            elif tag == "replace" and len(before) == len(after):
                for first, second in zip(before, after, strict=True):
                    yield from _diff_words(first, second)
            else:
                yield from (DiffLine("removed", Markup.escape(line)) for line in before)
                yield from (DiffLine("added", Markup.escape(line)) for line in after)


def _diff_words(old: str, new: str) -> Iterator[DiffLine]:
    """Yield a changed line as removed and as added, with the words that differ marked."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    removed, added = Markup(""), Markup("")
    for tag, start, end, new_start, new_end in difflib.SequenceMatcher(
        None, before, after, autojunk=False
    ).get_opcodes():
        first, second = "".join(before[start:end]), "".join(after[new_start:new_end])
        if tag == "equal":
            removed, added = removed + first, added + second
        else:
            removed += Markup("<del>{}</del>").format(first) if first else ""
            added += Markup("<ins>{}</ins>").format(second) if second else ""
    yield DiffLine("removed", removed)
    yield DiffLine("added", added)
