"""Spelling neighbours: all words within the edit distance are found, and no others."""

import string
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.index.fuzzy import MAX_LENGTH, SpellingNeighbours, compute_signatures
from goldsmith.terminology.store import Terminology

Neighbours = list[tuple[str, int]]
Make = Callable[[Sequence[str]], Callable[..., Neighbours]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Return a function that compiles names and returns a search for neighbours in them.

    A word class is represented by its first word.
    """

    def compile_names(texts: Sequence[str]) -> Callable[..., Neighbours]:
        concepts = [Concept(str(n), "X", (Name(text),)) for n, text in enumerate(texts)]
        compile_concepts(concepts, tmp_path / "terms", name="words")
        terminology = Terminology(tmp_path / "terms")
        shown: dict[int, str] = {}
        for at, text in enumerate(terminology.strings("word.text")):
            shown.setdefault(int(terminology.arrays["word.class"][at]), text)
        find = SpellingNeighbours(terminology).find
        return lambda word, **options: [(shown[n], edits) for n, edits in find(word, **options)]

    return compile_names


WORDS = ["fracture", "facture", "rupture", "pain", "paint", "gain", "ileum", "ilium", "hepatitis"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("fractre", "fracture"),  # a missing letter
        ("fractture", "fracture"),  # an extra letter
        ("fractare", "fracture"),  # a wrong letter
        ("fratcure", "fracture"),  # two letters swapped
        ("vracture", "fracture"),  # the first letter wrong
        ("racture", "fracture"),  # the first letter missing
        ("rfacture", "fracture"),  # the first two letters swapped
        ("FRACTRE", "fracture"),  # in capitals
        ("hépattis", "hepatitis"),  # with an accent
    ],
)
def test_word_with_one_edit_is_found(make: Make, typed: str, expected: str) -> None:
    assert (expected, 1) in make(WORDS)(typed)


def test_neighbours_are_ordered_by_distance_and_frequency(make: Make) -> None:
    near = make(["mask", "mark", "mark on skin", "marks", "mart", "marl", "marl of lime"])
    assert near("mark") == [("mark", 0), ("marl", 1), ("mart", 1), ("mask", 1)]
    assert near("marx") == [("mark", 1), ("marl", 1), ("mart", 1)]


def test_two_edits_are_found_in_long_words_on_request(make: Make) -> None:
    near = make(["hepatitis", "colitis"])
    assert near("hepaxitxs") == []
    assert near("hepaxitxs", distance=2) == [("hepatitis", 2)]
    assert near("coxitxs", distance=2) == []


@pytest.mark.parametrize("typed", ["", "gai", "1234", "12345678", "²³¹²", "x" * (MAX_LENGTH + 1)])
def test_short_words_and_numbers_have_no_neighbours(make: Make, typed: str) -> None:
    near = make([*WORDS, "gait", "1235", "12345679", "x" * MAX_LENGTH])
    assert near(typed, distance=2) == []


def test_stop_words_are_not_neighbours(make: Make) -> None:
    assert make(["there", "of the pain"])("ther") == [("there", 1)]


def test_terminology_without_long_words_has_no_neighbours(make: Make) -> None:
    assert make(["of", "12", "+"])("pain") == []


letters = st.text(alphabet="abcé" + string.ascii_lowercase, min_size=4, max_size=12)


@settings(max_examples=60, deadline=None)
@given(words=st.lists(letters, min_size=1, max_size=30), typed=letters, distance=st.integers(1, 2))
def test_neighbours_are_exactly_the_words_within_the_distance(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], typed: str, distance: int
) -> None:
    folder = tmp_path_factory.mktemp("near")
    concepts = [Concept(str(n), "X", (Name(word),)) for n, word in enumerate([*words, typed + "q"])]
    compile_concepts(concepts, folder / "terms", name="words")
    terminology = Terminology(folder / "terms")
    allowed = distance if len(typed) >= 8 else 1
    fold = typed.replace("é", "e")
    expected: dict[int, int] = {}
    for at, word in enumerate(terminology.strings("word.text")):
        edits = OSA.distance(fold, word)
        number = int(terminology.arrays["word.class"][at])
        if edits <= allowed and len(word) >= 4 and number:
            expected[number] = min(edits, expected.get(number, edits))
    neighbours = SpellingNeighbours(terminology).find(typed, distance=distance)
    assert dict(neighbours) == expected
    assert len(dict(neighbours)) == len(neighbours)
    assert [edits for _, edits in neighbours] == sorted(edits for _, edits in neighbours)


@given(st.text(min_size=1), st.integers(0), st.characters())
def test_edit_changes_at_most_two_bits_of_the_signature(text: str, at: int, char: str) -> None:
    at %= len(text)
    swapped = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
    deleted, replaced = text[:at] + text[at + 1 :], text[:at] + char + text[at + 1 :]
    first, *rest = compute_signatures([text, swapped, deleted, replaced]).tolist()
    changed = [(first ^ signature).bit_count() for signature in rest]
    assert changed[0] == 0
    assert changed[1] <= 1
    assert changed[2] <= 2
