"""Test the writing engine: the notation, the page, and gold for six schemas from one text."""

import datetime
import re
from itertools import islice
from random import Random

import msgspec
import pytest

from goldsmith.core import AnnotationSet, Document, load_builtin_schema, validate
from goldsmith_demo.life.model import Event, Patient, Person, Thing
from goldsmith_demo.make import make_documents
from goldsmith_demo.writing import phrases, times
from goldsmith_demo.writing.clauses import Item
from goldsmith_demo.writing.grammar import Token
from goldsmith_demo.writing.layers import build_layers
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.parsing import parse_clause, parse_whole
from goldsmith_demo.writing.template import (
    choose_article,
    parse_words,
    resolve_choices,
    split_links,
)

Date = datetime.date
BREAST = Thing(key="breast", kind="Locus", names=("breast",))
NODES = Thing(key="nodes", kind="Locus", names=("nodes",), whole="breast")
TUMOUR = Thing(
    key="tumour",
    kind="Condition",
    names=("carcinoma",),
    generic=("tumour",),
    start=Date(2011, 11, 1),
    is_disorder=True,
)
SCAN = Thing(
    key="scan",
    kind="Investigation",
    names=("CT",),
    start=Date(2012, 1, 12),
    end=Date(2012, 1, 12),
)


@pytest.fixture
def page() -> Page:
    someone = Person(title="Dr", first="A", last="Fenn")
    patient = Patient(
        id="P1",
        sex="female",
        title="Mrs",
        first="Ivy",
        last="Tarrow",
        born=Date(1958, 3, 3),
        died=None,
        style="uk",
        hospital="Thornbeck Infirmary",
        town="Eastering",
        number="1",
        phone="2",
        occupation="baker",
        smoker="never",
        relative=someone,
        gp=someone,
        consultant=someone,
        surgeon=someone,
        others=(),
        cancer="breast",
        icd10="C50.9",
        tumour="tumour",
        stage="II",
        tnm="T2 N1 M0",
        things={thing.key: thing for thing in (BREAST, NODES, TUMOUR, SCAN)},
        comorbidities=(),
        medication=(),
        allergies=(),
        family=(),
        events=(),
    )
    return Page(patient, Date(2012, 5, 24), Random(1))


def build_gold(page: Page, schema: str) -> AnnotationSet:
    page.finish()
    sets = build_layers(page)
    doc = Document("d", page.text, sections=tuple(page.sections), sets=sets)
    for name, annotation_set in sets.items():
        assert validate(doc, annotation_set, load_builtin_schema(name)) == []
    return sets[schema]


def list_words(page: Page, annotation_set: AnnotationSet) -> dict[str, str]:
    doc = Document("d", page.text)
    return {mention.id: doc.get_covered_text(mention) for mention in annotation_set.mentions}


def test_choices_can_be_nested_or_empty() -> None:
    readings = {resolve_choices("[a [b|c]|d|]!", Random(seed)) for seed in range(50)}
    assert readings == {"a b!", "a c!", "d!", "!"}


def test_relations_follow_the_last_bar() -> None:
    assert split_links("pain in groin | c has_location l, s laterality_modifies l") == (
        "pain in groin",
        [("c", "has_location", "l"), ("s", "laterality_modifies", "l")],
    )


def test_broken_template_raises() -> None:
    for template in ("{c:pain", "{}", "{c!:x}", "pain}"):
        with pytest.raises(ValueError):
            parse_words(template)


def test_entities_signals_and_relations(page: Page) -> None:
    page.say(
        "{m} showed {c:carcinoma} in the {s=Laterality:left} {l:breast}. | m has_finding c, "
        "c has_location l",
        m=SCAN,
        c=TUMOUR,
        l=BREAST,
    )
    annotation_set = build_gold(page, "clef")
    texts = list_words(page, annotation_set)
    assert list(texts.values()) == ["CT", "carcinoma", "left", "breast"]
    assert {(rel.type, texts[rel.arg1], texts[rel.arg2]) for rel in annotation_set.relations} == {
        ("has_finding", "CT", "carcinoma"),
        ("has_location", "carcinoma", "breast"),
        ("laterality_modifies", "left", "breast"),
    }


def test_discontiguous_mention(page: Page) -> None:
    page.say("{n:Nodes} in the {s=Laterality:left} {n+:axilla} are enlarged.", n=NODES)
    [locus] = [mention for mention in build_gold(page, "clef").mentions if mention.type == "Locus"]
    assert locus.is_discontiguous
    assert Document("d", page.text).get_covered_text(locus) == "Nodes axilla"


