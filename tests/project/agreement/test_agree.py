"""Agreement of many annotators: missing documents, averages, reliability and table widths."""

from itertools import pairwise

import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Span
from goldsmith.errors import InputError, Remedy, UnknownName
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.agree import Agreement, agree
from goldsmith.project.agreement.agreement_tables import is_shortened, make_agreement_tables
from goldsmith.project.agreement.pairing import Missing

TEXT = "fever and cough, pain in the groin"
TASK = tasks.find_task("entities")
FEVER, COUGH, PAIN = (0, 5), (10, 15), (17, 21)


def make_set(
    name: str, *spans: tuple[int, int], kind: str = "Condition", **attributes: str
) -> AnnotationSet:
    mentions = tuple(
        Mention(f"T{number}", kind, (Span(*span),), attributes) for number, span in enumerate(spans)
    )
    return AnnotationSet(name, mentions)


def make_document(name: str, *sets: AnnotationSet, kind: str = "") -> Document:
    by_name = {annotations.name: annotations for annotations in sets}
    return Document(name, TEXT, Metadata(type=kind), sets=by_name)


def make_chain(annotators: int) -> list[Document]:
    """Make documents that are each annotated by two neighbouring annotators."""
    names = [f"A{number:03}" for number in range(annotators)]
    return [
        make_document(f"{first}-{second}", make_set(first, FEVER), make_set(second, FEVER, COUGH))
        for first, second in pairwise(names)
    ]


@pytest.fixture
def docs() -> list[Document]:
    """Return three documents: B did not annotate the second, and nobody the third."""
    return [
        make_document("n1", make_set("A", FEVER, COUGH), make_set("B", FEVER, COUGH)),
        make_document("n2", make_set("A", FEVER)),
        make_document("n3", AnnotationSet("other")),
    ]


def run(docs: list[Document], missing: Missing) -> Agreement:
    return agree(docs, ["A", "B"], TASK, None, missing=missing)


def test_missing_documents_are_skipped_and_listed(docs: list[Document]) -> None:
    result = run(docs, "skip")
    [pair] = result.pairs
    assert (pair.documents, pair.only_first, pair.only_second) == (1, 1, 0)
    assert pair.results["spans"].get_value("strict") == 1
    assert [(item.annotator, item.missing) for item in result.coverage] == [
        ("A", []),
        ("B", ["n2"]),
    ]
    assert result.notices == [
        "B has no annotations in 1 of 2 documents, and they are not counted for it: n2",
        "1 documents have none of the sets and are not counted: n3",
    ]


def test_missing_documents_count_as_empty_on_request(docs: list[Document]) -> None:
    result = run(docs, "empty")
    [pair] = result.pairs
    assert pair.documents == 2
    assert pair.results["spans"].get_value("strict") == pytest.approx(4 / 5)
    assert "and they count as empty: n2" in result.notices[0]


def test_missing_documents_are_refused_on_request(docs: list[Document]) -> None:
    with pytest.raises(InputError, match="B has no annotations in 1: n2") as caught:
        run(docs, "refuse")
    assert caught.value.remedy_code is Remedy.HANDLE_MISSING


def test_sets_without_common_documents_are_refused() -> None:
    docs = [make_document("n1", make_set("A", FEVER)), make_document("n2", make_set("B", FEVER))]
    with pytest.raises(InputError, match="no two of the sets have a document in common"):
        agree(docs, ["A", "B"], TASK, None)


def test_all_sets_are_compared_if_none_are_named() -> None:
    sets = (make_set("B", FEVER), make_set("gold", FEVER), make_set("A", FEVER, COUGH))
    docs = [make_document("n1", *sets), make_document("n2", make_set("C", PAIN))]
    result = agree(docs, None, TASK, None, gold=["gold"])
    assert result.annotators == ["A", "B", "C"] and result.gold == ["gold"]
    assert [(pair.first, pair.second) for pair in result.pairs] == [
        ("A", "B"),
        ("A", "gold"),
        ("B", "gold"),
    ]
    assert [row.annotator for row in result.contributions] == ["A", "B", "C"]
    filled = agree(docs, None, TASK, None, gold=["gold"], missing="empty")
    assert len(filled.pairs) == 6
    with pytest.raises(InputError, match="agreement needs two sets, but there is 1"):
        agree(docs[1:], None, TASK, None)


