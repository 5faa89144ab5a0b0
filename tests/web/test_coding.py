"""The coding pass over the API."""

from __future__ import annotations

import pytest
from tests.web.conftest import Desk, Server, Team

from goldsmith.core import Mention, Span
from goldsmith.errors import InputError, NotFound
from goldsmith.store.journal.change import Change
from goldsmith.store.journal.steps import AddMention

BREAST = Mention("m1", "Locus", (Span(63, 69),))
FEVER = Mention("m2", "Condition", (Span(74, 79),))


def test_a_set_is_coded_and_the_answer_undone(server: Server, team: Team, desk: Desk) -> None:
    steps = (AddMention(BREAST), AddMention(FEVER))
    team.ann.sets.append(desk.set, Change("c1", 0, steps))
    queue = team.ann.coding.read_queue(desk.set)
    assert [item.wording for item in queue.items] == ["breast", "fever"]
    fever = queue.items[1]
    with pytest.raises(InputError, match="chosen does not match 1 candidates"):
        team.ann.coding.answer(desk.set, queue.revision, fever, "chosen", system="HP", code="1")
    receipt = team.ann.coding.accept(desk.set, queue.revision, fever)
    (origin,) = team.ann.coding.list_origins(desk.set)
    assert (origin.how, origin.revision) == ("accepted", receipt.revision)
    assert team.ann.coding.read_report(server.project).codes == {"accepted": 1}
    assert team.max.coding.read_report(server.project).codes == {}
    origins = team.ann.sets.get_origins(desk.set, "m2")
    assert origins["m2"]["codes"].source == "coding"
    team.ann.sets.undo(desk.set)
    assert team.ann.coding.list_origins(desk.set) == ()
    assert len(team.ann.coding.read_queue(desk.set).items) == 2


def test_nobody_else_sees_the_coding_of_a_private_set(team: Team, desk: Desk) -> None:
    for client in (team.bob, team.adele, team.max, team.stranger):
        with pytest.raises(NotFound):
            client.coding.read_queue(desk.set)
        with pytest.raises(NotFound):
            client.coding.list_origins(desk.set)
