"""The adjudicate screen refuses decisions that break a rule of CLEF, and names the rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.workbench.conftest import Site
from tests.project.adjudication.corpora import build_documents
from tests.project.curation.bench import Bench
from tests.store.builders import World

from goldsmith.store.tables import metadata

#: A document for each way in which two annotators differ.
NOTES = {
    "extent": {
        "anna": "has <m:Condition>severe pain</> today",
        "ben": "has severe <m:Condition>pain</> today",
    },
    "type": {
        "anna": "a groin <m:Investigation>exploration</> was done",
        "ben": "a groin <m:Intervention>exploration</> was done",
    },
    "arguments": {
        "anna": "<m:Condition>pain</> in <n:Locus>back</> and <o:Locus>hip</>",
        "ben": "<m:Condition>pain</> in <n:Locus>back</> and <o:Locus>hip</>",
    },
    "alone": {"anna": "given <m:Drug-or-device>aspirin</>", "ben": "given aspirin"},
}
LINKS = {"arguments": {"anna": "R1 has_location m n", "ben": "R1 has_location m o"}}
#: Document -> the rules that refuse "both" and "neither"; empty if allowed, None if not offered.
REFUSALS = {
    "extent": ("overlap", "drop_places"),
    "type": ("types", "drop_places"),
    "arguments": ("arguments", ""),
    "alone": (None, ""),
}


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """Return the screen of the adjudicator of a batch."""
    site = Site(tmp_path)
    metadata.create_all(site.workbench.database.engine)
    bench = Bench(World(site.workbench.database), build_documents(NOTES, LINKS))
    context = browser.new_context(base_url=site.address)
    context.add_cookies([site.make_cookie("carol")])
    page = context.new_page()
    page.goto(f"/adjudicate/{bench.batch}")
    expect(page.locator("#options .option").first).to_be_visible()
    yield page
    context.close()
    site.stop()


def choose(page: Page, label: str) -> str:
    """Press the key of a choice, and return the message on the screen."""
    option = page.locator("#options .option", has_text=label).first
    page.keyboard.press(option.locator("kbd").inner_text())
    expect(page.locator("#told")).not_to_be_empty()
    return page.locator("#told").inner_text()


@pytest.mark.parametrize("name", NOTES)
def test_a_rule_refuses_and_the_decision_stays_open(page: Page, name: str) -> None:
    page.locator("#queue").get_by_text(name, exact=True).click()
    expect(page.locator("#place")).to_have_text(name)
    expect(page.locator("#stage[aria-busy]")).to_have_count(0)
    both, neither = REFUSALS[name]
    if both is not None:
        assert choose(page, "Both").startswith(f"Not allowed: {both}:")
    if neither:
        assert choose(page, "Neither").startswith(f"Not allowed: {neither}:")
    assert page.locator(".unit.decided").count() == 0
    expect(page.locator("#mix")).to_be_hidden()  # versions are taken whole
    page.keyboard.press("1")
    expect(page.locator("#told")).to_contain_text("Decided")
