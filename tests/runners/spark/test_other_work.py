"""Work other than extraction gives the same result on a real Spark as in a single process."""

from typing import Any

import goldsmith
from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.project.patients.chronicle import build_chronicles
from goldsmith.runners import use_runner
from goldsmith.runners.spark import SparkRunner


def make_set(name: str, *starts: int) -> AnnotationSet:
    return AnnotationSet(
        name,
        tuple(Mention(f"T{start}", "Condition", (Span(start, start + 5),)) for start in starts),
    )


def test_agreement_is_the_same_on_spark(spark: Any) -> None:
    docs = [
        Document(
            f"n{number}",
            "fever cough fever",
            sets={"A": make_set("A", 0, 6), "B": make_set("B", 0, 6 + 6 * (number % 2))},
        )
        for number in range(80)
    ]
    alone = goldsmith.agree(docs, ["A", "B"], task="entities")
    with use_runner(SparkRunner(spark)):
        assert goldsmith.agree(docs, ["A", "B"], task="entities") == alone
    assert alone.pairs[0].results["spans"].get_value("strict") == 0.75


def test_chronicles_are_the_same_on_spark(spark: Any) -> None:
    alone = list(build_chronicles("demo"))
    with use_runner(SparkRunner(spark)):
        assert list(build_chronicles("demo")) == alone
    assert alone
