"""Cross-validation, learning curves and gold layers: no model annotates its training documents."""

from dataclasses import replace

import msgspec
import pytest

from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Span
from goldsmith.errors import InputError, UnknownName
from goldsmith.pipeline import Analysis, Config, Example, Pipeline, Resources, parse_config
from goldsmith.training import (
    annotate_from_gold,
    compute_digest,
    compute_learning_curve,
    cross_validate,
    make_examples,
)
from goldsmith.training.gold_layers import check_gold_layers

ENTITIES_AND_ASSERTION = """
[[component]]
use = "entities"
epochs = 2
members = 1

[[component]]
use = "assertion"
classifier = false
signals = false
"""


def test_every_document_is_annotated_by_a_model_not_trained_on_it(
    config: Config, examples: list[Example]
) -> None:
    result = cross_validate(config, Resources(), examples, 3)
    ids = [example.analysis.doc.id for example in examples]
    docs = [example.analysis.doc for example in examples]
    patients = {doc.id: doc.metadata.patient for doc in docs}
    assert result.by == "patient" and list(result.sets) == ids
    assert sorted(name for fold in result.folds for name in fold.test) == sorted(ids)
    for fold in result.folds:
        assert sorted((*fold.train, *fold.test)) == sorted(ids)
        train, test = ({patients[name] for name in names} for names in (fold.train, fold.test))
        assert not train & test
    assert sum(len(annotations.mentions) for annotations in result.sets.values()) > 50


def test_several_processes_give_the_same_result(config: Config, examples: list[Example]) -> None:
    local = cross_validate(config, Resources(), examples[:6], 2, by="document")
    parallel = cross_validate(config, Resources(), examples[:6], 2, by="document", workers=2)
    assert local.sets == parallel.sets
    assert [fold.test for fold in local.folds] == [fold.test for fold in parallel.folds]


def test_model_is_trained_only_on_the_other_folds() -> None:
    """Check that a word marked in a single document is not found in it."""
    texts = ["Has zorbitis today.", "Has fever today.", "Has fever again.", "No fever now."]
    spans = [(4, 12), (4, 9), (4, 9), (3, 8)]
    examples = [
        Example(
            Analysis(Document(f"d{n}", text)),
            AnnotationSet("gold", (Mention("m", "Condition", (Span(*span),)),)),
        )
        for n, (text, span) in enumerate(zip(texts, spans, strict=True))
    ]
    plain = parse_config(
        '[[component]]\nuse = "entities"\nepochs = 100\nthreshold = 0.5\n'
        "features = { window = 0, shapes = false,"
        " affixes = 0, roots = false, bigrams = false, sections = false }",
        where="plain",
    )
    result = cross_validate(plain, Resources(), examples, 4, by="document")
    assert result.sets["d0"].mentions == ()
    assert [len(result.sets[f"d{n}"].mentions) for n in (1, 2, 3)] == [1, 1, 1]


def test_learning_curve_ends_with_all_training_documents(
    config: Config, examples: list[Example]
) -> None:
    points = compute_learning_curve(
        config, Resources(), examples, 2, shares=(0.3, 1.0), by="document"
    )
    assert [point.documents for point in points] == [2, 6]
    whole = cross_validate(config, Resources(), examples, 2, by="document")
    assert points[-1].sets == whole.sets
    assert points[0].sets != points[1].sets
    with pytest.raises(InputError, match="above 0"):
        compute_learning_curve(config, Resources(), examples, 2, shares=(0.0,))


def test_gold_mentions_are_kept_and_the_rest_is_predicted(examples: list[Example]) -> None:
    both = parse_config(ENTITIES_AND_ASSERTION, where="both")
    result = cross_validate(
        both, Resources(), examples[:6], 2, by="document", gold_layers=("mentions",)
    )
    for example in examples[:6]:
        annotations = result.sets[example.analysis.doc.id]
        assert {(m.id, m.type, m.spans) for m in annotations.mentions} == {
            (m.id, m.type, m.spans) for m in example.gold.mentions if m.spans
        }
    assert any(m.attributes for annotations in result.sets.values() for m in annotations.mentions)


