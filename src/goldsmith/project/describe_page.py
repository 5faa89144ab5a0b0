"""A description as one self-contained page: no scripts, no network, prints well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from goldsmith.project.describe import Description, SetDescription, Table

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6675; --line: #d8dde4;
  --bar: #b98a2f; --card: #f6f4ef; --page: #ffffff }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a5adb8; --line: #39414d;
  --bar: #d7aa54; --card: #20252d; --page: #161a20 } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; margin: 0 0 .2rem } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem } p { color: var(--soft); margin: .2rem 0 }
.cards { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1rem 0 }
.card { background: var(--card); border-radius: .5rem; padding: .5rem .9rem; min-width: 7rem }
.card b { display: block; font-size: 1.35rem; font-variant-numeric: tabular-nums }
.card span { color: var(--soft); font-size: .85rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; min-width: 24rem }
th, td { padding: .22rem .7rem .22rem 0; border-bottom: 1px solid var(--line); text-align: left }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
td.bar { width: 12rem } td.bar i { display: block; height: .7rem; background: var(--bar);
  border-radius: 2px; min-width: 1px }
@media print { body { max-width: none; margin: 0 } h2, h3 { break-after: avoid }
  tr { break-inside: avoid } }
"""


def page(name: str, found: Description) -> str:
    """The page that describes a corpus."""
    body = [f"<h1>{escape(name)}</h1>", f"<p>{escape(_span(found))}</p>", _cards(_corpus(found))]
    kinds = {
        " / ".join(filter(None, (kind, subtype))): {"": count}
        for kind, subtypes in found.document_types.items()
        for subtype, count in subtypes.items()
    }
    body.append(_table("Documents by type", kinds))
    for one in found.sets:
        body += _set(one)
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(name)}: what the corpus holds</title><style>{_STYLE}</style></head>"
        f"<body>{''.join(body)}</body></html>\n"
    )


def _span(found: Description) -> str:
    dates = f", written {found.first_date} to {found.last_date}" if found.first_date else ""
    patients = f" of {found.patients:,} patients" if found.patients else ""
    return f"{found.documents:,} documents{patients}{dates}"


def _corpus(found: Description) -> dict[str, str]:
    return {
        "documents": f"{found.documents:,}",
        "patients": f"{found.patients:,}",
        "words": f"{found.words:,}",
        "words a document (median)": f"{found.words_median:,.0f}",
        "shortest to longest": f"{found.words_shortest:,}–{found.words_longest:,}",
    }


def _set(one: SetDescription) -> list[str]:
    cards = {
        "mentions": f"{one.mentions:,}",
        "a document": f"{one.mentions_per_document:,.1f}",
        "discontiguous": f"{one.discontiguous:,}",
        "relations": f"{one.relations:,}",
        "unique codes": f"{one.unique_codes:,}",
        "CUI-less": f"{one.cui_less:,}",
    }
    if one.chains:
        cards["chains"] = f"{one.chains.count:,}"
    schema = f" <small>({escape(one.schema)})</small>" if one.schema else ""
    parts = [f"<h2>Set {escape(one.name)}{schema}</h2>", _cards(cards)]
    parts.append(_table("Mentions", one.mentions_by_type))
    parts.append(_table("Relations", one.relations_by_type))
    parts.append(_table("Groups", one.groups_by_type))
    if one.chains and one.chains.lengths:
        lengths = {f"{size} mentions": {"": n} for size, n in one.chains.lengths.items()}
        parts.append(_table("Chains by length", lengths))
    for owner, attributes in one.attributes.items():
        for name, counts in attributes.items():
            title = f"{owner}: {name}"
            parts.append(_table(title, {value: {"": n} for value, n in counts.items()}))
    return parts


def _cards(values: Mapping[str, str]) -> str:
    cards = (
        f"<div class='card'><b>{escape(value)}</b><span>{escape(name)}</span></div>"
        for name, value in values.items()
    )
    return f"<div class='cards'>{''.join(cards)}</div>"


def _table(title: str, counts: Table) -> str:
    """A table with a bar for each row's total; columns only where there are several."""
    if not counts:
        return ""
    columns = list(dict.fromkeys(name for row in counts.values() for name in row))
    shown = columns if len(columns) > 1 else []
    most = max(sum(row.values()) for row in counts.values()) or 1
    head = "".join(f"<th class='n'>{escape(name or '–')}</th>" for name in shown)
    rows = "".join(_row(name, row, shown, most) for name, row in counts.items())
    return (
        f"<h3>{escape(title)}</h3><div class='scroll'><table><tr><th></th>{head}"
        f"<th class='n'>total</th><th></th></tr>{rows}</table></div>"
    )


def _row(name: str, row: Mapping[str, int], columns: Iterable[str], most: int) -> str:
    total = sum(row.values())
    cells = "".join(f"<td class='n'>{row.get(column, 0):,}</td>" for column in columns)
    bar = f"<td class='bar'><i style='width:{100 * total / most:.1f}%'></i></td>"
    return f"<tr><td>{escape(name or '–')}</td>{cells}<td class='n'>{total:,}</td>{bar}</tr>"
