"""Adjudication on the server: units, decisions under rules, and the resulting consensus."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from tests.project.adjudication.corpora import build_documents, write_corpus
from tests.project.curation.bench import Bench, make_bench

from goldsmith.adjudication import load_rules
from goldsmith.core import AnnotationSet, Code, Document, Group, Mention, Span
from goldsmith.errors import Conflict, Forbidden, InputError, NotFound
from goldsmith.formats import read
from goldsmith.project.adjudication.apply import apply_decisions
from goldsmith.project.adjudication.make import make_queue
from goldsmith.project.adjudication.queue import Queue
from goldsmith.project.adjudication.work import Stream, name_origin
from goldsmith.project.curation.adjudication.decide import decide, preview, reopen, undo
from goldsmith.project.curation.adjudication.policies import apply_policy, make_consensus
from goldsmith.project.curation.adjudication.progress import (
    read_log,
    read_progress,
    read_unit,
    read_units,
)
from goldsmith.project.curation.adjudication.report import list_origins, make_report
from goldsmith.project.curation.adjudication.requests import (
    DecisionReceipt,
    DecisionRequest,
    PolicyRequest,
    ReopenRequest,
)
from goldsmith.project.curation.adjudication.views import UnitHead, UnitView
from goldsmith.store.access import Actor, Role
from goldsmith.store.curation.decisions import read_histories
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change
from goldsmith.store.journal.log import Journal
from goldsmith.store.journal.reading import get_set, read_entries
from goldsmith.store.journal.state import Content
from goldsmith.store.journal.steps import SetCodes
from goldsmith.store.journal.verify import find_faults
from goldsmith.store.loading import load_contents
from goldsmith.store.tables import exclusions, tasks


class Work:
    """The work of an adjudicator on a batch."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.database, self.batch = bench, bench.database, bench.batch
        self.carol = bench.carol
        self.numbers = count(1)

    def list_units(self, doc_id: str) -> tuple[UnitHead, ...]:
        document = self.bench.documents[doc_id]
        return read_units(self.database, self.carol, self.batch, document).units

    def find(self, doc_id: str, kind: str, state: str = "open") -> UnitView:
        heads = self.list_units(doc_id)
        head = next(head for head in heads if (head.kind, head.state) == (kind, state))
        return self.read(doc_id, head.id)

    def read(self, doc_id: str, unit: str, actor: Actor | None = None) -> UnitView:
        document = self.bench.documents[doc_id]
        return read_unit(self.database, actor or self.carol, self.batch, document, unit)

    def decide(self, doc_id: str, unit: str, *keep: str, **fields: object) -> DecisionReceipt:
        fields.setdefault("id", f"d{next(self.numbers)}")
        request = DecisionRequest(keep=keep, **fields)  # type: ignore[arg-type]
        document = self.bench.documents[doc_id]
        return decide(self.database, self.carol, self.batch, document, unit, request)

    def reopen(self, doc_id: str, unit: str) -> DecisionReceipt:
        request = ReopenRequest(f"r{next(self.numbers)}", "looked again")
        document = self.bench.documents[doc_id]
        return reopen(self.database, self.carol, self.batch, document, unit, request)

    def decide_all(self, doc_id: str) -> DecisionReceipt | None:
        """Keep the first version of every unit."""
        receipt = None
        while heads := [head for head in self.list_units(doc_id) if head.state == "open"]:
            receipt = self.decide(doc_id, heads[0].id, "1")
        return receipt

    def read_set(self, set_id: str) -> Content:
        with self.database.read() as connection:
            row = get_set(connection, self.carol, set_id)
            assert list(find_faults(connection)) == []
            return load_contents(connection, {row.id: row.revision})[row.id]


@pytest.fixture
def work(database: Database) -> Work:
    return Work(make_bench(database, build_documents()))


def test_units_are_decided_mentions_first_and_make_the_consensus(work: Work) -> None:
    progress = read_progress(work.database, work.carol, work.batch)
    assert (progress.rules, progress.finished, progress.state) == ("clef", 0, "adjudicating")
    kinds = [(head.kind, head.state) for head in work.list_units("n1")]
    assert kinds == [("mention", "open"), ("mention", "open"), ("relation", "waiting")]
    receipt = work.decide_all("n1")
    assert receipt is not None and receipt.consensus.open == 0
    content = work.read_set(receipt.consensus.set)
    assert [mention.id for mention in content.mentions] == ["M1", "M2", "M3"]
    assert [rel.type for rel in content.relations] == ["has_location"]
    progress = read_progress(work.database, work.carol, work.batch)
    assert progress.finished == 1
    with work.database.read() as connection:
        (entry,) = read_entries(connection, receipt.consensus.set)
    assert (entry.source, entry.guideline) == ("adjudication", "7")


