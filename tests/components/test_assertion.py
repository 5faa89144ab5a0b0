"""Assertion: what words around a mention, and the section, say about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.components.assertion import Assertion, Options
from goldsmith.components.assertion.mapping import of_schema
from goldsmith.components.assertion.rules import CATEGORIES, Phrases, parse, shipped
from goldsmith.components.assertion.scope import Rules, lowered
from goldsmith.core import Document, Mention, Span
from goldsmith.core.schema_file import builtin
from goldsmith.errors import InputError
from goldsmith.examples import inline
from goldsmith.pipeline import Analysis, Example, Pipeline, Resources
from goldsmith.pipeline import parse as parse_config

MAYO = Resources(schema=builtin("mayo-disorder"))
CLEF = Resources(schema=builtin("clef"))
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


def judged(doc: Document, options: Options = RULES, resources: Resources = MAYO) -> Analysis:
    """The document after the component, its gold attributes taken away before."""
    work = Analysis(doc)
    gold = next(iter(doc.sets.values()))
    work.mentions = [Mention(one.id, one.type, one.spans) for one in gold.mentions]
    Assertion(options, resources)(work)
    return work


def parsed(line: str) -> Document:
    return inline.parse(line.replace("<d", "<disorder"))


def values(work: Analysis, name: str) -> list[str]:
    return [one.attributes.get(name, "") for one in work.mentions]


def wanted(doc: Document, name: str, usual: str) -> list[str]:
    return [one.attributes.get(name, usual) for one in next(iter(doc.sets.values())).mentions]


@pytest.mark.parametrize("line", STATUS.splitlines())
def test_status(line: str) -> None:
    doc = parsed(line)
    assert values(judged(doc), "status") == wanted(doc, "status", "confirmed")


@pytest.mark.parametrize("line", CONTEXT.splitlines())
def test_context(line: str) -> None:
    doc = parsed(line)
    assert values(judged(doc), "context") == wanted(doc, "context", "current")


@pytest.mark.parametrize("line", LASTING.splitlines())
def test_diseases_that_last_are_current_unless_they_are_over(line: str) -> None:
    doc = parsed(line)
    assert values(judged(doc), "context") == wanted(doc, "context", "current")


def test_diseases_that_last_may_go_by_the_wording() -> None:
    doc = parsed("He has <d>asthma</>. History of <d>diabetes</>. PMH: <d>HTN</>.")
    options = Options(classifier=False, lasting="history")
    assert values(judged(doc, options), "context") == ["current", "history of", "history of"]


def test_a_disease_that_lasts_in_pieces() -> None:
    doc = parsed("History of <d #a>chronic</> and acute <+a>pancreatitis</>.")
    assert values(judged(doc), "context") == ["current"]


def test_diseases_that_last_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[lasting]\nwords = ["tennis elbow"]\nunless = ["brittle"]\n')
    options = Options(classifier=False, rule_files=(str(path),))
    doc = parsed("PMH: <d>tennis elbow</>, <d>brittle asthma</>, <d>gout</>.")
    assert values(judged(doc), "context") == ["history of", "current", "current"]
    assert values(judged(doc, options), "context") == ["current", "history of", "current"]


def test_family_and_negated_go_together() -> None:
    work = judged(parsed("No family history of <d>diabetes</>."))
    assert values(work, "context") == ["family history of"]
    assert values(work, "status") == ["negated"]


@pytest.mark.parametrize(
    "line",
    [
        "She was given a pamphlet on <d>diabetes</>.",
        "Seen in the <d>Diabetes</> Clinic.",
        "<d>Hyponatremia</> is quite common while taking this.",
        "His wife has <d>asthma</>.",
    ],
)
def test_unrelated_forces_context_and_status(line: str) -> None:
    work = judged(parsed(line))
    assert work.mentions[0].attributes == {
        "unrelated": "true",
        "context": "unrelated to patient",
        "status": "unrelated to patient",
    }


def test_a_value_that_is_only_forced_is_not_left_alone() -> None:
    mapped = of_schema(builtin("mayo-disorder"), shipped().values)["disorder"]
    alone = {"unrelated": "false", "status": "unrelated to patient", "context": "current"}
    assert mapped.complete(alone)["status"] == "confirmed"


def test_sections_decide() -> None:
    doc = parsed(
        "<@family_history>Family history:</>\n<d>Gout</>, <d>asthma</>.\n\n"
        "<@past_history>Past history:</>\n<d>Angina</>.\n\n"
        "<@diagnosis>Diagnosis:</>\n<d>Sepsis</>.\n"
    )
    assert values(judged(doc), "context") == [
        "family history of", "family history of", "history of", "current",
    ]  # fmt: skip


def test_a_family_section_ends_with_its_paragraph() -> None:
    doc = parsed("<@family_history>Family history:</>\n<d>Gout</>.\n\nHe has <d>asthma</>.\n")
    assert values(judged(doc), "context") == ["family history of", "current"]


def test_a_piece_after_the_trigger_is_enough() -> None:
    work = judged(parsed("The <d #a>abdomen</> is not <+a>tender</>."))
    assert values(work, "status") == ["negated"]


def test_without_a_schema() -> None:
    work = judged(
        inline.parse("Should he develop <X>fever</>, call. No <X>rash</>."), resources=Resources()
    )
    assert work.mentions[0].attributes["hypothetical"] == "true"
    assert work.mentions[1].attributes["status"] == "negated"


def test_a_mapping_of_ones_own() -> None:
    options = Options(classifier=False, types=("A",), mapping={"negated": {"POLARITY": "NEG"}})
    work = judged(inline.parse("No <A>fever</> or <B>rash</>, but <A>cough</>."), options)
    assert [one.attributes for one in work.mentions] == [{"POLARITY": "NEG"}, {}, {}]


def test_old_values_go_and_foreign_attributes_stay() -> None:
    work = Analysis(Document("d", "She has fever."))
    work.mentions = [Mention("1", "A", (Span(8, 13),), {"POLARITY": "NEG", "other": "x"})]
    options = Options(classifier=False, mapping={"negated": {"POLARITY": "NEG"}})
    Assertion(options, Resources())(work)
    assert work.mentions[0].attributes == {"other": "x"}


def test_schemas_are_understood_by_their_values() -> None:
    mapped = of_schema(builtin("mayo-disorder"), shipped().values)["disorder"]
    assert mapped.categories["negated"] == {"status": "negated"}
    assert mapped.categories["family"] == {"context": "family history of"}
    assert mapped.categories["hypothetical"] == {"status": "possible"}
    assert mapped.otherwise == {"context": "current", "status": "confirmed", "unrelated": "false"}
    temporal = of_schema(builtin("clef-temporal"), shipped().values)["TLC"]
    assert temporal.categories == {"hypothetical": {"hypothetical": "true"}}
    assert of_schema(builtin("share-2014"), shipped().values) == {}


def test_rules_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[[trigger]]\ncategory = "negated"\ndirection = "forward"\n'
        'words = ["zilch (in|of) *1 way"]\n'
    )
    doc = parsed("Zilch in the way <d>fever</>, no <d>rash</>.")
    assert values(judged(doc), "status") == ["confirmed", "negated"]
    more = Options(classifier=False, rule_files=(str(path),))
    assert values(judged(doc, more), "status") == ["negated", "negated"]
    only = Options(classifier=False, rule_files=(str(path),), shipped_rules=False)
    assert values(judged(doc, only, Resources()), "status") == ["negated", "negated"]


def test_a_shipped_trigger_can_be_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[[trigger]]\ncategory = "none"\ndirection = "both"\nwords = ["denies"]\n')
    doc = parsed("Denies <d>fever</>. No <d>rash</>.")
    assert values(judged(doc), "status") == ["negated", "negated"]
    without = Options(classifier=False, rule_files=(str(path),))
    assert values(judged(doc, without), "status") == ["confirmed", "negated"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[trigger]]\n", "do not fit"),
        ("x =", "not TOML"),
        ('[[trigger]]\ncategory = "odd"\ndirection = "forward"\nwords = []', "do not fit"),
        ('[[trigger]]\ncategory = "negated"\ndirection = "forward"\nwords = ["(no)"]', "empty"),
        ('[[trigger]]\ncategory = "negated"\ndirection = "forward"\nwords = ["*2 no"]', "anywhere"),
        ('[[trigger]]\ncategory = "negated"\ndirection = "forward"\nwords = ["<x>"]', "class"),
        ('[lasting]\nwords = ["(gout)"]', "empty"),
        ('[lasting]\nwords = "gout"', "do not fit"),
    ],
)
def test_rules_that_cannot_be_used(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=words):
        Assertion(Options(rule_files=(str(path),)), Resources())


def test_errors_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
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


def test_the_longest_phrase_counts() -> None:
    phrases = Phrases([["no"], ["no change"], ["change (in) *2 size"]], {})
    low = "no change in the size".split()
    assert phrases.find(low, 0, 5) == [(0, 2, (1,))]
    assert phrases.find(low, 1, 5) == [(1, 5, (2,))]
    assert phrases.find(low, 0, 1) == [(0, 1, (0,))]


READY = Rules([shipped()])


@given(st.lists(st.sampled_from("no but not fever , was absent ? if mother : of".split())))
def test_scopes_stay_in_the_sentence(low: list[str]) -> None:
    for scope in READY.scopes(low, 0, len(low)):
        assert scope.low >= 0 and scope.high <= len(low)
        assert scope.category in CATEGORIES
        assert scope.low >= scope.end if scope.forward else scope.high <= scope.start


@given(st.text(alphabet="No fevİer.?\n,:ß ", max_size=60))
def test_lower_case_keeps_the_number_of_tokens(text: str) -> None:
    work = Analysis(Document("d", text))
    assert len(lowered(work)) == len(work.tokens.words)


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


def links(doc: Document | None, work: Analysis | None = None) -> set[tuple[object, ...]]:
    """Relations by type and spans; the signals have other ids."""
    held: Any = work if work is not None else next(iter(doc.sets.values())) if doc else None
    by_id = {one.id: one.spans for one in held.mentions}
    return {(one.type, by_id[one.arg1], by_id[one.arg2]) for one in held.relations}


SIGNAL_TYPES = ("Negation", "Laterality", "Sub-location")


@pytest.mark.parametrize("line", SIGNALS.splitlines())
def test_signals(line: str) -> None:
    doc = inline.parse(line)
    gold = next(iter(doc.sets.values()))
    work = Analysis(doc)
    work.mentions = [one for one in gold.mentions if one.type not in SIGNAL_TYPES]
    Assertion(RULES, CLEF)(work)
    assert links(None, work) == links(doc)
    marked = {(one.type, one.spans) for one in work.mentions}
    assert marked == {(one.type, one.spans) for one in gold.mentions}


def test_signals_already_found_are_linked_only() -> None:
    doc = inline.parse("<Negation #n>No</> <Condition #c>fever</>.")
    work = judged(doc, resources=CLEF)
    assert [one.id for one in work.mentions] == ["n", "c"]
    assert [(one.arg1, one.arg2) for one in work.relations] == [("n", "c")]


def test_signals_only_where_wanted() -> None:
    doc = inline.parse("No <Condition>fever</>.")
    assert not judged(doc, Options(classifier=False, signals=False), CLEF).relations
    assert not judged(doc, RULES, MAYO).relations
    assert judged(doc, Options(classifier=False, signals=True), Resources()).relations


def examples(lines: list[str]) -> list[Example]:
    docs = [inline.parse(line, doc_id=str(n)) for n, line in enumerate(lines)]
    return [Example(Analysis(doc), next(iter(doc.sets.values()))) for doc in docs]


#: A way of writing that the rules do not know.
TAUGHT = [f"Zilch <A P=neg>{word}</> here." for word in "fever rash cough pain gout".split()] + [
    f"Plenty <A>{word}</> here." for word in "fever rash cough pain gout".split()
]
LEARN = Options(mapping={"negated": {"P": "neg"}}, types=("A",))


def told(component: Assertion, text: str) -> list[str]:
    doc = inline.parse(text)
    work = Analysis(doc)
    work.take(next(iter(doc.sets.values())))
    component(work)
    return [one.attributes.get("P", "") for one in work.mentions]


def test_what_is_learned_is_kept(tmp_path: Path) -> None:
    component = Assertion(LEARN, Resources())
    text = "Zilch <A>swelling</> here. Plenty <A>swelling</> here."
    assert told(component, text) == ["", ""]
    component.train(examples(TAUGHT))
    assert told(component, text) == ["neg", ""]
    component.save(tmp_path)
    again = Assertion(LEARN, Resources())
    again.load(tmp_path)
    assert told(again, text) == ["neg", ""]


def test_rules_are_kept_where_learning_does_no_better(tmp_path: Path) -> None:
    lines = [f"{how} <A{is_}>{word}</>." for word in "fever rash cough".split() for how, is_ in
             (("No", " P=neg"), ("Has", ""), ("Without", " P=neg"))]  # fmt: skip
    component = Assertion(LEARN, Resources())
    component.train(examples(lines))
    component.save(tmp_path)
    assert (tmp_path / "assertion.json").read_text() == '{"ways":{"P":"rules"}}'
    assert told(component, "Denies <A>fever</>.") == ["neg"]


def test_without_rules_triggers_decide_nothing() -> None:
    component = Assertion(
        Options(rules=False, mapping={"negated": {"Q": "neg"}}, learn=("P",)), Resources()
    )
    component.train(examples(TAUGHT))
    doc = inline.parse("No <A>fever</>. Zilch <A>fever</> here.")
    work = Analysis(doc)
    work.take(next(iter(doc.sets.values())))
    component(work)
    assert all("Q" not in one.attributes for one in work.mentions)
    assert work.mentions[1].attributes == {"P": "neg"}


def test_training_does_not_see_the_answer() -> None:
    """Attributes of the mentions themselves are no features."""
    component = Assertion(LEARN, Resources())
    component.train(examples(TAUGHT))
    assert told(component, "Plenty <A P=neg>swelling</> here.") == [""]


def test_it_needs_mentions_in_a_pipeline() -> None:
    with pytest.raises(InputError, match="needs mentions"):
        parse_config('[[component]]\nuse = "assertion"\n', where="x.toml")


def test_options_from_a_file() -> None:
    config = parse_config(
        '[[component]]\nuse = "entities"\n[[component]]\nuse = "assertion"\n'
        'classifier = false\nmapping = { negated = { P = "neg" } }\n',
        where="x.toml",
    )
    component = Pipeline(config, Resources()).components[1]
    assert isinstance(component, Assertion)
    assert told(component, "No <A>fever</>.") == ["neg"]


def test_shipped_rules_have_every_category() -> None:
    rules = shipped()
    assert {one.category for one in rules.trigger} == {*CATEGORIES, "ongoing", "none"}
    assert set(rules.values) == {*CATEGORIES, "otherwise"}
    assert parse("", where="x").trigger == ()
