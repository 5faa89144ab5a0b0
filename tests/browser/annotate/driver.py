"""A simulated person at the keyboard, who annotates a note like a gold standard, counting keys."""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import Page
from tests.browser.annotate.conftest import wait_until_saved
from tests.browser.annotate.site import Note, Site

from goldsmith.core import AnnotationSet, Mention, Span

#: Return the start and end of the drawn selection, each as a run and an offset in UTF-16 units.
_FIND_RANGE = """async () => {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const [first, second] = ["selection", "selected"].map((name) => CSS.highlights.get(name));
  const [range] = first.size ? first : second;
  const locate = (node, offset) => {
    const run = node.parentElement.closest(".run");
    const before = document.createRange();
    before.setStart(run, 0);
    before.setEnd(node, offset);
    return [Number(run.dataset.run), before.toString().length];
  };
  const { startContainer, startOffset, endContainer, endOffset } = range;
  return [...locate(startContainer, startOffset), ...locate(endContainer, endOffset)];
}"""


class Typist:
    """Annotates a note that is open in a page; `moving` and `acting` count the keys.

    Args:
        page: The page.
        site: The server.
        note: The note; its lines must be short and free of astral characters.
    """

    def __init__(self, page: Page, site: Site, note: Note) -> None:
        self.page, self.site, self.note = page, site, note
        self.moving: Counter[str] = Counter()
        self.acting: Counter[str] = Counter()
        self._letters = {
            button.locator(".name").inner_text(): button.locator("kbd").inner_text().lower()
            for button in page.locator(".types button").all()
        }
        self._selected = ""
        self._starts = [0]
        for line in note.text.split("\n")[:-1]:
            self._starts.append(self._starts[-1] + len(line) + 1)

    def annotate(self, gold: AnnotationSet) -> None:
        for mention in sorted(gold.mentions, key=lambda entry: entry.spans):
            self.mark(mention)
        wait_until_saved(self.page)
        ids = self._match(gold)
        spans = {entry.id: entry.spans for entry in gold.mentions}
        for rel in sorted(gold.relations, key=lambda rel: spans[rel.arg1]):
            self.link(ids[rel.arg1], ids[rel.arg2], rel.type)
        wait_until_saved(self.page)

    def mark(self, mention: Mention) -> None:
        self._selected = ""
        self._go_to(mention.spans[0])
        self._act(self._letters[mention.type.replace("Drug-or-device", "Drug or device")])
        for span in mention.spans[1:]:
            self._go_to(span)
            self._act("+")

    def link(self, first: str, second: str, kind: str) -> None:
        """Link two mentions; the first is selected with Tab."""
        self.select(first)
        is_chain = kind == "co_refers"
        self._act("k" if is_chain else "r")
        for letter in self._read_hint(second):
            self._act(letter)
        choice = self.page.locator("#choice")
        if choice.is_visible():
            items = choice.locator("li span").all_inner_texts()
            label = kind.replace("_", " ")
            digit = next(at for at, text in enumerate(items, 1) if text.startswith(f"{label} →"))
            self._act(str(digit))

    def select(self, mention: str) -> None:
        """Select a mention with Tab, starting from the selected mention if that comes before it."""
        order = [entry.id for entry in self.site.read(self.note).mentions]
        goal = order.index(mention)
        passed = order.index(self._selected) if self._selected in order else len(order)
        if passed > goal:
            self._move("Escape")
            self._move("Control+Home")
            passed = -1
        for _ in range(goal - passed):
            self._move("Tab")
        self._selected = mention

    def _read_hint(self, mention: str) -> str:
        hint = self.page.locator(f".hint[data-mention='{mention}']")
        return hint.inner_text().lower()

    def _match(self, gold: AnnotationSet) -> dict[str, str]:
        made = {(entry.type, entry.spans): entry.id for entry in self.site.read(self.note).mentions}
        return {entry.id: made[entry.type, entry.spans] for entry in gold.mentions}

    def _go_to(self, span: Span) -> None:
        """Move to a span, extend the selection by words, and correct its edges by characters."""
        self._move("Escape")
        if self._read_range()[0] > span.start:
            self._move("Control+Home")
        while self._read_range()[1] <= span.start:
            self._move("ArrowRight")
        while self._read_range()[1] < span.end:
            self._move("Shift+ArrowRight")
        for key, index, goal in (("Alt+{", 0, span.start), ("Alt+}", 1, span.end)):
            while self._read_range()[index] != goal:
                self._move(key)

    def _read_range(self) -> tuple[int, int]:
        first, start, last, end = self.page.evaluate(_FIND_RANGE)
        return self._starts[first] + start, self._starts[last] + end

    def _move(self, key: str) -> None:
        self.moving[key] += 1
        self.page.keyboard.press(key)

    def _act(self, key: str) -> None:
        self.acting[key] += 1
        self.page.keyboard.press(key)
