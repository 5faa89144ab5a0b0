"""Concepts over the API."""

from __future__ import annotations

import pytest
from tests.web.conftest import Desk, Server, Team

from goldsmith.core import Mention, Span
from goldsmith.errors import InputError, NotFound
from goldsmith.store.journal.change import Change
from goldsmith.store.journal.steps import AddMention


def test_concepts_are_searched_described_and_browsed(server: Server, team: Team) -> None:
    project = server.project
    (hit, *_) = team.ann.concepts.search(project, "carcinoma", limit=3)
    (page,) = team.ann.concepts.read(project, f"{hit.system}:{hit.code}")
    assert page.title == hit.title and page.paths
    (tree,) = team.ann.concepts.browse(project, f"{hit.system}:{hit.code}")
    assert tree.roots[0].code == hit.code
    with pytest.raises(InputError, match="no concept DOID:x"):
        team.ann.concepts.read(project, "DOID:x")
    with pytest.raises(NotFound):
        team.stranger.concepts.search(project, "carcinoma")


def test_candidates_and_earlier_codes(server: Server, team: Team, desk: Desk) -> None:
    fever = Mention("m1", "Condition", (Span(74, 79),))
    team.ann.sets.append(desk.set, Change("c1", 0, (AddMention(fever),)))
    (best, *_) = team.ann.concepts.list_mention_candidates(desk.set, "m1").candidates
    listed = team.ann.concepts.list_candidates(server.project, "fever", "Condition")
    assert listed.candidates[0] == best and best.name == "Fever"
    (item,) = team.ann.coding.iterate(desk.set)
    team.ann.coding.accept(desk.set, 1, item)
    (entry,) = team.ann.concepts.list_codings(server.project, "fever")
    assert entry.code == best.code
    assert team.bob.concepts.list_codings(server.project, "fever") == ()
    with pytest.raises(NotFound):
        team.bob.concepts.list_mention_candidates(desk.set, "m1")
