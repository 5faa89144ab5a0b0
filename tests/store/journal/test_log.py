"""Changes are appended, checked, rebased, undone and folded."""

from __future__ import annotations

import pytest
from tests.store.builders import World

from goldsmith.core import Code, Mention, Relation, Span
from goldsmith.errors import Conflict, Forbidden, InputError, NotFound
from goldsmith.store.access import Actor, Exposure, Role
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change, Receipt, refuse_reserved
from goldsmith.store.journal.history import find_origins, make_undo, read_stacks
from goldsmith.store.journal.log import Journal, fold, get_set, read_entries
from goldsmith.store.journal.steps import (
    AddMention,
    AddRelation,
    Remove,
    SetAttribute,
    SetCodes,
    SetSpans,
    SetType,
    Step,
)
from goldsmith.store.journal.verify import find_faults

BIOPSY = Mention("m1", "Investigation", (Span(0, 11),))
CANCER = Mention("m2", "Condition", (Span(25, 50),))
LINK = Relation("r1", "has_finding", "m1", "m2")


class Desk:
    """One annotator who works on one set."""

    def __init__(self, database: Database) -> None:
        self.database, self.journal = database, Journal()
        self.world = World(database)
        self.ann = self.world.add_person("ann", Role.ANNOTATOR)
        self.document = self.world.add_document()
        self.set = self.world.add_set(self.document, self.ann)
        self.number = 0

    def append(
        self, *steps: Step, base: int, actor: Actor | None = None, change_id: str = ""
    ) -> Receipt:
        self.number += 1
        change = Change(change_id or f"c{self.number}", base, steps)
        with self.database.write() as connection:
            return self.journal.append(connection, actor or self.ann, self.set, change)

    def undo(self, target: str, change_id: str) -> Receipt:
        with self.database.write() as connection:
            change = make_undo(connection, self.ann, self.set, target, change_id)
            return self.journal.append(connection, self.ann, self.set, change)

    def list_ids(self) -> set[str]:
        with self.database.read() as connection:
            row = get_set(connection, self.ann, self.set)
            content = fold(connection, self.set, row.revision).export()
            state = self.journal.get_state(self.set)
            assert state is None or state.export() == content
            assert list(find_faults(connection)) == []
        names = {mention.id for mention in content.mentions}
        names |= {rel.id for rel in content.relations}
        return names | {group.id for group in content.groups}


@pytest.fixture
def desk(database: Database) -> Desk:
    return Desk(database)


def test_changes_get_consecutive_revisions(desk: Desk) -> None:
    assert desk.append(AddMention(BIOPSY), AddMention(CANCER), base=0).revision == 1
    assert desk.append(AddRelation(LINK), base=1).revision == 2
    assert desk.list_ids() == {"m1", "m2", "r1"}


def test_a_change_sent_twice_gets_the_same_receipt(desk: Desk) -> None:
    first = desk.append(AddMention(BIOPSY), base=0, change_id="c")
    desk.append(AddMention(CANCER), base=1)
    assert desk.append(AddMention(BIOPSY), base=0, change_id="c") == first
    with pytest.raises(Conflict, match="another change"):
        desk.append(AddMention(CANCER), base=0, change_id="c")


def test_a_change_on_an_old_base_is_accepted_unless_it_conflicts(desk: Desk) -> None:
    desk.append(AddMention(BIOPSY), base=0)
    assert desk.append(AddMention(CANCER), base=0).revision == 2
    desk.append(SetType("m2", "Result"), base=2)
    with pytest.raises(Conflict) as caught:
        desk.append(Remove("m2"), base=2)
    assert [entry.revision for entry in caught.value.details] == [3]  # type: ignore[attr-defined]
    with pytest.raises(Conflict, match="same annotations"):
        desk.append(AddRelation(LINK), base=2)


