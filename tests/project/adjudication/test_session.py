"""A session shows open units, hides the annotators' names, and saves every decision at once."""

from itertools import count
from pathlib import Path

from tests.project.adjudication.corpora import build_documents, open_queue

from goldsmith.adjudication import Decision
from goldsmith.project.adjudication.queue import Queue
from goldsmith.project.adjudication.session import Session


def open_session(queue: Queue, *, seed: int = 0, by: str = "carol") -> Session:
    numbers = count(1)
    return Session(queue, by=by, seed=seed, clock=lambda: f"t{next(numbers)}")


def get_unit(session: Session) -> str:
    assert session.current is not None
    return session.current.unit.id


def test_session_decides_mentions_before_the_relations_that_depend_on_them(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    session = open_session(queue)
    kinds = []
    while session.current is not None:
        kinds.append((session.current.unit.document, session.current.unit.kind))
        assert session.decide(Decision("", ("1",), reason="clear")) == []
    assert kinds == [("n1", "mention"), ("n1", "mention"), ("n1", "relation"), ("n2", "mention")]
    log = queue.read_decisions()
    assert [entry.at for entry in log] == ["t1", "t2", "t3", "t4"]
    assert {(entry.by, entry.rules, entry.reason) for entry in log} == {("carol", "clef", "clear")}


def test_relation_of_a_dropped_mention_needs_no_decision(tmp_path: Path) -> None:
    notes = {
        "n": {"anna": "<m:Condition>pain</> in the <b:Locus>back</>", "ben": "pain in the back"}
    }
    docs = build_documents(notes, {"n": {"anna": "R has_location m b"}})
    session = open_session(open_queue(tmp_path, docs=docs))
    while session.current is not None:
        assert session.current.unit.kind == "mention"
        session.decide(Decision(""))
    assert session.decided == 2 and session.total == 3


def test_decision_that_breaks_a_rule_is_refused_and_not_saved(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    session = open_session(queue)
    unit = get_unit(session)
    assert session.decide(Decision("", ("1", "2"))) == [
        "overlap: of versions 1 and 2, one at most can be kept"
    ]
    assert get_unit(session) == unit and queue.read_decisions() == []


def test_session_resumes_where_the_last_one_stopped(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    first = open_session(queue)
    first.decide(Decision("", ("1",)))
    unit = get_unit(first)
    second = open_session(Queue(queue.folder))
    assert get_unit(second) == unit and second.decided == 1


def test_undo_goes_back_and_keeps_the_history(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    session = open_session(queue)
    unit = get_unit(session)
    session.decide(Decision("", ("1",)))
    assert session.undo() and get_unit(session) == unit
    assert not session.undo()
    session.decide(Decision("", ("2",)))
    log = queue.read_decisions()
    assert [(entry.keep, entry.reopened) for entry in log] == [
        (("1",), False),
        ((), True),
        (("2",), False),
    ]


def test_undo_works_in_a_later_session_and_only_on_own_decisions(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    session = open_session(queue)
    while session.current is not None:
        last = get_unit(session)
        session.decide(Decision("", ("1",)))
    assert not open_session(Queue(queue.folder), by="dora").undo()
    later = open_session(Queue(queue.folder))
    assert later.current is None and later.undo() and get_unit(later) == last


def test_skipped_units_return_in_another_session(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    session = open_session(queue)
    unit = get_unit(session)
    session.skip()
    assert get_unit(session) != unit and session.skipped == 1
    assert get_unit(open_session(queue)) == unit


def test_letters_of_the_annotators_are_shuffled_by_unit_and_seed(tmp_path: Path) -> None:
    notes = {f"n{number}": {"anna": "<m:Condition>pain</>", "ben": "pain"} for number in range(40)}
    queue = open_queue(tmp_path, docs=build_documents(notes, {}))

    def list_letters(seed: int) -> list[str]:
        session, letters = open_session(queue, seed=seed), []
        while session.current is not None:
            letters.append(session.hide_annotators()["anna"])
            assert session.list_made_by(letters[-1]) == ("1",)
            session.skip()
        return letters

    assert list_letters(1) == list_letters(1) != list_letters(2)
    assert 10 <= list_letters(1).count("a") <= 30
