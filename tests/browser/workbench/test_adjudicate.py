"""The adjudicate screen by keyboard: rules apply, decisions are recorded, undone and reopened."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.workbench.conftest import SignIn


def open_adjudication(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="batch-2").click()
    page.get_by_role("link", name="Adjudicate", exact=True).click()
    expect(page.locator("#options .option").first).to_be_visible()


def count_decided(page: Page) -> int:
    match = re.match(r"(\d+) of", page.locator("#progress").inner_text())
    assert match
    return int(match.group(1))


def test_decisions_are_made_by_keyboard(sign_in: SignIn) -> None:
    page = sign_in("chloe")
    open_adjudication(page)
    before = count_decided(page)
    first = page.locator(".unit[aria-current]").text_content() or ""
    assert {"A", "B"} == set(page.locator("#stage .row h3").all_inner_texts())

    page.keyboard.press("3")  # the rules of CLEF refuse both of two overlapping mentions
    expect(page.locator("#told")).to_contain_text("Not allowed: overlap")
    page.keyboard.press("0")  # and dropping a place that both marked
    expect(page.locator("#told")).to_contain_text("Not allowed: drop_places")
    assert count_decided(page) == before

    page.keyboard.press("r")
    page.keyboard.type("wro")
    page.keyboard.press("Enter")
    expect(page.locator("#reason")).to_have_value("wrong type")
    page.keyboard.press("2")
    expect(page.locator("#told")).to_contain_text("Decided")
    assert count_decided(page) == before + 1
    assert page.locator(".unit.decided").count() == before + 1

    page.reload()  # decisions survive a reload
    expect(page.locator("#options .option").first).to_be_visible()
    assert count_decided(page) == before + 1

    page.keyboard.press("u")
    expect(page.locator("#told")).to_contain_text("withdrawn")
    assert count_decided(page) == before
    expect(page.locator(".unit[aria-current]")).to_have_text(first)


def test_a_decision_is_reopened_and_names_stay_hidden(sign_in: SignIn) -> None:
    page = sign_in("chloe")
    open_adjudication(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("Decided")
    page.locator(".unit.decided").first.click()
    expect(page.locator("#told")).to_contain_text("Decided by chloe")
    page.keyboard.press("o")
    expect(page.locator("#told")).to_contain_text("open again")
    assert page.locator(".unit.decided").count() == 0
    words = page.locator("body").inner_text().split()
    assert not {"ann", "ben"} & set(words)


def test_the_screen_says_so_if_a_decision_was_not_recorded(sign_in: SignIn) -> None:
    page = sign_in("chloe")
    open_adjudication(page)
    page.route("**/decision", lambda route: route.fulfill(status=503, body=""))
    page.keyboard.press("1")
    expect(page.locator("#told")).to_contain_text("was not recorded")
    page.unroute("**/decision")
    page.keyboard.press("1")
    expect(page.locator("#told")).to_contain_text("Decided")
    page.keyboard.press("u")
    expect(page.locator("#told")).to_contain_text("withdrawn")