def test_nested_mentions_and_articles(page: Page) -> None:
    page.say(
        "There is a(n) {c:{l:breast} cancer} and a(n) {r=Result:8 mm} {x=Condition:ulcer}.",
        c=TUMOUR,
        l=BREAST,
    )
    annotation_set = build_gold(page, "clef")
    assert page.text.startswith("There is a breast cancer and an 8 mm ulcer.")
    words = set(list_words(page, annotation_set).values())
    assert words == {"breast cancer", "8 mm", "ulcer"}  # a listed term stays whole


def test_side_separates_the_place_from_a_condition(page: Page) -> None:
    page.say("{s=Laterality:Left} {c:{l:breast} cancer} | c has_location l", c=TUMOUR, l=BREAST)
    words = set(list_words(page, build_gold(page, "clef")).values())
    assert words == {"Left", "breast", "cancer"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("MRI", "n "),
        ("USS", " "),
        ("X-ray", "n "),
        ("CT", " "),
        ("ulcer", "n "),
        ("unit", " "),
        ("8 mm node", "n "),
        ("18 mm", "n "),
        ("80 year old", "n "),
        ("10 mm", " "),
        ("PET", " "),
        ("ureteric stent", " "),
        ("old scar", "n "),
        ("ECG", "n "),
    ],
)
def test_a_or_an(words: str, expected: str) -> None:
    assert choose_article(words) == expected


def test_definite_mention_co_refers_without_its_article(page: Page) -> None:
    page.say("There is {c:a carcinoma}.", c=TUMOUR)
    page.say("{c!the} is large.", c=TUMOUR)
    annotation_set = build_gold(page, "clef")
    texts = list_words(page, annotation_set)
    assert list(texts.values()) == ["carcinoma", "tumour"]
    [rel] = annotation_set.relations
    assert (rel.type, texts[rel.arg1], texts[rel.arg2]) == ("co_refers", "tumour", "carcinoma")


def test_negation_and_family_history(page: Page) -> None:
    page.say(
        "{n=Negation:No} {f=Condition!neg!d:pneumonia}; mother had {c=Condition!fam!d:asthma}."
    )
    page.say("A leaflet on {x=Condition!unrel!d:diabetes} was given.")
    annotation_set = build_gold(page, "mayo-disorder")
    assertions = {
        text: (mention.attributes["context"], mention.attributes["status"])
        for mention, text in zip(
            annotation_set.mentions, list_words(page, annotation_set).values(), strict=True
        )
    }
    assert assertions == {
        "pneumonia": ("current", "negated"),
        "asthma": ("family history of", "confirmed"),
        "diabetes": ("unrelated to patient", "unrelated to patient"),
    }


def test_times_and_links_agree_with_the_life(page: Page) -> None:
    day = times.write_date(Date(2012, 1, 12), "uk", Random(3))
    page.say("{She} had {m} {t!at} for {c:carcinoma}.", m=SCAN, t=day, c=TUMOUR)
    annotation_set = build_gold(page, "clef-temporal")
    texts = list_words(page, annotation_set)
    relations = {
        (texts[rel.arg1], rel.attributes["task"], rel.attributes["type"])
        for rel in annotation_set.relations
    }
    assert relations == {
        ("CT", "A", "before"),
        ("CT", "B", "is_included"),
        ("carcinoma", "A", "includes"),
        ("carcinoma", "B", "includes"),
    }
    values = {
        mention.attributes.get("value")
        for mention in annotation_set.mentions
        if mention.type == "TIMEX3"
    }
    assert values == {"2012-01-12", "2012-05-24"}


def test_anaphora(page: Page) -> None:
    page.say("{Patient} has {c:a carcinoma} of the {l:breast}.", c=TUMOUR, l=BREAST)
    page.say("{She} knows about {c:this}.", c=TUMOUR)
    pairs = list_pairs(page)
    assert ("She", "identity", "pronouns") in pairs
    assert ("this", "identity", "demonstratives") in pairs


@pytest.mark.parametrize(
    ("joint", "is_paired"), [(" is smooth and the ", True), (" is smooth. The ", False)]
)
def test_a_part_is_paired_with_its_whole_in_the_same_sentence(
    page: Page, joint: str, is_paired: bool
) -> None:
    page.say(f"The {{l:breast}}{joint}{{n:nipple}} is clear.", l=BREAST, n=NODES)
    kinds = [kind for _, kind, _ in list_pairs(page)]
    assert kinds == (["part/whole"] if is_paired else [])


