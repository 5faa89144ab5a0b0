"""The review as a page: a summary, the wordings to decide on, and the random sample to read.

The data are in the page as compact JSON, written group by group; its script renders only the
visible part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

import msgspec

from goldsmith.privacy.decisions import Decision
from goldsmith.privacy.identifiers import KINDS
from goldsmith.privacy.review.lines import WARNING
from goldsmith.privacy.review.sampling import SamplePlan
from goldsmith.privacy.review.spool import DOUBTFUL, REPLACED, Group, Spool
from goldsmith.privacy.review.tally import Tally
from goldsmith.rendering import blocks
from goldsmith.rendering.blocks import Block, Cards, Cell, Column, DataTable, Prose, Section
from goldsmith.rendering.environment import encode_data
from goldsmith.rendering.page import Page, render_frame

_EXPECTED = "Sum of the probabilities that these places are identifiers"


class Facts(msgspec.Struct, frozen=True):
    """The content of the page other than the places."""

    corpus: str
    """A digest of the document ids; the browser stores decisions under it."""
    run: str
    """A digest of the new texts; the browser stores which documents were read under it."""
    tally: Tally
    plan: SamplePlan
    decisions: tuple[Decision, ...] = ()
    """The decisions that this run applied."""


class _Numbering:
    """Numbers strings, so that the data contain each string once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def __getitem__(self, name: str) -> int:
        return self.numbers.setdefault(name, len(self.numbers))


def write_page(file: TextIO, spool: Spool, facts: Facts) -> None:
    """Write the page."""
    doubtful = spool.count_groups(DOUBTFUL)
    page = Page(
        "Privacy review",
        "Pseudonymisation: for inspection",
        finding=_word_finding(facts.tally),
        warning=WARNING,
        title="Pseudonymisation: for inspection",
        blocks=_make_summary(facts, doubtful),
    )
    start, end = render_frame(page, template="review.html", bundle="review", kinds=KINDS)
    file.write(start)
    for piece in _encode(spool, facts):
        file.write(piece)
    file.write(end)


def _encode(spool: Spool, facts: Facts) -> Iterator[str]:
    """Encode the data of the page, piece by piece."""
    documents, rules, kind_numbers = _Numbering(), _Numbering(), _Numbering()
    yield "{"
    for name in (DOUBTFUL, REPLACED):
        yield f'"{name}":['
        for number, group in enumerate(spool.read_groups(name)):
            yield "," * bool(number)
            yield encode_data(_pack_group(group, documents, rules, kind_numbers))
        yield "],"
    yield '"sample":['
    for number, note in enumerate(spool.read_sample()):
        yield "," * bool(number) + encode_data([documents[note.document], note.pieces])
    yield "],"
    rest = {
        "corpus": facts.corpus,
        "run": facts.run,
        "plan": facts.plan,
        "decisions": facts.decisions,
        "warning": WARNING,
        "expected": round(sum(facts.tally.expected.values()), 3),
        "wordings": {name: spool.count_groups(name) for name in (DOUBTFUL, REPLACED)},
        "choices": KINDS,
        "kinds": list(kind_numbers.numbers),
        "rules": list(rules.numbers),
        "documents": list(documents.numbers),
    }
    yield encode_data(rest)[1:]


def _pack_group(
    group: Group, documents: _Numbering, rules: _Numbering, kinds: _Numbering
) -> list[object]:
    places = [
        (
            documents[place.document],
            place.line,
            place.before,
            place.after,
            rules[place.rule],
            place.probability,
            place.new,
        )
        for place in group.places
    ]
    return [
        group.wording,
        kinds[group.kind],
        [rules[rule] for rule in group.rules],
        group.count,
        group.documents,
        group.risk,
        places,
    ]


def _word_finding(tally: Tally) -> str:
    return (
        f"{tally.replaced.total():,} identifiers were replaced in {tally.documents:,} documents. "
        f"{tally.rules.total():,} places were not replaced but are doubtful. About "
        f"{format_expected(tally.expected_remaining)} identifiers are expected to remain."
    )


