"""Time expressions: annotated sentences, grammar files, anchors, layouts, training."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.components.temporal import Options, Temporal
from goldsmith.components.temporal.expressions.amounts import parse_amount
from goldsmith.components.temporal.expressions.compiler import compile_grammar, load_grammar
from goldsmith.components.temporal.expressions.finder import TimexFinder
from goldsmith.components.temporal.expressions.grammar import parse_grammar
from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Span
from goldsmith.core.schema_file import load_builtin_schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.examples import inline
from goldsmith.pipeline import Analysis, Example, Resources
from goldsmith.rules.times import is_time_value

MONDAY = "2008-06-16"
LINES = (Path(__file__).parent / "sentences.txt").read_text("utf-8").splitlines()
SENTENCES = [line for line in LINES if line and not line.startswith("#")]
CLEF = Resources(schema=load_builtin_schema("clef-temporal"))


def annotate(
    text: str,
    options: Options | None = None,
    *,
    date: str = MONDAY,
    resources: Resources | None = None,
) -> list[Mention]:
    component = Temporal(options or Options(), resources or Resources())
    analysis = Analysis(Document("d", text, Metadata(date=date)))
    component(analysis)
    return analysis.mentions


def find(text: str, options: Options | None = None, *, date: str = MONDAY) -> dict[str, str]:
    return {
        text[m.start : m.end]: m.attributes["value"]
        for m in annotate(text, options, date=date)
        if m.spans
    }


def read_gold(line: str) -> tuple[str, set[tuple[int, int, str, str, str]]]:
    doc = inline.parse(line)
    rows = {
        (m.start, m.end, m.type, m.attributes["value"], m.attributes.get("freq", ""))
        for m in doc.sets["gold"].mentions
    }
    return doc.text, rows


@pytest.mark.parametrize("line", SENTENCES)
def test_annotated_sentence(line: str) -> None:
    text, gold = read_gold(line)
    system = {
        (m.start, m.end, m.attributes["type"], m.attributes["value"], m.attributes.get("freq", ""))
        for m in annotate(text)
        if m.spans
    }
    assert system == gold


def test_there_are_many_sentences_with_every_type() -> None:
    gold = [row for line in SENTENCES for row in read_gold(line)[1]]
    assert len(gold) >= 400
    assert {row[2] for row in gold} == {"DATE", "TIME", "DURATION", "SET"}


def test_values_of_the_sentences_follow_the_rule_of_the_schema() -> None:
    values = {row[3] for line in SENTENCES for row in read_gold(line)[1]}
    assert [value for value in values if not is_time_value(value)] == []


def test_date_of_document_in_the_text() -> None:
    mentions = annotate("16 June 2008\n\nPain since 2 June 2008.", resources=CLEF)
    assert [m.attributes.get("functionInDocument") for m in mentions] == ["CREATION_TIME", None]


def test_date_of_document_outside_the_text() -> None:
    mentions = annotate("Pain since May.", resources=CLEF)
    assert [(m.spans, dict(m.attributes)) for m in mentions if not m.spans] == [
        ((), {"type": "DATE", "value": MONDAY, "functionInDocument": "CREATION_TIME"})
    ]
    assert all(m.spans for m in annotate("Pain since May.", Options(creation_time=False)))


def test_date_of_document_is_read_from_the_heading() -> None:
    assert find("Date: 14 March 2008\n\nSeen yesterday.", date="")["yesterday"] == "2008-03-13"
    assert find("Seen yesterday.", date="") == {"yesterday": "PAST_REF"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Seen 3/4/2008 and 28/2/2008.", "2008-04-03"),
        ("Seen 3/4/2008 and 2/28/2008.", "2008-03-04"),
        ("Seen 3/4/2008. Oedema of the oesophagus.", "2008-04-03"),
        ("Seen 3/4/2007. Edema of the esophagus.", "2007-03-04"),
        ("Seen 3/4/2008 on 14 May 2008.", "2008-04-03"),
        ("Seen 3/4/2008 on May 14, 2008.", "2008-03-04"),
    ],
)
def test_order_of_day_and_month_is_inferred_from_the_text(text: str, value: str) -> None:
    words = "3/4/2008" if "3/4/2008" in text else "3/4/2007"
    assert find(text)[words] == value


def test_order_of_day_and_month_can_be_set() -> None:
    assert find("On 3/4/2008.", Options(order="month-first")) == {"3/4/2008": "2008-03-04"}
    assert find("On 3/4/2008.", Options(order="day-first")) == {"3/4/2008": "2008-04-03"}


def test_order_of_day_and_month_is_learned_from_the_corpus() -> None:
    component = Temporal(Options(), Resources())
    gold = AnnotationSet("gold")
    component.train([Example(Analysis(Document("a", "On 3/28/2005 and 4/30/2006.")), gold)])
    analysis = Analysis(Document("b", "On 3/4/2001."))
    component(analysis)
    assert analysis.mentions[0].attributes["value"] == "2001-03-04"


def test_two_digit_years_follow_the_document() -> None:
    assert find("On 3/4/55.", Options(order="day-first")) == {"3/4/55": "1955-04-03"}
    assert find("On 3/4/08.", Options(order="day-first"), date="") == {"3/4/08": "2008-04-03"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("She was seen on Friday.", "2008-06-13"),
        ("She will be seen on Friday.", "2008-06-20"),
        ("The scan is booked for July.", "2008-07"),
        ("The scan in October was normal.", "2007-10"),
        ("In July she had six fractions.", "2007-07"),
        ("I shall see her here in six months.", "2008-12"),
        ("In six months we shall repeat the CT.", "2008-12"),
        ("The wound healed in six months.", "P6M"),
    ],
)
def test_tense_decides_between_past_and_future(text: str, value: str) -> None:
    assert list(find(text).values()) == [value]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Operation on 2 June. POD 2: well.", ["2008-06-02", "2008-06-04"]),
        ("Operated two days ago. POD 2: well.", ["2008-06-14", "2008-06-16"]),
        ("Admitted yesterday. Hospital day 2: well.", ["2008-06-15", "2008-06-16"]),
        ("POD 2: well. The surgery was on 3 June 2008.", ["2008-06-05", "2008-06-03"]),
        (
            "Operation 2 May 2008. POD 2: well. Second operation 3 June 2008. POD 1: fever.",
            ["2008-05-02", "2008-05-04", "2008-06-03", "2008-06-04"],
        ),
        (
            "Admitted 1 June 2008, admitted before on 3 May 2007. On hospital day 3 well.",
            ["2008-06-01", "2007-05-03", "2008-06-03"],
        ),
        ("Underwent colectomy on Friday. First postoperative day.", ["2008-06-13", "2008-06-14"]),
        ("Born 2 May 1955. Ill at the age of 13. Son born 1980.", ["1955-05-02", "1968", "1980"]),
    ],
)  # fmt: skip
def test_days_are_counted_from_events(text: str, values: list[str]) -> None:
    assert list(find(text).values()) == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12 June 2008: febrile yesterday.", "2008-06-11"),
        ("- 12/06/2008 10:30\nWard round. Febrile yesterday.", "2008-06-11"),
        ("12 June 2008\n\nFebrile yesterday.", "2008-06-11"),
        ("Ward round 12 June 2008:\nFebrile yesterday.", "2008-06-11"),
        ("1 June 2008: well.\n12 June 2008: febrile yesterday.", "2008-06-11"),
        ("12 June 2008: well.\n\nFebrile yesterday.", "2008-06-15"),
        ("CT 12 June 2008: normal. Febrile yesterday.", "2008-06-15"),
        ("Seen on 12 June 2008\nFebrile yesterday.", "2008-06-15"),
        ("12 June 2008 she was well. Febrile yesterday.", "2008-06-15"),
        ("The letter from the surgeons of 12 June 2008: febrile yesterday.", "2008-06-15"),
    ],
)
def test_date_at_the_head_of_a_passage_is_its_reference_date(text: str, value: str) -> None:
    assert find(text)["yesterday"] == value


def test_categories_can_be_skipped() -> None:
    text = "A 45-year-old man at 24 weeks' gestation, currently on morphine prn."
    assert list(find(text)) == ["currently"]
    assert list(find(text, Options(skip=("vague",)))) == [
        "45-year-old",
        "24 weeks' gestation",
        "prn",
    ]


def test_user_grammar_adds_words_and_patterns(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        """
[classes.weekday.words]
montag = "1"
[[pattern]]
name = "ramadan"
make = "reference"
value = "PXD"
type = "DURATION"
match = "Ramadan"
[[pattern]]
name = "weekly-set"
match = "weekly"
[[pattern]]
name = "adverb-set"
off = true
""",
        "utf-8",
    )
    options = Options(grammar_files=(str(path),))
    text = "Fasting in Ramadan, seen on Montag, bloods daily."
    assert find(text, options) == {"Ramadan": "PXD", "Montag": "2008-06-16"}
    alone = Options(grammar_files=(str(path),), shipped_grammar=False)
    assert find(text, alone) == {"Ramadan": "PXD"}


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("[clases.x]", "clases"),
        ('[classes.x]\nword = "a"', "word"),
        ('[[pattern]]\nname = "x"\nmatch = "<monht>"\nmake = "point"', "monht"),
        ('[[pattern]]\nname = "x"\nmatch = "a"\nmake = "pont"', "make"),
        ('[[pattern]]\nname = "x"\nmatch = "(a"', "bracket"),
        ('[[pattern]]\nname = "x"\nmatch = "a)"', "bracket"),
        ('[[pattern]]\nname = "x"\nmatch = "a?"', "does not follow a bracket"),
        ('[[pattern]]\nname = "x"\nmatch = "(a)?"', "empty"),
        ('[[pattern]]\nname = "x"', "matches nothing"),
        ('[parts]\nx = "<x>"\n[[pattern]]\nname = "x"\nmatch = "<x>"', "contains itself"),
        ('[classes.x]\nmembers = "a"\ncapital = "b"', "no word"),
        ("[", "not TOML"),
    ],
)
def test_invalid_grammar(toml: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        compile_grammar(parse_grammar(toml, where="own.toml"))


def test_missing_grammar_file() -> None:
    with pytest.raises(InputError, match="does not exist"):
        Temporal(Options(grammar_files=("nowhere.toml",)), Resources())


def test_unknown_layout() -> None:
    with pytest.raises(UnknownName, match="maccrobat"):
        Temporal(Options(layout="macrobat"), Resources())


def test_layouts() -> None:
    text = "Seen on 2 June 2008 for three weeks of pain, daily."
    own = annotate(text, Options(layout="maccrobat"))
    assert [(m.type, dict(m.attributes)) for m in own] == [
        ("Date", {}),
        ("Duration", {}),
        ("Frequency", {}),
    ]
    thyme = annotate(text, Options(layout="thyme"), date="2008-06-02")
    assert (thyme[0].type, dict(thyme[0].attributes)) == ("DOCTIME", {"Class": "DATE"})
    i2b2 = annotate(text, Options(layout="i2b2-2012"))
    assert dict(i2b2[2].attributes) == {"type": "FREQUENCY", "val": "P1D"}


def test_schema_decides_which_attributes_are_written() -> None:
    mentions = annotate("About twice daily.", resources=CLEF)
    assert dict(mentions[0].attributes) == {"type": "SET", "value": "P1D"}


def make_reports(count: int) -> list[Example]:
    """Make notes of a corpus that annotates prepositions as part of times."""
    examples = []
    for number in range(count):
        text = f"Pain began after {number + 2} months. Seen on day {number + 1}. He is well."
        words = (("Date", f"after {number + 2} months"), ("Date", f"on day {number + 1}"))
        mentions = tuple(
            Mention(f"m{n}", kind, (Span(text.index(w), text.index(w) + len(w)),))
            for n, (kind, w) in enumerate(words)
        )
        doc = Document(f"r{number}", text)
        examples.append(Example(Analysis(doc), AnnotationSet("gold", mentions=mentions)))
    return examples


def test_extents_are_trained(tmp_path: Path) -> None:
    component = Temporal(Options(epochs=20, members=1), Resources())
    component.train(make_reports(12))
    text = "Pain began after 30 months. Seen on day 40. He is well."
    analysis = Analysis(Document("new", text))
    component(analysis)
    expected = [("Date", "after 30 months"), ("Date", "on day 40")]
    assert [(m.type, text[m.start : m.end]) for m in analysis.mentions] == expected
    component.save(tmp_path)
    loaded = Temporal(Options(epochs=20, members=1), Resources())
    loaded.load(tmp_path)
    copy = Analysis(Document("new", text))
    loaded(copy)
    assert copy.mentions == analysis.mentions


def test_rules_are_kept_if_training_does_not_help() -> None:
    component = Temporal(Options(epochs=1, members=1), Resources())
    component.train(make_reports(3))
    text = "Pain for six months."
    analysis = Analysis(Document("new", text))
    component(analysis)
    assert [text[m.start : m.end] for m in analysis.mentions] == ["six months"]


def test_damaged_state(tmp_path: Path) -> None:
    (tmp_path / "temporal.json").write_text("{", "utf-8")
    with pytest.raises(InputError, match="cannot be read"):
        Temporal(Options(), Resources()).load(tmp_path)


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("two and a half", 2.5),
        ("twenty - one", 21),
        ("3 . 5", 3.5),
        ("3 - 4", 3.5),
        ("a", 1),
        ("a couple of", 2),
        ("half an", 0.5),
        ("several", None),
        ("a hundred", 100),
    ],
)
def test_amounts(words: str, amount: float | None) -> None:
    numbers = load_grammar((), shipped=True).grammar.classes["number"].meanings
    assert parse_amount(words.split(), numbers) == amount


PIECES = st.sampled_from(
    "3 12 2008 / - . , : day days weeks ago March May Monday every q h bd the a of in to last next "
    "year POD # cycle 31 29 February x ½ ' \n".split(" ")
)


@given(st.lists(PIECES, max_size=14), st.sampled_from(["", " "]), st.sampled_from(["", MONDAY]))
def test_any_text_gives_valid_spans_and_values(pieces: list[str], gap: str, date: str) -> None:
    text = gap.join(pieces)
    result = TimexFinder(load_grammar((), shipped=True)).find(text, date)
    ends = [0]
    for timex in result.timexes:
        expression = timex.expression
        assert ends[-1] <= expression.start < expression.end <= len(text)
        assert is_time_value(timex.value), timex
        ends.append(expression.end)