def test_consensus_is_the_same_as_from_the_offline_command(work: Work, tmp_path: Path) -> None:
    receipts = {name: work.decide_all(name) for name in ("n1", "n2")}
    corpus = write_corpus(tmp_path / "corpus")
    stream = Stream(name_origin(["anna", "ben"], str(corpus), None))
    make_queue(stream, load_rules("clef"), None, tmp_path / "queue")
    queue = Queue(tmp_path / "queue")
    with work.database.read() as connection:
        histories = read_histories(connection, work.batch)
    queue.append(row.decision for history in histories.values() for row in history.rows)
    apply_decisions(queue, tmp_path / "out")
    for doc in read(tmp_path / "out"):
        receipt = receipts[doc.id]
        assert receipt is not None
        content, offline = work.read_set(receipt.consensus.set), doc.sets["consensus"]
        mentions = tuple(replace(mention, text="") for mention in offline.mentions)
        assert content.mentions == mentions
        assert content.relations == offline.relations
        assert content.groups == offline.groups


def test_refusal_of_a_decision_names_the_broken_rule(work: Work) -> None:
    unit = work.find("n1", "mention")
    document = work.bench.documents["n1"]
    both = tuple(version.id for version in unit.versions)
    with pytest.raises(InputError, match="overlap: of versions 1 and 2"):
        work.decide("n1", unit.id, *both)
    with pytest.raises(InputError, match="drop_places: all annotators marked this place"):
        work.decide("n1", unit.id)
    new = {"type": "Condition", "spans": [[0, 3]]}
    request = msgspec.convert({"id": "new", "add": [new]}, DecisionRequest)
    with pytest.raises(InputError, match="new: nothing may be added"):
        decide(work.database, work.carol, work.batch, document, unit.id, request)
    mixed = msgspec.convert({"id": "mix", "mix": [{"spans": "1", "type": "2"}]}, DecisionRequest)
    with pytest.raises(InputError, match="fields: a version is taken whole"):
        decide(work.database, work.carol, work.batch, document, unit.id, mixed)
    with pytest.raises(InputError, match="there is no version 9"):
        work.decide("n1", unit.id, "9")
    assert preview(work.database, work.carol, work.batch, document, unit.id, mixed).breaches
    assert read_log(work.database, work.carol, work.batch).items == ()


def test_rules_of_the_project_apply(work: Work) -> None:
    work.bench.set_settings('{"rules": "free"}')
    unit = work.find("n1", "mention")
    request = msgspec.convert(
        {"id": "new", "add": [{"type": "Locus", "spans": [[0, 3]]}]}, DecisionRequest
    )
    document = work.bench.documents["n1"]
    decide(work.database, work.carol, work.batch, document, unit.id, request)
    assert work.read("n1", unit.id).state == "decided"


def test_options_show_their_results(work: Work) -> None:
    unit = work.find("n1", "mention")
    by_label = {option.label: option for option in unit.options}
    assert {"A", "B", "all", "none"} <= set(by_label)
    assert [mention.type for mention in by_label["A"].mentions] == ["Condition"]
    assert by_label["all"].breaches and not by_label["all"].mentions
    work.decide_all("n1")
    relation = work.find("n1", "relation", "decided")
    taken = next(option for option in relation.options if option.keep == ("1",))
    assert [rel.type for rel in taken.relations] == ["has_location"] and len(taken.mentions) == 2
    assert "severe pain" in "".join(excerpt.text for excerpt in relation.excerpts)


def test_a_decision_sent_twice_is_recorded_once(work: Work) -> None:
    unit = work.find("n2", "mention")
    first = work.decide("n2", unit.id, "1", id="same")
    assert work.decide("n2", unit.id, "1", id="same") == first
    assert len(read_log(work.database, work.carol, work.batch).items) == 1
    with pytest.raises(Conflict, match="another decision"):
        work.decide("n2", unit.id, "2", id="same")
    with pytest.raises(Conflict, match="another decision"):
        work.decide("n1", work.find("n1", "mention").id, "1", id="same")
    with pytest.raises(Conflict, match="already been decided"):
        work.decide("n2", unit.id, "2", id="later")


