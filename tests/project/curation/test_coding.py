"""The coding pass: candidates, answers as changes, origins of codes, and remembered codes."""

from __future__ import annotations

import time

import pytest
from tests.store.builders import World

from goldsmith.core import Mention, Span
from goldsmith.errors import Conflict, Forbidden, InputError, NotFound, UnknownName
from goldsmith.project.curation.coding.answers import CodingAnswer, answer
from goldsmith.project.curation.coding.candidates import read_candidates, read_mention_candidates
from goldsmith.project.curation.coding.memory import read_codings
from goldsmith.project.curation.coding.queue import CodingItem, CodingQueue, read_queue
from goldsmith.project.curation.coding.report import make_coding_report, read_set_origins
from goldsmith.project.curation.terms import browse_concepts, read_concepts, search_concepts
from goldsmith.store.access import Actor, Exposure, Role
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change, Receipt
from goldsmith.store.journal.history import make_undo
from goldsmith.store.journal.log import Journal
from goldsmith.store.journal.steps import AddMention
from goldsmith.store.tables import projects

TEXT = "Fever again. The cancer spread; no fever today. An odd xyzzy of the skin. Not seen."
PLACES = {
    "m1": ("Condition", 0, 5),
    "m2": ("Condition", 17, 23),
    "m3": ("Condition", 35, 40),
    "m4": ("Condition", 55, 60),
    "m5": ("Negation", 32, 34),
}


class Pass:
    """A project with two annotators, the first of whom codes a set, and an adjudicator."""

    def __init__(self, database: Database) -> None:
        self.database, self.world = database, World(database)
        self.project = self.world.project
        self.ann = self.world.add_person("ann", Role.ANNOTATOR)
        self.bob = self.world.add_person("bob", Role.ANNOTATOR)
        self.carol = self.world.add_person("carol", Role.ADJUDICATOR)
        self.document = self.world.add_document(text=TEXT)
        self.set = self.add_set(self.ann)
        self.number = 0

    def add_set(
        self, owner: Actor, kind: str = "human", exposure: Exposure = Exposure.PRIVATE
    ) -> str:
        set_id = self.world.add_set(self.document, owner, kind, exposure)
        steps = tuple(
            AddMention(Mention(name, kind, (Span(start, end),)))
            for name, (kind, start, end) in PLACES.items()
        )
        with self.database.write() as connection:
            Journal().append(connection, owner, set_id, Change("first", 0, steps))
        return set_id

    def read(self, set_id: str = "", actor: Actor | None = None, **part: object) -> CodingQueue:
        return read_queue(self.database, actor or self.ann, set_id or self.set, **part)  # type: ignore[arg-type]

    def find(self, wording: str, set_id: str = "", actor: Actor | None = None) -> CodingItem:
        items = self.read(set_id, actor).items
        return next(item for item in items if item.wording.lower() == wording)

    def answer(
        self,
        item: CodingItem,
        how: str,
        key: str = "",
        *,
        change: str = "",
        set_id: str = "",
        actor: Actor | None = None,
    ) -> Receipt:
        self.number += 1
        system, _, code = key.partition(":")
        mentions = tuple(place.mention for place in item.places)
        base = self.read(set_id, actor).revision
        data = CodingAnswer(change or f"c{self.number}", base, mentions, how, system, code)  # type: ignore[arg-type]
        return answer(self.database, actor or self.ann, set_id or self.set, data)

    def undo(self, target: str, change: str) -> None:
        with self.database.write() as connection:
            made = make_undo(connection, self.ann, self.set, target, change)
            Journal().append(connection, self.ann, self.set, made)


@pytest.fixture
def coding(database: Database) -> Pass:
    return Pass(database)


def test_the_queue_groups_mentions_without_a_code_by_wording(coding: Pass) -> None:
    queue = coding.read()
    assert (queue.open, queue.coded, queue.wordings) == (4, 0, 3)
    states = {item.wording.lower(): item.state for item in queue.items}
    assert states == {"fever": "single", "cancer": "several", "xyzzy": "none"}
    fever = queue.items[0]
    assert [place.mention for place in fever.places] == ["m1", "m3"]
    assert fever.places[1].before.endswith("spread; no ") and fever.places[1].words == "fever"
    assert fever.candidates[0].types and fever.candidates[0].code == "0001945"
    first = coding.read(limit=1)
    assert len(first.items) == 1 and coding.read(after=first.after).items == queue.items[1:]


