"""Coreference pairs of i2b2: either direction, exact and at least partial, a row for each class."""

import pytest
from tests.builders import build_mention, build_pair, build_set

from goldsmith.core import AnnotationSet, Group, Mention, Relation, load_builtin_schema
from goldsmith.errors import InputError
from goldsmith.metrics import Result, get, measure

METRIC = get("coreference-pairs")
SCHEMA = load_builtin_schema("i2b2-2011")

#: her fever … it … the patient … she
FEVER = build_mention("fever", (0, 9), kind="problem")
IT = build_mention("it", (20, 22), kind="pronoun")
PATIENT = build_mention("patient", (30, 41), kind="person")
SHE = build_mention("she", (50, 53), kind="person")
ALL = (FEVER, IT, PATIENT, SHE)


def link(*pairs: tuple[str, str]) -> tuple[Relation, ...]:
    return tuple(Relation(f"P{number}", "coreference", *pair) for number, pair in enumerate(pairs))


def score(a: AnnotationSet, b: AnnotationSet, schema: str = "i2b2-2011") -> Result:
    pair = build_pair(a, b, schema=load_builtin_schema(schema))
    return measure(METRIC, [pair]).compute_result()


def test_direction_does_not_matter() -> None:
    a = build_set(ALL, link(("it", "fever"), ("she", "patient")))
    b = build_set(ALL, link(("fever", "it"), ("patient", "she")))
    micro = score(a, b).micro
    assert micro is not None
    assert micro.counts == {"a": 2, "b": 2, "exact": 2, "partial": 2}
    assert micro.values == {"exact_iaa": 1, "partial_iaa": 1}


def test_pair_has_the_class_of_the_later_mention() -> None:
    a = build_set(ALL, link(("it", "fever"), ("patient", "she")))
    b = build_set(ALL, link(("fever", "it")))
    rows = score(a, b).rows
    assert rows["pronoun"].counts == {"a": 1, "b": 1, "exact": 1, "partial": 1}
    assert rows["person"].counts == {"a": 1}
    assert rows["person"].values["exact_iaa"] == 0
    assert "problem" not in rows


def test_formula_of_the_paper() -> None:
    """2 matches, 1 pair by the first annotator only, 2 by the second only: 2·2 / (2·2 + 3)."""
    mentions = [build_mention(f"m{n}", (10 * n, 10 * n + 5), kind="test") for n in range(6)]
    a = build_set(mentions, link(("m1", "m0"), ("m2", "m1"), ("m3", "m2")))
    b = build_set(mentions, link(("m0", "m1"), ("m1", "m2"), ("m4", "m3"), ("m5", "m4")))
    micro = score(a, b).micro
    assert micro is not None and micro.values["exact_iaa"] == pytest.approx(4 / 7)


def test_overlapping_mentions_match_at_least_partially() -> None:
    shorter = build_mention("x", (34, 41), kind="person")
    a = build_set(ALL, link(("it", "fever"), ("she", "patient")))
    b = build_set((FEVER, IT, shorter, SHE), link(("it", "fever"), ("she", "x")))
    result = score(a, b)
    assert result.rows["person"].counts == {"a": 1, "b": 1, "partial": 1}
    assert result.micro is not None
    assert result.micro.values == {"exact_iaa": 0.5, "partial_iaa": 1}


def test_mentions_of_another_category_do_not_match() -> None:
    other = build_mention("x", (30, 41), kind="problem")
    a = build_set(ALL, link(("she", "patient")))
    b = build_set((FEVER, IT, other, SHE), link(("she", "x")))
    micro = score(a, b).micro
    assert micro is not None and micro.values == {"exact_iaa": 0, "partial_iaa": 0}


def test_chains_of_a_file_link_each_member_to_its_predecessor() -> None:
    he = build_mention("he", (60, 62), kind="person")
    chain = build_set((*ALL, he), groups=[Group("G1", "coreference", ("he", "patient", "she"))])
    pairs = build_set((*ALL, he), link(("she", "patient"), ("he", "patient")))
    micro = score(chain, pairs).micro
    assert micro is not None
    assert micro.counts == {"a": 2, "b": 2, "exact": 1, "partial": 1}


def test_other_relations_are_not_coreference_pairs() -> None:
    """Only ODIE's pairs of the type identity link mentions of the same entity."""
    mentions = [Mention(m.id, "markable", m.spans, {"semantic_class": "people"}) for m in ALL]
    relations = [
        Relation("P1", "pair", "she", "patient", {"relation_type": "identity"}),
        Relation("P2", "pair", "it", "fever", {"relation_type": "part/whole"}),
    ]
    annotations = build_set(mentions, relations)
    result = score(annotations, annotations, "odie")
    assert result.rows.keys() == {"people"}
    assert result.rows["people"].counts == {"a": 1, "b": 1, "exact": 1, "partial": 1}


def test_set_without_pairs_is_reported() -> None:
    a = build_set(ALL, [Relation("R", "TrAP", "it", "fever")])
    result = score(a, build_set(ALL, link(("she", "patient"))))
    [notice] = result.notices
    assert "the first set was recognised as a coreference pair" in notice and "TrAP" in notice


def test_schema_without_identity_is_refused() -> None:
    with pytest.raises(InputError, match="no relation that means identity"):
        score(build_set(ALL), build_set(ALL), "share-2014")
