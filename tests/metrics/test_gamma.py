"""Gamma: the costs by hand, values of pygamma-agreement, and alignment, seed and options."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.errors import InputError
from goldsmith.metrics import Row, SetPair, measure

#: Two sets on 200 characters, and the observed disorder, expected disorder and gamma of
#: pygamma-agreement 0.5.9, from Continuum.compute_gamma(CombinedCategoricalDissimilarity(alpha=1,
#: beta=1, delta_empty=1), n_samples=300, sampler=ShuffleContinuumSampler("float_pivot")) with numpy
#: seeded by the number of the case. The units begin at 0 and end at 200 because the library takes
#: the range of the units for the document. It is not installed for the tests: it needs numba and
#: cvxpy.
REFERENCE = [
    (
        "0-8Y 9-15Z 23-31Y 39-46Z 50-54Y 57-60Z 73-79Z 91-95Y 97-100Z 106-115Z 117-124Y "
        "130-135Z 143-152Z 157-159Z 160-163Z 177-185Z 194-200X",
        "0-9Y 9-16Z 23-32Y 39-47Z 59-60Z 73-80Z 91-96Y 97-101Z 106-115Z 117-125Y 130-136Z "
        "143-152Z 158-159Z 194-200Y",
        0.2857918,
        1.0980,
        0.7397,
    ),
    (
        "0-4Z 18-21Y 23-32Y 40-48X 50-59X 73-81Y 91-93Z 101-107Z 120-125Z 127-134X "
        "135-137Z 146-148Y 159-164Y 176-178Z 182-191Y 194-200X",
        "0-4Z 23-32Y 40-48X 50-59X 75-81Y 91-93Z 102-108Z 121-125Z 127-134X 135-137Z "
        "146-149Y 159-164Y 177-179Z 182-192Y 194-200X",
        0.0873098,
        1.3089,
        0.9333,
    ),
    (
        "0-2X 4-11X 23-29Y 39-44Z 45-49Y 60-68Z 82-89Z 97-103X 117-119Y 127-134Y 141-145Z "
        "148-153X 154-158Y 161-165Z 174-181Z 194-200X",
        "0-2Y 6-11X 24-29Y 40-45Z 46-50Y 61-68Z 84-90Z 97-104Z 118-119Y 129-135Y 143-145Z "
        "156-158Y 161-165X 194-200X",
        0.3725831,
        1.3938,
        0.7327,
    ),
    (
        "0-5Z 14-18Y 28-37Z 47-50Z 51-60Y 69-74X 86-95Z 109-118Y 129-133X 144-148Z "
        "155-157Z 170-173X 186-188Y 194-200X",
        "0-5Z 15-19Y 30-37X 47-50Z 70-75Y 87-96Z 111-118Z 129-133Z 144-149Z 172-173X 194-200X",
        0.5926753,
        1.3775,
        0.5698,
    ),
]
TEXT = "x" * 200


def build(name: str, notation: str) -> AnnotationSet:
    """Build a set from units such as 0-8Y."""
    units = re.findall(r"(\d+)-(\d+)(\w+)", notation)
    return AnnotationSet(
        name,
        tuple(
            Mention(f"{name}{number}", kind, (Span(int(start), int(end)),))
            for number, (start, end, kind) in enumerate(units)
        ),
    )


def score(a: str, b: str, *, doc_id: str = "d", **options: float) -> Row:
    pair = SetPair(Document(doc_id, TEXT), build("a", a), build("b", b))
    metric = metrics.get("gamma").with_options(**options)
    return measure(metric, [pair]).compute_result().rows["mentions"]


@pytest.mark.parametrize(("a", "b", "observed", "expected", "gamma"), REFERENCE)
def test_values_of_pygamma_agreement(
    a: str, b: str, observed: float, expected: float, gamma: float
) -> None:
    row = score(a, b, samples=1000)
    mean = row.counts["units"] / 2
    assert row.counts["disorder"] / mean == pytest.approx(observed, abs=1e-6)
    assert row.counts["expected"] / mean == pytest.approx(expected, rel=0.04)
    assert row.values["gamma"] == pytest.approx(gamma, abs=0.02)


def test_costs_by_hand() -> None:
    row = score("0-10Condition 20-30Drug", "0-10Condition 22-30Condition")
    assert row.counts["disorder"] == pytest.approx((2 / 18) ** 2 + 1)
    assert row.counts["aligned"] == 2
    positions = score("0-10Condition 20-30Drug", "0-10Condition 22-30Condition", category=0)
    assert positions.counts["disorder"] == pytest.approx((2 / 18) ** 2)


def test_units_that_are_too_far_apart_are_not_aligned() -> None:
    row = score("0-10X", "40-50X")
    assert row.counts["disorder"] == 2
    assert row.values["aligned_share"] == 0


def test_the_best_alignment_is_not_greedy() -> None:
    """The first unit of a takes its second choice, so that the second unit finds a partner."""
    row = score("10-20X 14-24X", "4-14X 11-21X")
    best = (12 / 20) ** 2 + (6 / 20) ** 2
    assert row.counts["disorder"] == pytest.approx(best)


def test_identity_is_1_and_chance_is_about_0() -> None:
    a, b, *_ = REFERENCE[0]
    assert score(a, a).values["gamma"] == 1
    shifted = " ".join(
        f"{(int(start) + 97) % 190}-{(int(start) + 97) % 190 + int(end) - int(start)}{kind}"
        for start, end, kind in re.findall(r"(\d+)-(\d+)(\w)", b)
    )
    value = score(a, shifted, samples=200).values["gamma"]
    assert value is not None and abs(value) < 0.25


def test_the_draws_depend_on_the_seed_and_the_document() -> None:
    a, b, *_ = REFERENCE[0]
    values = [
        score(a, b, seed=1),
        score(a, b, seed=1),
        score(a, b, seed=2),
        score(a, b, doc_id="e"),
    ]
    first, again, *rest = (row.counts["expected"] for row in values)
    assert first == again
    assert first not in rest
    assert score(b, a).counts["expected"] == first


def test_documents_are_summed() -> None:
    pairs = [
        SetPair(Document(f"d{number}", TEXT), build("a", a), build("b", b))
        for number, (a, b, *_) in enumerate(REFERENCE)
    ]
    metric = metrics.get("gamma")
    total = measure(metric, pairs).compute_result().rows["mentions"]
    rows = [measure(metric, [pair]).compute_result().rows["mentions"] for pair in pairs]
    disorder, expected = (sum_column(rows, name) for name in ("disorder", "expected"))
    assert total.values["gamma"] == pytest.approx(1 - disorder / expected)


def sum_column(rows: Iterable[Row], name: str) -> float:
    return sum(row.counts[name] for row in rows)


def test_an_empty_side_and_no_units_at_all() -> None:
    row = score("0-10X", "")
    assert row.counts["disorder"] == 1 and row.values["aligned_share"] == 0
    pair = SetPair(Document("d", TEXT), build("a", ""), build("b", ""))
    assert not measure(metrics.get("gamma"), [pair]).compute_result().rows


def test_options_are_checked() -> None:
    with pytest.raises(InputError, match="weights"):
        metrics.get("gamma").with_options(position=0, category=0)
    with pytest.raises(InputError, match="samples"):
        metrics.get("gamma").with_options(samples=0)
