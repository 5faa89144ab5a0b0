"""Trained extents of times: candidate places, ranking, selection and training data."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.components.temporal.expressions.compiler import load_grammar
from goldsmith.components.temporal.expressions.finder import TimexFinder
from goldsmith.components.temporal.extents.marked import MarkedDocument, find_rivals, mark_times
from goldsmith.components.temporal.extents.passages import Passage, PassageReader
from goldsmith.components.temporal.extents.ranker import ExtentRanker, RankedPlace
from goldsmith.components.temporal.extents.selection import select_extents
from goldsmith.components.temporal.extents.tagger import make_example
from goldsmith.components.temporal.layout import get_layout
from goldsmith.components.temporal.resolution.values import Timex
from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Example
from goldsmith.rules.times import is_time_value

GRAMMAR = load_grammar((), shipped=True, candidates=True)
FINDER = TimexFinder(GRAMMAR, skip=())
CLASSES = GRAMMAR.grammar.classes


def find(analysis: Analysis) -> list[Timex]:
    return FINDER.find(analysis.text).timexes


def read(text: str) -> list[Passage]:
    analysis = Analysis(Document("d", text))
    return list(PassageReader(CLASSES).read(analysis, find(analysis)))


def mark(text: str, *words: str, kind: str = "DATE") -> MarkedDocument:
    mentions = tuple(
        Mention(w, kind, (Span(text.index(w), text.index(w) + len(w)),)) for w in words
    )
    times = mentions if kind == "DATE" else ()
    others = () if kind == "DATE" else mentions
    return MarkedDocument(Analysis(Document(text, text)), times, others)


def rank(ranker: ExtentRanker, text: str) -> list[tuple[str, float]]:
    """Return the most probable extent of each place and the probability that it is a time."""
    results = []
    for place in ranker(Analysis(Document("d", text))):
        best = max(place.extents, key=lambda span: place.extents[span])
        results.append((text[best.start : best.end], sum(place.extents.values())))
    return results


def test_two_dates_with_a_connecting_word_are_one_place() -> None:
    (passage,) = read(
        "Treated from June to July 2014, seen in 2015 and for two weeks and a year ago."
    )
    places = [" ".join(passage.words[place.first : place.end]) for place in passage.places]
    assert places == ["MONTH to MONTH 2000", "2000", "9 UNIT", "a UNIT ago"]
    assert passage.places[0].pattern == "range"


def test_dates_without_a_connecting_word_are_separate_places() -> None:
    (passage,) = read("Seen in June 2014, July 2014 or on 3 August 2014.")
    assert [place.pattern == "range" for place in passage.places] == [False, False, False]


def test_words_are_generalised() -> None:
    (passage,) = read("Seen in March 2008, three weeks and 4 d after the 2nd and third cycle.")
    assert list(passage.words[2:10]) == ["MONTH", "2000", ",", "9", "UNIT", "and", "9", "UNIT"]
    assert passage.words.count("ORDINAL") == 2
    assert (passage.get_word(-1), passage.get_word(99)) == ("<s>", "</s>")


def test_places_have_units() -> None:
    (passage,) = read("Within 3 hours the 2D echo (Fig. 1D, cyclin D1) took 40 s or three weeks.")
    units = {
        " ".join(passage.words[place.first : place.end]): (place.unit, place.is_capital)
        for place in passage.places
    }
    assert units["9 UNIT"] == ("W", False)
    assert {units["2d"], units["1d"]} == {("9d", False)}
    assert units["d1"] == ("", True)


def test_date_with_an_abbreviated_month_is_a_place() -> None:
    (passage,) = read("Admitted on Feb. 18, 2016 for pain.")
    (place,) = passage.places
    assert " ".join(passage.words[place.first : place.end]) == "MONTH . 9 , 2000"


def test_extents_do_not_cross_brackets_or_other_times() -> None:
    (passage,) = read("Eight days after admission (26 November 2015), at 3 pm, he left.")
    texts = {
        " ".join(passage.words[first:end])
        for place in passage.places
        for first, end in passage.list_extents(place)
    }
    assert {"9 UNIT", "9 UNIT after", "9 UNIT after admission", "UNIT"} <= texts
    assert not any("(" in text or ")" in text for text in texts)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A month after the embolisation he was well.", "A month"),
        ("On the fourth week it was lower.", "the fourth week"),
        ("She had intermittent fever.", "intermittent"),
        ("It was given on d 22 to 24.", "d 22 to 24"),
        ("The postoperative period was uneventful.", "The postoperative period"),
        ("Admitted in the 38th week of gestation.", "the 38th week of gestation"),
        ("Scans at 1, 3, and 12 months were clear.", "1, 3, and 12 months"),
        ("Given on days 1, 8, and 15.", "days 1, 8, and 15"),
        ("In the following months he was well.", "the following months"),
    ],
)
def test_candidates_include_times_that_the_rules_leave_out(text: str, words: str) -> None:
    timexes = find(Analysis(Document("d", text)))
    assert [text[t.expression.start : t.expression.end] for t in timexes] == [words]
    assert all(is_time_value(timex.value) for timex in timexes)
    rules = TimexFinder(load_grammar((), shipped=True)).find(text).timexes
    assert words not in [text[t.expression.start : t.expression.end] for t in rules]


def make_documents() -> list[MarkedDocument]:
    """Make a corpus where "after" belongs to a time unless "of" follows; doses are not times."""
    documents = []
    for number in range(2, 14):
        documents += [
            mark(f"Pain began after {number} days, he said.", f"after {number} days"),
            mark(f"Better after {number} weeks of rest.", f"{number} weeks"),
            mark(f"He took {number} mg daily.", f"{number} mg daily", kind="Dosage"),
        ]
    return documents


def test_ranker_considers_both_edges(tmp_path: Path) -> None:
    ranker = ExtentRanker(find, CLASSES)
    assert ranker(Analysis(Document("d", "After 3 days."))) == []
    ranker.train(make_documents(), ("Dosage",))
    text = "Fever began after 40 days, he said. Well after 50 weeks of rest. He took 8 mg daily."
    (first, is_first), (second, is_second), (_, is_third) = rank(ranker, text)
    assert (first, second) == ("after 40 days", "50 weeks")
    assert min(is_first, is_second) > 0.5 > is_third
    ranker.save(tmp_path)
    loaded = ExtentRanker(find, CLASSES)
    loaded.load(tmp_path)
    assert rank(loaded, text) == rank(ranker, text)


def test_ranker_considers_unit_and_neighbours() -> None:
    documents = []
    for number in range(2, 12):
        documents += [
            mark(f"It lasted {number} seconds."),
            mark(f"It lasted {number} weeks.", f"{number} weeks"),
            mark(f"Given monthly for {number} days.", f"{number} days"),
            mark("Given monthly.", "monthly"),
        ]
    ranker = ExtentRanker(find, CLASSES)
    ranker.train(documents, ())
    text = "It lasted 50 seconds. It lasted 50 weeks. Given monthly for 20 days. Given monthly."
    is_time = [probability > 0.5 for _, probability in rank(ranker, text)]
    assert is_time == [False, True, False, True, True]


def test_rivals_are_the_types_of_many_candidates_that_are_not_times() -> None:
    documents = make_documents()
    assert find_rivals(documents, find) == ("Dosage",)
    assert find_rivals(documents[:12], find) == ()


def test_tagger_learns_rivals_that_do_not_overlap_a_time() -> None:
    text = "He took 3 mg daily for 4 days."
    marked = mark(text, "4 days")
    dosages = mark(text, "3 mg daily", "for 4 days", "took", kind="Dosage").others
    example = make_example(marked._replace(others=dosages), ("Dosage",))
    kinds = {text[m.start : m.end]: m.type for m in example.gold.mentions}
    assert kinds == {"4 days": "time:extent", "3 mg daily": "Dosage", "took": "Dosage"}
    example = make_example(marked._replace(others=dosages), ())
    kinds = {text[m.start : m.end]: m.type for m in example.gold.mentions}
    assert kinds == {"4 days": "time:extent", "3 mg daily": "other", "took": "other"}


def test_ranker_generalises_over_prepositions() -> None:
    documents = [
        mark(f"Pain {word} {number} days.", f"{word} {number} days")
        for number, word in enumerate(("for", "after", "over", "during", "within", "about") * 2, 2)
    ]
    ranker = ExtentRanker(find, CLASSES)
    ranker.train(documents, ())
    assert [words for words, _ in rank(ranker, "Pain throughout 20 days.")] == [
        "throughout 20 days"
    ]


def test_the_habit_of_a_document_counts_once(tmp_path: Path) -> None:
    """Three documents exclude "after" from the extent; one includes it eight times."""
    numbers = range(2, 10)
    habit = " ".join(f"Seen after {number} days." for number in numbers)
    documents = [mark(habit, *(f"after {number} days" for number in numbers))]
    documents += [
        mark(f"Seen after {n} days. Seen after {n + 1} days.", f"{n} days", f"{n + 1} days")
        for n in (12, 14, 16)
    ]
    ranker = ExtentRanker(find, CLASSES)
    ranker.train(documents, ())
    assert [words for words, _ in rank(ranker, "Seen after 20 days.")] == ["20 days"]
    ranker.save(tmp_path)
    assert "habit" not in (tmp_path / "extents" / "features.json").read_text("utf-8")


def test_ranker_trained_without_candidates_finds_nothing() -> None:
    ranker = ExtentRanker(find, CLASSES)
    ranker.train([mark("Nothing here.")], ())
    assert ranker(Analysis(Document("d", "After 3 days."))) == []


def test_missing_ranker_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"ranker\.json"):
        ExtentRanker(find, CLASSES).load(tmp_path)


AFTER, ALONE, ELSEWHERE = Span(0, 15), Span(6, 15), Span(20, 24)


def test_extents_share_the_probability_of_their_place() -> None:
    place = RankedPlace(ALONE, {AFTER: 0.3, ALONE: 0.25})
    tagged = {AFTER: 0.2, ALONE: 0.2}
    # It is a time: (0.55 + 0.4) / 2. It has this extent: 0.8 * 0.3 / 0.55 + 0.2 * 0.5 of that.
    mean = (0.475 + 0.475 * (0.24 / 0.55 + 0.1)) / 2
    assert select_extents([place], tagged, mean - 0.001) == [AFTER]
    assert select_extents([place], tagged, mean + 0.001) == []


def test_clear_extents_are_preferred() -> None:
    """Of two places that are equally likely to be times, the one with the clear extent wins."""
    clear = RankedPlace(ELSEWHERE, {ELSEWHERE: 0.6})
    unclear = RankedPlace(ALONE, {AFTER: 0.3, ALONE: 0.3})
    tagged = {ELSEWHERE: 0.6, AFTER: 0.3, ALONE: 0.3}
    assert select_extents([unclear, clear], tagged, 0.5) == [ELSEWHERE]
    assert select_extents([unclear, clear], tagged, 0.4) == [AFTER, ELSEWHERE]


def test_ranker_outweighs_the_tagger_in_extents() -> None:
    place = RankedPlace(ALONE, {AFTER: 0.3, ALONE: 0.7})
    assert select_extents([place], {AFTER: 0.7, ALONE: 0.3}, 0.5) == [ALONE]


def test_places_that_only_the_tagger_finds() -> None:
    tagged = {ELSEWHERE: 0.3, Span(19, 24): 0.25}
    mean = (0.55 + 0.3) / 2
    assert select_extents([], tagged, mean - 0.001) == [ELSEWHERE]
    assert select_extents([], tagged, mean + 0.001) == []


def test_selected_extents_do_not_overlap() -> None:
    places = [RankedPlace(AFTER, {AFTER: 0.9}), RankedPlace(ALONE, {ALONE: 0.8, ELSEWHERE: 0.1})]
    assert select_extents(places, {}, 0.2) == [AFTER, ELSEWHERE]


def test_times_are_identified_by_the_types_of_the_corpus() -> None:
    text = "Mesna twice daily for six months."
    marks = (("Dosage", "twice daily"), ("Duration", "six months"))
    mentions = tuple(
        Mention(kind, kind, (Span(text.index(words), text.index(words) + len(words)),))
        for kind, words in marks
    )
    example = Example(Analysis(Document("d", text)), AnnotationSet("gold", mentions=mentions))
    document = mark_times(example, get_layout("maccrobat"))
    assert [mention.type for mention in document.times] == ["DURATION"]
    assert [mention.type for mention in document.others] == ["Dosage"]
