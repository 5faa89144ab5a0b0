"""Read brat annotation files."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from typing import NoReturn

from goldsmith.core import AnnotationSet, Code, Group, Mention, Note, Relation, Span
from goldsmith.core.offsets import sort_spans
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.brat.codes import parse_codes, parse_system

#: Attribute of a mention that is the trigger of an event; its value is the type of the event.
EVENT = "brat:event"
#: Attribute of a relation that is an argument of an event.
ROLE = "brat:role"
#: Attributes with the names of a relation's arguments if they are not Arg1 and Arg2.
ARGUMENT_NAMES = ("brat:arg1", "brat:arg2")
#: The usual kind of note.
ANNOTATOR_NOTE = "AnnotatorNotes"

# Each pattern starts with the preceding line feed and a letter, and all quantifiers are possessive:
# without backtracking the scan is several times faster.
_TEXT_BOUND_LINE = re.compile(
    r"\n(T[^\t\n]*+)\t([^ \t\n]++) ([0-9]{1,15}+) ([0-9]{1,15}+)([^\t\n]*+)\t?([^\n]*+)"
)
_EVENT_LINE = re.compile(
    r"\n(E[^\t\n]*+)\t([^\s:]++):([^\s]++) *+((?:[^\s:]++:[^\s]++ *+)*+)(?=\n)"
)
_RELATION_LINE = re.compile(
    r"\n(R[^\t\n]*+)\t([^ \t\n]++) ([^\s:]++):([^\s]++) ([^\s:]++):([^\s]++)[ \t]*+(?=\n)"
)
_ATTRIBUTE_LINE = re.compile(r"\n(A[^\t\n]*+)\t([^\s]++) ([^\s]++)(?: ([^\n]*+))?(?=\n)")
_MODIFICATION_LINE = re.compile(r"\n(M[^\t\n]*+)\t([^\s]++) ([^\s]++)(?: ([^\n]*+))?(?=\n)")
_NORMALISATION_LINE = re.compile(
    r"\n(N[^\t\n]*+)\t([^\s]++) ([^\s]++) ([^\s:]*+):([^\t\n]++)(?:\t([^\n]*+))?(?=\n)"
)
_EQUIVALENCE_LINE = re.compile(r"\n\*\t([^\s]++)((?: [^\s]++)++) *+(?=\n)")
_NOTE_LINE = re.compile(r"\n(#[^\t\n]*+)\t([^\s]++) ([^\s]++)(?:\t([^\n]*+))?(?=\n)")
_LINE_KINDS = (
    ("T", _TEXT_BOUND_LINE),
    ("E", _EVENT_LINE),
    ("R", _RELATION_LINE),
    ("A", _ATTRIBUTE_LINE),
    ("M", _MODIFICATION_LINE),
    ("N", _NORMALISATION_LINE),
    ("*", _EQUIVALENCE_LINE),
    ("#", _NOTE_LINE),
)
_MORE_FRAGMENTS = re.compile(r"(?:;[0-9]{1,15} [0-9]{1,15})+")
_NO_ATTRIBUTES: dict[str, str] = {}


class AnnotationFile:
    """The lines of an .ann file, by kind."""

    def __init__(self, content: str) -> None:
        self.content = content
        framed = f"\n{content}\n"
        rows = [
            pattern.findall(framed) if f"\n{letter}" in framed else []
            for letter, pattern in _LINE_KINDS
        ]
        if sum(map(len, rows)) != content.count("\n") + (not content.endswith("\n")):
            self._check_lines()
        self.mentions, self.events, self.relations, attributes, modifications, *rest = rows
        self.attributes = attributes + modifications
        self.codes, self.groups, self.notes = rest

    def _check_lines(self) -> None:
        for number, line in enumerate(self.content.split("\n"), 1):
            framed = f"\n{line}\n"
            if line.strip() and not any(pattern.match(framed) for _, pattern in _LINE_KINDS):
                raise InputError(
                    "this line is not brat standoff",
                    line=number,
                    expected="an id, a tab, a type and its arguments",
                    remedy="The file may be truncated, or its tabs were replaced by blanks",
                )

    def build_set(self, name: str) -> AnnotationSet:
        """Build the annotation set that the file describes.

        Raises:
            InputError: A line refers to an annotation that does not exist, or an id is used twice.
        """
        aliases, event_types, more_events = self._resolve_events()
        attributes = self._read_attributes(aliases)
        codes, notes = self._read_codes_and_notes(aliases)
        mentions = self._read_mentions(attributes, codes, event_types, more_events)
        relations = self._read_relations(attributes, aliases)
        groups = tuple(
            Group(f"*{number}", kind, tuple([aliases.get(item, item) for item in members.split()]))
            for number, (kind, members) in enumerate(self.groups, 1)
        )
        self._check_references({*attributes, *codes}, event_types.keys())
        return AnnotationSet(name, tuple(mentions), tuple(relations), groups, tuple(notes))

    def _resolve_events(
        self,
    ) -> tuple[dict[str, str], dict[str, str], dict[str, list[tuple[str, str]]]]:
        """Return the mention of each event, the event type of each trigger, and more events.

        The first event of a trigger becomes the mention of the trigger. Each further event of the
        same trigger becomes a separate mention: trigger -> (event id, event type).
        """
        aliases = {event: trigger for event, _, trigger, _ in self.events}
        event_types = {trigger: kind for _, kind, trigger, _ in reversed(self.events)}
        if len(aliases) < len(self.events):
            self._refuse_duplicate_event()
        more_events: dict[str, list[tuple[str, str]]] = {}
        if len(event_types) < len(aliases):
            triggers: set[str] = set()
            for event, kind, trigger, _ in self.events:
                if trigger in triggers:
                    aliases[event] = event
                    more_events.setdefault(trigger, []).append((event, kind))
                triggers.add(trigger)
        return aliases, event_types, more_events

    def _refuse_duplicate_event(self) -> NoReturn:
        counts = Counter(row[0] for row in self.events)
        self._refuse(counts.most_common(1)[0][0], "the id is used twice")

    def _read_attributes(self, aliases: Mapping[str, str]) -> dict[str, dict[str, str]]:
        attributes: dict[str, dict[str, str]] = defaultdict(dict)
        for line_id, key, owner, value in self.attributes:
            own = attributes[aliases.get(owner, owner)]
            if own.setdefault(key, value or "true") != (value or "true"):
                raise InputError(
                    f"{shorten_id(line_id)}: {shorten_id(owner)} has this attribute already, "
                    "with another value",
                    line=find_line(self.content, line_id),
                    expected="one value for each attribute of an annotation",
                    remedy="Remove one of the two lines",
                )
        return attributes

    def _read_codes_and_notes(
        self, aliases: Mapping[str, str]
    ) -> tuple[dict[str, list[Code]], list[Note]]:
        codes: dict[str, list[Code]] = defaultdict(list)
        for _, _, owner, system, code, name in self.codes:
            target = aliases.get(owner, owner)
            codes[target].append(Code(code, parse_system(system), name))
        notes = []
        for _, kind, owner, text in self.notes:
            target = aliases.get(owner, owner)
            note_codes = parse_codes(text) if kind == ANNOTATOR_NOTE else []
            if note_codes and not target.startswith("R"):
                codes[target] += note_codes
            else:
                notes.append(Note(text, target, "" if kind == ANNOTATOR_NOTE else kind))
        return codes, notes

    def _read_mentions(
        self,
        attributes: Mapping[str, dict[str, str]],
        codes: Mapping[str, list[Code]],
        event_types: Mapping[str, str],
        more_events: Mapping[str, list[tuple[str, str]]],
    ) -> Iterator[Mention]:
        # Mentions with the same attributes share a dictionary: a corpus has millions of mentions.
        event_attributes = {kind: {EVENT: kind} for kind in set(event_types.values())}
        described = {*attributes, *codes, *more_events}
        for key, kind, start, end, more, text in self.mentions:
            if more:
                spans = self._parse_fragments(key, start, end, more)
            else:
                spans = (Span(int(start), int(end)),)
            event = event_types.get(key)
            common = _NO_ATTRIBUTES if event is None else event_attributes[event]
            if key not in described:
                yield Mention(key, kind, spans, common, (), text)
                continue
            own = {**attributes.get(key, _NO_ATTRIBUTES), **common}
            yield Mention(key, kind, spans, own, tuple(codes.get(key, ())), text)
            for event_id, event_type in more_events.get(key, ()):
                own = {**attributes.get(event_id, _NO_ATTRIBUTES), EVENT: event_type}
                yield Mention(event_id, kind, spans, own, tuple(codes.get(event_id, ())), text)

    def _parse_fragments(self, key: str, start: str, end: str, more: str) -> tuple[Span, ...]:
        if not _MORE_FRAGMENTS.fullmatch(more):
            self._refuse(key, "its offsets are not of the form `0 4;8 12`")
        numbers = list(map(int, more.replace(";", " ").split()))
        return sort_spans([(int(start), int(end)), *zip(numbers[::2], numbers[1::2], strict=True)])

    def _read_relations(
        self, attributes: Mapping[str, dict[str, str]], aliases: Mapping[str, str]
    ) -> Iterator[Relation]:
        for key, kind, name1, arg1, name2, arg2 in self.relations:
            own = attributes.get(key, _NO_ATTRIBUTES)
            if name1 != "Arg1" or name2 != "Arg2":
                own = {**own, ARGUMENT_NAMES[0]: name1, ARGUMENT_NAMES[1]: name2}
            yield Relation(key, kind, aliases.get(arg1, arg1), aliases.get(arg2, arg2), own)
        for event, _, _, arguments in self.events:
            if arguments:
                for number, argument in enumerate(arguments.split(), 1):
                    role, _, owner = argument.partition(":")
                    arg1, arg2 = aliases[event], aliases.get(owner, owner)
                    yield Relation(f"{event}.{number}", role, arg1, arg2, {ROLE: "true"})

    def _check_references(self, owners: set[str], triggers: Set[str]) -> None:
        """Raise an error for attributes, codes and events of annotations that do not exist."""
        ids = {row[0] for row in self.mentions}
        if missing := triggers - ids:
            event = next(event for event, _, trigger, _ in self.events if trigger in missing)
            self._refuse(event, f"its trigger {shorten_id(min(missing))} does not exist")
        if owners - ids:
            ids.update([row[0] for row in self.relations], [row[0] for row in self.events])
        for owner in sorted(owners - ids):
            raise InputError(
                f"an attribute or code belongs to {shorten_id(owner)}, which does not exist",
                line=self.content.count("\n", 0, self.content.find(f" {owner}")) + 1,
                expected="the id of an annotation in this file",
            )

    def _refuse(self, key: str, fault: str) -> NoReturn:
        raise InputError(f"{shorten_id(key)}: {fault}", line=find_line(self.content, key))


def find_line(content: str, annotation: str) -> int:
    """Return the line of an annotation in the text of an .ann file, 0 if it is not found."""
    match = re.search(rf"^{re.escape(annotation)}(?=\t)", content, re.M)
    return content.count("\n", 0, match.start()) + 1 if match else 0
