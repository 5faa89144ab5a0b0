"""Test the notes in many hands: marks, variety, density, capitals, and the notation."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from goldsmith.core import Document
from goldsmith.errors import InputError, MissingExtra
from goldsmith_demo.hands import gazetteers, make_hand_notes, notes
from goldsmith_demo.hands.noise import wrap_lines
from goldsmith_demo.hands.page import SOURCES, Page
from goldsmith_demo.hands.patterns import (
    Choice,
    Mark,
    Nodes,
    Repeat,
    Slot,
    parse_pattern,
    parse_rule,
)
from goldsmith_demo.hands.people import Date, Patient, load_tables

TYPES = {"NAME", "DATE", "PLACE", "NUMBER", "CONTACT", "AGE"}
NURSING = "neuro resp cv gi gu skin social nursing_open nursing_plain".split()


@cache
def make_notes() -> tuple[Document, ...]:
    return tuple(make_hand_notes(seed=5, count=1500))


def list_words(kind: str) -> list[str]:
    return [
        doc.text[mention.start : mention.end]
        for doc in make_notes()
        for mention in doc.sets["gold"].mentions
        if mention.type == kind
    ]


def hide_marks(doc: Document) -> str:
    """Return the text with every identifier replaced by underscores."""
    text = doc.text
    for mention in doc.sets["gold"].mentions:
        text = text[: mention.start] + "_" * (mention.end - mention.start) + text[mention.end :]
    return text


def write(pattern: str, number: int = 0) -> Page:
    page = Page({"a": parse_rule("x\ny\nz")}, Patient(1, 1, "us"), Date(2008, 3, 7), Random(number))
    page.write(parse_pattern(pattern))
    return page


def write_text(pattern: str, number: int = 0) -> str:
    return "".join(piece.text for piece in write(pattern, number).pieces)


def count_per_note(hand: str) -> float:
    counts = [len(doc.sets["gold"].mentions) for doc in make_notes() if doc.metadata.type == hand]
    return sum(counts) / len(counts)


def test_same_seed_gives_the_same_notes_whatever_their_number() -> None:
    assert list(make_hand_notes(5, 200)) == list(make_notes()[:200])
    assert list(make_hand_notes(6, 20)) != list(make_notes()[:20])
    assert len({doc.id for doc in make_notes()}) == len(make_notes())


def test_marks_are_well_formed() -> None:
    for doc in make_notes():
        end = 0
        for mention in doc.sets["gold"].mentions:
            words = doc.text[mention.start : mention.end]
            assert mention.type in TYPES
            assert mention.start >= end
            assert words and words == words.strip()
            end = mention.end


def test_every_hand_and_type_occurs() -> None:
    assert {doc.metadata.type for doc in make_notes()} == set(notes.load_hands())
    assert len(notes.load_hands()) >= 12
    assert all(len(list_words(kind)) > 30 for kind in TYPES)


def test_density_matches_real_notes() -> None:
    assert 0.4 < count_per_note("icu-nursing") < 1.1
    assert 8 <= count_per_note("us-letter") <= 15
    empty = sum(not doc.sets["gold"].mentions for doc in make_notes())
    assert 0.15 < empty / len(make_notes()) < 0.5


def test_notes_are_short() -> None:
    lengths = sorted(len(doc.text.split()) for doc in make_notes())
    assert lengths[len(lengths) // 20] >= 25
    assert lengths[-len(lengths) // 20] <= 250


def test_families_have_many_patterns() -> None:
    patterns = notes.load_rules()
    assert len(set(patterns["nursing_id"])) >= 60
    assert sum(len(set(patterns[name])) for name in NURSING) >= 150
    assert all(len(set(patterns[name])) >= 60 for name in ("md_id", "us_id", "uk_id"))


def test_dates_have_forty_forms() -> None:
    shapes = Counter(
        re.sub("[A-Za-z]+", "a", re.sub(r"\d", "9", date)) for date in list_words("DATE")
    )
    assert len(shapes) >= 40
    assert shapes["9/99"] > shapes["9999-99-99"] > 0


def test_names_are_varied() -> None:
    surnames = Counter(word.split()[-1].lower() for word in list_words("NAME"))
    assert len(surnames) > 800
    assert max(surnames.values()) < 0.02 * surnames.total()


def test_some_words_occur_both_as_names_and_as_ordinary_words() -> None:
    names = {word for name in list_words("NAME") for word in re.findall("[a-z]+", name.lower())}
    text = " ".join(map(hide_marks, make_notes())).lower()
    words = set(re.findall("[a-z]+", text))
    assert (
        len({"long", "rose", "may", "will", "young", "gray", "hope", "bell"} & names & words) >= 4
    )


def test_every_full_date_and_long_number_is_marked() -> None:
    unmarked = re.compile(r"(?<![\d./-])\d\d?/\d\d?/(?:19|20)?\d\d\b(?!/)|\b\d{3}-\d{4}\b|\d{7,}")
    assert not [doc.id for doc in make_notes() if unmarked.search(hide_marks(doc))]


def test_names_of_a_note_are_marked_everywhere() -> None:
    for doc in make_notes():
        mentions = doc.sets["gold"].mentions
        names = [doc.get_covered_text(mention) for mention in mentions if mention.type == "NAME"]
        rare = {word for name in names for word in re.findall("[A-Za-z]{9,}", name)}
        assert not rare & set(re.findall("[A-Za-z]+", hide_marks(doc)))


def test_eponyms_stay_unmarked() -> None:
    text = " ".join(map(hide_marks, make_notes())).lower()
    assert all(word in text for word in ("foley", "swan", "kerley b", "babinski", "crohn's"))


def test_ages_are_over_89() -> None:
    ages = list_words("AGE")
    assert all(int(age) > 89 for age in ages if age.isdigit())
    assert any(not age.isdigit() for age in ages)


def test_hands_write_in_their_letter_case() -> None:
    by_hand = {doc.metadata.type: doc.text for doc in make_notes()}
    assert by_hand["icu-nursing-capitals"].isupper()
    assert by_hand["lower-case"].islower()


def test_notes_of_a_patient_share_the_surname() -> None:
    surnames: dict[str, list[str]] = {}
    for doc in make_notes():
        for mention in doc.sets["gold"].mentions:
            if mention.attributes == {"demo:role": "patient", "demo:form": "L"}:
                name = doc.get_covered_text(mention).lower()
                surnames.setdefault(doc.metadata.patient, []).append(name)
    repeats = [names for names in surnames.values() if len(names) > 1]
    same = sum(len(set(names)) == 1 for names in repeats)
    assert len(repeats) > 10
    assert same > 0.8 * len(repeats)  # the others are mistyped


def test_pool_of_a_patient_is_stable() -> None:
    patient = Patient(3, 7, "us")
    people = {patient.choose_person("pt", Random(number)) for number in range(20)}
    assert len(people) == 1


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        ("K [3|4[.1|.2]|]", {"K 3", "K 4.1", "K 4.2", "K "}),
        ("{3-4}", {"3", "4"}),
        ("{0.8-1.1}", {"0.8", "0.9", "1.0", "1.1"}),
        ("{a*3-3;}", {"x. y. z", "x. z. y", "y. x. z", "y. z. x", "z. x. y", "z. y. x"}),
        ("BP <90 and >50", {"BP <90 and >50"}),
        (r"a\nb", {"a\nb"}),
        ("end.. Next", {"end.. Next"}),
    ],
)
def test_notation(pattern: str, texts: set[str]) -> None:
    assert {write_text(pattern, number) for number in range(200)} == texts


def test_mark_covers_its_words() -> None:
    pieces = write("seen <DATE:{mm}/{dd}/{yyyy}>, <NUMBER/record:^%##>").pieces
    date, number = (piece for piece in pieces if piece.type)
    assert re.fullmatch(r"\d\d/\d\d/200[678]", date.text)
    assert re.fullmatch(r"[A-Z][1-9]\d\d", number.text)
    assert (number.type, number.role) == ("NUMBER", "record")


def test_slot_in_a_sentence_always_means_the_same_person() -> None:
    pieces = [piece for piece in write("{doc.last} paged; {doc.last} here").pieces if piece.type]
    assert pieces[0].text == pieces[1].text


def test_weight_repeats_a_pattern() -> None:
    assert len(parse_rule("@3 often\nseldom\n")) == 4


@pytest.mark.parametrize("pattern", ["a [b", "a] b", "<NAME:x", "{not a slot}"])
def test_bad_pattern_raises(pattern: str) -> None:
    with pytest.raises(ValueError):
        parse_pattern(pattern)


def list_slots(nodes: Nodes) -> Iterator[str]:
    """Yield the names of the rules, sources and forms of persons to which nodes refer."""
    for node in nodes:
        match node:
            case Choice(options):
                yield from (slot for option in options for slot in list_slots(option))
            case Mark():
                yield from list_slots(node.nodes)
            case Repeat():
                yield from {node.rule, node.besides} - {""}
            case Slot(name, form):
                yield f"{name.rstrip('23')}.{form}" if form else name


def test_every_slot_names_a_rule_a_source_or_a_form_of_a_person() -> None:
    tables = load_tables()
    persons = {f"{role}.{form}" for role in tables.roles for form in (*tables.forms, "kin")}
    defined = {*notes.load_rules(), *SOURCES, *persons}
    for name, patterns in notes.load_rules().items():
        for nodes in patterns:
            assert set(list_slots(nodes)) <= defined, name


def test_no_two_rules_or_sources_have_the_same_name() -> None:
    names = [name for name, _ in notes.read_rules()]
    assert len({*names, *SOURCES}) == len(names) + len(SOURCES)


def test_wrapping_keeps_offsets() -> None:
    text = "word " * 40 + "end"
    wrapped = wrap_lines(text, 30)
    assert wrapped.replace("\n", " ") == text
    assert max(map(len, wrapped.split("\n"))) <= 35


def test_negative_count_is_refused() -> None:
    with pytest.raises(InputError, match="-1 notes"):
        list(make_hand_notes(1, -1))


def test_missing_package_is_named() -> None:
    with pytest.raises(MissingExtra, match="dev"):
        gazetteers._read_list("no_such_package_of_names", "dist.all.last")
