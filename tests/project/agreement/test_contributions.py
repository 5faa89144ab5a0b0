"""Contributions to the gold standard, and systems, which do not count as annotators."""

import pytest
from msgspec.structs import replace

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Provenance,
    Relation,
    Span,
    load_builtin_schema,
)
from goldsmith.errors import UnknownName
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.agree import Agreement, agree
from goldsmith.project.agreement.agreement_tables import make_agreement_tables

TEXT = "fever and cough, pain in the groin"
FEVER, COUGH, PAIN, GROIN = (0, 5), (10, 15), (17, 21), (29, 34)
ENTITIES, CLEF, ODIE = map(tasks.find_task, ("entities", "clef", "odie"))


def make_mention(at: tuple[int, int], code: str = "", **attributes: str) -> Mention:
    codes = (Code(code),) if code else ()
    return Mention(f"T{at[0]}", "Condition", (Span(*at),), attributes, codes)


def make_set(name: str, *mentions: Mention, relations: tuple[Relation, ...] = ()) -> AnnotationSet:
    return AnnotationSet(name, mentions, relations)


def make_document(*sets: AnnotationSet) -> Document:
    return Document("n1", TEXT, sets={made.name: made for made in sets})


def link(first: tuple[int, int], second: tuple[int, int], kind: str = "") -> Relation:
    attributes = {"relation_type": kind} if kind else {}
    return Relation(
        f"R{first[0]}-{second[0]}{kind}", "Pair", f"T{first[0]}", f"T{second[0]}", attributes
    )


def list_contributions(
    result: Agreement, kind: str
) -> dict[str, tuple[int, int, float | None, int]]:
    return {
        item.annotator: (item.taken, item.alone, item.share, item.dropped)
        for item in result.contributions
        if item.kind == kind
    }


def test_codes_and_attributes_of_matching_mentions() -> None:
    gold = make_set(
        "C",
        make_mention(FEVER, "C1", status="confirmed", severity="mild"),
        make_mention(COUGH, "C2", status="negated"),
        make_mention(PAIN, "C3"),
    )
    first = make_set("A", make_mention(FEVER, "C1", status="confirmed"), make_mention(COUGH, "C9"))
    second = make_set(
        "B",
        make_mention(FEVER, "C1", status="possible", severity="mild"),
        make_mention(COUGH, status="negated"),
        make_mention((17, 22), "C3"),  # the right code on different spans does not count
    )
    result = agree([make_document(gold, first, second)], ["A", "B"], ENTITIES, None, gold=["C"])
    assert list_contributions(result, "mentions") == {"A": (2, 0, 2 / 3, 0), "B": (2, 0, 2 / 3, 1)}
    # Three codes: both have C1; A's C9 and B's C3 are not in the gold.
    assert list_contributions(result, "codes") == {"A": (1, 0, 1 / 3, 1), "B": (1, 0, 1 / 3, 1)}
    # Three attributes: A has the status of fever, B its severity and the status of cough.
    assert list_contributions(result, "attributes") == {
        "A": (1, 1, 1 / 3, 0),
        "B": (2, 2, 2 / 3, 1),
    }
    assert {item.kind for item in result.contributions} == {"mentions", "codes", "attributes"}
    table = make_agreement_tables(result, ENTITIES, "fraction")[-1]
    assert table.columns == ("annotator", "items", "in the gold", "share", "by no other", "dropped")
    assert ("B", "attributes", "2", "0.667", "2", "1") in table.rows


def test_pairs_have_a_type_and_relations_need_none() -> None:
    mentions = [make_mention(at) for at in (FEVER, COUGH, PAIN)]
    gold = make_set(
        "C", *mentions, relations=(link(COUGH, FEVER, "identity"), link(PAIN, FEVER, "part/whole"))
    )
    first = make_set(
        "A", *mentions, relations=(link(COUGH, FEVER, "identity"), link(PAIN, FEVER, "identity"))
    )
    second = make_set("B", *mentions, relations=(link(FEVER, COUGH, "identity"),))
    doc = make_document(gold, first, second)
    result = agree([doc], ["A", "B"], ODIE, load_builtin_schema("odie"), gold=["C"])
    assert list_contributions(result, "pairs") == {"A": (1, 1, 1 / 2, 1), "B": (0, 0, 0, 1)}
    assert list_contributions(result, "relations")["A"] == (2, 2, 1, 0)


