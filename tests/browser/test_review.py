"""The review of a pseudonymised corpus in a real browser."""

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import OpenPage
from tests.browser.samples import SCRIPT, render_review

from goldsmith.privacy import Decision, read_decisions
from goldsmith.privacy.review import compute_upper_bound, plan_sample

COUNT = 120
SIZE = plan_sample(COUNT).size


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("review") / "review.html"
    path.write_text(render_review(COUNT), "utf-8")
    return path.as_uri()


@pytest.fixture
def review(page: Page, address: str) -> Page:
    """Open the review with the list in view, so that keys act on it."""
    page.goto(address)
    page.keyboard.press("j")
    return page


def get_wordings(page: Page) -> list[str]:
    return page.locator("#rows .wording").all_text_contents()


def get_title(page: Page) -> str:
    return page.locator("#detail h3").inner_text()


def save(page: Page, path: Path) -> list[Decision]:
    with page.expect_download() as event:
        page.locator("#save").click()
    assert event.value.suggested_filename == "decisions.jsonl"
    event.value.save_as(path)
    return read_decisions(path)


def test_summary_has_the_figures(page: Page, address: str) -> None:
    page.goto(address)
    cards = dict(
        zip(
            page.locator(".cards dt").all_text_contents(),
            page.locator(".cards dd").all_text_contents(),
            strict=True,
        )
    )
    assert cards["documents"] == "120" and cards["identifiers replaced"] == "240"
    assert cards["doubtful places"] == "360" and cards["different wordings among them"] == "122"
    assert cards["identifiers expected to remain"] == "108"
    expect(page.locator("#sampling")).to_contain_text(f"Read {SIZE} of the 120 documents")
    expect(page.locator(".warning")).to_contain_text("holds identifiers")


def test_wordings_are_grouped_and_ranked_by_risk(review: Page) -> None:
    assert get_wordings(review)[:3] == ["Sorrel", "Levo", "Tarrow0"]
    expect(review.locator("#rows .row").first).to_contain_text("PLACE · town · 120 ×")
    assert get_title(review) == "Sorrel"
    expect(review.locator("#detail .facts-line")).to_contain_text("120 places in 120 documents")
    assert review.locator("#detail li").count() == 30
    review.get_by_role("button", name="Show more").click()
    assert review.locator("#detail li").count() == 60
    expect(review.locator("#detail mark").first).to_have_text("Sorrel")
    expect(review.locator("#detail .rest")).to_contain_text("100 of the 120 places")


def test_only_the_rows_in_view_are_drawn(review: Page) -> None:
    assert review.locator("#rows .row").count() < 40
    review.keyboard.press("End")
    expect(review.locator("#row-121")).to_be_in_viewport()
    assert review.locator("#row-121").get_attribute("aria-setsize") == "122"


def test_first_key_only_scrolls_to_the_list(page: Page, address: str) -> None:
    page.goto(address)
    page.keyboard.press("y")
    expect(page.locator("#desk")).to_be_in_viewport()
    expect(page.locator("#undo")).to_be_disabled()


def test_keys_move_decide_and_undo(review: Page, tmp_path: Path) -> None:
    review.keyboard.press("j")
    assert get_title(review) == "Levo"
    review.keyboard.press("k")
    assert get_title(review) == "Sorrel"
    review.keyboard.press("y")
    assert get_title(review) == "Levo"
    review.keyboard.press("n")
    assert get_title(review) == "Tarrow0"
    review.keyboard.press("Enter")
    review.keyboard.press("4")
    expect(review.locator("#progress")).to_contain_text("Decided: 4 of 122")
    review.keyboard.press("u")
    expect(review.locator("#progress")).to_contain_text("Decided: 3 of 122")
    assert get_title(review) == "Tarrow1"
    review.keyboard.press("3")
    assert save(review, tmp_path / "d.jsonl") == [
        Decision("Earlier", False),
        Decision("Sorrel", True, "PLACE"),
        Decision("Levo", False),
        Decision("Tarrow0", True, "NAME"),
        Decision("Tarrow1", True, "PLACE"),
    ]
    assert "warning" in json.loads((tmp_path / "d.jsonl").read_text("utf-8").splitlines()[0])


def test_filters_narrow_the_list(review: Page) -> None:
    review.keyboard.press("/")
    expect(review.locator("#query")).to_be_focused()
    review.keyboard.type("tarrow11")
    wordings = get_wordings(review)  # "Levo" occurs next to one of them
    assert wordings[0] == "Levo" and len(wordings) == 12 and "Sorrel" not in wordings
    expect(review.locator("#count")).to_contain_text("12 wordings · 131 places · 18 expected")
    review.keyboard.press("Escape")
    expect(review.locator("#rows")).to_be_focused()
    review.locator("#query").fill("")
    review.locator("#kind").select_option("PLACE")
    assert get_wordings(review) == ["Sorrel"]
    review.locator("#kind").select_option("")
    review.locator("#reason").select_option("town")
    assert get_wordings(review) == ["Sorrel"]
    review.locator("#rows").focus()
    review.keyboard.press("n")
    assert get_wordings(review) == []
    expect(review.locator("#detail")).to_contain_text("Nothing to decide here")
    review.locator("#state").select_option("no")
    assert get_wordings(review) == ["Sorrel"]
    review.locator("#reason").select_option("")
    review.locator("#state").select_option("all")
    review.locator("#order").select_option("wording")
    assert get_wordings(review)[:3] == ["Levo", "Sorrel", "Tarrow0"]


