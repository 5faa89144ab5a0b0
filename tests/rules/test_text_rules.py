"""Rules of the papers, each with a sentence that follows it and one that breaks it."""

import pytest
from msgspec.structs import replace
from tests.builders import parse_sentence

from goldsmith.core import Document, load_builtin_schema
from goldsmith.core.schema_file import parse_schema
from goldsmith.project.corpus.validate import find_problems
from goldsmith.rules import check_rules
from goldsmith.rules.times import is_time_value

TIME = "TIMEX3|type=DATE|value=2008-03-14"
LETTER = "<d:TIMEX3|type=DATE|value=2008-03-20|functionInDocument=CREATION_TIME>20 March 2008</>. "


def list_broken(schema: str, markup: str, relations: str = "") -> list[tuple[str, str]]:
    doc, annotation_set = parse_sentence(markup, relations=relations)
    problems = check_rules(doc, annotation_set, load_builtin_schema(schema))
    return [(problem.annotation, problem.kind) for problem in problems]


def test_hypothetical_events_have_no_link() -> None:
    for value, broken in (("true", [("R", "unlinked")]), ("false", [])):
        markup = (
            f"{LETTER}No <e:TLC|class=intervention|hypothetical={value}>radiotherapy</> is planned."
        )
        assert list_broken("clef-temporal", markup, "R CTLink e d type=before; task=A") == broken


def test_absent_flag_is_not_hypothetical() -> None:
    markup = f"{LETTER}We will perform a <e:TLC|class=investigation>CT scan</>."
    assert list_broken("clef-temporal", markup, "R CTLink e d type=after; task=A") == []


@pytest.mark.parametrize(("task", "broken"), [("A", [("R", "linked-to")]), ("B", [])])
def test_task_a_links_to_the_date_of_the_letter(task: str, broken: list[tuple[str, str]]) -> None:
    markup = f"The <e:TLC|class=investigation>biopsy</> on <t:{TIME}>14 March 2008</> was clear."
    relation = f"R CTLink e t type=is_included; task={task}"
    assert list_broken("clef-temporal", markup, relation) == broken


def test_task_b_links_within_the_sentence() -> None:
    markup = (
        f"She was seen on <t:{TIME}>14 March 2008</>. A <e:TLC|class=investigation>biopsy</> "
        "was clear."
    )
    relation = "R CTLink e t type=is_included; task=B"
    assert list_broken("clef-temporal", markup, relation) == [("R", "same-sentence")]


@pytest.mark.parametrize(("value", "broken"), [("2008-03", []), ("3/2008", [("t", "time-value")])])
def test_values_of_times_are_iso(value: str, broken: list[tuple[str, str]]) -> None:
    markup = f"in <t:TIMEX3|type=DATE|value={value}>March 2008</>"
    assert list_broken("clef-temporal", markup) == broken


@pytest.mark.parametrize(
    "value",
    "2008 2008-03 2008-03-14 XXXX-03-14 200X 20 2008-W12 2008-W12-WE 2008-SU 2008-Q2 "
    "2008-03-14T10:30 2008-03-14TMO T09 PT30M P6M P1Y6M P2W PXD P1DT12H "
    "R3/P1D PAST_REF 2008-03-14T10:30Z".split(),
)
def test_time_values(value: str) -> None:
    assert is_time_value(value)


@pytest.mark.parametrize(
    "value",
    ["", "14/3/2008", "2008-13", "2008-3-4", "March", "P", "PT", "6M", "P6", "2008-03-32", "TXY"],
)
def test_other_values_are_not_times(value: str) -> None:
    assert not is_time_value(value)


def test_antecedents_precede_their_anaphors() -> None:
    markup = "<a:markable>Neck weakness</> got worse. <b:markable>It</> is new."
    assert list_broken("odie", markup, "R pair b a relation_type=identity") == []
    assert list_broken("odie", markup, "R pair a b relation_type=identity") == [
        ("R", "antecedent-first")
    ]


def test_one_annotation_for_each_mention() -> None:
    doc, annotation_set = parse_sentence("Known <m:disorder>asthma</> and <n:disorder>gout</>.")
    schema = load_builtin_schema("mayo-disorder")
    assert list(check_rules(doc, annotation_set, schema)) == []
    first = annotation_set.mentions[0]
    twins = replace(annotation_set, mentions=(first, replace(first, id="twin")))
    [problem] = check_rules(doc, twins, schema)
    assert (problem.annotation, problem.kind) == ("twin", "one-per-span")


@pytest.mark.parametrize(
    ("markup", "broken"),
    [
        ("She has <m:Disease_Disorder>lung cancer</>.", []),
        ("She has <m:Disease_Disorder>No fever</>.", [("m", "without-words")]),
        ("<m:Disease_Disorder>history of gout</>", [("m", "without-words")]),
        ("<m:Disease_Disorder>nodular goitre</>", []),
    ],
)
def test_negation_and_time_are_outside_the_span(markup: str, broken: list[tuple[str, str]]) -> None:
    assert list_broken("share-2014", markup) == broken


def test_rule_can_be_switched_off() -> None:
    text = """
        name = "s"
        version = "1"
        title = "t"
        [[mention]]
        name = "M"
        [[rule]]
        name = "without-words"
        types = ["M"]
        words = ["no"]
        off = %s
    """
    doc, annotation_set = parse_sentence("<m:M>no fever</>")
    for off, count in (("false", 1), ("true", 0)):
        schema = parse_schema(text % off, where="s.toml")
        assert len(list(check_rules(doc, annotation_set, schema))) == count


def test_problems_do_not_quote_the_note() -> None:
    doc, annotation_set = parse_sentence("<m:Disease_Disorder>No Xylophonia</>")
    source = [Document("d", doc.text, sets={"gold": annotation_set})]
    problems = list(find_problems(source, load_builtin_schema("share-2014")))
    assert problems and not any("xylophonia" in str(problem).casefold() for problem in problems)