def test_reopening_a_unit_changes_the_consensus_set_instead_of_adding_one(work: Work) -> None:
    receipt = work.decide_all("n1")
    assert receipt is not None
    unit = work.find("n1", "mention", "decided")
    reopened = work.reopen("n1", unit.id)
    assert (reopened.consensus.set, reopened.consensus.open) == (receipt.consensus.set, 1)
    assert {mention.id for mention in work.read_set(reopened.consensus.set).mentions} == {
        "M2",
        "M3",
    }
    again = work.decide("n1", unit.id, "2")
    content = work.read_set(again.consensus.set)
    assert again.consensus.revision == 3 and len(content.mentions) == 3
    assert len(content.relations) == 1
    log = read_log(work.database, work.carol, work.batch).items
    assert [entry.reopened for entry in log] == [False, False, False, True, False]
    assert log[3].decision.reason == "looked again" and log[3].decision.by == "carol"


def test_undo_withdraws_the_last_decision_of_the_person(work: Work) -> None:
    unit = work.find("n2", "mention")
    work.decide("n2", unit.id, "1")
    other = work.bench.world.add_person("dan", Role.ADJUDICATOR)
    request = ReopenRequest("u1")
    with pytest.raises(Conflict, match="no decision of yours"):
        undo(work.database, other, work.batch, request)
    receipt = undo(work.database, work.carol, work.batch, request)
    assert receipt.unit == unit.id and work.read("n2", unit.id).state == "open"
    assert undo(work.database, work.carol, work.batch, request).unit == unit.id


def test_codes_of_the_consensus_stay_when_it_is_rebuilt(work: Work) -> None:
    receipt = work.decide_all("n1")
    assert receipt is not None
    step = SetCodes("M2", (Code("C0030193", "UMLS"),))
    with work.database.write() as connection:
        change = Change("coded", 1, (step,), source="coding")
        Journal().append(connection, work.carol, receipt.consensus.set, change)
    unit = work.find("n1", "mention", "decided")
    work.reopen("n1", unit.id)
    content = work.read_set(receipt.consensus.set)
    assert {mention.id: bool(mention.codes) for mention in content.mentions} == {
        "M2": True,
        "M3": False,
    }


def test_a_policy_decides_the_remainder_within_the_rules(work: Work) -> None:
    work.decide("n2", work.find("n2", "mention").id, "1")
    request = PolicyRequest("p", "union")
    receipt = apply_policy(work.database, work.carol, work.batch, request)
    documents = work.bench.documents
    assert receipt.decided == {documents["n1"]: 3, documents["n2"]: 0}
    assert apply_policy(work.database, work.carol, work.batch, request) == receipt
    assert read_progress(work.database, work.carol, work.batch).finished == 2
    automatic = [
        entry
        for entry in read_log(work.database, work.carol, work.batch).items
        if entry.decision.by == "auto:union"
    ]
    assert len(automatic) == 3


def test_letters_are_stable_for_an_adjudicator_and_hide_the_order(database: Database) -> None:
    docs = [make_many(20)]
    work = Work(make_bench(database, docs))
    units = [work.read("n1", head.id) for head in work.list_units("n1")]
    letters = ["".join(unit.versions[0].made_by) for unit in units]
    assert set(letters) == {"A", "B"}
    assert letters == ["".join(work.read("n1", unit.id).versions[0].made_by) for unit in units]
    dan = work.bench.world.add_person("dan", Role.ADJUDICATOR)
    others = ["".join(work.read("n1", unit.id, dan).versions[0].made_by) for unit in units]
    assert others != letters


def make_many(number: int) -> Document:
    """Return a document in which Anna marked every word and Ben none."""
    text = "pain " * number
    mentions = tuple(
        Mention(f"m{at}", "Condition", (Span(5 * at, 5 * at + 4),)) for at in range(number)
    )
    sets = {"anna": AnnotationSet("anna", mentions), "ben": AnnotationSet("ben")}
    return Document("n1", text, sets=sets)


def test_nothing_that_an_adjudicator_reads_reveals_the_annotators(work: Work) -> None:
    answers: list[object] = [read_progress(work.database, work.carol, work.batch)]
    for name, document in work.bench.documents.items():
        answers.append(read_units(work.database, work.carol, work.batch, document))
        answers += [work.read(name, head.id) for head in work.list_units(name)]
    receipt = work.decide_all("n1")
    assert receipt is not None
    answers += [receipt, read_log(work.database, work.carol, work.batch)]
    answers.append(work.read_set(receipt.consensus.set))
    words = msgspec.json.encode(answers).decode()
    for name, actor in work.bench.people.items():
        assert name not in words and actor.person not in words
    assert not any(set_id in words for set_id in work.bench.sets.values())