def test_letters_in_the_filter_decide_nothing(review: Page) -> None:
    review.locator("#query").fill("")
    review.keyboard.type("nyu1")
    expect(review.locator("#query")).to_have_value("nyu1")
    expect(review.locator("#undo")).to_be_disabled()


def test_decisions_survive_a_reload_until_they_are_forgotten(review: Page) -> None:
    review.keyboard.press("y")
    review.reload()
    expect(review.locator("#progress")).to_contain_text("Decided: 1 of 122")
    assert get_wordings(review)[0] == "Levo"
    review.on("dialog", lambda dialog: dialog.accept())
    review.locator("#forget").click()
    expect(review.locator("#progress")).to_contain_text("Decided: 0 of 122")
    review.reload()
    assert get_wordings(review)[0] == "Sorrel"


def test_replaced_wording_is_restored_by_key(review: Page, tmp_path: Path) -> None:
    review.keyboard.press("r")
    assert get_wordings(review) == [f"Ivy {SCRIPT}"]
    expect(review.locator("#detail li").first.locator("del")).to_have_text(f"Ivy {SCRIPT}")
    expect(review.locator("#detail li").first.locator("mark")).to_have_text("Anna")
    review.keyboard.press("n")
    assert Decision(f"Ivy {SCRIPT}", False) in save(review, tmp_path / "d.jsonl")


def test_saved_decisions_are_loaded(review: Page, tmp_path: Path) -> None:
    path = tmp_path / "colleague.jsonl"
    path.write_text('{"text": "Levo", "identifier": true, "kind": "NAME"}\n', "utf-8")
    review.locator("#load-file").set_input_files(path)
    expect(review.locator("#message")).to_have_text("Loaded 1 decisions")
    assert "Levo" not in get_wordings(review)
    path.write_text("Levo\n", "utf-8")
    review.locator("#load-file").set_input_files(path)
    expect(review.locator("#message")).to_have_text("This file contains no decisions")


def test_sample_is_read_and_bounds_the_leak_rate(review: Page) -> None:
    review.keyboard.press("s")
    standing = review.locator("#standing")
    expect(standing).to_contain_text("no document read yet")
    for _ in range(30):
        review.keyboard.press("n")
    bound = compute_upper_bound(COUNT, 30, 0, 0.95)
    expect(review.locator("#standing")).to_contain_text(
        f"30 of {SIZE} documents read, 0 with a leak"
    )
    expect(standing).to_contain_text(f"documents ({bound})")
    review.keyboard.press("y")
    bound = compute_upper_bound(COUNT, 31, 1, 0.95)
    expect(standing).to_contain_text(f"documents ({bound}) contain a leak")
    review.keyboard.press("u")
    expect(review.locator("#standing")).to_contain_text(
        f"30 of {SIZE} documents read, 0 with a leak"
    )


def test_leak_in_the_sample_becomes_a_decision(review: Page, tmp_path: Path) -> None:
    review.keyboard.press("s")
    text = review.locator("#sample-text")
    expect(text.locator(".surrogate").first).to_have_text("Anna")
    review.keyboard.press("1")
    expect(review.locator("#message")).to_have_text("Select the words of the leak first")
    review.evaluate(
        """() => {
            const node = document.getElementById("sample-text").lastChild;
            const start = node.nodeValue.indexOf("slept");
            getSelection().setBaseAndExtent(node, start + 2, node, start + 8);
        }"""
    )
    review.keyboard.press("1")
    expect(review.locator("#detail .facts-line mark")).to_have_text("slept well")
    expect(review.locator("#standing")).to_contain_text(
        f"1 of {SIZE} documents read, 1 with a leak"
    )
    expect(review.locator("#standing")).to_contain_text("Of 3 identifiers in them, 1 remained")
    assert Decision("slept well", True, "NAME") in save(review, tmp_path / "d.jsonl")
    expect(review.locator("#message")).to_contain_text("--sample-seed 2")


def test_keys_are_listed(review: Page) -> None:
    review.keyboard.press("?")
    expect(review.locator("#keys")).to_be_visible()
    review.keyboard.press("n")
    expect(review.locator("#undo")).to_be_disabled()
    review.keyboard.press("Escape")
    expect(review.locator("#keys")).to_be_hidden()


def test_summary_is_printed_without_the_lists(review: Page) -> None:
    review.emulate_media(media="print")
    expect(review.locator("#desk")).to_be_hidden()
    expect(review.locator("#progress")).to_be_visible()
    expect(review.locator("#table\\.kinds")).to_be_visible()


def test_page_with_many_wordings_opens_quickly(new_page: OpenPage, tmp_path: Path) -> None:
    path = tmp_path / "large.html"
    path.write_text(render_review(5000), "utf-8")
    page = new_page()
    start = time.perf_counter()
    page.goto(path.as_uri())
    expect(page.locator("#rows .row").first).to_be_attached()
    assert time.perf_counter() - start < 10  # generous: machines that run tests are busy
    assert page.locator("*").count() < 1500
