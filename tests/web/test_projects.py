"""Projects are created, listed and changed; a schema that annotations break is refused."""

from __future__ import annotations

import pytest
from tests.web.conftest import Desk, Server, Team

from goldsmith import schemas
from goldsmith.core import Mention, Span
from goldsmith.errors import Conflict, Forbidden, GoldsmithError, InputError, NotFound
from goldsmith.store.access import Role
from goldsmith.store.projects import ProjectChange, ProjectSettings

CLEF = schemas.read_text("clef")


def test_the_creator_of_a_project_becomes_its_manager(team: Team) -> None:
    project = team.owner.projects.create("lung", "clef", title="Lung cancer")
    assert (project.name, project.title, project.schema) == ("lung", "Lung cancer", "clef")
    assert project.roles == (Role.MANAGER,)
    assert [entry.name for entry in team.owner.projects.list()] == ["breast", "lung"]
    assert team.owner.projects.get_schema(project.id) == CLEF


def test_a_manager_may_create_a_project_and_an_annotator_may_not(team: Team) -> None:
    assert team.max.projects.create("lung", "clef").roles == (Role.MANAGER,)
    with pytest.raises(Forbidden):
        team.ann.projects.create("brain", "clef")


@pytest.mark.parametrize(
    ("name", "schema", "settings", "message"),
    [
        ("Lung Cancer", "clef", {}, "name cannot be used"),
        ("lung", "clfe", {}, "Did you mean clef"),
        ("lung", "name = 'x'\n", {}, "schema"),
        ("lung", "clef", {"rules": "/etc/passwd"}, "set of rules"),
    ],
)
def test_unusable_names_schemas_and_settings_are_refused(
    team: Team, name: str, schema: str, settings: dict[str, str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        chosen = ProjectSettings(**settings)  # type: ignore[arg-type]
        team.owner.projects.create(name, schema, settings=chosen)
    assert [entry.name for entry in team.owner.projects.list()] == ["breast"]


def test_the_name_of_a_project_is_unique(team: Team) -> None:
    with pytest.raises(Conflict, match="called breast"):
        team.owner.projects.create("breast", "clef")


def test_a_project_does_not_exist_for_people_who_are_not_members(
    server: Server, team: Team
) -> None:
    answers = []
    for project in (server.project, "nothing"):
        with pytest.raises(NotFound) as caught:
            team.stranger.projects.get(project)
        answers.append(str(caught.value))
    assert answers[0] == answers[1]
    assert team.stranger.projects.list() == ()


def test_managers_change_settings(server: Server, team: Team) -> None:
    settings = ProjectSettings(entity_threshold=0.8, documents_per_batch=3)
    changed = team.max.projects.change(server.project, ProjectChange(settings=settings))
    assert changed.settings == settings
    assert team.ann.projects.get(server.project).settings.entity_threshold == 0.8
    renamed = team.max.projects.change(server.project, ProjectChange(title="Breast"))
    assert (renamed.title, renamed.settings) == ("Breast", settings)
    with pytest.raises(Forbidden):
        team.ann.projects.change(server.project, ProjectChange(title="mine"))


def test_a_setting_out_of_range_is_refused(server: Server, team: Team) -> None:
    wrong = ProjectChange(settings=ProjectSettings(entity_threshold=65))
    with pytest.raises(GoldsmithError, match="malformed"):
        team.max.projects.change(server.project, wrong)


def test_a_schema_that_annotations_break_is_refused_with_counts(
    server: Server, team: Team, desk: Desk
) -> None:
    annotator = team.ann.annotate(desk.set)
    annotator.mark("Condition", "fever")
    annotator.mark("Condition", "carcinoma")
    without = CLEF.replace('name = "Condition"', 'name = "Illness"').replace(
        '"Condition"', '"Illness"'
    )
    with pytest.raises(Conflict, match="in 2 places") as caught:
        team.max.projects.replace_schema(server.project, without)
    assert caught.value.details[0]["count"] == 2  # type: ignore[index]
    assert team.max.projects.get_schema(server.project) == CLEF


def test_changes_follow_the_new_schema_at_once(server: Server, team: Team, desk: Desk) -> None:
    annotator = team.ann.annotate(desk.set)
    annotator.mark("Condition", "fever")
    more = CLEF + '\n[[mention]]\nname = "Finding"\n'
    with pytest.raises(InputError, match="unknown mention type"):
        annotator.mark("Finding", "Core")
    team.max.projects.replace_schema(server.project, more)
    annotator.add_mention("Finding", [Span(0, 4)])
    assert [mention.type for mention in annotator.read().mentions] == ["Finding", "Condition"]
    assert isinstance(annotator.read().mentions[0], Mention)
