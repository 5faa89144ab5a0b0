"""Relate the events of a note in time to the note's date and to the times in their sentences.

The wording decides where it is explicit: a plan lies in the future, a history in the past, and an
illness under treatment is ongoing. Otherwise the dates in the patient's made-up life decide.
"""

from __future__ import annotations

import datetime
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from goldsmith.text.sentences import split_sentences
from goldsmith.text.tokens import tokenise
from goldsmith_demo.life.labs import load_analytes, load_labs
from goldsmith_demo.life.model import Date
from goldsmith_demo.writing.layers.relations import is_spread
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.sheet import Mark, TimeMark

#: The relation of events that have no place on the time line.
HYPOTHETICAL = "hypothetical"
_NOT_PLACED = frozenset(("hyp", "poss", "unrel"))
_BEGINNING = re.compile(
    r"\b(?:since|from|beg[au]n|beginning|start(?:ed|ing)|commenc\w+|onset|came on)"
    r"(?: (?:on|in|the|of|about|suddenly|gradually))*\W*$",
    re.IGNORECASE,
)
#: Text between an event and the date on which it began.
_BEGUN = re.compile(
    r"[,;(]?\s*(?:which |that |was |were |is |has |had |been |given )*"
    r"(?:since|from|beg[au]n|beginning|start(?:ed|ing|s)|commenc\w+)(?: (?:on|in|the|about))*\W*",
    re.IGNORECASE,
)
#: Text between a test or treatment and its date that says neither that it began nor that it ended.
_BARE = re.compile(
    r"(?: \([^()\n]{1,40}\))?(?: to (?:the )?[A-Za-z ]{3,30})?"
    r"(?: (?:was|were) (?:done|performed|given|carried out))?"
    r"[,:]? \(?(?:(?:on|in|at) )?(?:the )?",
    re.IGNORECASE,
)
_FINISHED = re.compile(r"\b(?:finish|complet)\w+ (?:(?:the|h(?:is|er)) )?[\w-]*\s?$", re.IGNORECASE)
_DIAGNOSED = re.compile(r"\b(?:diagnosed with|found to have)[^.;,]*$")
_LINE = re.compile(r"\n+")
_FIGURES = str.maketrans("123456789", "000000000")
_STOP = re.compile(r"[.?!:](?!\d|\Z)")
"""The end of a sentence or heading within a line."""
_END = re.compile(r"\b(?:until|till|til|to)(?: the)?\W*$", re.IGNORECASE)
_WORD = 6
"""How many characters past the later start a clause boundary may extend."""
_DEATH = re.compile(
    r"\b(?:died|death|dead|deceased|passed away|RIP|post-mortem|succumbed)\b", re.IGNORECASE
)
_WEEK = datetime.timedelta(days=7)
_CLAUSE = re.compile(r"; |, (?:and|but|then|which|who|with) | who |\n")
_NEW_CLAUSE = re.compile(r", but |; (?:you|we|I|s?he|h(?:is|er)|the|it|this|today)\b| who ")
_COORDINATION = re.compile(
    r"[ ,/]*(?:and|or|&|plus)?[ ,]*(?:the|an?|his|her|some)? *", re.IGNORECASE
)
#: Relations in order of precedence: coordinated events share the first one that any of them has.
_PRECEDENCE = ("after", "includes", "begun_by", "is_included", "before")