def test_only_pairs_that_share_documents_are_measured() -> None:
    result = agree(make_chain(197), None, TASK, None)
    assert len(result.pairs) == 196 and result.documents == 196
    [notice] = result.notices
    assert notice == (
        "the 197 sets have annotations in 1 to 2 of 196 documents (median 2); each pair is "
        "measured on the documents that both annotated"
    )


def test_averages_are_unweighted_and_weighted() -> None:
    docs = [make_document("n0", make_set("A", FEVER), make_set("B", FEVER), make_set("C", PAIN))]
    docs += [
        make_document(f"n{number}", make_set("A", FEVER), make_set("B", FEVER))
        for number in range(1, 4)
    ]
    result = agree(docs, ["A", "B", "C"], TASK, None)
    assert result.average["spans"]["micro"]["strict"] == pytest.approx(1 / 3)
    assert result.weighted_average["spans"]["micro"]["strict"] == pytest.approx(4 / 6)
    titles = [table.title for table in make_agreement_tables(result, TASK, "fraction")]
    assert "Mentions: mean over pairs of annotators" in titles
    weighted = ", weighted by the documents that both annotated"
    assert f"Mentions: mean over pairs of annotators{weighted}" in titles


def test_reliability_of_three_annotators_is_measured_together() -> None:
    docs = [
        make_document("n1", *(make_set(name, FEVER, COUGH) for name in "ABC")),
        make_document("n2", make_set("A", FEVER), make_set("B", FEVER, kind="Drug")),
        make_document("n3", make_set("A", PAIN, kind="Drug"), make_set("C", PAIN, kind="Drug")),
        make_document("n4", make_set("B", PAIN)),
    ]
    result = agree(docs, ["A", "B", "C"], TASK, None)
    assert result.reliability is not None
    row = result.reliability.rows["type"]
    assert row.counts == {"units": 4, "values": 10}
    # Units CCC, CCC, CD and DD: three agree; p = 0.7, 0.3; coincidences 3 + 3 + 0 + 2 of 10.
    assert row.values["observed_agreement"] == pytest.approx(3 / 4)
    assert row.values["fleiss_kappa"] == pytest.approx((0.75 - 0.58) / 0.42)
    assert row.values["alpha"] == pytest.approx(1 - (1 - 8 / 10) / (1 - (42 + 6) / 90))
    assert agree(docs, ["A", "B"], TASK, None).reliability is None


def test_absence_counts_as_a_value_for_flags_but_not_for_other_attributes() -> None:
    flagged = [make_set(name, FEVER, negated="true") for name in "AB"]
    docs = [
        make_document("n1", *flagged, make_set("C", FEVER)),
        make_document("n2", *(make_set(name, FEVER) for name in "ABC")),
        make_document("n3", *(make_set(name, FEVER, course=f"{name}") for name in "ABC")),
    ]
    reliability = agree(docs, ["A", "B", "C"], TASK, None).reliability
    assert reliability is not None
    assert reliability.rows["negated"].counts["units"] == 3
    assert reliability.rows["course"].counts["units"] == 1


