"""brat standoff: `note.ann` beside `note.txt`.

An event (`E`) is read as its trigger mention, marked with the attribute `brat:event`; its
arguments are relations marked with `brat:role`. `*` equivalences are groups. Normalisations (`N`)
are codes, and so are annotator notes that hold nothing but codes, as many corpora keep them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from pathlib import Path

from goldsmith.core import (
    Annotation,
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Note,
    Relation,
    Span,
)
from goldsmith.core.offsets import tidy
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit, only_set, target, write_text
from goldsmith.formats.brat.conf import Seen
from goldsmith.formats.tree import Tree

EVENT = "brat:event"
ROLE = "brat:role"
_ROLES = ("brat:arg1", "brat:arg2")
_NOTE = "AnnotatorNotes"

# Each begins with the line break before the line and a letter, and never gives back what it
# took: the scan then runs at C speed.
_T = re.compile(r"\n(T[^\t\n]*+)\t([^ \t\n]++) ([0-9]++) ([0-9]++)([^\t\n]*+)\t?([^\n]*+)")
_E = re.compile(r"\n(E[^\t\n]*+)\t([^\s:]++):([^\s]++) *+((?:[^\s:]++:[^\s]++ *+)*+)(?=\n)")
_R = re.compile(
    r"\n(R[^\t\n]*+)\t([^ \t\n]++) ([^\s:]++):([^\s]++) ([^\s:]++):([^\s]++)[ \t]*+(?=\n)"
)
_A = re.compile(r"\n(A[^\t\n]*+)\t([^\s]++) ([^\s]++)(?: ([^\n]*+))?(?=\n)")
_M = re.compile(r"\n(M[^\t\n]*+)\t([^\s]++) ([^\s]++)(?: ([^\n]*+))?(?=\n)")
_N = re.compile(r"\n(N[^\t\n]*+)\t([^\s]++) ([^\s]++) ([^\s:]*+):([^\t\n]++)(?:\t([^\n]*+))?(?=\n)")
_G = re.compile(r"\n\*\t([^\s]++)((?: [^\s]++)++) *+(?=\n)")
_H = re.compile(r"\n(#[^\t\n]*+)\t([^\s]++) ([^\s]++)(?:\t([^\n]*+))?(?=\n)")
_KINDS = tuple(zip((_T, _E, _R, _A, _M, _N, _G, _H), "TERAMN*#", strict=True))
_MORE = re.compile(r"(?:;\d+ \d+)+")
_NONE: dict[str, str] = {}
_CODE = re.compile(r"(?:([A-Za-z][\w.-]*):)?(C\d{7}|CUI-less|(?<=:)[\w.-]+)")
_SEPARATOR = re.compile(r"\s*[|,;]\s*")


class Brat(Format):
    """brat standoff annotation."""

    title = "brat standoff (.ann beside .txt)"
    suffixes = (".ann",)
    text_suffix = ".txt"
    carries = EVERYTHING - {
        Feature.METADATA,
        Feature.SECTIONS,
        Feature.SETS,
        Feature.PROVENANCE,
        Feature.UNANCHORED,
        Feature.GROUP_ATTRIBUTES,
    }

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        text = self.text_of(unit, tree)
        content = tree.text(unit.main) if unit.main else ""
        found = _File(content.replace("\r\n", "\n") if "\r" in content else content)
        yield Document(unit.name, text, sets={set_name: found.annotation_set(set_name)})

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        seen = Seen()
        for doc in docs:
            write_text(target(folder, doc, ".txt"), doc.text)
            one = only_set(doc)
            write_text(target(folder, doc, ".ann"), "".join(_lines(doc, one)))
            seen.add(one, EVENT, ROLE)
        write_text(folder / "annotation.conf", seen.configuration())

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        one = only_set(doc)
        groups = {group.id for group in one.groups}
        values = [value for item in one.annotations for value in item.attributes.values()]
        names = [item.type for item in one.annotations]
        names += [name for item in one.annotations for name in item.attributes]
        lost = {
            "notes-on-documents-or-groups": sum(
                not note.target or note.target in groups for note in one.notes
            ),
            "line-breaks": sum(_broken(value) for value in values)
            + sum(_broken(note.text) for note in one.notes),
            "empty-values": sum(not value for value in values),
            "names-with-blanks": sum(not name or bool(re.search(r"\s", name)) for name in names),
        }
        return {name: count for name, count in lost.items() if count}

    def line_of(self, content: str, annotation: str) -> int:
        found = re.search(rf"^{re.escape(annotation)}(?=\t)", content, re.M)
        return content.count("\n", 0, found.start()) + 1 if found else 0


def _broken(value: str) -> bool:
    return "\n" in value or "\r" in value


def _joined(value: str) -> str:
    return value.replace("\r", " ").replace("\n", " ")


class _File:
    """The lines of one .ann file, sorted by kind."""

    def __init__(self, content: str) -> None:
        self.content = content
        framed = f"\n{content}\n"
        rows = [kind.findall(framed) if f"\n{mark}" in framed else [] for kind, mark in _KINDS]
        if sum(map(len, rows)) != content.count("\n") + (not content.endswith("\n")):
            self._refuse_other_lines()
        self.mentions, self.events, self.relations, attributes, modifications, *rest = rows
        self.attributes = attributes + modifications
        self.codes, self.groups, self.notes = rest

    def _refuse_other_lines(self) -> None:
        for number, line in enumerate(self.content.split("\n"), 1):
            if line.strip() and not any(kind.match(f"\n{line}\n") for kind, _ in _KINDS):
                raise InputError(
                    "this line is not brat standoff",
                    line=number,
                    expected="an id, a tab, a type and what belongs to it",
                    remedy="The file may be truncated, or tabs were turned into blanks",
                )

    def annotation_set(self, name: str) -> AnnotationSet:
        """The set that the file describes."""
        alias, kinds, further = self._events()
        values: dict[str, dict[str, str]] = defaultdict(dict)
        for _, key, owner, value in self.attributes:
            values[alias.get(owner, owner)][key] = value or "true"
        codes, notes = self._codes_and_notes(alias)
        mentions = self._mentions(values, codes, kinds, further)
        relations = self._relations(values, alias)
        groups = tuple(
            Group(f"*{number}", kind, tuple([alias.get(one, one) for one in members.split()]))
            for number, (kind, members) in enumerate(self.groups, 1)
        )
        self._refuse_strays({*values, *codes}, kinds.keys())
        return AnnotationSet(name, tuple(mentions), tuple(relations), groups, tuple(notes))

    def _events(self) -> tuple[dict[str, str], dict[str, str], dict[str, list[tuple[str, str]]]]:
        """Event id -> mention id; trigger -> type of its event; trigger -> any further events."""
        alias = {event: trigger for event, _, trigger, _ in self.events}
        kinds = {trigger: kind for _, kind, trigger, _ in reversed(self.events)}
        if len(alias) < len(self.events):
            self._fail_twice()
        further: dict[str, list[tuple[str, str]]] = {}
        if len(kinds) < len(alias):
            seen: set[str] = set()
            for event, kind, trigger, _ in self.events:
                if trigger in seen:
                    alias[event] = event
                    further.setdefault(trigger, []).append((event, kind))
                seen.add(trigger)
        return alias, kinds, further

    def _fail_twice(self) -> None:
        counts = Counter(row[0] for row in self.events)
        self._fail(counts.most_common(1)[0][0], "the id is used twice")

    def _codes_and_notes(
        self, alias: Mapping[str, str]
    ) -> tuple[dict[str, list[Code]], list[Note]]:
        codes: dict[str, list[Code]] = defaultdict(list)
        for _, _, owner, system, code, name in self.codes:
            codes[alias.get(owner, owner)].append(Code(code, "" if system == "-" else system, name))
        notes = []
        for _, kind, owner, text in self.notes:
            place = alias.get(owner, owner)
            found = _as_codes(text) if kind == _NOTE else []
            if found and not place.startswith("R"):
                codes[place] += found
            else:
                notes.append(Note(text, place, "" if kind == _NOTE else kind))
        return codes, notes

    def _mentions(
        self,
        values: Mapping[str, dict[str, str]],
        codes: Mapping[str, list[Code]],
        kinds: Mapping[str, str],
        further: Mapping[str, list[tuple[str, str]]],
    ) -> Iterator[Mention]:
        marked = {kind: {EVENT: kind} for kind in set(kinds.values())}
        told = {*values, *codes, *further}
        for key, kind, start, end, more, text in self.mentions:
            if more:
                spans = self._fragments(key, start, end, more)
            else:
                spans = (Span(int(start), int(end)),)
            event = kinds.get(key)
            attributes = _NONE if event is None else marked[event]
            if key not in told:
                yield Mention(key, kind, spans, attributes, (), text)
                continue
            own = {**values.get(key, _NONE), **attributes}
            yield Mention(key, kind, spans, own, tuple(codes.get(key, ())), text)
            for one, event in further.get(key, ()):
                own = {**values.get(one, _NONE), EVENT: event}
                yield Mention(one, kind, spans, own, tuple(codes.get(one, ())), text)

    def _fragments(self, key: str, start: str, end: str, more: str) -> tuple[Span, ...]:
        if not _MORE.fullmatch(more):
            self._fail(key, "its offsets are not of the form `0 4;8 12`")
        numbers = list(map(int, more.replace(";", " ").split()))
        return tidy([(int(start), int(end)), *zip(numbers[::2], numbers[1::2], strict=True)])

    def _relations(
        self, values: Mapping[str, dict[str, str]], alias: Mapping[str, str]
    ) -> Iterator[Relation]:
        for key, kind, role1, one, role2, other in self.relations:
            attributes = values.get(key, _NONE)
            if role1 != "Arg1" or role2 != "Arg2":
                attributes = {**attributes, _ROLES[0]: role1, _ROLES[1]: role2}
            yield Relation(key, kind, alias.get(one, one), alias.get(other, other), attributes)
        for event, _, _, arguments in self.events:
            if arguments:
                for number, argument in enumerate(arguments.split(), 1):
                    role, _, other = argument.partition(":")
                    first, second = alias[event], alias.get(other, other)
                    yield Relation(f"{event}.{number}", role, first, second, {ROLE: "true"})

    def _refuse_strays(self, owners: set[str], triggers: Set[str]) -> None:
        """Refuses attributes, codes and events of annotations that do not exist."""
        known = {row[0] for row in self.mentions}
        if missing := triggers - known:
            event = next(event for event, _, trigger, _ in self.events if trigger in missing)
            self._fail(event, f"its trigger {min(missing)} does not exist")
        if owners - known:
            known.update([row[0] for row in self.relations], [row[0] for row in self.events])
        for owner in sorted(owners - known):
            raise InputError(
                f"an attribute or code belongs to {owner}, which does not exist",
                line=self.content.count("\n", 0, self.content.find(f" {owner}")) + 1,
                expected="the id of an annotation of this file",
            )

    def _fail(self, key: str, what: str) -> None:
        raise InputError(f"{key}: {what}", line=provides.line_of(self.content, key))


def _as_codes(text: str) -> list[Code]:
    """The codes that a note consists of; none if it holds anything else."""
    found = [_CODE.fullmatch(part) for part in _SEPARATOR.split(text.strip())]
    return [Code(one[2], one[1] or "") for one in found if one] if all(found) else []


def _lines(doc: Document, one: AnnotationSet) -> Iterator[str]:
    """The lines of a document's .ann file."""
    numbers = _Numbers(one)
    arguments: dict[str, list[str]] = defaultdict(list)
    plain = []
    for rel in one.relations:
        if ROLE in rel.attributes and rel.arg1 in numbers.events:
            arguments[rel.arg1].append(f"{rel.type}:{numbers.of(rel.arg2)}")
        else:
            plain.append(rel)
    for mention in one.mentions:
        fragments = ";".join([f"{span.start} {span.end}" for span in mention.spans])
        surface = " ".join(doc.covered(mention).splitlines())
        yield f"{numbers.text_bound[mention.id]}\t{_name(mention.type)} {fragments}\t{surface}\n"
        if mention.id in numbers.events:
            parts = [f"{mention.attributes[EVENT]}:{numbers.text_bound[mention.id]}"]
            yield f"{numbers.events[mention.id]}\t{' '.join(parts + arguments[mention.id])}\n"
    for rel in plain:
        first, second = (rel.attributes.get(role, f"Arg{n}") for n, role in enumerate(_ROLES, 1))
        ends = f"{first}:{numbers.of(rel.arg1)} {second}:{numbers.of(rel.arg2)}"
        yield f"{numbers.relations[rel.id]}\t{_name(rel.type)} {ends}\n"
    for group in one.groups:
        yield f"*\t{_name(group.type)} {' '.join(map(numbers.of, group.members))}\n"
    yield from _extras(one, plain, numbers)