def test_units_can_be_read_only_while_the_batch_is_adjudicated(work: Work) -> None:
    document = work.bench.documents["n1"]
    for state, message in (
        ("open", "have not finished"),
        ("annotated", "is not measured yet"),
        ("passed", "not open to adjudicators"),
        ("failed", "below its thresholds"),
        ("closed", "is closed"),
    ):
        work.bench.set_state(state)
        with pytest.raises(Conflict, match=message):
            read_units(work.database, work.carol, work.batch, document)


def test_annotators_and_strangers_cannot_adjudicate(work: Work) -> None:
    document = work.bench.documents["n1"]
    stranger = work.bench.world.add_person("stranger")
    with pytest.raises(Forbidden):
        read_units(work.database, work.bench.people["anna"], work.batch, document)
    for actor, batch in ((stranger, work.batch), (work.carol, "unknown")):
        with pytest.raises(NotFound, match="no such batch, or you may not see it"):
            read_units(work.database, actor, batch, document)


def test_annotators_cannot_adjudicate_their_own_documents_unless_allowed(work: Work) -> None:
    anna, document = work.bench.people["anna"], work.bench.documents["n1"]
    work.bench.world.join(anna, Role.ADJUDICATOR)
    with pytest.raises(Forbidden, match="annotated this document yourself"):
        read_units(work.database, anna, work.batch, document)
    work.bench.set_settings('{"allow_own_adjudication": true}')
    assert read_units(work.database, anna, work.batch, document).units


def test_contributions_are_reported_only_once_the_batch_is_closed(work: Work) -> None:
    work.decide_all("n1")
    work.decide_all("n2")
    document = work.bench.documents["n1"]
    with pytest.raises(Conflict, match="names its annotators"):
        make_report(work.database, work.carol, work.batch)
    with pytest.raises(Conflict, match="names its annotators"):
        list_origins(work.database, work.carol, work.batch, document)
    work.bench.set_state("closed")
    report = make_report(work.database, work.carol, work.batch)
    assert report.annotators == ("anna", "ben") and report.documents == 2
    mentions = {
        entry.annotator: entry for entry in report.contributions if entry.kind == "mentions"
    }
    assert mentions["anna"].taken > mentions["ben"].taken
    assert any(
        entry.metric == "spans" and entry.after > entry.before for entry in report.reductions
    )
    assert sum(choice.units for choice in report.choices) >= 4 and report.people == {"carol": 4}
    origins = list_origins(work.database, work.carol, work.batch, document)
    assert {origin.made_by for origin in origins} == {("anna",), ("anna", "ben")}


def test_two_consensus_sets_make_a_master_consensus(work: Work) -> None:
    first = work.decide_all("n2")
    bench = work.bench
    second = bench.add_batch("batch-2")
    bench.add_to_batch(second, "n2")
    for name, twin in (("anna", "anna2"), ("ben", "ben2")):
        person = bench.world.add_person(twin, Role.ANNOTATOR)
        bench.annotate(second, "n2", person, bench.docs["n2"].sets[name])
    work.batch = second
    unit = work.find("n2", "mention")
    work.decide("n2", unit.id, "2")
    work.batch = bench.add_batch("master", "open")
    bench.add_to_batch(work.batch, "n2")
    unit = work.find("n2", "mention")
    assert unit.letters == ("A", "B") and len(unit.versions) == 2
    receipt = work.decide("n2", unit.id, "1")
    assert read_progress(work.database, work.carol, work.batch).state == "adjudicating"
    assert first is not None and receipt.consensus.name == "consensus-3"
    assert (
        work.read_set(receipt.consensus.set).mentions == work.read_set(first.consensus.set).mentions
    )


def test_two_adjudicators_at_once_make_one_consensus(database: Database) -> None:
    work = Work(make_bench(database, [make_many(12)]))
    dan = work.bench.world.add_person("dan", Role.ADJUDICATOR)
    document = work.bench.documents["n1"]
    units = [head.id for head in work.list_units("n1")]

    def settle(number: int) -> int:
        actor = dan if number % 2 else work.carol
        request = DecisionRequest(f"x{number}", ("1",))
        receipt = decide(database, actor, work.batch, document, units[number], request)
        return receipt.consensus.open

    with ThreadPoolExecutor(6) as pool:
        remaining = sorted(pool.map(settle, range(12)))
    assert remaining == list(range(12))
    progress = read_progress(database, work.carol, work.batch)
    assert progress.finished == 1
    content = work.read_set(progress.documents[0].consensus)
    assert len(content.mentions) == 12


