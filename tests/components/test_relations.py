"""Relations: which pairs are looked at, what is learned from notes, and what is kept."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.components.relations import Options, Relations
from goldsmith.components.relations.context import FLOOR, context
from goldsmith.components.relations.feature_parts import Numbered, Spelled
from goldsmith.components.relations.filter import Filter
from goldsmith.components.relations.pairs import NONE, Placed, allowed, labels, pairs, place
from goldsmith.components.relations.view import View
from goldsmith.core import Document
from goldsmith.core.schema_file import builtin
from goldsmith.errors import InputError
from goldsmith.examples import inline
from goldsmith.learning.linear import Linear
from goldsmith.pipeline import Analysis, Example, Resources, names

CLEF = Resources(schema=builtin("clef"))
GROIN = (
    "<Condition #c1 has_location=#l1>Melanoma</> in his "
    "<Laterality #s1 laterality_modifies=#l1>right</> <Locus #l1>groin</>. "
    "The <Locus #l2>chest</> was clear."
)
#: Enough variety for a classifier to see that a location follows its condition after "in".
TAUGHT = [
    f"<Condition has_location=#l>{condition}</> in the "
    f"<Laterality laterality_modifies=#l>{side}</> <Locus #l>{locus}</>. "
    f"The <Locus>{other}</> is normal. <Condition>{also}</> was denied."
    for condition, side, locus, other, also in (
        ("pain", "left", "knee", "hip", "Fever"),
        ("swelling", "right", "ankle", "foot", "Cough"),
        ("tumour", "left", "breast", "axilla", "Pain"),
        ("lesion", "right", "lung", "liver", "Nausea"),
        ("mass", "left", "kidney", "spleen", "Rash"),
        ("fracture", "right", "wrist", "elbow", "Fever"),
    )
]


def doc_of(text: str) -> Document:
    return inline.parse(text, doc_id="d", schema="clef")


def example_of(text: str) -> Example:
    doc = doc_of(text)
    return Example(Analysis(doc), doc.sets["gold"])


def trained(options: Options | None = None, resources: Resources = CLEF) -> Relations:
    made = Relations(options or Options(c=1, c_second=1), resources)
    made.train([example_of(text) for text in TAUGHT])
    return made


def found_in(component: Relations, text: str) -> set[tuple[str, str, str]]:
    one = example_of(text)
    one.work.take(one.gold)
    component(one.work)
    return {(rel.type, rel.arg1, rel.arg2) for rel in one.work.relations}


def placed_in(text: str) -> list[Placed]:
    one = example_of(text)
    return place(one.work, one.gold.mentions)


def test_the_component_is_there() -> None:
    assert "relations" in names()


def test_it_finds_what_it_was_taught_and_nothing_else() -> None:
    assert found_in(trained(), GROIN) == {
        ("has_location", "c1", "l1"),
        ("laterality_modifies", "s1", "l1"),
    }


def test_without_a_schema_the_training_data_says_what_may_be_related() -> None:
    assert found_in(trained(resources=Resources()), GROIN) == {
        ("has_location", "c1", "l1"),
        ("laterality_modifies", "s1", "l1"),
    }


def test_types_asked_for_and_types_left_out() -> None:
    one = trained(Options(types=("has_location",), c=1, c_second=1))
    assert {name for name, *_ in found_in(one, GROIN)} == {"has_location"}
    other = trained(Options(leave_out=("has_location",), c=1, c_second=1))
    assert {name for name, *_ in found_in(other, GROIN)} == {"laterality_modifies"}


def test_identity_is_left_to_another_component() -> None:
    text = "<Condition #a co_refers=#b>cancer</> … <Condition #b>it</> grew"
    with pytest.raises(InputError, match="no relations to learn"):
        Relations(Options(), CLEF).train([example_of(text)])


def test_a_relation_that_the_schema_forbids_is_not_learned() -> None:
    text = "<Locus #a has_location=#b>knee</> <Condition #b>pain</>"
    with pytest.raises(InputError, match="no relations to learn"):
        Relations(Options(), CLEF).train([example_of(text)])


def test_one_document_is_enough_to_learn_from() -> None:
    made = Relations(Options(c=1), CLEF)
    made.train(
        [example_of(" ".join(text.replace("#l", f"#l{n}") for n, text in enumerate(TAUGHT)))]
    )
    assert ("has_location", "c1", "l1") in found_in(made, GROIN)


def test_a_note_without_mentions_gets_no_relations() -> None:
    assert found_in(trained(), "Nothing of note.") == set()


def test_a_model_comes_back_from_its_folder(tmp_path: Path, notes: list[Document]) -> None:
    made = Relations(Options(folds=2), CLEF)
    made.train([Example(Analysis(doc), doc.sets["gold"]) for doc in notes[:12]])
    made.save(tmp_path)
    again = Relations(Options(folds=2), CLEF)
    again.load(tmp_path)
    for doc in notes[12:18]:
        first, second = Analysis(doc), Analysis(doc)
        for work, component in ((first, made), (second, again)):
            work.take(doc.sets["gold"])
            component(work)
        assert first.relations == second.relations
        assert first.relations


def test_relations_of_notes_fit_the_schema(notes: list[Document]) -> None:
    made = Relations(Options(folds=2), CLEF)
    made.train([Example(Analysis(doc), doc.sets["gold"]) for doc in notes[:12]])
    work = Analysis(notes[20])
    work.take(notes[20].sets["gold"])
    made(work)
    types = {mention.id: mention.type for mention in work.mentions}
    assert CLEF.schema is not None and work.relations
    for rel in work.relations:
        kind = CLEF.schema.relation_type(rel.type)
        assert kind is not None and not kind.identity
        assert types[rel.arg1] in kind.first and types[rel.arg2] in kind.second


def test_it_must_be_trained_first_and_its_files_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not trained"):
        found_in(Relations(Options(), CLEF), GROIN)
    with pytest.raises(InputError, match="cannot be read") as caught:
        Relations(Options(), CLEF).load(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_pairs_are_of_wanted_types_and_near() -> None:
    placed = placed_in(GROIN)
    wanted = {("Condition", "Locus")}
    assert [pair for pair, _ in pairs(placed, 0, wanted)] == [(0, 2)]
    assert list(pairs(placed, 1, wanted)) == [
        ((0, 2), ("Condition", "Locus", 0, 1, 0, 0)),
        ((0, 3), ("Condition", "Locus", 1, 2, 0, 1)),
    ]


def test_a_mention_within_another_may_be_related_to_it() -> None:
    text = "<Condition #c has_location=#l><Locus #l>lung</> cancer</>"
    placed = placed_in(text)
    assert [one.type for one in placed] == ["Condition", "Locus"]
    assert labels(placed, doc_of(text).sets["gold"].relations) == {(0, 1): "has_location>"}


def test_labels_say_which_way_a_relation_goes() -> None:
    text = "<Locus #l>Knee</> <Condition has_location=#l>pain</>"
    rels = doc_of(text).sets["gold"].relations
    assert labels(placed_in(text), rels) == {(0, 1): "has_location<"}
    assert labels(placed_in(text), rels, ("has_location",)) == {(0, 1): "has_location>"}


def test_rare_pairs_of_types_are_not_allowed_without_a_schema() -> None:
    seen = {("A", "B"): Counter({"r>": 3, "s<": 1}), ("B", "A"): Counter({"r<": 1})}
    assert allowed(seen, None, least=2) == {("A", "B"): ("r>",)}


def test_the_filter_drops_what_is_never_related() -> None:
    near, far = ("A", "B", 0, 0, 0, 0), ("A", "B", 1, 9, 2, 2)
    told = Filter().fit([near] * 50 + [far] * 50, ["r>"] * 40 + [NONE] * 60, lost=0.01)
    assert told(near) and not told(far)


@given(st.lists(st.sampled_from(["Condition", "Locus", "Result"]), min_size=2, max_size=8))
def test_every_pair_has_features_that_name_its_types(types: list[str]) -> None:
    text = " and ".join(f"<{name}>thing</>" for name in types)
    one = example_of(text)
    placed = place(one.work, one.gold.mentions)
    see = View(one.work, placed, ("Locus",), Spelled())
    for first in range(len(types)):
        for second in range(first + 1, len(types)):
            row = see((first, second))
            assert f"{types[first]}>{types[second]}" in row
            assert f"d0|{second - first - 1}" in row


def test_a_second_look_sees_the_lead_over_a_rival() -> None:
    placed = placed_in("<Condition>pain</> in <Locus>arm</> and <Locus>leg</>")
    scores = np.array([[0.0, 0.5], [0.0, -0.5], [0.0, FLOOR - 1]])
    seen = context(placed, [(0, 1), (0, 2), (1, 2)], (NONE, "has_location>"), scores, Spelled())
    assert "#has_location>g4" in seen[0] and "#has_location>g-4" in seen[1]
    assert list(seen) == [0, 1]


def test_features_by_number_score_as_features_by_name(notes: list[Document]) -> None:
    doc = notes[0]
    work, heads = Analysis(doc), ("Locus",)
    placed = place(work, doc.sets["gold"].mentions)
    near = [(one, one + step) for one in range(len(placed) - 4) for step in (1, 2, 4)]
    by_name = View(work, placed, heads, Spelled())
    rows = [by_name(pair) for pair in near]
    models = [
        Linear().fit(rows, [f"{(one * size) % 3}" for one, _ in near], c=0.1) for size in (1, 2)
    ]
    numbered = Numbered(models)
    # Asked twice, the second time from memory.
    for _ in range(2):
        by_number = View(work, placed, heads, numbered)
        found = numbered.scores([by_number(pair) for pair in near])
        for model, scores in zip(models, found, strict=True):
            assert np.allclose(scores + model.offsets, model.scores(rows), atol=1e-9)
