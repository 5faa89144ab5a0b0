"""The report in a real browser: numbers open their places, marked in the text."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from goldsmith.core import Document, builtin
from goldsmith.examples.inline import parse
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.report import build
from goldsmith.project.agreement.report import page as made

GOLD = """\
There are enlarged <Locus #n>nodes</> in the <Laterality>left</> <+n>axilla</> 😀 and \
<Condition #p>pain</> in the <Locus>groin</>. <Negation>No</> <Condition>fever</>, </script>.
"""
SYSTEM = """\
There are enlarged <Locus>nodes in the left axilla</> 😀 and <Result>pain</> in the \
<Locus>groin</>. No <Condition>fever</>, </script>.
"""


def corpus() -> list[Document]:
    source = {
        name: text.replace("</script>", "&lt;/script>")
        for name, text in {"gold": GOLD, "system": SYSTEM, "other": GOLD}.items()
    }
    docs = {name: parse(text, set_name=name, doc_id="letter-1") for name, text in source.items()}
    sets = {name: doc.sets[name] for name, doc in docs.items()}
    return [replace(docs["gold"], sets=sets)]


@pytest.fixture
def report(page: Page, tmp_path: Path) -> Page:
    return shown(page, tmp_path, ["gold", "system"])


def shown(page: Page, folder: Path, names: list[str], *, with_text: bool = True) -> Page:
    found = build(corpus(), names, tasks.find("clef"), builtin("clef"), with_text=with_text)
    path = folder / "report.html"
    path.write_text(made(found), "utf-8")
    page.goto(path.as_uri())
    return page


def number(page: Page, section: str, row: str, column: int) -> None:
    """Clicks a number of a table by its section, row and place among the row's numbers."""
    table = page.locator("section", has=page.get_by_role("heading", name=section, exact=True))
    table.get_by_role("row").filter(
        has=page.get_by_role("rowheader", name=row, exact=True)
    ).locator("button.num").nth(column).click()


def test_a_number_opens_its_places(report: Page) -> None:
    number(report, "Mentions", "Locus", 0)
    expect(report.locator("#panel-count")).to_have_text("2 of 2 places")
    expect(report.locator("#places li")).to_have_count(2)
    expect(report.locator("#places .chip.a").first).to_have_text("gold: Locus")


def test_fragments_are_marked_and_the_gap_is_not(report: Page) -> None:
    number(report, "Mentions", "Locus", 0)
    first = report.locator("#places li").first
    assert first.locator(".snippet span.a").all_text_contents() == ["nodes", "axilla"]
    assert first.locator("span.gap-a").all_text_contents() == [" in the left "]


def test_both_sides_are_marked_on_a_partial_match(report: Page) -> None:
    number(report, "Mentions", "Locus", 3)
    [place] = report.locator("#places li").all()
    assert place.locator("span.a.b").all_text_contents() == ["nodes", "axilla"]
    assert place.locator("span.b.gap-a, span.gap-a.b").all_text_contents() == [" in the left "]


def test_offsets_after_an_emoji_are_right(report: Page) -> None:
    number(report, "Differences", "typing", 0)
    expect(report.locator("#places li span.a.b")).to_have_text("pain")


def test_places_are_filtered_and_closed(report: Page) -> None:
    number(report, "Mentions", "micro", 0)
    report.fill("#filter", "fever")
    expect(report.locator("#panel-count")).to_contain_text("1 of")
    expect(report.locator("#places li")).to_have_count(1)
    report.keyboard.press("Escape")
    expect(report.locator("#panel")).to_be_hidden()


def test_confusion_opens_too(report: Page) -> None:
    number(report, "Types that met on the same words", "Condition", 1)
    expect(report.locator("#places .chip.b")).to_have_text("system: Result")


def test_three_sets_make_a_matrix_whose_cells_choose_the_pair(page: Page, tmp_path: Path) -> None:
    report = shown(page, tmp_path, ["gold", "system", "other"])
    heading = report.get_by_role("heading", name="gold and system: 1 documents")
    expect(heading).to_be_visible()
    matrix = report.locator("section").first
    assert "100.0 (100.0)" in matrix.locator("td.heat").all_text_contents()
    matrix.get_by_role("button", name="100.0 (100.0)").click()
    expect(report.get_by_role("heading", name="gold and other: 1 documents")).to_be_visible()


def test_without_text_nothing_of_the_note_is_in_the_file(page: Page, tmp_path: Path) -> None:
    report = shown(page, tmp_path, ["gold", "system"], with_text=False)
    content = (tmp_path / "report.html").read_text("utf-8")
    for word in ("axilla", "fever", "enlarged"):
        assert word not in content
    number(report, "Mentions", "Locus", 3)
    expect(report.locator("#places .snippet")).to_contain_text("19–24")
