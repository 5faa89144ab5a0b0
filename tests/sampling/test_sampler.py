"""Draws: fields, restrictions, and the errors for requests that cannot be met."""

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError
from goldsmith.sampling import (
    Card,
    DrawPlan,
    Part,
    Population,
    Restriction,
    arguments,
    build_population,
    build_population_from_cards,
    draw_samples,
)
from goldsmith.sampling.fields import Fields


@pytest.fixture
def mixed() -> Population:
    return build_population_from_cards(
        Card(
            f"d{n}",
            f"P{n // 3}",
            ("narrative", "imaging")[n % 3 == 0],
            date=f"{2008 + n % 2}-03-14",
            diagnosis="C50.4",
            words=n,
            extra=(("ward", "ABC"[n % 3]),),
        )
        for n in range(30)
    )


def test_fields_are_metadata_and_derived_values(mixed: Population) -> None:
    fields = Fields(mixed.cards)
    card = mixed.cards[29]
    values = {name: fields.make_reader(name)(card) for name in fields.names}
    assert values == {
        "type": "narrative",
        "subtype": "",
        "diagnosis": "breast",
        "code": "C50.4",
        "chapter": "II",
        "patient": "P9",
        "institution": "",
        "date": "2009-03-14",
        "year": "2009",
        "length": "long",
        "ward": "C",
    }


def test_extra_field_with_a_built_in_name_has_a_prefix() -> None:
    cards = [Card("a", type="letter", extra=(("type", "x"), ("ward", "y")))]
    fields = Fields(cards)
    assert "extra.type" in fields.names and "extra.ward" not in fields.names
    assert fields.make_reader("extra.type")(cards[0]) == "x"
    assert fields.make_reader("extra.ward")(cards[0]) == "y"
    with pytest.raises(InputError, match=r"no field called 'extra\.date'"):
        fields.make_reader("extra.date")


def test_length_divides_documents_into_thirds(mixed: Population) -> None:
    read = Fields(mixed.cards).make_reader("length")
    lengths = [read(card) for card in mixed.cards]
    assert lengths == ["short"] * 10 + ["medium"] * 10 + ["long"] * 10


def test_error_about_an_unknown_field_lists_the_fields(mixed: Population) -> None:
    with pytest.raises(InputError, match=r"no field called 'wrad'.*ward.*Did you mean ward"):
        draw_samples(mixed, DrawPlan(axes=("wrad",), parts=(Part("s", 3),)))
    with pytest.raises(InputError, match="no value of ward called 'D'; expected one of A, B, C"):
        draw_samples(
            mixed, DrawPlan(only=Restriction(where={"ward": ("D",)}), parts=(Part("s", 3),))
        )


def test_each_condition_restricts_the_rest_further(mixed: Population) -> None:
    where = {"ward": ("A", "B"), "year": ("2008",)}
    result = draw_samples(mixed, DrawPlan(only=Restriction(where=where), parts=(Part("s", 10),)))
    assert [(step.condition, step.documents) for step in result.restrictions] == [
        ("ward A or B", 20),
        ("year 2008", 10),
    ]


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (DrawPlan(parts=(Part("s", 31),)), "the part s needs 31 documents, but only 30 exist"),
        (
            DrawPlan(parts=(Part("s", {"imaging": 11}),)),
            "s needs 11 documents of type imaging, but only 10 exist",
        ),
        (DrawPlan(parts=(Part("s", {"image": 1}),)), "no document type called 'image'"),
        (
            DrawPlan(parts=(Part("a", 20), Part("b", 11))),
            "b needs 11 documents, but only 10 are left",
        ),
        (DrawPlan(parts=(Part("a", 2), Part("a", 1))), "two parts called 'a'"),
        (DrawPlan(), "nothing to draw"),
        (DrawPlan(parts=(Part("a", 2),), mirror="b"), "no part to mirror called 'b'"),
        (DrawPlan(parts=(Part("a", {"imaging": 6}),), mirror="a"), r"imaging: 6 needed, 4 left"),
        (DrawPlan(like=("d1", "zz")), "1 of the 2 documents to mirror are not in this corpus"),
        (
            DrawPlan(only=Restriction(icd10=("I",)), parts=(Part("a", 1),)),
            "none of the 30 documents remain: none has a diagnosis in ICD-10 I",
        ),
        (
            DrawPlan(only=Restriction(frequent="ward", min_share=0.5), parts=(Part("a", 1),)),
            "none has ward above 50 % of all documents",
        ),
        (
            DrawPlan(only=Restriction(frequent="ward", min_share=5), parts=(Part("a", 1),)),
            "5 is not a share",
        ),
    ],
)
def test_impossible_plan_is_refused_with_the_reason(
    mixed: Population, plan: DrawPlan, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        draw_samples(mixed, plan)


def test_draw_by_patient_needs_patients() -> None:
    plan = DrawPlan(parts=(Part("s", 1),), by_patient=True)
    with pytest.raises(InputError, match="no document names its patient"):
        draw_samples(build_population_from_cards([Card("a"), Card("b")]), plan)
    result = draw_samples(build_population_from_cards([Card("a"), Card("b", "P")]), plan)
    assert result.notes == ("1 documents name no patient; each counts as a separate patient",)


def test_empty_population_and_duplicate_id_are_rejected() -> None:
    with pytest.raises(InputError, match="no documents"):
        draw_samples(build_population_from_cards([]), DrawPlan(parts=(Part("s", 1),)))
    with pytest.raises(InputError, match="twice"):
        build_population_from_cards([Card("a"), Card("a")])


def test_population_hash_covers_content_but_not_order() -> None:
    docs = [Document(f"{n}", f"text {n}", Metadata(patient=f"P{n}")) for n in range(5)]
    whole = build_population(docs).sha256
    assert build_population(reversed(docs)).sha256 == whole
    changed = [
        Document("9", "text 0", Metadata(patient="P0")),
        Document("0", "text 1", Metadata(patient="P0")),
        Document("0", "text 0", Metadata(patient="P1")),
    ]
    hashes = {build_population([doc, *docs[1:]]).sha256 for doc in changed}
    assert len(hashes | {whole}) == 4


@pytest.mark.parametrize("text", ["", "0", "-3", "x", "1.5", "a=", "a=1,a=2", "a=1,b"])
def test_wrong_size_is_rejected(text: str) -> None:
    with pytest.raises(InputError):
        arguments.parse_size(text)


def test_part_is_parsed_with_its_sizes() -> None:
    assert arguments.parse_part("trial=60") == Part("trial", 60)
    sizes = {"narrative": 50, "CT scan": 5}
    assert arguments.parse_part("gold=narrative=50, CT scan=5") == Part("gold", sizes)
    for text in ("trial", "../up=3", "=3", "a b=3"):
        with pytest.raises(InputError):
            arguments.parse_part(text)
