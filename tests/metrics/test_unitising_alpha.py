"""Krippendorff's unitising alpha: his examples (1995, p. 57), and which mentions are units."""

from __future__ import annotations

import pytest

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.metrics import Row, SetPair, measure

#: Observers of Krippendorff (1995), p. 57, on a continuum of 24: 1 within a unit, | between units.
EXAMPLES = {
    "A": (
        "0 0|1 1 1 1 1 1 1 1|0 0 0 0|1 1 1 1 1 1|0 0 0 0",
        "0 0 0 0|1 1 1 1|0 0 0 0 0 0 0|1 1|0 0 0 0 0 0 0",
    ),
    "B": (
        "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1|0 0 0 0 0 0",
        "1 1|1|1|1|1|1 1 1|1|0 0 0 0 0 0 0 0 0 0 0 0 0 0",
    ),
    "C": (
        "0 0|1 1 1 1 1 1|0 0|1 1|0 0|1 1 1 1|0 0|1 1|0 0",
        "1 1|0 0|1 1 1 1|0 0|1 1 1 1|0 0|1 1|0 0|1 1|0 0",
    ),
    "D": (
        "1 1|1 1 1 1 1 1 1 1|1 1 1 1|1 1 1 1 1 1|1 1 1 1",
        "1 1 1 1|1 1 1 1|1 1 1 1 1 1 1|1 1|1 1 1 1 1 1 1",
    ),
}
LENGTH = 24


def cut(name: str, notation: str, stretch: float) -> AnnotationSet:
    mentions, start = [], 0
    for part in notation.split("|"):
        marks = part.split()
        end = start + len(marks)
        if marks[0] == "1":
            span = Span(int(start * stretch), int(end * stretch))
            mentions.append(Mention(f"{name}{start}", "X", (span,)))
        start = end
    return AnnotationSet(name, tuple(mentions))


def score_example(name: str, stretch: float = 1) -> tuple[float, float, float]:
    """Return Krippendorff's D_o, D_e and alpha, relative to the squared length."""
    length = int(LENGTH * stretch)
    first, second = EXAMPLES[name]
    doc = Document("d", "x" * length)
    row = score(doc, cut("a", first, stretch), cut("b", second, stretch))
    alpha = row.values["alpha"]
    assert alpha is not None
    return row.counts.get("observed", 0) / length**2, row.counts["expected"] / length**2, alpha


def score(doc: Document, a: AnnotationSet, b: AnnotationSet) -> Row:
    pairs = [SetPair(doc, a, b)]
    return measure(metrics.get("unitising-alpha"), pairs).compute_result().rows["X"]


def build(*spans: tuple[int, int], name: str = "a") -> AnnotationSet:
    mentions = (
        Mention(f"{name}{n}", "X", (Span(start, end),)) for n, (start, end) in enumerate(spans)
    )
    return AnnotationSet(name, tuple(mentions))


@pytest.mark.parametrize(
    ("name", "observed"), [("A", 0.03125), ("B", 2.26736), ("C", 0.02777), ("D", 0.38715)]
)
def test_observed_disagreement_of_krippendorff(name: str, observed: float) -> None:
    assert score_example(name)[0] == pytest.approx(observed, abs=1e-5)


@pytest.mark.parametrize(
    ("name", "expected", "alpha", "tolerance"),
    [
        ("A", 0.06990, 0.553, 1e-3),
        ("D", 0.41445, 0.066, 1e-3),
        # The formula of the 2004 book differs slightly from the values of 1995 here. The tests of
        # DKPro Statistics, which uses the same formula, note this too and allow 0.005 and 0.02.
        ("B", 1.17731, -0.926, 5e-3),
        ("C", 0.08642, 0.679, 2e-2),
    ],
)
def test_alpha_of_krippendorff_in_the_limit_of_small_characters(
    name: str, expected: float, alpha: float, tolerance: float
) -> None:
    assert score_example(name, 1000)[1:] == pytest.approx((expected, alpha), abs=tolerance)


def test_alpha_of_krippendorff_on_a_continuum_of_twelve() -> None:
    assert score_example("C", 0.5) == pytest.approx((0.02777, 0.05494, 0.494), abs=4e-4)


def test_example_of_the_reference_page() -> None:
    """By hand: "fever" and "high fever" in a text of 20 characters.

    Observed 5² = 25 for the starts. Lengths 10 and 5; gaps 10 of a (after it), 5 and 10 of b.
    Together (2·1000 − 300 + 10 + 250 − 75 + 5) / 3 = 630; apart 100·(1 + 1) + 25·(6 + 1 + 6) = 525.
    Expected 2·20·(630 + 525) / (40·39 − 90 − 20).
    """
    row = score(Document("d", "x" * 20), build((0, 10)), build((5, 10), name="b"))
    assert row.counts["observed"] == 25
    assert row.counts["expected"] == pytest.approx(40 * (630 + 525) / 1450)
    assert row.values["alpha"] == pytest.approx(1 - 25 * 1450 / (40 * 1155))


def test_a_unit_in_a_gap_disagrees_by_its_squared_length() -> None:
    row = score(Document("d", "x" * 50), build((0, 4), (20, 23)), build((0, 4), name="b"))
    assert row.counts["observed"] == 9
    assert row.counts["units"] == 3


def test_identical_units_agree_and_no_units_have_no_value() -> None:
    doc = Document("d", "x" * 50)
    assert score(doc, build((0, 4)), build((0, 4), name="b")).values["alpha"] == 1
    pairs = [SetPair(doc, build(), build(name="b"))]
    assert not measure(metrics.get("unitising-alpha"), pairs).compute_result().rows


def test_adjacent_units_stay_apart_and_overlapping_ones_are_joined() -> None:
    doc = Document("d", "x" * 50)
    assert score(doc, build((0, 4), (4, 8)), build((0, 8), name="b")).counts["observed"] == 32
    assert score(doc, build((0, 5), (4, 8)), build((0, 8), name="b")).values["alpha"] == 1


def test_types_are_summed_in_the_micro_average() -> None:
    doc = Document("d", "x" * 50)
    a = AnnotationSet("a", (Mention("1", "X", (Span(0, 4),)), Mention("2", "Y", (Span(9, 12),))))
    b = AnnotationSet("b", (Mention("1", "X", (Span(0, 4),)), Mention("2", "Y", (Span(9, 13),))))
    result = measure(metrics.get("unitising-alpha"), [SetPair(doc, a, b)]).compute_result()
    assert result.micro is not None
    expected = sum(row.counts["expected"] for row in result.rows.values())
    assert result.micro.values["alpha"] == pytest.approx(1 - 1 / expected)
