"""Assertion: triggers, sections, classifiers and signals."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.components.assertion import Assertion, Options
from goldsmith.components.assertion.inflection import list_classes
from goldsmith.components.assertion.mapping import map_schema
from goldsmith.components.assertion.phrases import PhraseMatcher
from goldsmith.components.assertion.rules import CATEGORIES, load_default_rules, parse_rules
from goldsmith.components.assertion.scope import TriggerRules, lower_tokens
from goldsmith.core import Document, Mention, Span
from goldsmith.core.schema_file import load_builtin_schema
from goldsmith.errors import InputError
from goldsmith.examples import inline
from goldsmith.pipeline import Analysis, Example, Pipeline, Resources
from goldsmith.pipeline import parse_config as parse_config

MAYO = Resources(schema=load_builtin_schema("mayo-disorder"))
CLEF = Resources(schema=load_builtin_schema("clef"))
RULES = Options(classifier=False)

STATUS = """\
Denies <d status=negated>chest pain</>.
No <d status=negated>fever</>, <d status=negated>chills</> or <d status=negated>night sweats</>.
No <d status=negated>fever</> but she has a <d>cough</>.
There is no evidence of <d status=negated>pulmonary embolism</>.
Without <d status=negated>effusion</>; <d>consolidation</> at the base.
<d status=negated>Pneumonia</> was ruled out.
<d status=negated>Fracture</> has been excluded.
<d status=negated>Oedema</> and <d status=negated>cyanosis</> were absent.
A thrombus was looked for, and <d status=negated>embolism</> was not seen.
The CT was negative for <d status=negated>metastases</>.
She is free of <d status=negated>seizures</>.
The CT did not show any <d status=negated>mass</>.
Neither <d status=negated>jaundice</> nor <d status=negated>ascites</>.
The abdomen is non-<d status=negated>tender</>.
No <d status=negated>fever</>, the <d>rash</> persists.
No history of <d status=negated>asthma</>.
No suspicious <d status=negated>lesion</> is seen.
No change in the <d>mass</>.
Not only <d>asthma</>.
Walks without difficulty despite <d>arthritis</>.
Gram negative <d>sepsis</>.
The <d>rash</> has not improved.
Aside from <d>asthma</> he is well.
?<d status=possible>PE</>
<d status=possible>PE</>?
Possible <d status=possible>pneumonia</>.
<d status=possible>Malignancy</> cannot be ruled out.
<d status=possible>Sarcoidosis</> is unlikely.
<d status=possible>Lymphoma</> was suspected.
Suspicious for <d status=possible>carcinoma</>.
This may be <d status=possible>fibrosis</>.
CT to rule out <d status=possible>appendicitis</>.
If the patient develops <d status=possible>tachycardia</>, call us.
He has <d>asthma</>.
"""

CONTEXT = """\
She has a history of <d context="history of">breast cancer</>.
He has a PMH of <d context="history of">stroke</>, now presents with <d>headache</>.
Previous <d context="history of">pneumonia</>.
S/p <d context="history of">myocardial infarction</>.
He had <d context="history of">measles</> as a child.
The <d context="history of">delirium</> has resolved.
Family history of <d context="family history of">diabetes</>.
Her mother had <d context="family history of">breast cancer</>.
Her father was treated for <d context="family history of">colon cancer</>.
<d context="family history of">Glaucoma</> in his brother.
His mother reported that he had a <d>seizure</>.
He came with his mother because of <d>vomiting</>.
<d context="history of">Pneumonia</> in May, which has since settled.
A 45 year old man with <d>gout</>.
Compared with the previous CT the <d>mass</> is larger.
Clinical history: <d>haematuria</>.
Sepsis on a background of <d>lymphoma</>.
History of <d>thrombosis</>, under surveillance.
History of <d context="history of">thrombosis</>, since then well.
PMH: <d>seminoma</> since 2002, <d context="history of">appendicitis</>.
PMH: <d context="history of">stroke</>, known <d>lymphoma</>.
"""

LASTING = """\
History of <d>diabetes</>.
PMH: <d>hypertension</>, <d>T2DM</>, <d context="history of">stroke</>.
H/o <d>chronic sinusitis</>.
Previous <d context="history of">MI</>, <d>COPD</>, <d>HTN</>.
<d>Epilepsy</> since childhood.
<d>Diabetes</>, diagnosed ten years ago.
History of <d context="history of">breast cancer</> and <d>gastro-oesophageal reflux</>.
Her mother had <d context="family history of">asthma</>.
He had <d context="history of">asthma</> as a child.
History of <d context="history of">childhood asthma</>.
Previous <d context="history of">asthma</>.
History of <d context="history of">gestational diabetes</>.
History of <d context="history of">COPD exacerbation</>.
<d context="history of">Hypertension</>, since resolved.
The <d context="history of">hypertension</> has resolved.
"""


def annotate(doc: Document, options: Options = RULES, resources: Resources = MAYO) -> Analysis:
    """Run the component on a document without its gold attributes."""
    analysis = Analysis(doc)
    gold = next(iter(doc.sets.values()))
    analysis.mentions = [
        Mention(mention.id, mention.type, mention.spans) for mention in gold.mentions
    ]
    if options is RULES and resources.schema is not None:
        component = load_rules(resources.schema.name)
    else:
        component = Assertion(options, resources)
    component(analysis)
    return analysis


@cache
def load_rules(schema: str) -> Assertion:
    """Load the component with the built-in rules for a schema, once for all sentences."""
    return Assertion(RULES, Resources(schema=load_builtin_schema(schema)))


def parse_line(line: str) -> Document:
    return inline.parse(line.replace("<d", "<disorder"))


def list_values(analysis: Analysis, name: str) -> list[str]:
    return [mention.attributes.get(name, "") for mention in analysis.mentions]


def list_expected(doc: Document, name: str, usual: str) -> list[str]:
    return [
        mention.attributes.get(name, usual) for mention in next(iter(doc.sets.values())).mentions
    ]


@pytest.mark.parametrize("line", STATUS.splitlines())
def test_status(line: str) -> None:
    doc = parse_line(line)
    assert list_values(annotate(doc), "status") == list_expected(doc, "status", "confirmed")


@pytest.mark.parametrize("line", CONTEXT.splitlines())
def test_context(line: str) -> None:
    doc = parse_line(line)
    assert list_values(annotate(doc), "context") == list_expected(doc, "context", "current")


@pytest.mark.parametrize("line", LASTING.splitlines())
def test_lasting_diseases_are_current_unless_over(line: str) -> None:
    doc = parse_line(line)
    assert list_values(annotate(doc), "context") == list_expected(doc, "context", "current")


SENTENCES = [
    line
    for line in (Path(__file__).parent / "assertion" / "sentences.txt").read_text().splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("line", SENTENCES)
def test_annotated_sentences(line: str) -> None:
    doc = inline.parse(line.replace("<m", "<disorder"))
    analysis = annotate(doc)
    unrelated = list_expected(doc, "unrelated", "false")
    assert list_values(analysis, "unrelated") == unrelated
    for name, usual in (("status", "confirmed"), ("context", "current")):
        expected = list_expected(doc, name, usual)
        assert list_values(analysis, name) == [
            "unrelated to patient" if other == "true" else value
            for value, other in zip(expected, unrelated, strict=True)
        ]


def test_there_are_sentences_for_every_value() -> None:
    text = "\n".join(SENTENCES)
    for value in ("negated", "possible", '"history of"', '"family history of"', "true"):
        assert f"={value}" in text


def test_option_lasting_history_follows_the_wording() -> None:
    doc = parse_line("He has <d>asthma</>. History of <d>diabetes</>. PMH: <d>HTN</>.")
    options = Options(classifier=False, lasting="history")
    assert list_values(annotate(doc, options), "context") == ["current", "history of", "history of"]


def test_lasting_disease_may_be_discontiguous() -> None:
    doc = parse_line("History of <d #a>chronic</> and acute <+a>pancreatitis</>.")
    assert list_values(annotate(doc), "context") == ["current"]


def test_rule_file_adds_lasting_diseases(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[lasting]\nwords = ["tennis elbow"]\nunless = ["brittle"]\n')
    options = Options(classifier=False, rule_files=(str(path),))
    doc = parse_line("PMH: <d>tennis elbow</>, <d>brittle asthma</>, <d>gout</>.")
    assert list_values(annotate(doc), "context") == ["history of", "current", "current"]
    assert list_values(annotate(doc, options), "context") == ["current", "history of", "current"]


def test_family_and_negated_combine() -> None:
    analysis = annotate(parse_line("No family history of <d>diabetes</>."))
    assert list_values(analysis, "context") == ["family history of"]
    assert list_values(analysis, "status") == ["negated"]


@pytest.mark.parametrize(
    "line",
    [
        "She was given a pamphlet on <d>diabetes</>.",
        "Seen in the <d>Diabetes</> Clinic.",
        "<d>Hyponatremia</> is quite common while taking this.",
        "His wife has <d>asthma</>.",
    ],
)
def test_unrelated_implies_context_and_status(line: str) -> None:
    analysis = annotate(parse_line(line))
    assert analysis.mentions[0].attributes == {
        "unrelated": "true",
        "context": "unrelated to patient",
        "status": "unrelated to patient",
    }


def test_implied_value_is_reset_if_nothing_implies_it() -> None:
    mapped = map_schema(load_builtin_schema("mayo-disorder"), load_default_rules().values)[
        "disorder"
    ]
    alone = {"unrelated": "false", "status": "unrelated to patient", "context": "current"}
    assert mapped.complete(alone)["status"] == "confirmed"


def test_sections_set_categories() -> None:
    doc = parse_line(
        "<@family_history>Family history:</>\n<d>Gout</>, <d>asthma</>.\n\n"
        "<@past_history>Past history:</>\n<d>Angina</>.\n\n"
        "<@diagnosis>Diagnosis:</>\n<d>Sepsis</>.\n"
    )
    assert list_values(annotate(doc), "context") == [
        "family history of", "family history of", "history of", "current",
    ]  # fmt: skip


def test_family_section_applies_to_its_first_paragraph() -> None:
    doc = parse_line("<@family_history>Family history:</>\n<d>Gout</>.\n\nHe has <d>asthma</>.\n")
    assert list_values(annotate(doc), "context") == ["family history of", "current"]


def test_one_fragment_in_scope_is_enough() -> None:
    analysis = annotate(parse_line("The <d #a>abdomen</> is not <+a>tender</>."))
    assert list_values(analysis, "status") == ["negated"]


def test_default_mapping_without_a_schema() -> None:
    analysis = annotate(
        inline.parse("Should he develop <X>fever</>, call. No <X>rash</>."), resources=Resources()
    )
    assert analysis.mentions[0].attributes["hypothetical"] == "true"
    assert analysis.mentions[1].attributes["status"] == "negated"


def test_mapping_option_overrides_the_schema() -> None:
    options = Options(classifier=False, types=("A",), mapping={"negated": {"POLARITY": "NEG"}})
    analysis = annotate(inline.parse("No <A>fever</> or <B>rash</>, but <A>cough</>."), options)
    assert [mention.attributes for mention in analysis.mentions] == [{"POLARITY": "NEG"}, {}, {}]


def test_attributes_of_the_component_are_replaced_and_others_kept() -> None:
    analysis = Analysis(Document("d", "She has fever."))
    analysis.mentions = [Mention("1", "A", (Span(8, 13),), {"POLARITY": "NEG", "other": "x"})]
    options = Options(classifier=False, mapping={"negated": {"POLARITY": "NEG"}})
    Assertion(options, Resources())(analysis)
    assert analysis.mentions[0].attributes == {"other": "x"}


def test_schema_attributes_map_by_their_values() -> None:
    mapped = map_schema(load_builtin_schema("mayo-disorder"), load_default_rules().values)[
        "disorder"
    ]
    assert mapped.categories["negated"] == {"status": "negated"}
    assert mapped.categories["family"] == {"context": "family history of"}
    assert mapped.categories["hypothetical"] == {"status": "possible"}
    assert mapped.otherwise == {"context": "current", "status": "confirmed", "unrelated": "false"}
    temporal = map_schema(load_builtin_schema("clef-temporal"), load_default_rules().values)["TLC"]
    assert temporal.categories == {"hypothetical": {"hypothetical": "true"}}
    assert map_schema(load_builtin_schema("share-2014"), load_default_rules().values) == {}


def test_rule_file_adds_triggers(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[[trigger]]\ncategory = "negated"\ndirection = "forward"\n'
        'words = ["zilch (in|of) *1 way"]\n'
    )
    doc = parse_line("Zilch in the way <d>fever</>, no <d>rash</>.")
    assert list_values(annotate(doc), "status") == ["confirmed", "negated"]
    more = Options(classifier=False, rule_files=(str(path),))
    assert list_values(annotate(doc, more), "status") == ["negated", "negated"]
    only = Options(classifier=False, rule_files=(str(path),), shipped_rules=False)
    assert list_values(annotate(doc, only, Resources()), "status") == ["negated", "negated"]


def test_rule_file_disables_a_built_in_trigger(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[[trigger]]\ncategory = "none"\ndirection = "both"\nwords = ["denies"]\n')
    doc = parse_line("Denies <d>fever</>. No <d>rash</>.")
    assert list_values(annotate(doc), "status") == ["negated", "negated"]
    without = Options(classifier=False, rule_files=(str(path),))
    assert list_values(annotate(doc, without), "status") == ["confirmed", "negated"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[trigger]]\n", "are not valid"),
        ("x =", "not TOML"),
        ('[[trigger]]\ncategory = "odd"\ndirection = "forward"\nwords = []', "are not valid"),
        ('[[trigger]]\ncategory = "negated"\ndirection = "forward"\nwords = ["(no)"]', "empty"),
        (
            '[[trigger]]\ncategory = "negated"\ndirection = "forward"\nwords = ["*2 no"]',
            "begins with a gap",
        ),
        ('[[trigger]]\ncategory = "negated"\ndirection = "forward"\nwords = ["<x>"]', "class"),
        ('[lasting]\nwords = ["(gout)"]', "empty"),
        ('[lasting]\nwords = "gout"', "are not valid"),
    ],
)
def test_invalid_rules_are_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=words):
        Assertion(Options(rule_files=(str(path),)), Resources())


def test_errors_name_the_problem(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        Assertion(Options(rule_files=(str(tmp_path / "gone.toml"),)), Resources())
    with pytest.raises(InputError, match="neither rules nor a classifier"):
        Assertion(Options(rules=False, classifier=False), Resources())
    with pytest.raises(InputError, match="no category 'absent'"):
        Assertion(Options(mapping={"absent": {"a": "b"}}), Resources())
    with pytest.raises(InputError, match="was not trained"):
        Assertion(Options(rules=False), Resources())(Analysis(Document("d", "x")))
    with pytest.raises(InputError, match="none of the attributes"):
        Assertion(Options(learn=("mood",)), Resources()).train([])
    with pytest.raises(InputError, match=r"assertion\.json cannot be read"):
        Assertion(Options(), Resources()).load(tmp_path)


def test_longest_phrase_wins() -> None:
    phrases = PhraseMatcher([["no"], ["no change"], ["change (in) *2 size"]], {})
    low = "no change in the size".split()
    assert phrases.find(low, 0, 5) == [(0, 2, (1,))]
    assert phrases.find(low, 1, 5) == [(1, 5, (2,))]
    assert phrases.find(low, 0, 1) == [(0, 1, (0,))]


def test_adverb_matches_words_in_ly_that_do_not_begin_a_phrase() -> None:
    phrases = PhraseMatcher([["was (*ly) seen"], ["possibly"]], {})
    assert phrases.find("was clearly seen".split(), 0, 3) == [(0, 3, (0,))]
    assert phrases.find("was possibly seen".split(), 0, 3) == [(1, 2, (1,))]
    assert phrases.find("was not seen".split(), 0, 3) == []


def test_dollar_matches_the_end_of_a_clause() -> None:
    phrases = PhraseMatcher([["denied"], ["denied $"]], {})
    assert phrases.find(["denied", "fever"], 0, 2) == [(0, 1, (0,))]
    assert phrases.find(["denied", ","], 0, 2) == [(0, 1, (1,))]
    assert phrases.find(["denied"], 0, 1) == [(0, 1, (1,))]


def test_verbs_are_inflected() -> None:
    classes = list_classes({"find": "detect see/saw/seen identify note pass"})
    assert classes["find.base"] == "detect see identify note pass"
    assert classes["find.third"] == "detects sees identifies notes passes"
    assert classes["find.past"] == "detected saw identified noted passed"
    assert classes["find.participle"] == "detected seen identified noted passed"
    assert classes["find.ing"] == "detecting seeing identifying noting passing"
    assert {"detect", "saw", "seen"} <= set(classes["find"].split())


def test_rule_file_adds_verbs_and_continuations(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[verbs]\nscotch = "scotch"\n[[trigger]]\ncategory = "negated"\ndirection = "forward"\n'
        'words = ["<scotch>"]\n[[continuation]]\nwords = ["but alas"]\n'
    )
    options = Options(classifier=False, rule_files=(str(path),))
    doc = parse_line("Scotched <d>fever</> but alas <d>rash</>, but <d>gout</>.")
    assert list_values(annotate(doc, options), "status") == ["negated", "negated", "confirmed"]


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("No <d>change</> in the <d>mass</>.", ["negated", "confirmed"]),
        ("No <d>symptoms of flu</> or <d>fever</>.", ["negated", "negated"]),
        ("<d>No appetite</>.", ["confirmed"]),
        ("No history of <d>gout</>.", ["negated"]),
    ],
)
def test_triggers_do_not_extend_into_mentions(line: str, status: list[str]) -> None:
    assert list_values(annotate(parse_line(line)), "status") == status


DEFAULT_TRIGGERS = TriggerRules([load_default_rules()])


@given(st.lists(st.sampled_from("no but not fever , was absent ? if mother : of".split())))
def test_scopes_stay_inside_the_sentence(low: list[str]) -> None:
    for scope in DEFAULT_TRIGGERS.find_scopes(low, 0, len(low)):
        assert scope.low >= 0 and scope.high <= len(low)
        assert scope.category in CATEGORIES
        assert scope.low >= scope.end if scope.forward else scope.high <= scope.start


@given(st.text(alphabet="No fevİer.?\n,:ß ", max_size=60))
def test_lower_case_keeps_the_number_of_tokens(text: str) -> None:
    analysis = Analysis(Document("d", text))
    assert len(lower_tokens(analysis)) == len(analysis.tokens.words)


SIGNALS = """\
There was <Negation negation_modifies=#a>no evidence</> of <Condition #a>disease</>.
<Negation negation_modifies=#a,#b>No</> <Condition #a>fever</> or <Condition #b>rash</>.
<Condition #a>Cancer</> <Negation negation_modifies=#a>cannot be excluded</>.
<Laterality laterality_modifies=#a>right</> <Locus #a>second toe</>
<Laterality laterality_modifies=#a>Right</> <Intervention #a>thoracotomy</>
the <Laterality laterality_modifies=#a>left</> <Sub-location sub_location_modifies=#a>upper</> \
<Locus #a>lobe</>
the <Laterality laterality_modifies=#a>left</> and <Laterality laterality_modifies=#a>right</> \
<Locus #a>kidney</>
<Sub-location sub_location_modifies=#a>upper outer quadrant</> of the <Locus #a>breast</>
<Locus #a>lung</> <Sub-location sub_location_modifies=#a>base</>
She left the ward with <Condition>pain</>.
"""


def list_links(doc: Document | None, analysis: Analysis | None = None) -> set[tuple[object, ...]]:
    """Return relations by type and spans, because the ids of the signals differ."""
    annotations: Any = (
        analysis if analysis is not None else next(iter(doc.sets.values())) if doc else None
    )
    by_id = {mention.id: mention.spans for mention in annotations.mentions}
    return {(rel.type, by_id[rel.arg1], by_id[rel.arg2]) for rel in annotations.relations}


SIGNAL_TYPES = ("Negation", "Laterality", "Sub-location")


@pytest.mark.parametrize("line", SIGNALS.splitlines())
def test_signals(line: str) -> None:
    doc = inline.parse(line)
    gold = next(iter(doc.sets.values()))
    analysis = Analysis(doc)
    analysis.mentions = [mention for mention in gold.mentions if mention.type not in SIGNAL_TYPES]
    Assertion(RULES, CLEF)(analysis)
    assert list_links(None, analysis) == list_links(doc)
    marked = {(mention.type, mention.spans) for mention in analysis.mentions}
    assert marked == {(mention.type, mention.spans) for mention in gold.mentions}


def test_existing_signals_are_only_linked() -> None:
    doc = inline.parse("<Negation #n>No</> <Condition #c>fever</>.")
    analysis = annotate(doc, resources=CLEF)
    assert [mention.id for mention in analysis.mentions] == ["n", "c"]
    assert [(rel.arg1, rel.arg2) for rel in analysis.relations] == [("n", "c")]


def test_signals_are_added_only_if_requested() -> None:
    doc = inline.parse("No <Condition>fever</>.")
    assert not annotate(doc, Options(classifier=False, signals=False), CLEF).relations
    assert not annotate(doc, RULES, MAYO).relations
    assert annotate(doc, Options(classifier=False, signals=True), Resources()).relations


def examples(lines: list[str]) -> list[Example]:
    docs = [inline.parse(line, doc_id=str(n)) for n, line in enumerate(lines)]
    return [Example(Analysis(doc), next(iter(doc.sets.values()))) for doc in docs]


#: A wording that the rules do not know.
TAUGHT = [f"Zilch <A P=neg>{word}</> here." for word in "fever rash cough pain gout".split()] + [
    f"Plenty <A>{word}</> here." for word in "fever rash cough pain gout".split()
]
LEARN = Options(mapping={"negated": {"P": "neg"}}, types=("A",))


def predict_status(component: Assertion, text: str) -> list[str]:
    doc = inline.parse(text)
    analysis = Analysis(doc)
    analysis.take(next(iter(doc.sets.values())))
    component(analysis)
    return [mention.attributes.get("P", "") for mention in analysis.mentions]


def test_trained_classifier_survives_saving(tmp_path: Path) -> None:
    component = Assertion(LEARN, Resources())
    text = "Zilch <A>swelling</> here. Plenty <A>swelling</> here."
    assert predict_status(component, text) == ["", ""]
    component.train(examples(TAUGHT))
    assert predict_status(component, text) == ["neg", ""]
    component.save(tmp_path)
    loaded = Assertion(LEARN, Resources())
    loaded.load(tmp_path)
    assert predict_status(loaded, text) == ["neg", ""]


def test_rules_are_chosen_if_the_classifier_is_no_better(tmp_path: Path) -> None:
    lines = [f"{how} <A{is_}>{word}</>." for word in "fever rash cough".split() for how, is_ in
             (("No", " P=neg"), ("Has", ""), ("Without", " P=neg"))]  # fmt: skip
    component = Assertion(LEARN, Resources())
    component.train(examples(lines))
    component.save(tmp_path)
    assert (tmp_path / "assertion.json").read_text() == '{"ways":{"P":"rules"}}'
    assert predict_status(component, "Denies <A>fever</>.") == ["neg"]


def test_without_rules_only_words_are_features() -> None:
    component = Assertion(
        Options(rules=False, mapping={"negated": {"Q": "neg"}}, learn=("P",)), Resources()
    )
    component.train(examples(TAUGHT))
    doc = inline.parse("No <A>fever</>. Zilch <A>fever</> here.")
    analysis = Analysis(doc)
    analysis.take(next(iter(doc.sets.values())))
    component(analysis)
    assert all("Q" not in mention.attributes for mention in analysis.mentions)
    assert analysis.mentions[1].attributes == {"P": "neg"}


def test_gold_attributes_are_not_features() -> None:
    """The attributes of the mentions themselves are not used as features."""
    component = Assertion(LEARN, Resources())
    component.train(examples(TAUGHT))
    assert predict_status(component, "Plenty <A P=neg>swelling</> here.") == [""]


def test_component_requires_mentions() -> None:
    with pytest.raises(InputError, match="needs mentions"):
        parse_config('[[component]]\nuse = "assertion"\n', where="x.toml")


def test_options_are_read_from_toml() -> None:
    config = parse_config(
        '[[component]]\nuse = "entities"\n[[component]]\nuse = "assertion"\n'
        'classifier = false\nmapping = { negated = { P = "neg" } }\n',
        where="x.toml",
    )
    component = Pipeline(config, Resources()).components[1]
    assert isinstance(component, Assertion)
    assert predict_status(component, "No <A>fever</>.") == ["neg"]


def test_built_in_rules_cover_every_category() -> None:
    rules = load_default_rules()
    assert {trigger.category for trigger in rules.trigger} == {*CATEGORIES, "ongoing", "none"}
    assert set(rules.values) == {*CATEGORIES, "otherwise"}
    assert parse_rules("", where="x").trigger == ()