def test_concurrent_relations_of_one_mention_do_not_conflict(desk: Desk) -> None:
    fever = Mention("m3", "Condition", (Span(74, 79),))
    desk.append(AddMention(BIOPSY), AddMention(CANCER), AddMention(fever), base=0)
    desk.append(AddRelation(LINK), base=1)
    desk.append(AddRelation(Relation("r2", "has_finding", "m1", "m3")), base=1)
    assert desk.list_ids() == {"m1", "m2", "m3", "r1", "r2"}


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((AddMention(Mention("m1", "Fever", (Span(0, 4),))),), "unknown mention type"),
        ((AddMention(Mention("m1", "Condition", (Span(0, 4000),))),), "not inside the text"),
        ((AddMention(Mention("m1", "Condition", ())),), "needs a place"),
        ((AddMention(CANCER), AddMention(BIOPSY), AddMention(CANCER)), "in use"),
        ((AddRelation(LINK),), "no annotation"),
        ((AddMention(CANCER), SetAttribute("m2", "colour", "red")), "has no attribute"),
        (
            (
                AddMention(CANCER),
                AddMention(BIOPSY),
                AddRelation(Relation("r", "has_target", "m2", "m1")),
            ),
            "argument of has_target",
        ),
    ],
)
def test_a_change_that_violates_the_schema_is_refused_as_a_whole(
    desk: Desk, steps: tuple[Step, ...], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        desk.append(*steps, base=0)
    assert desk.list_ids() == set()


def test_removing_a_mention_removes_its_relations_and_undo_restores_them(desk: Desk) -> None:
    desk.append(AddMention(BIOPSY), AddMention(CANCER), AddRelation(LINK), base=0)
    desk.append(Remove("m1"), base=1, change_id="removal")
    assert desk.list_ids() == {"m2"}
    desk.undo("removal", "undo")
    assert desk.list_ids() == {"m1", "m2", "r1"}
    desk.undo("undo", "redo")
    assert desk.list_ids() == {"m2"}
    with pytest.raises(Conflict, match="undone already"):
        desk.undo("removal", "again")


def test_undo_is_refused_if_the_annotation_has_changed_since(desk: Desk) -> None:
    desk.append(AddMention(CANCER), base=0, change_id="add")
    desk.append(SetSpans("m2", (Span(34, 50),)), base=1)
    with pytest.raises(Conflict):
        desk.undo("add", "undo")


def test_several_changes_to_one_annotation_are_undone_and_redone_in_order(desk: Desk) -> None:
    desk.append(AddMention(BIOPSY), base=0, change_id="add")
    desk.append(SetSpans("m1", (Span(5, 11),)), base=1, change_id="shorter")
    desk.append(SetType("m1", "Intervention"), base=2, change_id="type")
    desk.append(SetSpans("m1", (Span(0, 4),)), base=3, change_id="other")
    for target in ("other", "type", "shorter", "add"):
        desk.undo(target, f"undo-{target}")
    assert desk.list_ids() == set()
    for target in ("add", "shorter", "type", "other"):
        desk.undo(f"undo-{target}", f"redo-{target}")
    with desk.database.read() as connection:
        content = fold(connection, desk.set, 12).export()
    assert content.mentions == (Mention("m1", "Intervention", (Span(0, 4),)),)
    desk.undo("redo-other", "again")


def test_stacks_follow_undo_and_redo(desk: Desk) -> None:
    desk.append(AddMention(BIOPSY), base=0, change_id="a")
    desk.append(AddMention(CANCER), base=1, change_id="b")
    desk.undo("b", "u")
    with desk.database.read() as connection:
        stacks = read_stacks(connection, desk.ann, desk.set)
    assert (stacks.undo, stacks.redo) == (("a",), ("u",))
    desk.undo("u", "r")
    with desk.database.read() as connection:
        stacks = read_stacks(connection, desk.ann, desk.set)
    assert (stacks.undo, stacks.redo) == (("a", "r"), ())


def test_others_neither_see_nor_change_a_private_set(desk: Desk) -> None:
    bob = desk.world.add_person("bob", Role.ANNOTATOR)
    stranger = desk.world.add_person("stranger")
    for actor in (bob, stranger, desk.world.owner):
        with pytest.raises(NotFound):
            desk.append(AddMention(BIOPSY), base=0, actor=actor)


def test_a_manager_sees_a_finished_set_and_cannot_change_it(desk: Desk) -> None:
    desk.set = desk.world.add_set(desk.document, desk.ann, exposure=Exposure.FINISHED)
    with pytest.raises(Forbidden):
        desk.append(AddMention(BIOPSY), base=0, actor=desk.world.owner)


def test_each_field_has_the_change_that_set_it_last(desk: Desk) -> None:
    desk.append(AddMention(CANCER), base=0, change_id="add")
    desk.append(SetSpans("m2", (Span(34, 50),)), base=1, change_id="shorten")
    with desk.database.read() as connection:
        origins = find_origins(read_entries(connection, desk.set))
    assert {name: origin.change for name, origin in origins["m2"].items()} == {
        "type": "add",
        "spans": "shorten",
    }


def test_a_consensus_is_changed_only_by_decisions(desk: Desk) -> None:
    cleo = desk.world.add_person("cleo", Role.ADJUDICATOR)
    desk.set = desk.world.add_set(desk.document, cleo, "consensus", Exposure.FINISHED)
    with pytest.raises(Forbidden, match="follows from decisions"):
        desk.append(AddMention(BIOPSY), base=0, actor=cleo)
    with desk.database.write() as connection:
        decided = Change("d", 0, (AddMention(BIOPSY),), source="adjudication")
        desk.journal.append(connection, cleo, desk.set, decided)
        coded = Change("c", 1, (SetCodes("m1", (Code("C0005558"),)),), source="coding")
        desk.journal.append(connection, cleo, desk.set, coded)
        with pytest.raises(Forbidden):
            make_undo(connection, cleo, desk.set, "d", "u")
        smuggled = Change("s", 2, (Remove("m1"),), source="coding")
        with pytest.raises(Forbidden):
            desk.journal.append(connection, cleo, desk.set, smuggled)
    with pytest.raises(InputError, match="does not come from adjudication"):
        refuse_reserved(decided)


def test_an_adjudicator_sees_no_finished_set_before_the_batch_is_closed(desk: Desk) -> None:
    cleo = desk.world.add_person("cleo", Role.ADJUDICATOR)
    rita = desk.world.add_person("rita", Role.READER)
    finished = desk.world.add_set(desk.document, desk.ann, exposure=Exposure.FINISHED)
    shared = desk.world.add_set(desk.document, desk.ann, exposure=Exposure.SHARED)
    with desk.database.read() as connection:
        assert get_set(connection, rita, finished).id == finished
        assert get_set(connection, cleo, shared).id == shared
        with pytest.raises(NotFound):
            get_set(connection, cleo, finished)
