"""Every registered metric passes the conformance suite and carries its registered name."""

import pytest

from goldsmith import metrics, registry
from goldsmith.metrics import Columns, Metric, SetPair, Tally, Value, divide
from goldsmith.testing import check_metric


@pytest.mark.parametrize("name", metrics.names())
def test_metric_conforms(name: str) -> None:
    check_metric(name, examples=30)


@pytest.mark.parametrize("name", metrics.names())
def test_metric_carries_its_registered_name(name: str) -> None:
    assert metrics.get(name).name == name
    assert metrics.get(name).with_options().name == name


class MentionShare(Metric):
    """A metric from a plug-in, in a module with a different name."""

    title = "Share of mentions"
    definition = "mentions of a / all mentions"
    columns = {"a": "mentions of the first set", "b": "mentions of the second set"}
    values = {"share": "a / (a + b)"}
    main = "share"

    def __init__(self, *, weight: float = 1.0) -> None:
        self.weight = weight

    def count(self, pair: SetPair, tally: Tally) -> None:
        for side, annotation_set in (("a", pair.a), ("b", pair.b)):
            for mention in annotation_set.mentions:
                tally.add_side(mention.type, side, side, mention.id)

    def compute(self, sums: Columns) -> dict[str, Value]:
        return {"share": divide(self.weight * sums["a"], sums["a"] + sums["b"])}


@pytest.mark.parametrize("part", [MentionShare, MentionShare()], ids=["class", "instance"])
def test_metric_from_a_plugin_carries_its_registered_name(
    part: Metric | type[Metric], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "load", lambda *_: part)
    metric = metrics.get("mention-share")
    assert isinstance(metric, MentionShare)
    assert metric.name == "mention-share"
    weighted = metric.with_options(weight=0.5)
    assert (weighted.name, weighted.weight) == ("mention-share", 0.5)
    check_metric("mention-share", examples=10)
    assert MentionShare().name == "test-conformance"
