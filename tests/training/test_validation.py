"""Cross-validation, curves and what is given: nobody is annotated by who has seen the answer."""

from dataclasses import replace as changed

import msgspec
import pytest

from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Span
from goldsmith.errors import InputError, UnknownName
from goldsmith.pipeline import Analysis, Config, Example, Pipeline, Resources, parse
from goldsmith.training import annotate, cross_validate, digest, examples, learning_curve
from goldsmith.training.given import checked

BOTH = """
[[component]]
use = "entities"
epochs = 2
members = 1

[[component]]
use = "assertion"
classifier = false
signals = false
"""


def test_every_document_is_annotated_once_by_a_model_that_has_not_seen_it(
    config: Config, few: list[Example]
) -> None:
    found = cross_validate(config, Resources(), few, 3)
    ids = [one.work.doc.id for one in few]
    patients = {one.work.doc.id: one.work.doc.metadata.patient for one in few}
    assert found.by == "patient" and list(found.sets) == ids
    assert sorted(name for fold in found.folds for name in fold.test) == sorted(ids)
    for fold in found.folds:
        assert sorted((*fold.train, *fold.test)) == sorted(ids)
        assert not {patients[one] for one in fold.train} & {patients[one] for one in fold.test}
    assert sum(len(one.mentions) for one in found.sets.values()) > 50


def test_several_processes_find_the_same(config: Config, few: list[Example]) -> None:
    alone = cross_validate(config, Resources(), few[:6], 2, by="document")
    shared = cross_validate(config, Resources(), few[:6], 2, by="document", workers=2)
    assert alone.sets == shared.sets
    assert [one.test for one in alone.folds] == [one.test for one in shared.folds]


def test_a_model_learns_from_the_others_only() -> None:
    """A word that is marked in one document only cannot be found there."""
    texts = ["Has zorbitis today.", "Has fever today.", "Has fever again.", "No fever now."]
    spans = [(4, 12), (4, 9), (4, 9), (3, 8)]
    few = [
        Example(
            Analysis(Document(f"d{n}", text)),
            AnnotationSet("gold", (Mention("m", "Condition", (Span(*span),)),)),
        )
        for n, (text, span) in enumerate(zip(texts, spans, strict=True))
    ]
    plain = parse(
        '[[component]]\nuse = "entities"\nepochs = 100\nthreshold = 0.5\n'
        "features = { window = 0, shapes = false,"
        " affixes = 0, roots = false, bigrams = false, sections = false }",
        where="plain",
    )
    found = cross_validate(plain, Resources(), few, 4, by="document")
    assert found.sets["d0"].mentions == ()
    assert [len(found.sets[f"d{n}"].mentions) for n in (1, 2, 3)] == [1, 1, 1]


def test_the_curve_grows_and_ends_with_everything(config: Config, few: list[Example]) -> None:
    points = learning_curve(config, Resources(), few, 2, shares=(0.3, 1.0), by="document")
    assert [point.documents for point in points] == [2, 6]
    whole = cross_validate(config, Resources(), few, 2, by="document")
    assert points[-1].sets == whole.sets
    assert points[0].sets != points[1].sets
    with pytest.raises(InputError, match="above 0"):
        learning_curve(config, Resources(), few, 2, shares=(0.0,))


def test_with_mentions_given_only_the_rest_is_found(few: list[Example]) -> None:
    both = parse(BOTH, where="both")
    found = cross_validate(both, Resources(), few[:6], 2, by="document", given=("mentions",))
    for one in few[:6]:
        made = found.sets[one.work.doc.id]
        assert {(m.id, m.type, m.spans) for m in made.mentions} == {
            (m.id, m.type, m.spans) for m in one.gold.mentions if m.spans
        }
    assert any(m.attributes for made in found.sets.values() for m in made.mentions)


class _Linker:
    """Relates the first two mentions, and remembers what it was given."""

    requires = frozenset({"mentions"})
    adds = frozenset({"relations"})
    learns = False
    seen: list[Mention] = []

    def __call__(self, work: Analysis) -> None:
        self.seen = list(work.mentions)
        one, other = work.mentions[:2]
        work.relations.append(Relation(work.fresh_id("r"), "near", one.id, other.id))


def test_given_mentions_keep_their_ids_and_lose_what_is_not_given(config: Config) -> None:
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
    made = annotate(pipeline, doc, gold, given=("mentions",), set_name="mine")
    assert [(m.id, m.attributes, m.codes) for m in made.mentions] == [
        ("r1", {}, ()),
        ("s1", {}, ()),
    ]
    [rel] = made.relations
    assert rel.id not in ("r1", "s1") and made.name == "mine"
    annotate(pipeline, doc, gold, given=("mentions", "codes", "assertion"))
    assert linker.seen[0] == gold.mentions[0]


def test_what_can_be_given_is_checked(config: Config) -> None:
    pipeline = Pipeline(config, Resources())
    with pytest.raises(InputError, match="verbs cannot be given"):
        checked(["verbs"], pipeline)
    with pytest.raises(InputError, match="nothing left to find"):
        checked(["mentions"], pipeline)
    with pytest.raises(InputError, match="are of mentions"):
        checked(["codes"], pipeline)
    assert checked([], pipeline) == frozenset()


def test_examples_hide_the_answers(few: list[Example]) -> None:
    assert all(not one.work.doc.sets and one.gold.mentions for one in few)


def test_the_set_to_learn_from_must_be_clear() -> None:
    one, two = AnnotationSet("a"), AnnotationSet("b")
    doc = Document("d", "text", sets={"a": one, "b": two})
    assert [e.gold for e in examples([doc, Document("e", "other")], "b")] == [two]
    with pytest.raises(InputError, match="several annotation sets; expected one of a, b"):
        examples([doc])
    with pytest.raises(UnknownName, match="annotation set called 'c'"):
        examples([doc], "c")
    with pytest.raises(InputError, match="nothing to learn from"):
        examples([Document("e", "other")])


def test_the_digest_is_of_content_not_of_order_or_ids(few: list[Example]) -> None:
    renamed = [Example(one.work, _renamed(one.gold)) for one in reversed(few)]
    assert digest(few) == digest(renamed)
    assert digest(few) != digest(few[1:])
    first = few[0].gold
    fewer = msgspec.structs.replace(first, mentions=first.mentions[1:], relations=())
    assert digest([Example(few[0].work, fewer)]) != digest(few[:1])


def _renamed(gold: AnnotationSet) -> AnnotationSet:
    replace = msgspec.structs.replace
    return replace(
        gold,
        name="other",
        mentions=tuple(replace(m, id=f"x{m.id}") for m in reversed(gold.mentions)),
        relations=tuple(
            replace(r, id=f"x{r.id}", arg1=f"x{r.arg1}", arg2=f"x{r.arg2}") for r in gold.relations
        ),
        groups=tuple(
            replace(g, id=f"x{g.id}", members=tuple(f"x{m}" for m in g.members))
            for g in gold.groups
        ),
    )


def test_progress_is_told(config: Config, few: list[Example]) -> None:
    said: list[str] = []
    told = changed(Resources(), progress=said.append)
    cross_validate(config, told, few[:4], 2, by="document")
    assert said == ["trained 1 of 2", "trained 2 of 2"]