def test_annotator_who_never_uses_an_attribute_contributes_no_values_for_it() -> None:
    docs = [
        make_document(
            f"n{number}",
            make_set("A", FEVER, status="mild"),
            make_set("B", FEVER, status="mild" if number else "severe"),
            make_set("C", FEVER),
        )
        for number in range(4)
    ]
    result = agree(docs, ["A", "B", "C"], TASK, None)
    both = agree(docs[1:], ["A", "B", "C"], TASK, None)
    assert result.reliability is not None and both.reliability is not None
    assert result.reliability.rows["status"].counts == {"units": 4, "values": 8}
    assert result.reliability.rows["status"].values["observed_agreement"] == 3 / 4
    assert both.reliability.rows["status"].values["observed_agreement"] == 1
    notice = "C never has status, and gives no value to it in the agreement of all annotators"
    assert notice in result.notices
    # Once C uses the attribute elsewhere, its absence from C's other mentions counts as a value.
    docs.append(make_document("n4", make_set("C", PAIN, status="mild")))
    silent = agree(docs, ["A", "B", "C"], TASK, None)
    assert silent.reliability is not None
    assert silent.reliability.rows["status"].counts == {"units": 4, "values": 12}
    assert notice not in silent.notices


def test_slices_have_intervals() -> None:
    docs = [
        make_document(
            f"{kind}{number}",
            *(make_set(name, FEVER, COUGH) for name in "AB"),
            make_set("C", FEVER, kind="Drug" if number else "Condition"),
            kind=kind,
        )
        for kind in ("letter", "report")
        for number in range(4)
    ]
    result = agree(docs, ["A", "B", "C"], TASK, None, by="type", intervals=True)
    for pair in result.pairs:
        assert pair.slices["letter"]["spans"].micro is not None
        assert pair.slices["letter"]["spans"].micro.intervals["strict"]
    assert list(result.reliability_slices) == ["letter", "report"]
    low, high = result.reliability_slices["letter"].rows["type"].intervals["alpha"]
    value = result.reliability_slices["letter"].rows["type"].values["alpha"]
    assert value is not None and low <= value <= high


def test_wide_matrix_becomes_a_list_of_pairs_and_then_a_summary() -> None:
    few = agree(make_chain(12), None, TASK, None)
    assert make_agreement_tables(few, TASK, "fraction")[0].columns[1] == "A000"
    assert not is_shortened(few, TASK, "fraction", 120) and is_shortened(few, TASK, "fraction", 60)
    table = make_agreement_tables(few, TASK, "fraction", width=60)[0]
    assert table.title == "Mentions: pair by pair"
    assert table.rows[0][:2] == ("A000 and A001", "1") and len(table.rows) == 11 + 3
    assert table.rows[0][table.columns.index("strict")] == "0.667"
    many = agree(make_chain(60), None, TASK, None)
    spread, lowest = make_agreement_tables(many, TASK, "fraction", width=160)[:2]
    assert spread.title == "Mentions: strict: 59 pairs"
    assert [row[0] for row in spread.rows][::4] == ["lowest", "highest"]
    assert len(lowest.rows) == 20 and "the lowest 20 of 60" in lowest.title
    [pairs] = [
        table
        for table in make_agreement_tables(many, TASK, "fraction", width=160)
        if table.title == "Mentions: pair by pair"
    ]
    assert [row[0].split()[0] for row in pairs.rows] == ["mean", "the", "pooled:"]


def test_slices_of_many_pairs_are_averaged() -> None:
    docs = [
        Document(doc.id, doc.text, Metadata(type="letter"), sets=doc.sets) for doc in make_chain(14)
    ]
    result = agree(docs, None, TASK, None, by="type")
    tables = make_agreement_tables(result, TASK, "fraction", width=60)
    titles = [table.title for table in tables]
    [average] = [table for table in tables if table.title.endswith("annotators, by type")]
    assert average.title == "Mentions: mean over pairs of annotators, by type"
    assert [(group.label, group.size) for group in average.groups] == [("all", 6), ("letter", 6)]
    assert not any("A000 and A001" in title for title in titles)


