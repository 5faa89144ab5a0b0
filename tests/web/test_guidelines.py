"""The guideline over the API: read by all, edited by editors; a conflict contains both texts."""

from __future__ import annotations

import io
import zipfile

import pytest
from tests.web.conftest import Server, Team

from goldsmith.errors import Conflict, Forbidden, InputError, NotFound
from goldsmith.project.curation.guidelines.edit import PageClash

PAGE = "entities/Condition.md"


def test_editors_edit_and_annotators_read(server: Server, team: Team) -> None:
    project = server.project
    view = team.ann.guidelines.read(project)
    assert view.version.version == "0"
    text = team.edith.guidelines.read_page(project, PAGE).markdown
    saved = team.edith.guidelines.edit(project, "0", {PAGE: text + "\nColds too.\n"}, "colds")
    assert (saved.version, saved.changed) == ("1", (PAGE,))
    page = team.ann.guidelines.read_type(project, "Condition")
    assert "Colds too." in page.html and page.version == "1"
    (entry,) = team.ann.guidelines.iterate_versions(project)
    assert (entry.summary, entry.by) == ("colds", "edith")
    assert team.ann.guidelines.search(project, "colds")[0].path == PAGE
    assert "+Colds too." in team.ann.guidelines.compare(project, "0").text
    with zipfile.ZipFile(io.BytesIO(team.ann.guidelines.export(project, form="site"))) as site:
        assert "Condition.html" in site.namelist()
    assert team.edith.guidelines.read_disagreements(project, PAGE).decisions == ()


def test_a_conflict_contains_both_texts(server: Server, team: Team) -> None:
    text = team.edith.guidelines.read_page(server.project, PAGE).markdown
    team.edith.guidelines.edit(server.project, "0", {PAGE: text + "\nMine.\n"})
    with pytest.raises(Conflict) as caught:
        team.max.guidelines.edit(server.project, "0", {PAGE: text + "\nYours.\n"})
    assert caught.value.details == (PageClash(PAGE, text, text + "\nYours.\n", text + "\nMine.\n"),)


def test_invalid_edits_and_missing_roles_are_refused(server: Server, team: Team) -> None:
    project = server.project
    with pytest.raises(InputError, match="no page is about the type Condition"):
        team.edith.guidelines.edit(project, "0", {PAGE: None})
    for client in (team.ann, team.adele, team.rita):
        with pytest.raises(Forbidden):
            client.guidelines.edit(project, "0", {PAGE: "x"})
        with pytest.raises(Forbidden):
            client.guidelines.read_disagreements(project, PAGE)
    with pytest.raises(NotFound):
        team.stranger.guidelines.read(project)
    with pytest.raises(NotFound, match="no such version"):
        team.ann.guidelines.read(project, "7")
    with pytest.raises(NotFound, match="no such page"):
        team.ann.guidelines.read_page(project, "gone.md")
    with pytest.raises(NotFound, match="no such task"):
        team.ann.guidelines.read_for_task("gone")
    assert team.max.guidelines.start(project, complete=True).unwritten == 0
