"""The adjudication screen in the terminal: a unit in its context, and its versions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from goldsmith.adjudication import Candidate
    from goldsmith.core import Span
    from goldsmith.project.adjudication.queue import Excerpt, Place, QueuedUnit
    from goldsmith.project.adjudication.session import Session

_OPEN, _CLOSE = "⟦", "⟧"
_MARK = "bold underline"
_STYLES = ("cyan", "magenta", "green", "yellow", "blue", "red")
KEYS = (
    ("1 … 9", "choose a version or take it back; # asks for numbers above 9"),
    ("Enter", "keep the chosen versions"),
    ("a, b …", "keep the version of that annotator"),
    ("+", "keep all versions"),
    ("0", "keep none"),
    ("m", "mix: take fields from different versions, or group mentions by number"),
    ("n", "new: add a mention that no annotator made, along with the chosen versions"),
    ("r", "give a reason for the next decision"),
    ("g", "name the page of the guidelines it follows"),
    ("u", "undo your last decision"),
    ("s", "skip this unit for now"),
    ("q", "quit; every decision is saved already"),
    ("?", "show these keys"),
)


def draw_unit(session: Session, chosen: Collection[str]) -> RenderableType:
    """Draw the current unit: its location, the text of each annotator, and the versions."""
    entry = session.current
    assert entry is not None
    unit = entry.unit
    letters = session.hide_annotators()
    title = f"{session.decided + 1:,} of {session.total:,} · {unit.kind} · {unit.document}"
    return Group(
        Rule(Text(title)),
        _draw_texts(entry, letters),
        Text(""),
        _draw_versions(entry, letters, chosen),
    )


def draw_keys() -> RenderableType:
    """Draw the list of keys."""
    table = Table.grid(padding=(0, 2))
    for key, meaning in KEYS:
        table.add_row(Text(key, style="bold"), Text(meaning))
    return table


def _draw_texts(entry: QueuedUnit, letters: Mapping[str, str]) -> RenderableType:
    """Draw the text once for each annotator, with the marks of that annotator."""
    if not entry.excerpts:
        return Text("(this unit concerns the whole document)", style="dim")
    table = Table.grid(padding=(0, 2))
    for index, (name, letter) in enumerate(sorted(letters.items(), key=lambda item: item[1])):
        style = f"{_MARK} {_STYLES[index % len(_STYLES)]}"
        spans = sorted(set(_list_spans(entry, name)))
        line = Text()
        for number, excerpt in enumerate(entry.excerpts):
            line.append(" […] " if number else "", style="dim")
            line.append_text(_mark(excerpt, spans, style))
        table.add_row(Text(letter.upper(), style="bold"), line)
    return table


def _list_spans(entry: QueuedUnit, annotator: str) -> Iterator[Span]:
    versions: list[Candidate | Place] = [*entry.unit.candidates, *entry.places]
    for version in versions:
        if annotator in version.made_by:
            yield from version.spans


def _mark(excerpt: Excerpt, spans: Iterable[Span], style: str) -> Text:
    """Return an excerpt with brackets around spans; nested spans have their own brackets."""
    inside = [span for span in spans if excerpt.start <= span.start and span.end <= excerpt.end]
    edges = sorted(
        [(span.start, 1, -span.end, _OPEN) for span in inside]
        + [(span.end, 0, -span.start, _CLOSE) for span in inside]
    )
    text = Text()
    position, depth = excerpt.start, 0
    for offset, _, _, bracket in edges:
        _append(text, excerpt, position, offset, style if depth else "")
        text.append(bracket, style=style)
        depth += 1 if bracket == _OPEN else -1
        position = offset
    _append(text, excerpt, position, excerpt.end, "")
    return text


def _append(text: Text, excerpt: Excerpt, start: int, end: int, style: str) -> None:
    words = excerpt.text[start - excerpt.start : end - excerpt.start]
    text.append(words.replace("\n", " ↵ "), style=style)


def _draw_versions(
    entry: QueuedUnit, letters: Mapping[str, str], chosen: Collection[str]
) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for candidate in entry.unit.candidates:
        is_chosen = candidate.id in chosen
        makers = " ".join(sorted(letters[name].upper() for name in candidate.made_by))
        table.add_row(
            Text(("● " if is_chosen else "○ ") + candidate.id, style="bold" if is_chosen else ""),
            Text(makers or "–", style="bold"),
            Text(describe_version(entry, candidate)),
        )
    members = number_members(entry)
    if members:
        listed = (f"{number} {words}" for number, words in _name_members(entry, members))
        table.add_row(Text(""), Text(""), Text("mentions: " + ", ".join(listed), style="dim"))
    return table


def describe_version(entry: QueuedUnit, candidate: Candidate) -> str:
    """Return a version in words."""
    match entry.unit.kind:
        case "mention":
            return f"{candidate.type}: {entry.get_words(candidate.spans) or 'the document'}"
        case "attributes":
            pairs = sorted(candidate.attributes.items())
            return ", ".join(f"{name} = {value}" for name, value in pairs) or "no attributes"
        case "codes":
            return ", ".join(_describe_code(code) for code in candidate.codes) or "no code"
        case "relation":
            return _describe_relation(entry, candidate)
    numbers = {slot: number for number, slot in number_members(entry).items()}
    chains = (" ".join(str(numbers[slot]) for slot in block) for block in candidate.blocks)
    return f"{candidate.type}: " + (" | ".join(chains) or "no chain")


def _describe_code(code: object) -> str:
    parts = (getattr(code, "system", ""), getattr(code, "code", ""), getattr(code, "name", ""))
    return " ".join(filter(None, parts))


def _describe_relation(entry: QueuedUnit, candidate: Candidate) -> str:
    first, second = (_name_slot(entry, slot, candidate.made_by) for slot in candidate.arguments)
    extras = "".join(f", {name} = {value}" for name, value in sorted(candidate.attributes.items()))
    return f"{candidate.type}: {first} → {second}{extras}"


def _name_slot(entry: QueuedUnit, slot: int, makers: Sequence[str]) -> str:
    """Return the words of a mention, preferably in the version of one of its makers."""
    versions = entry.list_versions(slot)
    own = [place for place in versions if not set(place.made_by).isdisjoint(makers)]
    place = next(iter((*own, *versions)), None)
    if place is None:
        return "?"
    return f"“{entry.get_words(place.spans) or 'the document'}” ({place.type})"


def number_members(entry: QueuedUnit) -> dict[int, int]:
    """Return number -> slot for the mentions of a chain unit, from 1; {} for other units."""
    if entry.unit.kind != "chain":
        return {}
    blocks = [block for candidate in entry.unit.candidates for block in candidate.blocks]
    slots = sorted({slot for block in blocks for slot in block})
    return dict(enumerate(slots, 1))


def _name_members(entry: QueuedUnit, members: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    for number, slot in members.items():
        place = next(iter(entry.list_versions(slot)), None)
        yield number, f"“{entry.get_words(place.spans)}”" if place else "?"
