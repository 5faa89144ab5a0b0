"""The pages of patients: chronicles are made, opened with their evidence, and queried."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.accessibility import find_violations
from tests.browser.workbench.conftest import Site, record_problem
from tests.browser.workbench.test_screens import PICTURES
from tests.project.jobs.conftest import Office
from tests.project.jobs.test_chronicles import make_notes
from tests.project.jobs.test_import import pack

from goldsmith.store.tables import metadata
from goldsmith.store.tables.words import create_index


@pytest.fixture
def office(browser: Browser, tmp_path: Path) -> Iterator[tuple[Page, Office]]:
    """Return a page of the manager of a project with the notes of two patients."""
    site = Site(tmp_path)
    database = site.workbench.database
    metadata.create_all(database.engine)
    with database.write() as connection:
        create_index(connection)
    office = Office(database)
    office.run_import("notes.zip", pack(make_notes(2), "corpus", tmp_path))
    context = browser.new_context(base_url=site.address, viewport={"width": 1280, "height": 800})
    context.add_cookies([site.make_cookie("mia")])
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: record_problem(problems, message.text))
    yield page, office
    context.close()
    site.stop()
    assert problems == []


def take_picture(page: Page, name: str) -> None:
    if os.environ.get("GOLDSMITH_PICTURES"):
        page.screenshot(path=PICTURES / f"{name}-light.png")


def test_chronicles_are_made_read_and_queried(office: tuple[Page, Office]) -> None:
    page, desk = office
    page.goto("/projects/breast/patients")
    expect(page.locator(".empty")).to_contain_text("No chronicles yet")
    page.get_by_role("button", name="Make").click()
    page.wait_for_url("**/jobs/*")
    desk.run("verify")
    page.goto("/projects/breast/patients")
    expect(page.locator("tbody tr")).to_have_count(2)
    assert find_violations(page) == []
    page.locator("tbody a").first.click()
    expect(page.locator("#chart svg")).to_be_visible()
    assert find_violations(page) == []
    page.locator("#chart").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#event")).to_be_visible()
    page.keyboard.press("Escape")
    take_picture(page, "patient")
    page.get_by_role("link", name="Patients").first.click()
    page.get_by_role("link", name="Ask a question").click()
    page.get_by_label("Question", exact=True).fill("patients with problem pain")
    page.get_by_role("button", name="Ask").first.click()
    expect(page.locator("#answer")).to_contain_text("of 2 patients")
    assert find_violations(page) == []
    take_picture(page, "ask")
    expect(page.locator(".proof mark").first).to_contain_text(re.compile("pain|ache", re.I))
    page.locator(".proof dd a").first.click()
    expect(page.locator("h1")).to_contain_text("P")


def test_the_page_of_a_job_shows_its_end_without_a_reload(office: tuple[Page, Office]) -> None:
    page, desk = office
    page.goto("/projects/breast/patients")
    page.get_by_role("button", name="Make").click()
    page.wait_for_url("**/jobs/*")
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    page.evaluate("document.title = 'still here'")
    desk.run("verify")
    expect(page.locator("[data-state]")).to_have_text("done")
    expect(page.locator(".facts")).to_contain_text("patients")
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(page.locator("time").last).not_to_contain_text("T")  # in the reader's local format
    expect(page).to_have_title("still here")


def test_a_question_from_the_form_and_an_invalid_question(office: tuple[Page, Office]) -> None:
    page, desk = office
    desk.run("chronicles")
    page.goto("/projects/breast/ask")
    page.get_by_label("Problem", exact=True).fill("carcinoma")
    page.get_by_role("button", name="Ask").last.click()
    expect(page.locator("#question")).to_have_value('patients with problem "carcinoma"')
    expect(page.locator("#answer")).to_be_visible()
    page.goto("/projects/breast/ask?question=patients+with+(pain")
    expect(page.locator(".warning")).to_be_visible()
    expect(page.locator("#question")).to_have_value("patients with (pain")