def test_pairs_of_chains() -> None:
    mentions = tuple(make_mention(at) for at in (FEVER, COUGH, PAIN, GROIN))
    ids = [mention.id for mention in mentions]

    def make_chain(name: str, *members: str) -> AnnotationSet:
        return AnnotationSet(name, mentions, groups=(Group("G1", "coreference", members),))

    schema = load_builtin_schema("i2b2-2011")
    doc = make_document(
        make_chain("C", *ids[:3]), make_chain("A", *ids[:2]), make_chain("B", *ids[1:])
    )
    task = tasks.find_task("i2b2-2011")
    result = agree([doc], ["A", "B"], task, schema, gold=["C"])
    # The chain of three has two links. B links groin too, which is not in the gold.
    assert list_contributions(result, "pairs") == {"A": (1, 1, 1 / 2, 0), "B": (1, 1, 1 / 2, 1)}


def make_team(*, kind: str) -> list[Document]:
    """Make a document with the sets of two annotators, two consensus sets and a system's set."""
    system = make_set("MMTx", make_mention(FEVER), make_mention(GROIN))
    return [
        make_document(
            make_set("A1", make_mention(FEVER), make_mention(COUGH)),
            make_set("A2", make_mention(FEVER), make_mention(PAIN)),
            make_set("C1", *map(make_mention, (FEVER, COUGH, PAIN))),
            make_set("C2", *map(make_mention, (FEVER, COUGH, PAIN, GROIN))),
            replace(system, provenance=Provenance(kind, "MMTx")),
        )
    ]


def measure_team(names: list[str] | None, kind: str = "", **options: list[str]) -> Agreement:
    return agree(make_team(kind=kind), names, ENTITIES, None, gold=["C1", "C2"], **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "result",
    [
        measure_team(["A1", "A2"], systems=["MMTx"]),
        measure_team(["A1", "MMTx", "A2"], "system"),
        measure_team(None, "system"),
    ],
    ids=["named", "by provenance", "all sets"],
)
def test_system_is_compared_but_is_not_an_annotator(result: Agreement) -> None:
    alone = agree(make_team(kind=""), ["A1", "A2"], ENTITIES, None, gold=["C1", "C2"])
    assert (result.annotators, result.systems) == (["A1", "A2"], ["MMTx"])
    assert result.reductions == alone.reductions and result.average == alone.average
    assert result.pooled == alone.pooled and result.reliability is None
    assert result.find_pair("MMTx", "C1") is not None
    assert (
        "MMTx: made by a system, so compared pair by pair and left out of the means, the pooled "
        "counts and the effect of consensus"
    ) in result.notices
    matrix = make_agreement_tables(result, ENTITIES, "fraction")[0]
    assert matrix.columns == ("", "A1", "A2", "MMTx", "C1")


def test_set_of_another_kind_is_an_annotator() -> None:
    result = measure_team(["A1", "A2", "MMTx"], "simulated")
    assert result.annotators == ["A1", "A2", "MMTx"] and not result.systems


def test_annotation_shared_only_with_a_system_counts_as_the_annotators_alone() -> None:
    result = measure_team(["A1", "A2"], systems=["MMTx"])
    # Of C1's fever, cough and pain, the system has only fever, which both annotators have too.
    assert list_contributions(result, "mentions") == {
        "A1": (2, 1, 2 / 3, 0),
        "A2": (2, 1, 2 / 3, 0),
        "MMTx": (1, 0, 1 / 3, 1),
    }
    by_second = agree(make_team(kind=""), ["A1"], ENTITIES, None, gold=["C2"], systems=["MMTx"])
    assert list_contributions(by_second, "mentions") == {
        "A1": (2, 2, 1 / 2, 0),
        "MMTx": (2, 1, 1 / 2, 0),
    }


def test_unknown_system_lists_the_sets() -> None:
    with pytest.raises(UnknownName, match=r"no annotation set called 'MMT'.*MMTx"):
        measure_team(["A1", "A2"], systems=["MMT"])