def make_sliced(kinds: str, institutions: str = "") -> list[Document]:
    """Make a document for each letter, its type; the annotators disagree on documents of type b."""
    docs = []
    for number, kind in enumerate(kinds):
        second = make_set("B", FEVER, COUGH) if kind == "b" else make_set("B", FEVER)
        doc = make_document(f"n{number}", make_set("A", FEVER), second, kind=kind)
        place = institutions[number] if institutions else ""
        metadata = Metadata(type=kind, institution=place)
        docs.append(Document(doc.id, doc.text, metadata, sets=doc.sets))
    return docs


def test_slices_are_columns_of_one_table() -> None:
    result = agree(make_sliced("aab"), ["A", "B"], TASK, None, by="type")
    [table] = make_agreement_tables(result, TASK, "fraction")
    assert table.title == "Mentions: A and B, by type"
    assert table.columns == ("", "all", "a", "b") and not table.groups
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["documents"] == ("3", "2", "1")
    assert rows["exact"] == ("3", "2", "1")
    assert rows["strict"] == ("0.857", "1.000", "0.667")


def test_crossed_slices_are_grouped_by_their_first_field() -> None:
    docs = make_sliced("abab", "YYXX")
    result = agree(docs, ["A", "B"], TASK, None, by="institution,type")
    assert result.by == ["institution", "type"]
    assert list(result.pairs[0].slices) == ["X / a", "X / b", "Y / a", "Y / b"]
    [table] = make_agreement_tables(result, TASK, "fraction")
    assert table.title == "Mentions: A and B, by institution and type"
    assert table.columns == ("", "all", "a", "b", "a", "b")
    assert [(group.label, group.size) for group in table.groups] == [("", 1), ("X", 2), ("Y", 2)]
    assert agree(docs, ["A", "B"], TASK, None, by=["institution", "type"]) == result


def test_each_type_has_a_row_and_each_slice_a_group_of_columns() -> None:
    docs = make_sliced("ab")
    docs.append(
        make_document("n9", *(make_set(name, PAIN, kind="Drug") for name in "AB"), kind="b")
    )
    result = agree(docs, ["A", "B"], TASK, None, by="type")
    whole, table = make_agreement_tables(result, TASK, "fraction")
    assert whole.rows[0] == ("documents", "3", "1", "2")
    assert table.title == "Mentions: A and B, by type, each mention type"
    assert [group.label for group in table.groups] == ["all", "a", "b"]
    assert {group.size for group in table.groups} == {len(TASK.views[0].values)}
    assert [row[0] for row in table.rows] == ["Condition", "Drug", "micro", "macro"]
    strict = [at for at, name in enumerate(table.columns) if name == "strict"]
    rows = {row[0]: [row[at] for at in strict] for row in table.rows}
    assert rows["Condition"] == ["0.800", "1.000", "0.667"]
    assert rows["Drug"] == ["1.000", "–", "1.000"]


def test_unknown_slice_field_is_refused() -> None:
    with pytest.raises(UnknownName, match="no metadata field called 'batch'; expected one of type"):
        agree(make_sliced("ab"), ["A", "B"], TASK, None, by="type,batch")


def make_notes(count: int) -> list[Document]:
    """Make documents of three annotators who each annotate differently."""
    places = [FEVER, COUGH, PAIN]
    return [
        make_document(
            f"n{number}",
            make_set("A", *places[: 1 + number % 3]),
            make_set("B", *places[: 1 + number % 2]),
            *([make_set("C", COUGH)] if number % 5 else []),
            kind="letter" if number % 4 else "report",
        )
        for number in range(count)
    ]


@pytest.mark.parametrize("missing", ["skip", "empty"])
def test_workers_count_the_same_as_one_process(missing: Missing) -> None:
    docs = make_notes(100)
    alone = agree(docs, ["A", "B", "C"], TASK, None, missing=missing, by="type", intervals=True)
    shared = agree(
        docs, ["A", "B", "C"], TASK, None, missing=missing, by="type", intervals=True, workers=2
    )
    assert shared == alone and len(shared.pairs) == 3
