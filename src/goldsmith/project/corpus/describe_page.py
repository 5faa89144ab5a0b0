"""A description as one self-contained page: no scripts, no network, prints well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from goldsmith.project.corpus.describe import Description, SetDescription, Table
from goldsmith.rendering.page import cards, paragraph, scrolling, shell


def page(name: str, found: Description) -> str:
    """The page that describes a corpus."""
    body = [paragraph(_span(found)), cards(_corpus(found))]
    kinds = {
        " / ".join(filter(None, (kind, subtype))): {"": count}
        for kind, subtypes in found.document_types.items()
        for subtype, count in subtypes.items()
    }
    body.append(_table("Documents by type", kinds))
    for one in found.sets:
        body += _set(one)
    return shell(f"{name}: what the corpus holds", body, heading=name)


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
    figures = {
        "mentions": f"{one.mentions:,}",
        "a document": f"{one.mentions_per_document:,.1f}",
        "discontiguous": f"{one.discontiguous:,}",
        "relations": f"{one.relations:,}",
        "unique codes": f"{one.unique_codes:,}",
        "CUI-less": f"{one.cui_less:,}",
    }
    if one.chains:
        figures["chains"] = f"{one.chains.count:,}"
    schema = f" <small>({escape(one.schema)})</small>" if one.schema else ""
    parts = [f"<h2>Set {escape(one.name)}{schema}</h2>", cards(figures)]
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


def _table(title: str, counts: Table) -> str:
    """A table with a bar for each row's total; columns only where there are several."""
    if not counts:
        return ""
    columns = list(dict.fromkeys(name for row in counts.values() for name in row))
    shown = columns if len(columns) > 1 else []
    most = max(sum(row.values()) for row in counts.values()) or 1
    head = "".join(f"<th>{escape(name or '–')}</th>" for name in shown)
    rows = (_row(name, row, shown, most) for name, row in counts.items())
    top = f"<tr><th></th>{head}<th>total</th><th></th></tr>"
    return f"<h3>{escape(title)}</h3>{scrolling(top, *rows)}"


def _row(name: str, row: Mapping[str, int], columns: Iterable[str], most: int) -> str:
    total = sum(row.values())
    cells = "".join(f"<td class='n'>{row.get(column, 0):,}</td>" for column in columns)
    bar = f"<td class='bar'><i style='width:{100 * total / most:.1f}%'></i></td>"
    return f"<tr><td>{escape(name or '–')}</td>{cells}<td class='n'>{total:,}</td>{bar}</tr>"
