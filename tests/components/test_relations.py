"""Relations: candidate generation, training, and saved models."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.components.relations import Options, Relations
from goldsmith.components.relations.context import FLOOR, describe_rivals
from goldsmith.components.relations.feature_encoding import NameEncoder, NumberEncoder
from goldsmith.components.relations.filter import Filter
from goldsmith.components.relations.pairs import (
    NO_RELATION,
    PlacedMention,
    find_allowed_labels,
    generate_pairs,
    label_pairs,
    place_mentions,
)
from goldsmith.components.relations.view import PairFeatureExtractor
from goldsmith.core import Document
from goldsmith.core.schema_file import load_builtin_schema
from goldsmith.errors import InputError
from goldsmith.examples import inline
from goldsmith.learning.linear import LinearClassifier
from goldsmith.pipeline import Analysis, Example, Resources, names

CLEF = Resources(schema=load_builtin_schema("clef"))
GROIN = (
    "<Condition #c1 has_location=#l1>Melanoma</> in his "
    "<Laterality #s1 laterality_modifies=#l1>right</> <Locus #l1>groin</>. "
    "The <Locus #l2>chest</> was clear."
)
#: Enough variety for a classifier to learn that "in" links a condition to its location.
TAUGHT = [
    f"<Condition has_location=#l>{condition}</> in the "
    f"<Laterality laterality_modifies=#l>{side}</> <Locus #l>{locus}</>. "
    f"The <Locus>{clear}</> is normal. <Condition>{denied}</> was denied."
    for condition, side, locus, clear, denied in (
        ("pain", "left", "knee", "hip", "Fever"),
        ("swelling", "right", "ankle", "foot", "Cough"),
        ("tumour", "left", "breast", "axilla", "Pain"),
        ("lesion", "right", "lung", "liver", "Nausea"),
        ("mass", "left", "kidney", "spleen", "Rash"),
        ("fracture", "right", "wrist", "elbow", "Fever"),
    )
]


def make_document(text: str) -> Document:
    return inline.parse(text, doc_id="d", schema="clef")


def make_example(text: str) -> Example:
    doc = make_document(text)
    return Example(Analysis(doc), doc.sets["gold"])


def train_component(options: Options | None = None, resources: Resources = CLEF) -> Relations:
    trained = Relations(options or Options(c=1, c_second=1), resources)
    trained.train([make_example(text) for text in TAUGHT])
    return trained


def find_relations(component: Relations, text: str) -> set[tuple[str, str, str]]:
    example = make_example(text)
    example.analysis.take(example.gold)
    component(example.analysis)
    return {(rel.type, rel.arg1, rel.arg2) for rel in example.analysis.relations}


def place_text(text: str) -> list[PlacedMention]:
    example = make_example(text)
    return place_mentions(example.analysis, example.gold.mentions)


def test_component_is_registered() -> None:
    assert "relations" in names()


def test_component_finds_the_relations_it_was_trained_on() -> None:
    assert find_relations(train_component(), GROIN) == {
        ("has_location", "c1", "l1"),
        ("laterality_modifies", "s1", "l1"),
    }


def test_training_data_defines_allowed_types_without_a_schema() -> None:
    assert find_relations(train_component(resources=Resources()), GROIN) == {
        ("has_location", "c1", "l1"),
        ("laterality_modifies", "s1", "l1"),
    }


def test_options_types_and_leave_out() -> None:
    selected = train_component(Options(types=("has_location",), c=1, c_second=1))
    assert {name for name, *_ in find_relations(selected, GROIN)} == {"has_location"}
    reduced = train_component(Options(leave_out=("has_location",), c=1, c_second=1))
    assert {name for name, *_ in find_relations(reduced, GROIN)} == {"laterality_modifies"}


def test_identity_relations_are_not_learned() -> None:
    text = "<Condition #a co_refers=#b>cancer</> … <Condition #b>it</> grew"
    with pytest.raises(InputError, match="no relations to learn"):
        Relations(Options(), CLEF).train([make_example(text)])


def test_relations_the_schema_forbids_are_not_learned() -> None:
    text = "<Locus #a has_location=#b>knee</> <Condition #b>pain</>"
    with pytest.raises(InputError, match="no relations to learn"):
        Relations(Options(), CLEF).train([make_example(text)])


def test_one_document_is_enough_for_training() -> None:
    trained = Relations(Options(c=1), CLEF)
    trained.train(
        [make_example(" ".join(text.replace("#l", f"#l{n}") for n, text in enumerate(TAUGHT)))]
    )
    assert ("has_location", "c1", "l1") in find_relations(trained, GROIN)


def test_no_relations_without_mentions() -> None:
    assert find_relations(train_component(), "Nothing of note.") == set()


def test_saved_model_loads(tmp_path: Path, notes: list[Document]) -> None:
    trained = Relations(Options(folds=2), CLEF)
    trained.train([Example(Analysis(doc), doc.sets["gold"]) for doc in notes[:12]])
    trained.save(tmp_path)
    loaded = Relations(Options(folds=2), CLEF)
    loaded.load(tmp_path)
    for doc in notes[12:18]:
        first, second = Analysis(doc), Analysis(doc)
        for analysis, component in ((first, trained), (second, loaded)):
            analysis.take(doc.sets["gold"])
            component(analysis)
        assert first.relations == second.relations
        assert first.relations


def test_relations_of_notes_fit_the_schema(notes: list[Document]) -> None:
    trained = Relations(Options(folds=2), CLEF)
    trained.train([Example(Analysis(doc), doc.sets["gold"]) for doc in notes[:12]])
    analysis = Analysis(notes[20])
    analysis.take(notes[20].sets["gold"])
    trained(analysis)
    types = {mention.id: mention.type for mention in analysis.mentions}
    assert CLEF.schema is not None and analysis.relations
    for rel in analysis.relations:
        kind = CLEF.schema.get_relation_type(rel.type)
        assert kind is not None and not kind.identity
        assert types[rel.arg1] in kind.first and types[rel.arg2] in kind.second


def test_untrained_component_and_missing_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not trained"):
        find_relations(Relations(Options(), CLEF), GROIN)
    with pytest.raises(InputError, match="cannot be read") as caught:
        Relations(Options(), CLEF).load(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_pairs_have_allowed_types_and_distance() -> None:
    placed = place_text(GROIN)
    types = {("Condition", "Locus")}
    assert [pair for pair, _ in generate_pairs(placed, 0, types)] == [(0, 2)]
    assert list(generate_pairs(placed, 1, types)) == [
        ((0, 2), ("Condition", "Locus", 0, 1, 0, 0)),
        ((0, 3), ("Condition", "Locus", 1, 2, 0, 1)),
    ]


def test_nested_mentions_form_pairs() -> None:
    text = "<Condition #c has_location=#l><Locus #l>lung</> cancer</>"
    placed = place_text(text)
    assert [mention.type for mention in placed] == ["Condition", "Locus"]
    assert label_pairs(placed, make_document(text).sets["gold"].relations) == {
        (0, 1): "has_location>"
    }


def test_labels_give_the_direction() -> None:
    text = "<Locus #l>Knee</> <Condition has_location=#l>pain</>"
    rels = make_document(text).sets["gold"].relations
    assert label_pairs(place_text(text), rels) == {(0, 1): "has_location<"}
    assert label_pairs(place_text(text), rels, ("has_location",)) == {(0, 1): "has_location>"}


def test_rare_type_pairs_are_not_allowed_without_a_schema() -> None:
    counts = {("A", "B"): Counter({"r>": 3, "s<": 1}), ("B", "A"): Counter({"r<": 1})}
    assert find_allowed_labels(counts, None, least=2) == {("A", "B"): ("r>",)}


def test_filter_drops_pairs_that_are_never_related() -> None:
    near, far = ("A", "B", 0, 0, 0, 0), ("A", "B", 1, 9, 2, 2)
    passes = Filter().fit([near] * 50 + [far] * 50, ["r>"] * 40 + [NO_RELATION] * 60, lost=0.01)
    assert passes(near) and not passes(far)


@given(st.lists(st.sampled_from(["Condition", "Locus", "Result"]), min_size=2, max_size=8))
def test_every_pair_has_features_with_its_types(types: list[str]) -> None:
    text = " and ".join(f"<{name}>thing</>" for name in types)
    example = make_example(text)
    placed = place_mentions(example.analysis, example.gold.mentions)
    extract = PairFeatureExtractor(example.analysis, placed, ("Locus",), NameEncoder())
    for first in range(len(types)):
        for second in range(first + 1, len(types)):
            row = extract((first, second))
            assert f"{types[first]}>{types[second]}" in row
            assert f"d0|{second - first - 1}" in row


def test_rival_features_contain_the_lead() -> None:
    placed = place_text("<Condition>pain</> in <Locus>arm</> and <Locus>leg</>")
    scores = np.array([[0.0, 0.5], [0.0, -0.5], [0.0, FLOOR - 1]])
    features = describe_rivals(
        placed, [(0, 1), (0, 2), (1, 2)], (NO_RELATION, "has_location>"), scores, NameEncoder()
    )
    assert "#has_location>g4" in features[0] and "#has_location>g-4" in features[1]
    assert list(features) == [0, 1]


def test_number_encoding_gives_the_same_scores_as_names(notes: list[Document]) -> None:
    doc = notes[0]
    analysis, heads = Analysis(doc), ("Locus",)
    placed = place_mentions(analysis, doc.sets["gold"].mentions)
    near = [(number, number + step) for number in range(len(placed) - 4) for step in (1, 2, 4)]
    by_name = PairFeatureExtractor(analysis, placed, heads, NameEncoder())
    rows = [by_name(pair) for pair in near]
    models = [
        LinearClassifier().fit(rows, [f"{(number * size) % 3}" for number, _ in near], c=0.1)
        for size in (1, 2)
    ]
    numbered = NumberEncoder(models)
    # Encode twice: the second time, the features are in the cache.
    for _ in range(2):
        by_number = PairFeatureExtractor(analysis, placed, heads, numbered)
        sums = numbered.sum_weights([by_number(pair) for pair in near])
        for model, scores in zip(models, sums, strict=True):
            assert np.allclose(scores + model.offsets, model.score(rows), atol=1e-9)