def _extras(one: AnnotationSet, relations: list[Relation], numbers: _Numbers) -> Iterator[str]:
    """Attribute, code and note lines."""
    count: Counter[str] = Counter()

    def fresh(letter: str) -> str:
        count[letter] += 1
        return f"{letter}{count[letter]}"

    items: tuple[Annotation, ...] = (*one.mentions, *relations)
    for item in items:
        for name, value in item.attributes.items():
            if name != EVENT and name not in _ROLES:
                tail = "" if value == "true" else f" {_joined(value)}"
                yield f"{fresh('A')}\t{_name(name)} {numbers.of(item.id)}{tail}\n"
    for mention in one.mentions:
        for code in mention.codes:
            owner = numbers.of(mention.id)
            if _as_codes(code.code) == [code]:
                yield f"{fresh('#')}\t{_NOTE} {owner}\t{code.code}\n"
            else:
                reference = f"Reference {owner} {code.system or '-'}:{code.code}"
                yield f"{fresh('N')}\t{reference}\t{code.name}\n"
    for note in one.notes:
        if note.target and numbers.has(note.target):
            owner = f"{_name(note.kind or _NOTE)} {numbers.of(note.target)}"
            yield f"{fresh('#')}\t{owner}\t{_joined(note.text)}\n"


def _name(name: str) -> str:
    return re.sub(r"\s", "_", name) or "_"


class _Numbers:
    """brat ids for one set: given ones are kept where brat allows them, others made anew."""

    def __init__(self, one: AnnotationSet) -> None:
        self.text_bound = _numbered("T", [mention.id for mention in one.mentions])
        self.relations = _numbered("R", [rel.id for rel in one.relations])
        marked = [mention.id for mention in one.mentions if EVENT in mention.attributes]
        self.events = {owner: f"E{number}" for number, owner in enumerate(marked, 1)}

    def has(self, owner: str) -> bool:
        return owner in self.text_bound or owner in self.relations

    def of(self, owner: str) -> str:
        """The id that other lines refer to: the event's for an event."""
        return self.events.get(owner) or self.text_bound.get(owner) or self.relations[owner]


def _numbered(letter: str, ids: list[str]) -> dict[str, str]:
    pattern = re.compile(rf"{letter}[1-9]\d*")
    kept = {one for one in ids if pattern.fullmatch(one)}
    every = (f"{letter}{number}" for number in range(1, 2 * len(ids) + 2))
    free = (name for name in every if name not in kept)
    return {one: one if one in kept else next(free) for one in ids}


provides = Brat()
