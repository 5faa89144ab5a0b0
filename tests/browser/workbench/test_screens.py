"""Every screen opens for those who may see it, and is accessible."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.accessibility import find_violations
from tests.browser.workbench.conftest import SignIn

PROJECT = "/projects/breast-clinic"
#: Set GOLDSMITH_PICTURES to write the pictures of the docs.
PICTURES = Path(__file__).parents[3] / "docs/workbench/pictures"
#: The screens that also have a dark picture.
DARK = ("annotate", "adjudicate")
#: Name of the picture -> who opens the screen, and how: an address, then links to click.
SCREENS: dict[str, tuple[str, tuple[str, ...]]] = {
    "home": ("maria", ("/",)),
    "board": ("maria", (f"{PROJECT}/batches",)),
    "batch": ("maria", (f"{PROJECT}/batches", "batch-1")),
    "failed-batch": ("maria", (f"{PROJECT}/batches", "batch-3")),
    "progress": ("maria", (f"{PROJECT}/progress",)),
    "documents": ("maria", (f"{PROJECT}/documents",)),
    "document": ("maria", (f"{PROJECT}/documents", "bladder-1-ultrasound")),
    "guideline": ("greta", (f"{PROJECT}/guideline",)),
    "guideline-page": ("greta", (f"{PROJECT}/guideline", "Condition")),
    "models": ("maria", (f"{PROJECT}/models",)),
    "jobs": ("maria", (f"{PROJECT}/jobs",)),
    "people": ("maria", (f"{PROJECT}/people",)),
    "settings": ("maria", (f"{PROJECT}/settings",)),
    "new-project": ("maria", ("/projects/new",)),
    "accounts": ("owner", ("/people",)),
    "account": ("ann", ("/account",)),
    "tasks": ("ann", (f"{PROJECT}/tasks",)),
    "coding": ("ann", (f"{PROJECT}/tasks", "codes")),
    "annotate": ("ann", ("/", "Continue with note")),
    "adjudicate": ("chloe", ("/", "batch-2", "Adjudicate")),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", SCREENS)
def test_screen_is_accessible(sign_in: SignIn, name: str, scheme: str) -> None:
    person, route = SCREENS[name]
    page = sign_in(person, color_scheme=scheme, reduced_motion="reduce")
    follow(page, route)
    if os.environ.get("GOLDSMITH_PICTURES") and (scheme == "light" or name in DARK):
        page.screenshot(path=PICTURES / f"{name}-{scheme}.png")
    assert find_violations(page) == []


def follow(page: Page, route: tuple[str, ...]) -> None:
    """Go to an address, then click links by their text."""
    for part in route:
        if part.startswith("/"):
            answer = page.goto(part)
            assert answer is not None and answer.status == 200
        else:
            page.get_by_role("link", name=part).first.click()
            page.wait_for_load_state()
    page.wait_for_load_state("networkidle")


def test_every_page_of_a_project_can_be_reached_from_its_menu(sign_in: SignIn) -> None:
    page = sign_in("maria")
    page.goto("/")
    page.get_by_role("link", name="Breast clinic letters").click()
    menu = page.get_by_role("navigation", name="Project").get_by_role("link")
    expect(menu.first).to_be_visible()
    labels = menu.all_inner_texts()
    assert labels[:3] == ["Batches", "Progress", "Documents"]
    for label in labels:
        page.get_by_role("navigation", name="Project").get_by_role(
            "link", name=label, exact=True
        ).click()
        expect(page.locator(".menu [aria-current]")).to_have_text(label)


def test_an_annotator_cannot_open_pages_for_managers(sign_in: SignIn) -> None:
    page = sign_in("ann")
    page.goto(f"{PROJECT}/tasks")
    menu = page.get_by_role("navigation", name="Project")
    assert menu.get_by_role("link").all_inner_texts() == ["Your notes", "Guideline"]
    for path in ("batches", "progress", "documents", "jobs", "people", "settings", "consistency"):
        answer = page.request.get(f"{PROJECT}/{path}")
        assert answer.status == 403, path
    assert page.request.get("/people").status == 403


def test_a_schema_is_previewed_before_it_replaces_the_current_one(sign_in: SignIn) -> None:
    page = sign_in("maria")
    page.goto(f"{PROJECT}/settings")
    page.get_by_text("Edit the schema").click()
    field = page.get_by_label("Schema (TOML)")
    source = field.input_value()
    addition = '\n[[mention]]\nname = "Allergy"\ndescription = "What the patient must not get"\n'
    field.fill(source + addition)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("nothing is saved yet")).to_be_visible()
    expect(page.get_by_role("row", name="Allergy")).to_be_visible()
    page.goto(f"{PROJECT}/settings")
    expect(page.get_by_role("row", name="Allergy")).to_have_count(0)
    page.get_by_text("Edit the schema").click()
    page.get_by_label("Schema (TOML)").fill(source + '\n[[mention]]\ntitle = "nameless"\n')
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("alert")).to_contain_text("schema")
