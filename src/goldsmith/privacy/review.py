"""The list for manual inspection, as JSON lines and as a page; both hold identifiers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape

import msgspec

from goldsmith.privacy.left import Left
from goldsmith.privacy.pseudonymiser import Outcome, Replaced

WARNING = (
    "This file holds identifiers of patients: what was replaced, in the original wording. Keep it "
    "where the original notes are kept, and delete it after the inspection."
)
_STYLE = """
:root { color-scheme: light dark; --line: #d8dde4; --soft: #5b6675; --mark: #ffe9a8;
  --ink: #1d2430 }
@media (prefers-color-scheme: dark) { :root { --line: #39414d; --soft: #a5adb8; --mark: #6b5417;
  --ink: #e8e6e1 } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); max-width: 62rem; margin: 2rem auto;
  padding: 0 1rem }
.warning { border: 2px solid #b3261e; padding: .6rem 1rem; border-radius: .4rem; font-weight: 600 }
table { border-collapse: collapse; width: 100% } h2 { margin: 2rem 0 .4rem; font-size: 1.15rem }
th, td { text-align: left; padding: .2rem .7rem .2rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top } td.soft, p { color: var(--soft) } mark { background: var(--mark) }
"""


class Entry(msgspec.Struct, frozen=True, tag_field="list", tag="replaced", omit_defaults=True):
    """A line of the review: something replaced."""

    document: str
    start: int
    end: int
    line: int
    kind: str
    rule: str
    old: str
    new: str


class Suspect(msgspec.Struct, frozen=True, tag_field="list", tag="left", omit_defaults=True):
    """A line of the review: something left to look at."""

    document: str
    start: int
    end: int
    line: int
    rule: str
    text: str
    around: str


def head() -> str:
    """The first line of the JSON lines."""
    return msgspec.json.encode({"warning": WARNING}).decode() + "\n"


def lines(outcome: Outcome) -> str:
    """The JSON lines of one document: what was replaced, then what is left."""
    rows: Iterable[Entry | Suspect] = (
        *(Entry(*msgspec.structs.astuple(one)) for one in outcome.replaced),
        *(Suspect(*msgspec.structs.astuple(one)) for one in outcome.left),
    )
    return "".join(msgspec.json.encode(row).decode() + "\n" for row in rows)


def page_head() -> str:
    """The top of the page, with the warning and how to read it."""
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>Pseudonymisation: for inspection</title><style>{_STYLE}</style></head><body>"
        f"<h1>Pseudonymisation: for inspection</h1><p class='warning'>{WARNING}</p>"
        "<p>For each document: what looks left over comes first, then what was replaced. Line "
        "numbers are those of the new text.</p>\n"
    )


def page_document(outcome: Outcome) -> str:
    """The part of the page about one document."""
    if not outcome.replaced and not outcome.left:
        return ""
    parts = [f"<h2>{escape(outcome.document.id)}</h2>"]
    if outcome.left:
        rows = "".join(_left(one) for one in outcome.left)
        parts.append(f"<table><tr><th>left?</th><th>line</th><th>where</th></tr>{rows}</table>")
    if outcome.replaced:
        rows = "".join(_replaced(outcome.replaced))
        columns = "<tr><th>kind</th><th>rule</th><th>was</th><th>is</th><th>lines</th></tr>"
        parts.append(f"<table>{columns}{rows}</table>")
    return "".join(parts) + "\n"


def page_foot(kinds: Counter[str], rules: Counter[str]) -> str:
    """The end of the page: the counts."""
    rows = "".join(
        f"<tr><td>{name}</td><td>{escape(kind)}</td><td>{count:,}</td></tr>"
        for name, counts in (("replaced", kinds), ("left", rules))
        for kind, count in sorted(counts.items())
    )
    return f"<h2>Counts</h2><table>{rows}</table></body></html>\n"


def _left(one: Left) -> str:
    around = escape(one.around).replace(escape(one.text), f"<mark>{escape(one.text)}</mark>", 1)
    return f"<tr><td>{escape(one.rule)}</td><td>{one.line}</td><td>{around}</td></tr>"


def _replaced(found: Iterable[Replaced]) -> Iterator[str]:
    """Rows of equal replacements put together."""
    places: dict[tuple[str, str, str, str], list[int]] = {}
    for one in found:
        places.setdefault((one.kind, one.rule, one.old, one.new), []).append(one.line)
    for (kind, rule, old, new), where in places.items():
        at = ", ".join(map(str, dict.fromkeys(where)))
        yield (
            f"<tr><td>{kind}</td><td class='soft'>{escape(rule)}</td><td>{escape(old)}</td>"
            f"<td>{escape(new)}</td><td class='soft'>{at}</td></tr>"
        )