class _Linker:
    """A component that relates the first two mentions and records its input."""

    requires = frozenset({"mentions"})
    adds = frozenset({"relations"})
    learns = False
    received: list[Mention] = []

    def __call__(self, work: Analysis) -> None:
        self.received = list(work.mentions)
        first, second = work.mentions[:2]
        work.relations.append(Relation(work.make_id("r"), "near", first.id, second.id))


def test_gold_mentions_keep_ids_and_only_the_requested_layers(config: Config) -> None:
    gold = AnnotationSet(
        "gold",
        (
            Mention("r1", "Locus", (Span(0, 4),), {"side": "left"}, (Code("C1"),)),
            Mention("s1", "Condition", (Span(5, 9),)),
            Mention("whole", "Date", ()),
        ),
    )
    pipeline = Pipeline(config, Resources())
    linker = _Linker()
    pipeline.components.append(linker)  # type: ignore[arg-type]
    doc = Document("d", "Left lung", sets={"gold": gold})
    annotations = annotate_from_gold(
        pipeline, doc, gold, gold_layers=("mentions",), set_name="mine"
    )
    assert [(m.id, m.attributes, m.codes) for m in annotations.mentions] == [
        ("r1", {}, ()),
        ("s1", {}, ()),
    ]
    [rel] = annotations.relations
    assert rel.id not in ("r1", "s1") and annotations.name == "mine"
    annotate_from_gold(pipeline, doc, gold, gold_layers=("mentions", "codes", "assertion"))
    assert linker.received[0] == gold.mentions[0]


def test_impossible_gold_layers_are_rejected(config: Config) -> None:
    pipeline = Pipeline(config, Resources())
    with pytest.raises(InputError, match="verbs cannot be taken from gold"):
        check_gold_layers(["verbs"], pipeline)
    with pytest.raises(InputError, match="no component is left to run"):
        check_gold_layers(["mentions"], pipeline)
    with pytest.raises(InputError, match="belong to mentions"):
        check_gold_layers(["codes"], pipeline)
    assert check_gold_layers([], pipeline) == frozenset()


def test_examples_have_no_annotation_sets(examples: list[Example]) -> None:
    assert all(not example.analysis.doc.sets and example.gold.mentions for example in examples)


def test_training_set_must_be_unambiguous() -> None:
    first, second = AnnotationSet("a"), AnnotationSet("b")
    doc = Document("d", "text", sets={"a": first, "b": second})
    assert [example.gold for example in make_examples([doc, Document("e", "other")], "b")] == [
        second
    ]
    with pytest.raises(InputError, match="several annotation sets; expected one of a, b"):
        make_examples([doc])
    with pytest.raises(UnknownName, match="annotation set called 'c'"):
        make_examples([doc], "c")
    with pytest.raises(InputError, match="nothing to learn from"):
        make_examples([Document("e", "other")])


def test_digest_covers_content_but_not_order_or_ids(examples: list[Example]) -> None:
    renamed = [
        Example(example.analysis, _rename_ids(example.gold)) for example in reversed(examples)
    ]
    assert compute_digest(examples) == compute_digest(renamed)
    assert compute_digest(examples) != compute_digest(examples[1:])
    first = examples[0].gold
    fewer = msgspec.structs.replace(first, mentions=first.mentions[1:], relations=())
    assert compute_digest([Example(examples[0].analysis, fewer)]) != compute_digest(examples[:1])


def _rename_ids(gold: AnnotationSet) -> AnnotationSet:
    change = msgspec.structs.replace
    return change(
        gold,
        name="other",
        mentions=tuple(change(m, id=f"x{m.id}") for m in reversed(gold.mentions)),
        relations=tuple(
            change(r, id=f"x{r.id}", arg1=f"x{r.arg1}", arg2=f"x{r.arg2}") for r in gold.relations
        ),
        groups=tuple(
            change(g, id=f"x{g.id}", members=tuple(f"x{m}" for m in g.members)) for g in gold.groups
        ),
    )


def test_progress_is_reported(config: Config, examples: list[Example]) -> None:
    messages: list[str] = []
    resources = replace(Resources(), progress=messages.append)
    cross_validate(config, resources, examples[:4], 2, by="document")
    assert messages == ["trained 1 of 2", "trained 2 of 2"]
