"""The part of a gold standard that is scored for a pipeline, and the metrics."""

from goldsmith.core import AnnotationSet, Mention, Relation, Span, load_builtin_schema
from goldsmith.pipeline import Config, Step
from goldsmith.project.models.measures import make_task, select_scorable

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


def select_ids(config: Config) -> str:
    scorable = select_scorable(GOLD, config, load_builtin_schema("clef"))
    mentions = [mention.id for mention in scorable.mentions]
    return "".join([*mentions, *(rel.id for rel in scorable.relations)])


def test_identity_relations_are_not_scored() -> None:
    assert select_ids(pipeline()) == "abcrt"


def test_other_types_are_not_scored() -> None:
    assert select_ids(pipeline(types=("has_finding",))) == "abct"
    assert select_ids(pipeline(leave_out=("has_finding",))) == "abcr"
    assert select_ids(Config(steps=(Step("entities", {"types": ["Condition"]}),))) == "act"


def test_metrics_depend_on_the_components() -> None:
    assert [view.metric for view in make_task(pipeline()).views] == ["spans", "relations"]
    assert [view.metric for view in make_task(pipeline(), ["mentions"]).views] == ["relations"]


def test_types_are_not_restricted_if_mentions_are_given() -> None:
    config = Config(steps=(Step("entities", {"types": ["Condition"]}), Step("relations")))
    schema = load_builtin_schema("clef")
    scorable = select_scorable(GOLD, config, schema, gold_layers=["mentions"])
    assert [rel.id for rel in scorable.relations] == ["r", "t"]


def test_chains_are_scored_if_a_component_adds_them() -> None:
    config = Config(steps=(Step("entities"), Step("coreference")))
    assert select_ids(config) == "abcrst"
    assert [view.metric for view in make_task(config).views] == ["spans", "coreference"]
    assert [view.metric for view in make_task(config, ["mentions"]).views] == ["coreference"]