class NoteTimes:
    """The temporal relations of the events of a page."""

    def __init__(self, page: Page, events: list[Mark]) -> None:
        self.page, self.events = page, events
        times = [time for time in page.times if time.time.first is not None]
        offsets = ([time.span.start for time in times], [mark.start for mark in events])
        self._starts = _list_starts(page.text, *offsets)
        self._dated: dict[int, list[TimeMark]] = defaultdict(list)
        """The times of each sentence that denote a date."""
        for time in times:
            self._dated[self._find_sentence(time.span.start)].append(time)
        self._dosed = {
            second
            for kind, first, second in page.links
            if kind == "has_indication"
            and first.kind == "Drug-or-device"
            and first.sentence == second.sentence
            and first.start < second.start
        }
        """Conditions that follow their drug: "CHOP for her lymphoma"."""
        died = page.patient.died
        self._over = died is not None and died <= page.date and bool(_DEATH.search(page.text))
        self.standing = {mark: self._place(mark) for mark in events}
        for group in self._list_coordinations():
            if len(group) < 2:
                continue
            kinds = {self.standing[mark] for mark in group} - {HYPOTHETICAL}
            shared = min(kinds, key=_PRECEDENCE.index, default=HYPOTHETICAL)
            for mark in group:
                if self.standing[mark] != HYPOTHETICAL:
                    self.standing[mark] = shared

    def _find_sentence(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def _get_times(self, mark: Mark) -> list[TimeMark]:
        return self._dated.get(self._find_sentence(mark.start), [])

    def _place(self, mark: Mark) -> str:
        """Return the temporal relation of an event to the note's date."""
        if mark.flags and (stated := self._read_flags(mark)):
            return stated
        if mark.kind == "Condition":
            return "before" if self._over else self._place_condition(mark)
        return self._place_act(mark)

    def _read_flags(self, mark: Mark) -> str:
        """Return the relation that the writer stated with the flags of a mark, if any."""
        flags = mark.flags
        if not flags.isdisjoint(_NOT_PLACED):
            return HYPOTHETICAL
        if "plan" in flags:
            return "after"
        if "now" in flags:
            return "includes"
        if "past" in flags or ("hist" in flags and mark.thing.key != self.page.patient.tumour):
            return "before"
        if "course" in flags:
            return "before" if self._over or self.page.came else "includes"
        return ""

    def _place_condition(self, mark: Mark) -> str:
        end = mark.thing.end
        if self.page.came and (mark.thing.key.startswith("loose-") or mark.thing.is_symptom):
            return "before"  # the reason for admission, or a passing mention
        if end is None or self.page.is_report or is_spread(mark, self.page):
            return "includes"
        over = end < self.page.date or (end == self.page.date and self.page.came is not None)
        return "before" if over else "includes"

    def _place_act(self, mark: Mark) -> str:
        start, end, today = mark.thing.start, mark.thing.end, self.page.date
        if start is None or (_is_measured(mark) and not self._is_dated(mark)):
            is_over = (self.page.came or self._over) and not self._is_todays(mark)
            return "before" if is_over else "is_included"
        if start > today:
            return "after"
        if end is None or end > today:
            return "begun_by" if start == today else "includes"
        is_told_after = mark.kind == "Intervention" and not self._is_todays(mark)
        return "is_included" if start == today and not is_told_after else "before"

    def _list_coordinations(self) -> Iterator[list[Mark]]:
        """Yield groups of events coordinated by commas, "and" or "or"."""
        group = self.events[:1]
        for mark in self.events[1:]:
            if not self._are_joined(group[-1], mark):
                yield group
                group = []
            group.append(mark)
        yield group

    def _are_joined(self, first: Mark, second: Mark) -> bool:
        if first.kind != second.kind or first.end > second.start:
            return False
        between = self.page.text[first.end : second.start]
        return len(between) < 40 and _COORDINATION.fullmatch(between) is not None

    def list_links(self, mark: Mark) -> Iterator[tuple[TimeMark, str]]:
        """Yield the times in an event's sentence that apply to it, each with its relation."""
        times = self._get_times(mark)
        if len(times) > 1:
            times = self._choose_times(mark, times)
        elif times and self._is_parted(mark, times[0], _NEW_CLAUSE):
            times = []
        for time in times:
            kind = self._relate(mark, time)
            if kind:
                yield time, kind

    def _choose_times(self, mark: Mark, times: list[TimeMark]) -> list[TimeMark]:
        """Choose the times in the event's own clause, or else all times that do not mean today."""
        near = [time for time in times if not self._is_parted(mark, time)]
        return near or [time for time in times if time.time.first != self.page.date]

    def _is_parted(self, mark: Mark, time: TimeMark, between: re.Pattern[str] = _CLAUSE) -> bool:
        first, second = sorted((mark.start, time.span.start))
        return between.search(self.page.text, first, second + _WORD) is not None

    def _relate(self, mark: Mark, time: TimeMark) -> str:
        """Return the relation of an event to a time, or "" if the time does not apply to it."""
        first, last, standing = time.time.first, time.time.last, self.standing[mark]
        assert first is not None and last is not None
        today = self.page.date
        if first > today:
            return "is_included" if standing == "after" else ""
        is_now = first <= today <= last <= first + _WEEK
        if standing == "after":
            return "is_included" if is_now and time.time.value != "PRESENT_REF" else ""
        if kind := self._read_border(mark, time):
            return kind
        if is_now and not _is_within(mark, first, last):
            return "" if standing == "before" else standing
        if mark.kind != "Condition":
            return self._read_act(mark, time) or self._relate_act(mark, first, last)
        lead = self.page.text[max(0, mark.start - 40) : mark.start]
        if not _DIAGNOSED.search(lead) and (self._is_met(mark) or self._is_dosed(mark, time)):
            return "includes"
        is_over = standing == "before" and not is_spread(mark, self.page)
        return "is_included" if is_over else "begun_by"

    def _read_border(self, mark: Mark, time: TimeMark) -> str:
        """Return "begun_by" or "ended_by" if the text says so; otherwise return an empty string."""
        text = self.page.text
        before = text[max(0, time.span.start - 40) : time.span.start]
        is_test = mark.kind == "Investigation"
        if not is_test and _BEGUN.fullmatch(text, mark.end, time.span.start):
            return "begun_by"
        if not is_test and mark.thing.end != mark.thing.start:
            if _BEGINNING.search(before):
                return "begun_by"
            if _END.search(before):
                return "ended_by"
        return ""

    def _read_act(self, mark: Mark, time: TimeMark) -> str:
        """Return the relation that adjoining text states: "RT (March 2012)", "March 2012: RT"."""
        text, end = self.page.text, mark.end
        if text[time.span.end : mark.start] == ": ":
            return "is_included"
        if end > time.span.start or not _BARE.fullmatch(text, end, time.span.start):
            return ""
        finished = _FINISHED.search(text[max(0, mark.start - 30) : mark.start])
        return "ended_by" if finished and mark.kind == "Intervention" else "is_included"

    def _relate_act(self, mark: Mark, first: Date, last: Date) -> str:
        start, end = mark.thing.start, mark.thing.end
        if start is None:
            return "is_included"
        if start > last:
            return "after"
        if end is not None and end < first:
            return "before"
        if start < first:
            return "includes"
        return "begun_by" if end is None or end > last else "is_included"

    def _is_todays(self, mark: Mark) -> bool:
        """Return whether the sentence of a mark mentions the note's date."""
        times = self._get_times(mark)
        return any(time.time.first == self.page.date == time.time.last for time in times)

    def _is_dated(self, mark: Mark) -> bool:
        """Return whether the sentence of a mark mentions a date other than the note's."""
        return any(time.time.first != self.page.date for time in self._get_times(mark))

    def _is_dosed(self, mark: Mark, time: TimeMark) -> bool:
        """Return whether a condition follows its drug, and the time applies to the drug."""
        between = self.page.text[mark.end : time.span.start]
        return mark in self._dosed and bool(between) and not between.endswith("(")

    def _is_met(self, mark: Mark) -> bool:
        """Return whether the sentence of a condition also mentions a test or treatment."""
        own = self._find_sentence(mark.start)
        acts = (event for event in self.events if event.kind != "Condition")
        return any(self._find_sentence(act.start) == own for act in acts)


def _list_starts(text: str, times: list[int], events: list[int]) -> list[int]:
    """Return the starts of all lines, and of the sentences in lines with both times and events.

    Pages are not wrapped, so every line starts a sentence; sentence starts within other lines are
    not needed.
    """
    starts = [match.end() for match in _LINE.finditer(text)]
    dated, busy = ({text.rfind("\n", 0, at) + 1 for at in row} for row in (times, events))
    begins = sorted(dated & busy)
    rows = [(begin, text[begin : text.find("\n", begin)]) for begin in begins]
    rows = [(begin, line) for begin, line in rows if _STOP.search(line)]
    if rows:
        # The values of digits make no difference, and the tokeniser caches "00/00/0000".
        chosen = "\n".join(["", *(line for _, line in rows)]).translate(_FIGURES)
        tokens = tokenise(chosen)
        firsts = list(accumulate((len(line) + 1 for _, line in rows), initial=1))
        for number, _ in split_sentences(chosen, tokens):
            row = bisect_right(firsts, tokens.starts[number]) - 1
            starts.append(rows[row][0] + tokens.starts[number] - firsts[row])
    return sorted(starts)


def _is_measured(mark: Mark) -> bool:
    """Return whether a mark refers to a blood test panel or an analyte."""
    return mark.thing.base in load_analytes() or mark.thing.base in load_labs().panels


def _is_within(mark: Mark, first: Date, last: Date) -> bool:
    """Return whether a test or treatment lies wholly within a range of days."""
    start, end = mark.thing.start, mark.thing.end
    return (
        mark.kind != "Condition" and start is not None and first <= start <= (end or start) <= last
    )