def list_pairs(page: Page) -> set[tuple[str, str, str]]:
    annotation_set = build_gold(page, "odie")
    texts = list_words(page, annotation_set)
    return {
        (texts[rel.arg1], rel.attributes["relation_type"], rel.attributes["bagga_class"])
        for rel in annotation_set.relations
    }


def test_bagga_class_of_a_broader_name_and_of_a_subset(page: Page) -> None:
    cancer = Thing(
        key="tumour", kind="Condition", names=("breast cancer", "IDC"), generic=("malignancy",)
    )
    deposits = Thing(key="deposits", kind="Condition", names=("deposits",), is_disorder=True)
    largest = Thing(key="largest", kind="Condition", names=("deposit",), among="deposits")
    page.say("{c:IDC} is known. We treated {her} {c:breast cancer}.", c=cancer)
    page.say("There are {d}. The largest {m:deposit} is new.", d=deposits, m=largest)
    gold = build_gold(page, "odie")
    words = list_words(page, gold)
    classes = {words[row.arg1]: row.attributes["bagga_class"] for row in gold.relations}
    assert classes["her breast cancer"] == "ontology knowledge"
    assert classes["The largest deposit"] == "identical lexical heads"


@pytest.mark.parametrize("schema", ["clef", "i2b2-2011"])
def test_routes_are_not_part_of_the_drug(page: Page, schema: str) -> None:
    page.say("{x=Drug-or-device:IV fluids} and {y=Drug-or-device:oral contrast} were given.")
    assert set(list_words(page, build_gold(page, schema)).values()) == {"fluids", "contrast"}


def test_a_regimen_co_refers_with_its_chemotherapy(page: Page) -> None:
    course = Thing(key="chemo", kind="Intervention", names=("chemotherapy",))
    regimen = Thing(key="fec", kind="Drug-or-device", names=("FEC",))
    cycle = Event(
        date=Date(2012, 3, 1), kind="chemotherapy", what="chemo", details={"regimen": "fec"}
    )
    page.patient = msgspec.structs.replace(page.patient, events=(cycle,))
    page.say("{k} began in March: {o}.", k=course, o=regimen)
    gold = build_gold(page, "i2b2-2011")
    words = list_words(page, gold)
    assert [(words[row.arg1], words[row.arg2]) for row in gold.relations] == [
        ("FEC", "Chemotherapy")
    ]


def test_a_treatment_can_be_one_sentence_before_its_reason(page: Page) -> None:
    operation = Thing(key="op", kind="Intervention", names=("mastectomy",), reason="tumour")
    page.say("{She} is well after {o}.", o=operation)
    page.say("{Her} {c} is gone.", c=TUMOUR)
    gold = build_gold(page, "clef")
    words = list_words(page, gold)
    assert [(row.type, words[row.arg1], words[row.arg2]) for row in gold.relations] == [
        ("has_indication", "mastectomy", "carcinoma")
    ]


def test_a_part_within_the_name_of_a_place_is_a_signal(page: Page) -> None:
    leg = Thing(key="leg", kind="Locus", names=("lower limb",))
    page.say("{c=Condition:Swelling} of the {s=Laterality:left} {l}. | c has_location l", l=leg)
    gold = build_gold(page, "clef")
    words = list_words(page, gold)
    assert {(row.type, words[row.arg1], words[row.arg2]) for row in gold.relations} == {
        ("has_location", "Swelling", "limb"),
        ("laterality_modifies", "left", "limb"),
        ("sub_location_modifies", "lower", "limb"),
    }


def test_who_refers_to_the_preceding_person_and_a_short_age_to_the_patient(page: Page) -> None:
    page.say("54yo F, known to us. Discussed with Dr. Fenn, who agrees. {She} is well.")
    gold = build_gold(page, "i2b2-2011")
    words = list_words(page, gold)
    pairs = {frozenset((words[row.arg1], words[row.arg2])) for row in gold.relations}
    assert pairs == {frozenset(("Dr. Fenn", "who")), frozenset(("54yo F", "She"))}


def test_events_that_a_summary_describes_as_over_are_before_it(page: Page) -> None:
    page.came = Date(2012, 5, 20)
    page.say("{f=Condition!s:Crackles} at the {l=Locus:base}.")
    page.say("{i=Intervention!now:prophylaxis} to continue.")
    gold = build_gold(page, "clef-temporal")
    words = list_words(page, gold)
    links = {(words[row.arg1].lower(), row.attributes["type"]) for row in gold.relations}
    assert links == {("crackles", "before"), ("prophylaxis", "includes")}