def test_answers_give_codes_and_are_recorded(coding: Pass) -> None:
    coding.answer(coding.find("fever"), "accepted", "HP:0001945")
    coding.answer(coding.find("cancer"), "chosen", "DOID:162")
    coding.answer(coding.find("xyzzy"), "cui-less")
    queue = coding.read()
    assert (queue.open, queue.coded, queue.items) == (0, 4, ())
    origins = read_set_origins(coding.database, coding.ann, coding.set)
    assert [(origin.annotation, origin.how, origin.code) for origin in origins] == [
        ("m1", "accepted", "HP:0001945"),
        ("m3", "accepted", "HP:0001945"),
        ("m2", "chosen", "DOID:162"),
        ("m4", "cui-less", "CUI-less"),
    ]
    assert [origin.candidates for origin in origins] == [1, 1, 2, 0]
    report = make_coding_report(coding.database, coding.ann, coding.project)
    assert report.codes == {"accepted": 2, "chosen": 1, "cui-less": 1}


def test_a_rejected_candidate_is_not_offered_again(coding: Pass) -> None:
    coding.answer(coding.find("fever"), "rejected", "HP:0001945")
    fever = coding.find("fever")
    assert fever.state == "none" and fever.similar[0].code == "0001945"
    with pytest.raises(InputError, match="accepted does not match 0 candidates"):
        coding.answer(fever, "accepted", "HP:0001945")
    coding.answer(fever, "searched", "DOID:162")
    report = make_coding_report(coding.database, coding.ann, coding.project)
    assert report.answers == {"rejected": 2, "searched": 2} and report.codes == {"searched": 2}


