"""Words nearly alike are found, all of them and no others."""

import string
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.index.fuzzy import LONGEST, Near, signatures
from goldsmith.terminology.store import Terminology

Found = list[tuple[str, int]]
Make = Callable[[Sequence[str]], Callable[..., Found]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Compiles a terminology with the texts as names and looks for near words in it.

    A class is shown by the first of its words.
    """

    def made(texts: Sequence[str]) -> Callable[..., Found]:
        concepts = [Concept(str(n), "X", (Name(text),)) for n, text in enumerate(texts)]
        compile_concepts(concepts, tmp_path / "terms", name="words")
        terminology = Terminology(tmp_path / "terms")
        shown: dict[int, str] = {}
        for at, text in enumerate(terminology.strings("word.text").all()):
            shown.setdefault(int(terminology.arrays["word.class"][at]), text)
        near = Near(terminology).near
        return lambda word, **options: [(shown[o], edits) for o, edits in near(word, **options)]

    return made


WORDS = ["fracture", "facture", "rupture", "pain", "paint", "gain", "ileum", "ilium", "hepatitis"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("fractre", "fracture"),  # a letter left out
        ("fractture", "fracture"),  # one too many
        ("fractare", "fracture"),  # a wrong one
        ("fratcure", "fracture"),  # two swapped
        ("vracture", "fracture"),  # the first one wrong
        ("racture", "fracture"),  # the first one left out
        ("rfacture", "fracture"),  # the first two swapped
        ("FRACTRE", "fracture"),  # in capitals
        ("hépattis", "hepatitis"),  # with an accent
    ],
)
def test_one_edit_is_enough_wherever_it_is(make, typed, expected):
    assert (expected, 1) in make(WORDS)(typed)


def test_the_nearest_come_first_then_those_in_most_names(make):
    near = make(["mask", "mark", "mark on skin", "marks", "mart", "marl", "marl of lime"])
    assert near("mark") == [("mark", 0), ("marl", 1), ("mart", 1), ("mask", 1)]
    assert near("marx") == [("mark", 1), ("marl", 1), ("mart", 1)]


def test_two_edits_are_allowed_in_long_words_only_and_only_on_request(make):
    near = make(["hepatitis", "colitis"])
    assert near("hepaxitxs") == []
    assert near("hepaxitxs", distance=2) == [("hepatitis", 2)]
    assert near("coxitxs", distance=2) == []


@pytest.mark.parametrize("typed", ["", "gai", "1234", "12345678", "²³¹²", "x" * (LONGEST + 1)])
def test_short_words_and_numbers_have_no_neighbours(make, typed):
    near = make([*WORDS, "gait", "1235", "12345679", "x" * LONGEST])
    assert near(typed, distance=2) == []


def test_stop_words_are_nobodys_neighbours(make):
    assert make(["there", "of the pain"])("ther") == [("there", 1)]


def test_a_terminology_may_lack_words_to_misspell(make):
    assert make(["of", "12", "+"])("pain") == []


letters = st.text(alphabet="abcé" + string.ascii_lowercase, min_size=4, max_size=12)


@settings(max_examples=60, deadline=None)
@given(words=st.lists(letters, min_size=1, max_size=30), typed=letters, distance=st.integers(1, 2))
def test_exactly_the_words_within_the_distance_are_found(tmp_path_factory, words, typed, distance):
    folder = tmp_path_factory.mktemp("near")
    concepts = [Concept(str(n), "X", (Name(word),)) for n, word in enumerate([*words, typed + "q"])]
    compile_concepts(concepts, folder / "terms", name="words")
    terminology = Terminology(folder / "terms")
    allowed = distance if len(typed) >= 8 else 1
    fold = typed.replace("é", "e")
    expected: dict[int, int] = {}
    for at, word in enumerate(terminology.strings("word.text").all()):
        edits = OSA.distance(fold, word)
        owner = int(terminology.arrays["word.class"][at])
        if edits <= allowed and len(word) >= 4 and owner:
            expected[owner] = min(edits, expected.get(owner, edits))
    found = Near(terminology).near(typed, distance=distance)
    assert dict(found) == expected
    assert len(dict(found)) == len(found)
    assert [edits for _, edits in found] == sorted(edits for _, edits in found)


@given(st.text(min_size=1), st.integers(0), st.characters())
def test_an_edit_changes_two_bits_of_the_signature_at_most(text, at, char):
    at %= len(text)
    swapped = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
    dropped, other = text[:at] + text[at + 1 :], text[:at] + char + text[at + 1 :]
    first, *rest = signatures([text, swapped, dropped, other]).tolist()
    changed = [(first ^ one).bit_count() for one in rest]
    assert changed[0] == 0
    assert changed[1] <= 1
    assert changed[2] <= 2
