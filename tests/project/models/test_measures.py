"""What of a gold standard counts for a pipeline, and by which metrics."""

from goldsmith.core import AnnotationSet, Mention, Relation, Span, builtin
from goldsmith.pipeline import Config, Step
from goldsmith.project.models.measures import sought, task_for

GOLD = AnnotationSet(
    "gold",
    (
        Mention("a", "Condition", (Span(0, 1),)),
        Mention("b", "Locus", (Span(2, 3),)),
        Mention("c", "Condition", (Span(4, 5),)),
    ),
    (
        Relation("r", "has_location", "a", "b"),
        Relation("s", "co_refers", "a", "c"),
        Relation("t", "has_finding", "a", "c"),
    ),
)


def pipeline(**options: object) -> Config:
    return Config(steps=(Step("entities"), Step("relations", options)))


def kept(config: Config) -> str:
    found = sought(GOLD, config, builtin("clef"))
    return "".join(one.id for one in (*found.mentions, *found.relations))


def test_identity_is_coreference_and_counts_elsewhere() -> None:
    assert kept(pipeline()) == "abcrt"


def test_types_that_are_not_looked_for_do_not_count() -> None:
    assert kept(pipeline(types=("has_finding",))) == "abct"
    assert kept(pipeline(leave_out=("has_finding",))) == "abcr"
    assert kept(Config(steps=(Step("entities", {"types": ["Condition"]}),))) == "act"


def test_metrics_follow_what_components_add() -> None:
    assert [view.metric for view in task_for(pipeline()).views] == ["spans", "relations"]
    assert [view.metric for view in task_for(pipeline(), ["mentions"]).views] == ["relations"]
