"""Causes of low agreement: single documents, repeated mistakes, batches, merges, hard codes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Mention,
    Metadata,
    Relation,
    Span,
    load_builtin_schema,
)
from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics.engine.bands import name_kappa
from goldsmith.metrics.engine.hierarchy import Taxonomy
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.agree import Agreement, agree
from goldsmith.project.agreement.agreement_tables import make_agreement_tables
from goldsmith.project.agreement.causes.causes import CauseOptions, choose_causes
from goldsmith.project.agreement.causes.merges import merge_schema, parse_merge

WORDS = ["chemo", "fever", "chemo", "cough", "chemo", "pain", "rash", "nausea"]
TEXT = " ".join(WORDS)
CLEF = load_builtin_schema("clef")


def mark(*numbers: int, kind: str = "Condition") -> tuple[Mention, ...]:
    """Return mentions of the words with these numbers."""
    starts = [sum(len(word) + 1 for word in WORDS[:number]) for number in numbers]
    return tuple(
        Mention(f"m{number}", kind, (Span(start, start + len(WORDS[number])),))
        for number, start in zip(numbers, starts, strict=True)
    )


def build_document(
    name: str, a: tuple[Mention, ...], b: tuple[Mention, ...], batch: str = ""
) -> Document:
    metadata = Metadata(extra={"batch": batch} if batch else {})
    sets = {"A1": AnnotationSet("A1", a), "A2": AnnotationSet("A2", b)}
    return Document(name, TEXT, metadata, sets=sets)


SAME = mark(1, 3, 5)
#: A2 missed the chemotherapy, which A1 marked three times.
DOCS = [
    build_document("n1", SAME, SAME, "1"),
    build_document("n2", (*SAME, *mark(0, 2, 4, kind="Intervention")), SAME, "2"),
    build_document("n3", SAME, mark(1, 3), "10"),
]


def measure(docs: list[Document], causes: CauseOptions, *, by: str = "") -> Agreement:
    return agree(docs, ["A1", "A2"], tasks.find_task("clef"), CLEF, by=by, causes=causes)


INFLUENCE = CauseOptions(influence=True)
DIFFERENCES = CauseOptions(differences=True)
TREND = CauseOptions(trend=True)


def test_scores_without_each_document_in_turn() -> None:
    [influence, *_] = measure(DOCS, INFLUENCE).causes.influence
    assert (influence.metric, influence.value) == ("spans", "lenient")
    # 8 exact pairs of 12 + 8 mentions; without n2: 5 of 6 + 5.
    assert influence.overall == pytest.approx(16 / 20)
    first = influence.documents[0]
    assert first.document == "n2" and first.without == pytest.approx(10 / 11)
    assert first.change == pytest.approx(10 / 11 - 16 / 20) and first.own == pytest.approx(6 / 9)
    assert [row.document for row in influence.documents] == ["n2", "n3", "n1"]
    assert measure(DOCS[:1], INFLUENCE).causes.influence == []


def test_influence_equals_agreement_measured_without_the_document() -> None:
    [influence, *_] = measure(DOCS, INFLUENCE).causes.influence
    for row in influence.documents:
        rest = measure([doc for doc in DOCS if doc.id != row.document], CauseOptions())
        assert rest.pooled is not None
        assert rest.pooled.results["spans"].get_value("lenient") == pytest.approx(row.without)


def test_repeated_mistake_is_found() -> None:
    [pair] = measure(DOCS, DIFFERENCES).causes.differences
    [repetition] = pair.repetitions
    assert (repetition.document, repetition.words, repetition.count) == ("n2", "chemo", 3)
    assert (repetition.only, repetition.types) == ("A1", ("Intervention",))
    assert repetition.share == pytest.approx(3 / 4)
    assert (pair.documents, pair.differences) == (3, 4)
    assert [(item.name, item.kind, item.count) for item in pair.classes] == [
        ("occurrence", "mention", 4)
    ]


def test_same_kind_of_mistake_with_different_words_counts_as_repeated() -> None:
    docs = [build_document("n1", mark(1, 3, 5, 6, 7), ()), build_document("n2", SAME, mark(1))]
    [pair] = measure(docs, DIFFERENCES).causes.differences
    [repetition] = pair.repetitions
    assert (repetition.document, repetition.words, repetition.count) == ("n1", None, 5)
    assert repetition.share == pytest.approx(5 / 7)


def test_examples_have_the_form_of_table_11() -> None:
    result = measure(DOCS, DIFFERENCES)
    table = next(
        table
        for table in make_agreement_tables(result, tasks.find_task("clef"), "percent")
        if table.title.startswith("Examples")
    )
    assert table.columns == ("text", "A1 response", "A2 response", "type of difference")
    text = "chemo fever chemo cough chemo"  # 30 characters after the first one, in whole words
    assert table.rows == ((text, "chemo [Intervention]", "–", "Occurrence (mentions)"),)


def test_words_of_the_notes_are_left_out_without_text() -> None:
    [pair] = measure(DOCS, CauseOptions(differences=True, with_text=False)).causes.differences
    [example] = pair.examples
    assert (example.text, example.first) == ("", "m0 [Intervention]")
    assert pair.repetitions[0].words == ""


def build_coded(name: str, a: str, b: str, **values: tuple[str, str]) -> Document:
    """Build a document with one disorder, coded and described by both annotators."""
    sides = []
    for side, code in enumerate((a, b)):
        attributes = {key: pair[side] for key, pair in values.items()}
        mention = Mention("m", "disorder", (Span(0, 5),), attributes, (Code(code),))
        sides.append((mention,))
    return build_document(name, sides[0], sides[1])


CODED = [
    build_coded("1", "C1", "C1", status=("possible", "negated")),
    build_coded("2", "C1", "C2", status=("possible", "negated")),
    build_coded("3", "C1", "C2", status=("possible", "possible")),
    build_coded("4", "C3", "C3", status=("confirmed", "possible")),
]


def test_hard_codes_and_confused_values() -> None:
    options = CauseOptions(differences=True, hierarchy=Taxonomy({"C2": ["C1"]}))
    mayo = tasks.find_task("mayo")
    schema = load_builtin_schema("mayo-disorder")
    [pair] = agree(CODED, ["A1", "A2"], mayo, schema, causes=options).causes.differences
    first, second = pair.hard_codes
    assert (first.code, first.pairs, first.agree, first.instead) == ("C1", 3, 1, {"C2": 2})
    assert (second.code, second.pairs, second.agree, second.instead) == ("C2", 2, 0, {"C1": 2})
    assert first.agreement == pytest.approx(1 / 3)
    assert [(item.attribute, item.a, item.b, item.count) for item in pair.confusions] == [
        ("code", "C1", "C2", 2),
        ("status", "possible", "negated", 2),
        ("status", "confirmed", "possible", 1),
    ]
    counts = {(item.name, item.kind): item.count for item in pair.classes}
    assert counts == {
        ("attribute value", "attribute"): 3,
        ("concept", "code"): 2,
        ("parent and child", "code"): 2,
    }


def test_values_of_free_text_are_hidden_without_text() -> None:
    docs = [build_coded("1", "C1", "C1", remark=("Mrs Quigley", "none"))]
    shown, hidden = (
        agree(
            docs,
            ["A1", "A2"],
            tasks.find_task("entities"),
            None,
            causes=CauseOptions(differences=True, with_text=with_text),
        ).causes.differences[0]
        for with_text in (True, False)
    )
    assert len(shown.confusions) == 1 and not hidden.confusions
    assert "Quigley" in repr(shown) and "Quigley" not in repr(hidden)


def test_trend_names_the_batch_from_which_agreement_is_stable() -> None:
    low, high = mark(1), mark(1, 3, 5)
    docs = [build_document(str(n), high, low, str(n)) for n in (1, 2)]
    docs += [build_document(str(n), high, high, str(n)) for n in (3, 10, 4)]
    [trend, *_] = measure(docs, TREND, by="batch").causes.trend
    assert [point.batch for point in trend.points] == ["1", "2", "3", "4", "10"]
    assert [point.value for point in trend.points] == [0.5, 0.5, 1, 1, 1]
    # 1 + 1 + 3 exact pairs of 3·3 + 1 + 1 + 3 mentions up to the third batch
    assert trend.points[2].cumulative == pytest.approx(10 / 14)
    assert trend.stable_from == "3"
    assert trend.points[0].annotations == 4 and trend.points[0].is_small
    result = measure(docs, CauseOptions(trend=True, tolerance=0.5), by="batch")
    assert result.causes.trend[0].stable_from == "1"
    [unstable, *_] = measure(docs[:3], TREND, by="batch").causes.trend
    assert unstable.stable_from == ""


ODIE = load_builtin_schema("odie")


def build_odie() -> list[Document]:
    """Build a document whose annotators type the same relation as set/subset and as part/whole."""
    markables = tuple(replace(mention, type="markable") for mention in mark(0, 1, 2, 3))
    sets = {}
    for name, kind in (("A1", "set/subset"), ("A2", "part/whole")):
        pairs = [("m1", "m0", "identity"), ("m3", "m2", kind)]
        relations = tuple(
            Relation(f"R{n}", "pair", first, second, {"relation_type": value})
            for n, (first, second, value) in enumerate(pairs)
        )
        sets[name] = AnnotationSet(name, markables, relations)
    return [Document("1", TEXT, sets=sets)]


def test_agreement_as_if_values_were_merged() -> None:
    docs, task = build_odie(), tasks.find_task("odie")
    result = agree(docs, ["A1", "A2"], task, ODIE)
    merges = [parse_merge("relation_type:set/subset,part/whole=set or part")]
    merged = agree(docs, ["A1", "A2"], task, ODIE, merges=merges)
    assert merged.what_if is not None
    figures = {figure.value: figure for figure in merged.what_if.figures}
    assert (figures["f1"].before, figures["f1"].after) == (0.5, 1)
    # Three relation types remain: 4·3·3 candidates, of which both annotators chose the same two.
    assert figures["kappa"].after == 1
    assert merged.what_if.merges == ["relation_type:set/subset,part/whole=set or part"]
    assert merged.pairs == result.pairs
    table = make_agreement_tables(merged, task, "fraction")[-1]
    assert table.rows[0] == ("A1 and A2", "f1", "0.500", "1.000", "+0.500")


def test_agreement_as_if_types_were_merged() -> None:
    docs = [build_document("1", mark(1), mark(1, kind="Result"))]
    merges = [parse_merge("Condition,Result=Finding")]
    merged = agree(docs, ["A1", "A2"], tasks.find_task("clef"), CLEF, merges=merges)
    assert merged.what_if is not None
    strict = next(item for item in merged.what_if.figures if item.value == "strict")
    assert (strict.label, strict.before, strict.after) == ("A1 and A2", 0, 1)


def test_schema_is_merged_too() -> None:
    schema = merge_schema(CLEF, [parse_merge("Condition,Result=Finding")])
    names = [kind.name for kind in schema.mention]
    assert names.count("Finding") == 1 and not {"Condition", "Result"} & {*names}
    has_finding = next(kind for kind in schema.relation if kind.name == "has_finding")
    assert "Finding" in has_finding.second
    odie = merge_schema(ODIE, [parse_merge("relation_type:set/subset,part/whole=x")])
    assert odie.relation[0].attributes["relation_type"].values == ("identity", "x", "other")


@pytest.mark.parametrize("text", ["A,B", "A=C", "A,B=", ":A,B=C", "=C"])
def test_malformed_merge_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a merge; expected A,B=C"):
        parse_merge(text)


def test_merge_of_an_unknown_type_is_refused() -> None:
    merges = [parse_merge("Conditon,Intervention=C")]
    with pytest.raises(UnknownName, match=r"no type called 'Conditon'.*Did you mean Condition"):
        agree(DOCS, ["A1", "A2"], tasks.find_task("clef"), CLEF, merges=merges)


@pytest.mark.parametrize(
    ("kappa", "name"),
    [
        (-0.1, "poor"),
        (0, "slight"),
        (0.23, "fair"),
        (0.32, "fair"),
        (0.41, "moderate"),
        (0.58, "moderate"),
        (0.66, "substantial"),
        (0.804, "substantial"),
        (0.81, "almost perfect"),
        (1, "almost perfect"),
    ],
)
def test_kappa_in_words(kappa: float, name: str) -> None:
    """Use the words of ODIE: 0.66 is substantial, 0.58 and 0.41 moderate, 0.32 and 0.23 fair."""
    assert name_kappa(kappa) == name


def test_causes_are_chosen_by_name() -> None:
    assert choose_causes(["trend", "differences"]) == CauseOptions(differences=True, trend=True)
    with pytest.raises(UnknownName, match="Did you mean trend"):
        choose_causes(["trent"])
