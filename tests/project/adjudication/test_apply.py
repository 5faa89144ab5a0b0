"""A consensus is written completely or not at all."""

from pathlib import Path

import pytest
from tests.project.adjudication.corpora import NOTES, build_documents, open_queue, write_corpus

from goldsmith.adjudication import Decision, NewMention
from goldsmith.core import Span, load_builtin_schema, validate
from goldsmith.errors import InputError, Remedy, UnknownName
from goldsmith.formats import read
from goldsmith.project.adjudication.api import adjudicate, make_consensus
from goldsmith.project.adjudication.apply import apply_decisions
from goldsmith.project.adjudication.queue import Queue
from goldsmith.project.adjudication.reopen import reopen_units


def decide_all(queue: Queue, keep: str = "1") -> list[str]:
    units = list(queue.index.documents)
    queue.append(Decision(unit, (keep,), by="carol", at="2026-01-02") for unit in units)
    return units


def test_consensus_is_added_with_the_origin_of_every_annotation(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    decide_all(queue)
    applied = apply_decisions(queue, tmp_path / "out", name="agreed")
    assert (applied.mentions, applied.relations, applied.decided) == (5, 1, 4)
    docs = {doc.id: doc for doc in read(tmp_path / "out")}
    assert set(docs["n1"].sets) == {"anna", "ben", "agreed"}
    agreed = docs["n1"].sets["agreed"]
    assert [docs["n1"].get_covered_text(mention) for mention in agreed.mentions] == [
        "severe pain",
        "back",
        "aspirin",
    ]
    assert {note.target for note in agreed.notes} == {
        annotation.id for annotation in agreed.annotations
    }
    assert agreed.provenance.agent == "carol" and agreed.provenance.sources == ("anna", "ben")
    schema = load_builtin_schema("clef")
    assert all(validate(doc, doc.sets["agreed"], schema) == [] for doc in docs.values())
    again = apply_decisions(queue, tmp_path / "again", name="agreed")
    assert again.mentions == 5 and list(read(tmp_path / "again")) == list(docs.values())


def test_undecided_units_are_counted_by_document_and_nothing_is_written(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    with pytest.raises(InputError, match="4 units are undecided in 2 documents") as caught:
        apply_decisions(queue, tmp_path / "out")
    assert "n1 (3), n2 (1)" in str(caught.value)
    assert caught.value.remedy_code is Remedy.DECIDE_UNITS
    assert not (tmp_path / "out").exists()


def test_policy_decides_the_remainder_within_the_rules_and_is_recorded(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    first = next(iter(queue.index.documents))
    queue.append([Decision(first, ("2",), by="carol")])
    applied = apply_decisions(queue, tmp_path / "out", auto="union")
    assert applied.automatic == 3 and applied.decided == 4
    log = queue.read_decisions()
    assert [entry.by for entry in log] == ["carol", *["auto:union"] * 3]
    assert all(entry.at and entry.rules == "clef" for entry in log[1:])
    # The rules of CLEF keep only one type per span, whatever the policy says.
    mentions = {doc.id: doc.sets["consensus"].mentions for doc in read(tmp_path / "out")}
    assert [mention.type for mention in mentions["n2"]] in (
        ["Intervention", "Condition"],
        ["Investigation", "Condition"],
    )


@pytest.mark.parametrize(
    ("policy", "rules", "counts"),
    [
        ("union", "free", (4, 3)),
        ("intersection", "free", (1, 1)),
        ("majority", "free", (1, 1)),
        ("intersection", "clef", (2, 2)),
        ("anna", "clef", (3, 2)),
        ("ben", "clef", (2, 2)),
    ],
)
def test_policies(policy: str, rules: str, counts: tuple[int, int], tmp_path: Path) -> None:
    queue = open_queue(tmp_path, rules=rules)
    apply_decisions(queue, tmp_path / "out", auto=policy)
    docs = {doc.id: doc for doc in read(tmp_path / "out")}
    sizes = tuple(len(docs[name].sets["consensus"].mentions) for name in ("n1", "n2"))
    assert sizes == counts


def test_unknown_policy_is_an_error_before_anything_is_read(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    (tmp_path / "corpus").rename(tmp_path / "elsewhere")
    with pytest.raises(UnknownName, match="Did you mean majority"):
        apply_decisions(queue, tmp_path / "out", auto="majorty")


def test_decisions_that_break_rules_are_reported_one_by_one(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    units = decide_all(queue)
    queue.append([Decision(units[0], ("1", "2")), Decision(units[3], ())])
    with pytest.raises(InputError) as caught:
        apply_decisions(queue, tmp_path / "out")
    message = str(caught.value)
    assert f"unit {units[0]} (mention, n1 4–15): overlap: of versions 1 and 2" in message
    assert f"unit {units[3]} (mention, n2 6–10): drop_places" in message
    assert "pain" not in message and caught.value.remedy_code is Remedy.REOPEN_UNITS


def test_decisions_about_units_that_no_longer_exist_are_reported_one_by_one(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    units = decide_all(queue)
    queue.append([Decision("ffff", ("1",))])
    changed = {**NOTES, "n2": {**NOTES["n2"], "ben": "<m:Locus>groin</> scan showed a hernia"}}
    write_corpus(tmp_path / "corpus", build_documents(changed))
    with pytest.raises(InputError) as caught:
        apply_decisions(queue, tmp_path / "out")
    message = str(caught.value)
    assert f"unit {units[3]} (mention, n2 6–10): there is a decision, but the unit no" in message
    assert "unit ffff: there is a decision" in message and "not from this queue" in message
    assert "units are not in the queue, because the sets changed: n2 (" in message
    assert caught.value.remedy_code is Remedy.REMAKE_QUEUE
    assert not (tmp_path / "out").exists()


def test_changes_that_affect_no_unit_only_cause_a_notice(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    decide_all(queue)
    both = {name: f"<g:Locus>groin</> {text[6:]}" for name, text in NOTES["n2"].items()}
    write_corpus(tmp_path / "corpus", build_documents({**NOTES, "n2": both}))
    applied = apply_decisions(queue, tmp_path / "out")
    assert applied.mentions == 6
    assert [notice.split(" has")[0] for notice in applied.notices] == [
        "the set anna",
        "the set ben",
    ]


def test_name_of_the_consensus_must_not_be_taken(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    decide_all(queue)
    with pytest.raises(InputError, match="there is already a set anna"):
        apply_decisions(queue, tmp_path / "out", name="anna")


def test_reopened_units_are_open_again(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    units = decide_all(queue)
    with pytest.raises(InputError, match="no decision: nothing-of-the-sort"):
        reopen_units(queue, [units[0], "nothing-of-the-sort"], by="dora")
    reopen_units(queue, [units[0]], by="dora", reason="guideline 2.1")
    last = queue.read_decisions()[-1]
    assert (last.unit, last.by, last.reason, last.reopened) == (
        units[0],
        "dora",
        "guideline 2.1",
        True,
    )
    with pytest.raises(InputError, match=r"units are undecided in 1 documents: n1"):
        apply_decisions(queue, tmp_path / "out")


def test_consensus_of_two_consensus_sets(tmp_path: Path) -> None:
    notes = {
        "n": {
            "a1": "<m:Condition>severe pain</> and <n:Condition>cough</>",
            "a2": "severe <m:Condition>pain</> and <n:Condition>cough</>",
            "a3": "severe <m:Condition>pain</> and cough",
            "a4": "severe <m:Condition>pain</> and <n:Condition>cough</>",
        }
    }
    corpus = write_corpus(tmp_path / "corpus", build_documents(notes, {}))
    for name, sets, policy in (("c1", ["a1", "a2"], "a1"), ("c2", ["a3", "a4"], "a4")):
        adjudicate(corpus, sets, out=tmp_path / f"queue-{name}", rules="mayo")
        make_consensus(tmp_path / f"queue-{name}", out=tmp_path / name, name=name, auto=policy)
        corpus = tmp_path / name
    made = adjudicate(corpus, ["c1", "c2"], out=tmp_path / "master", rules="mayo")
    assert made.units == {"mention": 1}
    make_consensus(tmp_path / "master", out=tmp_path / "final", name="master", auto="c2")
    [doc] = read(tmp_path / "final")
    assert set(doc.sets) == {"a1", "a2", "a3", "a4", "c1", "c2", "master"}
    words = [doc.get_covered_text(mention) for mention in doc.sets["master"].mentions]
    assert words == ["pain", "cough"]


def test_union_decides_mismatches_only(tmp_path: Path) -> None:
    queue = open_queue(tmp_path, rules="odie-union")
    # Extent and type must be decided; aspirin and the relation are added without a decision.
    assert queue.manifest.units == {"mention": 2}
    apply_decisions(queue, tmp_path / "out", auto="ben")
    docs = {doc.id: doc for doc in read(tmp_path / "out")}
    words = [docs["n1"].get_covered_text(m) for m in docs["n1"].sets["consensus"].mentions]
    assert words == ["pain", "back", "aspirin"]
    assert len(docs["n1"].sets["consensus"].relations) == 1


def test_new_mention_outside_the_text_is_refused(tmp_path: Path) -> None:
    queue = open_queue(tmp_path, rules="free")
    units = decide_all(queue)
    beyond = NewMention("Condition", (Span(500, 510),))
    empty = NewMention("Condition", (Span(3, 3),))
    queue.append([Decision(units[0], add=(beyond,)), Decision(units[1], add=(empty,))])
    with pytest.raises(InputError, match="outside the text") as caught:
        apply_decisions(queue, tmp_path / "out")
    assert "at least one character" in str(caught.value)


def test_new_path_of_a_moved_corpus_can_be_given(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    decide_all(queue)
    (tmp_path / "corpus").rename(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="corpus"):
        apply_decisions(queue, tmp_path / "out")
    moved = Queue(queue.folder, str(tmp_path / "elsewhere"))
    assert apply_decisions(moved, tmp_path / "out").mentions == 5
