"""The guideline of a project: first a skeleton, then checked versions by its editors."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import update
from tests.project.adjudication.corpora import build_documents
from tests.project.curation.bench import make_bench
from tests.store.builders import World

from goldsmith.errors import Conflict, Forbidden, InputError, NotFound
from goldsmith.guidelines.check import check_guideline
from goldsmith.guidelines.folder import find_guideline
from goldsmith.project.curation.adjudication.decide import decide
from goldsmith.project.curation.adjudication.progress import read_units
from goldsmith.project.curation.adjudication.requests import DecisionRequest
from goldsmith.project.curation.guidelines.disagreements import (
    list_version_agreement,
    read_disagreements,
)
from goldsmith.project.curation.guidelines.edit import (
    GuidelineEdit,
    GuidelineStart,
    edit_guideline,
    start_guideline,
)
from goldsmith.project.curation.guidelines.history import compare_versions, export_guideline
from goldsmith.project.curation.guidelines.pages import (
    read_guideline,
    read_page,
    read_task_guideline,
    read_type_page,
    search_pages,
)
from goldsmith.store.access import Actor, Role
from goldsmith.store.curation.guidelines import list_versions
from goldsmith.store.database import Database
from goldsmith.store.tables import batches, projects, tasks

CONDITION = "entities/Condition.md"


class Office:
    """A project with a guideline editor and an annotator."""

    def __init__(self, database: Database) -> None:
        self.database, self.world = database, World(database)
        self.project = self.world.project
        self.edith = self.world.add_person("edith", Role.EDITOR)
        self.ann = self.world.add_person("ann", Role.ANNOTATOR)

    def read(self, path: str = CONDITION, version: str = "") -> str:
        return read_page(self.database, self.edith, self.project, path, version).markdown

    def edit(self, base: str, pages: dict[str, str | None], actor: Actor | None = None) -> str:
        request = GuidelineEdit(base, pages, "clearer")
        return edit_guideline(self.database, actor or self.edith, self.project, request).version


@pytest.fixture
def office(database: Database) -> Office:
    return Office(database)


def test_a_project_begins_with_the_skeleton_of_its_schema(office: Office) -> None:
    view = read_guideline(office.database, office.ann, office.project)
    assert view.version.version == "0" and view.unwritten > 20
    entities = next(section for section in view.sections if section.name == "entities")
    assert "Condition" in [page.type for page in entities.pages]
    page = read_type_page(office.database, office.ann, office.project, "Condition")
    assert page.head.path == CONDITION and "<h2" in page.html and page.previous and page.following
    with pytest.raises(NotFound, match="The schema has Condition"):
        read_type_page(office.database, office.ann, office.project, "Fever")


def test_an_edit_makes_a_version_and_the_old_one_stays(office: Office) -> None:
    text = office.read().replace("## Do not", "A cold is a Condition.\n\n## Do not")
    assert office.edit("0", {CONDITION: text}) == "1"
    assert "A cold" in office.read() and "A cold" not in office.read(version="0")
    longer = text + "\nSee [Locus](Locus.md).\n"
    assert office.edit("1", {CONDITION: longer}) == "2"
    with office.database.read() as connection:
        page = list_versions(connection, office.ann, office.project, limit=1)
        assert [entry.version for entry in page.items] == ["2"] and page.items[0].by == "edith"
        rest = list_versions(connection, office.ann, office.project, after=page.after)
        assert [entry.version for entry in rest.items] == ["1"] and not rest.after
    diff = compare_versions(office.database, office.ann, office.project, "1", "2")
    assert [(page.path, page.state) for page in diff.pages] == [(CONDITION, "changed")]
    assert "+See [Locus](Locus.md)." in diff.text


def test_an_edit_sent_twice_makes_one_version(office: Office) -> None:
    pages: dict[str, str | None] = {CONDITION: office.read() + "\nMore.\n"}
    assert office.edit("0", pages) == "1"
    assert office.edit("0", pages) == "1"


def test_edits_of_different_pages_are_merged_but_edits_of_one_page_conflict(
    office: Office,
) -> None:
    start, locus = office.read(), office.read("entities/Locus.md")
    office.edit("0", {CONDITION: start + "\nMine.\n"})
    assert office.edit("0", {"entities/Locus.md": locus + "\nYours.\n"}) == "2"
    assert "Mine." in office.read()
    with pytest.raises(Conflict, match="base the edit on version 2") as caught:
        office.edit("0", {CONDITION: start + "\nYours.\n"})
    (clash,) = caught.value.details
    assert (clash.base, clash.yours) == (start, start + "\nYours.\n")  # type: ignore[attr-defined]
    assert clash.theirs == start + "\nMine.\n"  # type: ignore[attr-defined]


def test_all_problems_are_reported_and_nothing_is_stored(office: Office) -> None:
    broken = office.read() + "\n[gone](gone.md)\n\n```example\n<Fever>hot</>\n```\n"
    with pytest.raises(InputError) as caught:
        office.edit("0", {CONDITION: broken, "entities/Locus.md": None})
    message = str(caught.value)
    assert "gone.md, which does not exist" in message and "the example is wrong" in message
    assert read_guideline(office.database, office.ann, office.project).version.version == "0"


@pytest.mark.parametrize("path", ["../x.md", "a/.hidden.md", "schema.toml", "page.html", "/x.md"])
def test_only_pages_can_be_edited(office: Office, path: str) -> None:
    with pytest.raises(InputError, match="is not a page of a guideline"):
        office.edit("0", {path: "x"})


def test_settings_cannot_change_the_schema_of_the_project(office: Office) -> None:
    settings = 'title = "Ours"\nschema = "{}"\n'
    with pytest.raises(InputError, match="a schema other than the project's"):
        office.edit("0", {"guideline.toml": settings.format("mayo-disorder")})
    with pytest.raises(InputError, match="cannot be removed"):
        office.edit("0", {"guideline.toml": None})
    office.edit("0", {"guideline.toml": settings.format("schema.toml")})
    assert read_guideline(office.database, office.ann, office.project).title == "Ours"


def test_only_editors_can_edit(office: Office) -> None:
    with pytest.raises(Forbidden):
        office.edit("0", {CONDITION: "x"}, office.ann)
    with pytest.raises(NotFound):
        read_guideline(office.database, office.world.add_person("stranger"), office.project)


def test_a_new_type_of_the_schema_gets_a_page_at_the_next_edit(office: Office) -> None:
    with office.database.write() as connection:
        schema = connection.execute(projects.select()).one().schema
        schema += '\n[[mention]]\nname = "Symptom"\nlabel = "Symptom"\n'
        connection.execute(update(projects).values(schema=schema))
    pages: dict[str, str | None] = {CONDITION: office.read() + "\nMore.\n"}
    office.edit("0", pages)
    page = read_type_page(office.database, office.ann, office.project, "Symptom")
    assert page.head.section == "entities"


def test_a_project_can_start_from_the_built_in_guideline(office: Office) -> None:
    request = GuidelineStart(complete=True)
    saved = start_guideline(office.database, office.edith, office.project, request)
    assert (saved.version, saved.unwritten) == ("1", 0)
    with pytest.raises(Conflict, match="has a guideline"):
        start_guideline(office.database, office.edith, office.project, request)
    hits = search_pages(office.database, office.ann, office.project, "condition negation")
    assert hits and all(hit.path.endswith(".md") for hit in hits)
    with pytest.raises(InputError, match="nothing to search for"):
        search_pages(office.database, office.ann, office.project, " ")


def test_a_version_is_exported_as_a_folder_and_as_a_site(office: Office, tmp_path: Path) -> None:
    office.edit("0", {CONDITION: office.read() + "\nMore.\n"})
    folder = export_guideline(office.database, office.ann, office.project)
    assert folder == export_guideline(office.database, office.ann, office.project, "1")
    with zipfile.ZipFile(io.BytesIO(folder)) as archive:
        archive.extractall(tmp_path)
    assert check_guideline(find_guideline(str(tmp_path))) == []
    site = export_guideline(office.database, office.ann, office.project, form="site")
    with zipfile.ZipFile(io.BytesIO(site)) as archive:
        assert "Version 1" in archive.read("index.html").decode()


def test_an_annotator_follows_the_version_of_the_iteration(database: Database) -> None:
    bench = make_bench(database, build_documents())
    edith = bench.world.add_person("edith", Role.EDITOR)
    text = read_page(database, edith, bench.project, CONDITION).markdown
    for number in range(8):
        edit = GuidelineEdit(str(number), {CONDITION: f"{text}\nEdit {number}.\n"})
        edit_guideline(database, edith, bench.project, edit)
    anna, ben = bench.people["anna"], bench.people["ben"]
    with database.read() as connection:
        query = tasks.select().where(tasks.c.person == anna.person)
        task = connection.execute(query).first()
    assert task is not None
    assert read_task_guideline(database, anna, task.id).version.version == "7"
    with pytest.raises(NotFound, match="no such task"):
        read_task_guideline(database, ben, task.id)


def test_disagreements_are_listed_on_the_page_of_their_type(database: Database) -> None:
    bench = make_bench(database, build_documents())
    document = bench.documents["n1"]
    for number, head in enumerate(read_units(database, bench.carol, bench.batch, document).units):
        if head.kind == "mention":
            request = DecisionRequest(f"d{number}", ("1",), reason="longest span")
            decide(database, bench.carol, bench.batch, document, head.id, request)
    agreement = (
        '{"headline": {"entity": 0.8, "relation": null, "passed": true, "at": 0},'
        ' "results": {"spans": {"metric": "spans", "documents": 1, "micro": null, "macro": null,'
        ' "rows": {"Condition": {"values": {"lenient": 0.8}, "counts": {}}}}}}'
    )
    with database.write() as connection:
        connection.execute(update(batches).values(agreement=agreement))
    owner = bench.world.owner
    touching = read_disagreements(database, owner, bench.project, CONDITION)
    assert [entry.reason for entry in touching.decisions] == ["longest span"]
    assert touching.agreement[0].values == {"spans": {"lenient": 0.8}}
    (measured,) = list_version_agreement(database, owner, bench.project)
    assert (measured.guideline, measured.agreement.entity) == ("7", 0.8)
    assert not read_disagreements(database, owner, bench.project, "entities/Result.md").decisions
    edith = bench.world.add_person("edith", Role.EDITOR, Role.ANNOTATOR)
    hidden = read_disagreements(database, edith, bench.project, CONDITION)
    assert not hidden.decisions and not hidden.agreement
    assert list_version_agreement(database, edith, bench.project) == ()
    bench.set_state("closed")
    assert read_disagreements(database, edith, bench.project, CONDITION).decisions
    with pytest.raises(Forbidden):
        read_disagreements(database, bench.people["anna"], bench.project, CONDITION)