@pytest.mark.parametrize(
    ("wording", "how", "key", "message"),
    [
        ("fever", "accepted", "DOID:162", "accepted does not match 1 candidates"),
        ("fever", "chosen", "HP:0001945", "chosen does not match 1 candidates"),
        ("cancer", "accepted", "DOID:162", "accepted does not match 2 candidates"),
        ("cancer", "chosen", "DOID:1", "chosen does not match"),
        ("xyzzy", "rejected", "", "rejected does not match 0 candidates"),
        ("xyzzy", "searched", "DOID:nothing", "there is no concept"),
        ("xyzzy", "searched", "", "there is no concept"),
        ("xyzzy", "cui-less", "DOID:162", "cui-less does not match"),
    ],
)
def test_an_answer_must_fit_the_candidates(
    coding: Pass, wording: str, how: str, key: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        coding.answer(coding.find(wording), how, key)
    assert coding.read().revision == 1


def test_an_answer_sent_twice_counts_once_and_undo_removes_it(coding: Pass) -> None:
    fever = coding.find("fever")
    first = coding.answer(fever, "accepted", "HP:0001945", change="same")
    assert coding.answer(fever, "accepted", "HP:0001945", change="same") == first
    with pytest.raises(Conflict, match="already has a code"):
        coding.answer(fever, "accepted", "HP:0001945")
    coding.undo("same", "undo")
    assert coding.read().open == 4
    assert read_set_origins(coding.database, coding.ann, coding.set) == ()
    coding.undo("undo", "redo")
    assert len(read_set_origins(coding.database, coding.ann, coding.set)) == 2


def test_annotators_code_their_own_sets_and_adjudicators_the_consensus(coding: Pass) -> None:
    with pytest.raises(NotFound):
        coding.read(actor=coding.bob)
    finished = coding.add_set(coding.ann, exposure=Exposure.FINISHED)
    with pytest.raises(NotFound):  # adjudicators see the work of annotators only in units
        coding.read(finished, coding.carol)
    with pytest.raises(Forbidden, match="only its annotator"):
        coding.read(finished, coding.world.owner)
    consensus = coding.world.add_set(coding.document, coding.carol, "consensus", Exposure.FINISHED)
    step = AddMention(Mention("M1", "Condition", (Span(0, 5),)))
    with coding.database.write() as connection:
        Journal().append(
            connection, coding.carol, consensus, Change("c", 0, (step,), "adjudication")
        )
    item = coding.find("fever", consensus, coding.carol)
    coding.answer(item, "accepted", "HP:0001945", set_id=consensus, actor=coding.carol)
    assert coding.read(consensus, coding.carol).coded == 1


def test_annotators_are_offered_only_their_own_earlier_codes(coding: Pass) -> None:
    coding.answer(coding.find("xyzzy"), "searched", "DOID:162")

    def recall(actor: Actor) -> list[str]:
        codings = read_codings(coding.database, actor, coding.project, "XYZZY")
        return [entry.code for entry in codings]

    assert recall(coding.ann) == ["162"]
    assert recall(coding.bob) == recall(coding.carol) == recall(coding.world.owner) == []
    own = coding.add_set(coding.bob)
    assert coding.find("xyzzy", own, coding.bob).state == "none"
    again = coding.add_set(coding.ann)
    offered = coding.find("xyzzy", again).candidates
    assert [(entry.code, entry.how, entry.before) for entry in offered] == [("162", "corpus", 1)]
    report = make_coding_report(coding.database, coding.bob, coding.project)
    assert report.mentions == 0


def test_owner_sees_the_codings_of_finished_sets_but_other_members_do_not(coding: Pass) -> None:
    finished = coding.add_set(coding.ann, exposure=Exposure.FINISHED)
    coding.answer(coding.find("xyzzy", finished), "searched", "DOID:162", set_id=finished)
    (entry,) = read_codings(coding.database, coding.world.owner, coding.project, "xyzzy")
    assert (entry.code, entry.count) == ("162", 1)
    for actor in (coding.bob, coding.carol):
        assert read_codings(coding.database, actor, coding.project, "xyzzy") == ()


def test_concepts_are_searched_browsed_and_described(coding: Pass) -> None:
    hits = search_concepts(coding.database, coding.ann, coding.project, "breast carc")
    assert hits[0].title and {hit.how for hit in hits} <= {"exact", "prefix", "words", "typo"}
    key = f"{hits[0].system}:{hits[0].code}"
    (page,) = read_concepts(coding.database, coding.ann, coding.project, key)
    assert page.names and page.paths and page.types == hits[0].types
    (tree,) = browse_concepts(coding.database, coding.ann, coding.project, key)
    assert len(tree.roots[0].children) == page.child_count
    assert browse_concepts(coding.database, coding.ann, coding.project)[0].roots
    with pytest.raises(InputError, match="nothing to search for"):
        search_concepts(coding.database, coding.ann, coding.project, " ")
    with pytest.raises(UnknownName, match="mention type"):
        search_concepts(coding.database, coding.ann, coding.project, "x", type_name="Fever")
    with pytest.raises(NotFound):
        stranger = coding.world.add_person("stranger")
        search_concepts(coding.database, stranger, coding.project, "fever")


def test_candidates_of_a_string_and_of_a_mention_are_the_same(coding: Pass) -> None:
    of_string = read_candidates(coding.database, coding.ann, coding.project, "fever", "Condition")
    of_mention = read_mention_candidates(coding.database, coding.ann, coding.set, "m3")
    assert of_string.candidates[0].code == of_mention.candidates[0].code == "0001945"
    with pytest.raises(NotFound):
        read_mention_candidates(coding.database, coding.bob, coding.set, "m3")


def test_settings_cannot_open_a_path_on_the_server(coding: Pass) -> None:
    settings = '{"terminologies": ["/etc"]}'
    with coding.database.write() as connection:
        connection.execute(projects.update().values(settings=settings))
    with pytest.raises(UnknownName, match="terminology"):
        search_concepts(coding.database, coding.ann, coding.project, "fever")


def test_type_ahead_search_is_fast(coding: Pass) -> None:
    search_concepts(coding.database, coding.ann, coding.project, "fev")
    times = []
    for query in ("f", "fe", "fev", "brea", "breast ca", "carci", "duct"):
        start = time.perf_counter()
        search_concepts(coding.database, coding.ann, coding.project, query)
        times.append(time.perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.5  # dozens of times the usual duration