def test_sentence_functions_depend_on_the_clause(page: Page) -> None:
    page.say("Would anybody see {hers} about {c:a carcinoma}?", c=TUMOUR)
    page.say("{She} found {c:it} when {her} husband saw {hers}, and {c:it} has grown.", c=TUMOUR)
    page.finish()
    functions = [
        (page.text[row.spans[0].start : row.spans[0].end], row.attributes["sentence_function"])
        for row in build_gold(page, "odie").mentions
    ]
    assert functions == [
        ("her", "direct object"),
        ("a carcinoma", "prepositional object"),
        ("She", "surface subject"),
        ("it", "direct object"),
        ("her", "modifier"),
        ("her", "direct object"),
        ("it", "surface subject"),
    ]


@pytest.mark.parametrize(
    ("words", "link"),
    [("whose {c:carcinoma}", ""), ("whose {c:carcinoma} of the {l:breast}", " | c has_location l")],
)
def test_a_phrase_with_whose_is_the_subject_of_its_clause(
    page: Page, words: str, link: str
) -> None:
    page.say(f"A 64-year-old lady {words} was diagnosed in June 2013.{link}", c=TUMOUR, l=BREAST)
    page.say("{c:The carcinoma} has grown.", c=TUMOUR)
    page.finish()
    functions = {
        page.text[row.spans[0].start : row.spans[-1].end]: row.attributes["sentence_function"]
        for row in build_gold(page, "odie").mentions
    }
    plain = re.sub(r"{.:|}", "", words)
    assert functions[plain] == functions["The carcinoma"] == "surface subject"


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("Very likely {c!poss:malignancy} of the {l:breast}. | c has_location l", "malignancy of"),
        ("Probable {c!poss:malignancy} of the {l:breast}. | c has_location l", "malignancy of"),
        ("Commence {d=Drug-or-device:loperamide}.", "loperamide"),
    ],
)
def test_i2b2_spans_exclude_doubt_and_verbs(page: Page, template: str, expected: str) -> None:
    page.say(template, c=TUMOUR, l=BREAST)
    page.finish()
    [words] = list_words(page, build_gold(page, "i2b2-2011")).values()
    assert words.startswith(expected)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("hyperlipidaemia", "HLD", "synonyms"),
        ("hypercholesterolaemia", "high cholesterol", "synonyms"),
        ("hypercholesterolaemia", "HLD", "ontology knowledge"),
    ],
)
def test_a_more_general_concept_is_no_synonym(
    page: Page, first: str, second: str, expected: str
) -> None:
    lipids = Thing(key="lipids", kind="Condition", names=(first, second), is_disorder=True)
    page.say(f"{{c:{first}}}. Stable {{c:{second}}}.", c=lipids)
    page.finish()
    [pair] = build_gold(page, "odie").relations
    assert pair.attributes["bagga_class"] == expected


@pytest.mark.parametrize(
    ("day", "now", "words", "value"),
    [
        (Date(2012, 5, 3), Date(2012, 5, 24), "three weeks ago", "2012-05-03"),
        (Date(2012, 5, 10), Date(2012, 5, 24), "two weeks ago", "2012-05-10"),
        (Date(2012, 1, 12), Date(2012, 5, 24), "January", "2012-01"),
        (Date(2010, 1, 12), Date(2012, 5, 24), "January 2010", "2010-01"),
        (Date(2012, 5, 23), Date(2012, 5, 24), "yesterday", "2012-05-23"),
    ],
)
def test_time_expressions_have_the_value_of_their_words(
    day: Date, now: Date, words: str, value: str
) -> None:
    expressions = [times.mention_day(day, now, "uk", Random(seed)) for seed in range(200)]
    assert {time.value for time in expressions if time.words == words} == {value}


def test_parsing_a_clause_by_its_shape_equals_parsing_all_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clauses: list[list[Token]] = []

    def parse(clause: list[Token]) -> tuple[Item, ...]:
        clauses.append(clause)
        return parse_clause(clause)

    monkeypatch.setattr(phrases, "parse_clause", parse)
    for _ in islice(make_documents(50, seed=31, schemas=["odie"]), 60):
        pass

    def list_constituents(items: tuple[Item, ...]) -> list[tuple[str, int, int, str]]:
        return [(item.kind, item.first, item.last, item.function) for item in items]

    assert len(clauses) > 300
    assert not [
        clause
        for clause in clauses
        if list_constituents(parse_clause(clause)) != list_constituents(parse_whole(clause))
    ]
