"""A server and a project are set up from scratch, by clicking visible controls."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.workbench.conftest import Site

from goldsmith.project.jobs.worker import run_next
from goldsmith.store.database import Database
from goldsmith.store.migrations import prepare
from goldsmith.store.people.setup import make_setup_secret

PASSWORD = "a long pass phrase"


@pytest.fixture
def empty_site(tmp_path: Path) -> Iterator[Site]:
    database = Database(tmp_path)
    prepare(database)
    database.close()
    site = Site(tmp_path)
    yield site
    site.stop()


def test_set_up_from_scratch_to_the_first_note(
    empty_site: Site, browser: Browser, tmp_path: Path
) -> None:
    with empty_site.workbench.database.write() as connection:
        secret = make_setup_secret(connection)
    context = browser.new_context(base_url=empty_site.address)
    page = context.new_page()

    page.goto(f"/set-up?secret={secret}")
    page.get_by_label("Name").fill("olga")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_text("There is no project yet")).to_be_visible()

    invitations = [add_person(page, name) for name in ("ann", "bob", "cleo")]
    page.get_by_role("link", name="Goldsmith").click()
    page.get_by_role("link", name="New project").click()
    page.get_by_label("What do you call the project?").fill("Chest clinic")
    page.get_by_label("Notes", exact=True).set_input_files(make_notes(tmp_path / "notes.zip"))
    page.get_by_label("Annotators", exact=True).fill("ann, bob")
    page.get_by_label("Adjudicators").fill("cleo")
    page.get_by_role("button", name="Start").click()

    expect(page.get_by_role("heading", name="Import")).to_be_visible()
    assert run_next(empty_site.workbench.database, "test")
    page.get_by_role("link", name="Send out the first batch").click()
    page.get_by_role("button", name="Send out").click()
    expect(page.get_by_role("status")).to_have_text("batch-1 is out")

    ann = browser.new_context(base_url=empty_site.address).new_page()
    ann.goto(invitations[0])
    ann.get_by_label("Password").fill(PASSWORD)
    ann.get_by_role("button", name="Set the password").click()
    ann.get_by_label("Name").fill("ann")
    ann.get_by_label("Password").fill(PASSWORD)
    ann.get_by_role("button", name="Sign in").click()
    ann.get_by_role("link", name="Start with note 1 of 5").click()
    expect(ann.locator("#note")).to_contain_text("chest pain")
    context.close()
    ann.context.close()


def add_person(page: Page, name: str) -> str:
    """Make an account, and return the address of its invitation."""
    page.goto("/people")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Make the account").click()
    return page.locator("code").inner_text()


def make_notes(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(1, 7):
            archive.writestr(f"note-{number}.txt", f"Visit {number}: chest pain, no fever.\n")
    return path


def test_forms_from_other_sites_are_refused_and_redirects_stay_on_this_site(
    empty_site: Site, browser: Browser
) -> None:
    with empty_site.workbench.database.write() as connection:
        secret = make_setup_secret(connection)
    context = browser.new_context(base_url=empty_site.address)
    page = context.new_page()
    page.goto(f"/set-up?secret={secret}")
    page.get_by_label("Name").fill("olga")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_text("There is no project yet")).to_be_visible()
    answer = context.request.post("/projects/new", form={"title": "Stolen", "csrf": "wrong"})
    assert answer.status == 403
    headers = {"Origin": "http://evil.example"}
    assert context.request.post("/sign-out", form={}, headers=headers).status == 403
    for target in ("//evil.example/", "https://evil.example", "/\\evil.example"):
        answer = context.request.post(
            "/sign-in",
            form={"name": "olga", "password": PASSWORD, "next": target},
            max_redirects=0,
        )
        assert answer.headers["location"] == "/"
    context.close()
