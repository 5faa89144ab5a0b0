"""Draws: fields, restrictions, and every way to ask for what is not there."""

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError
from goldsmith.sampling import (
    Card,
    DrawPlan,
    Part,
    Population,
    Restriction,
    draw,
    population,
    population_of,
    terms,
)
from goldsmith.sampling.fields import Fields


@pytest.fixture
def mixed() -> Population:
    return population(
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


def test_fields_are_metadata_and_what_follows_from_it(mixed: Population) -> None:
    fields = Fields(mixed.cards)
    card = mixed.cards[29]
    values = {name: fields.field(name)(card) for name in fields.known}
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


def test_an_extra_field_can_hide_behind_one_of_ours() -> None:
    cards = [Card("a", type="letter", extra=(("type", "x"), ("ward", "y")))]
    fields = Fields(cards)
    assert "extra.type" in fields.known and "extra.ward" not in fields.known
    assert fields.field("extra.type")(cards[0]) == "x"
    assert fields.field("extra.ward")(cards[0]) == "y"
    with pytest.raises(InputError, match=r"no field called 'extra\.date'"):
        fields.field("extra.date")


def test_lengths_are_thirds(mixed: Population) -> None:
    read = Fields(mixed.cards).field("length")
    found = [read(card) for card in mixed.cards]
    assert found == ["short"] * 10 + ["medium"] * 10 + ["long"] * 10


def test_an_unknown_field_names_the_known_ones(mixed: Population) -> None:
    with pytest.raises(InputError, match=r"no field called 'wrad'.*ward.*Did you mean ward"):
        draw(mixed, DrawPlan(axes=("wrad",), parts=(Part("s", 3),)))
    with pytest.raises(InputError, match="no value of ward called 'D'; expected one of A, B, C"):
        draw(mixed, DrawPlan(only=Restriction(where={"ward": ("D",)}), parts=(Part("s", 3),)))


def test_conditions_narrow_one_after_the_other(mixed: Population) -> None:
    where = {"ward": ("A", "B"), "year": ("2008",)}
    drawn = draw(mixed, DrawPlan(only=Restriction(where=where), parts=(Part("s", 10),)))
    assert [(one.condition, one.documents) for one in drawn.kept] == [
        ("ward A or B", 20),
        ("year 2008", 10),
    ]


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (DrawPlan(parts=(Part("s", 31),)), "the part s wants 31 documents and there are 30"),
        (
            DrawPlan(parts=(Part("s", {"imaging": 11}),)),
            "s wants 11 documents of type imaging and there are 10",
        ),
        (DrawPlan(parts=(Part("s", {"image": 1}),)), "no document type called 'image'"),
        (DrawPlan(parts=(Part("a", 20), Part("b", 11))), "b wants 11 documents and .* 10 left"),
        (DrawPlan(parts=(Part("a", 2), Part("a", 1))), "two parts called 'a'"),
        (DrawPlan(), "nothing to draw"),
        (DrawPlan(parts=(Part("a", 2),), mirror="b"), "no part to mirror called 'b'"),
        (DrawPlan(parts=(Part("a", {"imaging": 6}),), mirror="a"), r"imaging: 6 wanted, 4 left"),
        (DrawPlan(like=("d1", "zz")), "1 of the 2 documents to mirror are not in this corpus"),
        (
            DrawPlan(only=Restriction(icd10=("I",)), parts=(Part("a", 1),)),
            "no document is left of 30: none has a diagnosis in ICD-10 I",
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
def test_what_is_not_there_is_said(mixed: Population, plan: DrawPlan, message: str) -> None:
    with pytest.raises(InputError, match=message):
        draw(mixed, plan)


def test_by_patient_needs_patients() -> None:
    plan = DrawPlan(parts=(Part("s", 1),), by_patient=True)
    with pytest.raises(InputError, match="which patient"):
        draw(population([Card("a"), Card("b")]), plan)
    drawn = draw(population([Card("a"), Card("b", "P")]), plan)
    assert drawn.notes == ("1 documents name no patient; each counts as a patient of its own",)


def test_an_empty_population_and_a_double_id() -> None:
    with pytest.raises(InputError, match="no documents"):
        draw(population([]), DrawPlan(parts=(Part("s", 1),)))
    with pytest.raises(InputError, match="twice"):
        population([Card("a"), Card("a")])


def test_the_hash_of_a_population_knows_ids_metadata_and_texts_but_no_order() -> None:
    docs = [Document(f"{n}", f"text {n}", Metadata(patient=f"P{n}")) for n in range(5)]
    whole = population_of(docs).sha256
    assert population_of(reversed(docs)).sha256 == whole
    changed = [
        Document("9", "text 0", Metadata(patient="P0")),
        Document("0", "text 1", Metadata(patient="P0")),
        Document("0", "text 0", Metadata(patient="P1")),
    ]
    hashes = {population_of([one, *docs[1:]]).sha256 for one in changed}
    assert len(hashes | {whole}) == 4


@pytest.mark.parametrize("text", ["", "0", "-3", "x", "1.5", "a=", "a=1,a=2", "a=1,b"])
def test_a_wrong_size_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        terms.size(text)


def test_parts_are_read_with_their_sizes() -> None:
    assert terms.part("trial=60") == Part("trial", 60)
    sizes = {"narrative": 50, "CT scan": 5}
    assert terms.part("gold=narrative=50, CT scan=5") == Part("gold", sizes)
    for text in ("trial", "../up=3", "=3", "a b=3"):
        with pytest.raises(InputError):
            terms.part(text)