def test_a_document_annotated_in_parts_has_one_consensus(database: Database) -> None:
    doc = make_many(8)
    work = Work(make_bench(database, [doc], start=False))
    bench = work.bench
    halves = {"anna": (0, 20), "ben": (0, 20), "cleo": (20, 40), "dora": (20, 40)}
    for name, (start, end) in halves.items():
        person = bench.people.get(name) or bench.world.add_person(name, Role.ANNOTATOR)
        mentions = tuple(
            mention
            for mention in doc.sets["anna"].mentions
            if start <= mention.start < end and (name in ("anna", "cleo") or mention.start % 10)
        )
        set_id = bench.annotate(work.batch, "n1", person, AnnotationSet(name, mentions))
        with database.write() as connection:
            task = tasks.update().where(tasks.c.set == set_id).values(start=start, end=end)
            connection.execute(task)
    heads = work.list_units("n1")
    assert [head.start for head in heads] == [0, 10, 20, 30]
    receipt = work.decide_all("n1")
    assert receipt is not None
    content = work.read_set(receipt.consensus.set)
    assert [mention.start for mention in content.mentions] == list(range(0, 40, 5))


def test_the_work_of_an_excluded_annotator_is_not_adjudicated(work: Work) -> None:
    ben = work.bench.people["ben"]
    with work.database.write() as connection:
        connection.execute(
            exclusions.insert().values(
                project=work.bench.project,
                person=ben.person,
                reason="rogue",
                excluded_by=work.bench.world.owner.person,
                at=0,
            )
        )
    with pytest.raises(Conflict, match="fewer than two annotators"):
        work.list_units("n1")


def test_chains_are_settled_as_partitions(database: Database) -> None:
    text = "pain pain pain pain "
    mentions = tuple(Mention(f"m{at}", "Condition", (Span(5 * at, 5 * at + 4),)) for at in range(4))
    links = {"anna": [(0, 1), (1, 2)], "ben": [(0, 1), (2, 3)]}
    sets = {
        name: AnnotationSet(
            name,
            mentions,
            groups=tuple(
                Group(f"g{number}", "co_refers", tuple(f"m{at}" for at in chain))
                for number, chain in enumerate(_join(pairs))
            ),
        )
        for name, pairs in links.items()
    }
    work = Work(make_bench(database, [Document("n1", text, sets=sets)]))
    unit = work.find("n1", "chain")
    slots = sorted({place.slot for place in unit.places})
    with pytest.raises(InputError, match="drop: a chain splits mentions that all"):
        work.decide("n1", unit.id, blocks=((slots[2], slots[3]),))
    receipt = work.decide("n1", unit.id, blocks=((slots[0], slots[1]), (slots[2], slots[3])))
    chains = [group.members for group in work.read_set(receipt.consensus.set).groups]
    assert chains == [("M1", "M2"), ("M3", "M4")]
    work.reopen("n1", unit.id)
    again = work.decide("n1", unit.id, "1")
    assert work.read_set(again.consensus.set).groups


def _join(pairs: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Join pairs that share a member into chains."""
    chains: list[set[int]] = []
    for pair in pairs:
        touching = [chain for chain in chains if chain & set(pair)]
        chains = [chain for chain in chains if not chain & set(pair)]
        chains.append(set(pair).union(*touching))
    return [tuple(sorted(chain)) for chain in chains]


def test_consensus_of_a_document_without_differences_is_made_on_request(database: Database) -> None:
    doc = make_many(3)
    same = {name: replace(doc.sets["anna"], name=name) for name in ("anna", "ben")}
    work = Work(make_bench(database, [replace(doc, sets=same)]))
    assert work.list_units("n1") == ()
    receipt = make_consensus(database, work.carol, work.batch)
    (state,) = receipt.documents.values()
    assert (state.open, state.revision) == (0, 1)
    assert len(work.read_set(state.set).mentions) == 3
    assert make_consensus(database, work.carol, work.batch) == receipt
    assert read_log(database, work.carol, work.batch).items == ()
    with pytest.raises(Forbidden):
        make_consensus(database, work.bench.people["anna"], work.batch)