def _make_summary(facts: Facts, wordings: int) -> tuple[Block, ...]:
    tally, plan = facts.tally, facts.plan
    cards = {
        "documents": f"{tally.documents:,}",
        "identifiers replaced": f"{tally.replaced.total():,}",
        "doubtful places": f"{tally.rules.total():,}",
        "different wordings among them": f"{wordings:,}",
        "identifiers expected to remain": format_expected(tally.expected_remaining),
        "documents to read at random": f"{plan.size:,}",
    }
    tables = blocks.Group(
        (
            Section("kinds", "By kind", (_make_kinds(tally),)),
            Section(
                "sampling", "What to read at random", (Prose(_word_plan(plan)), _make_plan(plan))
            ),
        )
    )
    reasons = Section("reasons", "Doubtful places by reason", (_make_reasons(tally),))
    return Cards(cards), tables, reasons


def format_expected(value: float) -> str:
    """Format an expected number, with a decimal if it is small."""
    return f"{value:,.0f}" if value >= 10 or value == 0 else f"{value:,.1f}"


def _word_plan(plan: SamplePlan) -> str:
    return (
        f"The unit is the document: a document leaks if an identifier is left in it. Read "
        f"{plan.size:,} of the {plan.population:,} documents, drawn at random (seed {plan.seed}). "
        f"If none of them leaks, at most {_percent(plan.leak_rate)} of all documents leak, with "
        f"{_percent(plan.confidence)} confidence."
    )


def _percent(value: float) -> str:
    return f"{100 * value:.3g} %"


def _make_kinds(tally: Tally) -> DataTable:
    columns = (
        Column("Kind", numeric=False),
        Column("Replaced"),
        Column("Doubtful", "Places that were not replaced and may be identifiers"),
        Column("Expected to remain", _EXPECTED),
    )
    kinds = dict.fromkeys((*tally.replaced, *sorted(tally.doubtful)))
    rows = [
        (
            Cell(kind or "unknown"),
            _count(tally.replaced[kind]),
            _count(tally.doubtful[kind]),
            _expect(tally.expected.get(kind, 0.0)),
        )
        for kind in kinds
    ]
    if tally.unlisted:
        rows.append((Cell("too improbable to list"), Cell("–"), Cell("–"), _expect(tally.unlisted)))
    total = (
        Cell("All"),
        _count(tally.replaced.total()),
        _count(tally.doubtful.total()),
        _expect(tally.expected_remaining),
    )
    return DataTable("table.kinds", "Places by kind of identifier", columns, tuple(rows), (total,))


def _make_reasons(tally: Tally) -> DataTable:
    columns = (
        Column("Reason", "Why the place may be an identifier", numeric=False),
        Column("Doubtful"),
        Column("Expected to remain", _EXPECTED),
    )
    rows = tuple(
        (Cell(rule), _count(count), _expect(tally.expected_by_rule[rule]))
        for rule, count in tally.rules.most_common()
    )
    return DataTable("table.reasons", "Doubtful places by reason", columns, rows)


def _make_plan(plan: SamplePlan) -> DataTable:
    columns = (
        Column("Leaking documents", "Documents with an identifier among those read", numeric=False),
        Column("Documents to read", f"To exclude a rate above {_percent(plan.leak_rate)}"),
        Column(
            f"Bound after {plan.size:,}",
            f"Upper bound on the share of leaking documents if this many of {plan.size:,} leak",
        ),
    )
    rows = tuple(
        (
            _count(leaks),
            _count(plan.sizes[leaks]) if leaks in plan.sizes else Cell("–"),
            Cell(_percent(bound), value=bound),
        )
        for leaks, bound in plan.bounds.items()
    )
    return DataTable("table.sampling", "Documents to read, and resulting bounds", columns, rows)


def _count(count: int) -> Cell:
    return Cell(f"{count:,}", value=count)


def _expect(value: float) -> Cell:
    return Cell(format_expected(value), value=value)
