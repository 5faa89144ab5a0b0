"""Write brat annotation files and count what they cannot represent."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from goldsmith.core import Annotation, AnnotationSet, Document, Mention, Note, Relation
from goldsmith.formats.brat.codes import format_reference, is_unwritable, parse_codes
from goldsmith.formats.brat.read import ANNOTATOR_NOTE, ARGUMENT_NAMES, EVENT, ROLE

_NOT_IN_A_NAME = re.compile(r"\s")
#: Characters that cannot occur in the name of an argument or of an event.
_NOT_IN_A_ROLE = re.compile(r"[\s:]")


def count_losses(annotation_set: AnnotationSet) -> dict[str, int]:
    """Count what an .ann file cannot represent, by name of the loss."""
    annotations, notes = annotation_set.annotations, annotation_set.notes
    links = {rel.id for rel in annotation_set.relations}
    arguments = _find_arguments(annotation_set)
    groups = {group.id for group in annotation_set.groups}
    codes = [code for mention in annotation_set.mentions for code in mention.codes]
    values = [value for item in annotations for value in item.attributes.values()]
    lines = [*values, *(note.text for note in notes), *(code.name for code in codes)]
    counts = {
        "notes-on-documents-or-groups": sum(
            not note.target or note.target in groups for note in notes
        ),
        "notes-read-as-codes": sum(
            note.target not in links and _is_read_as_code(note) for note in notes
        ),
        "notes-on-arguments-of-events": sum(note.target in arguments for note in notes),
        "relation-attributes": sum(len(rel.attributes) - 1 for rel in arguments.values()),
        "note-kinds": sum(note.kind == ANNOTATOR_NOTE for note in notes),
        "codes": sum(map(is_unwritable, codes)),
        "line-breaks": sum(map(_has_line_break, lines)),
        "empty-values": sum(not value for value in values),
        "names-with-blanks": sum(format_name(name) != name for name in _list_names(annotation_set))
        + sum(_format_role(name) != name for name in _list_roles(annotation_set)),
    }
    return {name: count for name, count in counts.items() if count}


def _find_arguments(annotation_set: AnnotationSet) -> dict[str, Relation]:
    """Return the relations that become arguments of an event line, by id."""
    triggers = {mention.id for mention in annotation_set.mentions if EVENT in mention.attributes}
    return {
        rel.id: rel
        for rel in annotation_set.relations
        if ROLE in rel.attributes and rel.arg1 in triggers
    }


def _list_names(annotation_set: AnnotationSet) -> Iterator[str]:
    for item in annotation_set.annotations:
        yield item.type
        yield from item.attributes
    for note in annotation_set.notes:
        yield note.kind or ANNOTATOR_NOTE


def _list_roles(annotation_set: AnnotationSet) -> Iterator[str]:
    """Yield the names before colons: of events, their arguments and arguments of relations."""
    for mention in annotation_set.mentions:
        if EVENT in mention.attributes:
            yield mention.attributes[EVENT]
    for rel in _find_arguments(annotation_set).values():
        if not _NOT_IN_A_NAME.search(rel.type):  # already counted with the types
            yield rel.type
    for rel in annotation_set.relations:
        yield from (rel.attributes[name] for name in ARGUMENT_NAMES if name in rel.attributes)


def _is_read_as_code(note: Note) -> bool:
    return note.kind in ("", ANNOTATOR_NOTE) and bool(parse_codes(note.text))


def format_lines(doc: Document, annotation_set: AnnotationSet) -> Iterator[str]:
    """Yield the lines of a document's .ann file."""
    ids, event_arguments = _BratIds(annotation_set), _find_arguments(annotation_set)
    arguments: dict[str, list[str]] = defaultdict(list)
    relations = []
    for rel in annotation_set.relations:
        if rel.id in event_arguments:
            arguments[rel.arg1].append(f"{_format_role(rel.type)}:{ids.get(rel.arg2)}")
        else:
            relations.append(rel)
    for mention in annotation_set.mentions:
        fragments = ";".join([f"{span.start} {span.end}" for span in mention.spans])
        surface = " ".join(doc.get_covered_text(mention).splitlines())
        trigger = ids.mentions[mention.id]
        yield f"{trigger}\t{format_name(mention.type)} {fragments}\t{surface}\n"
        if mention.id in ids.events:
            event = _format_role(mention.attributes[EVENT])
            parts = [f"{event}:{trigger}", *arguments[mention.id]]
            yield f"{ids.events[mention.id]}\t{' '.join(parts)}\n"
    for rel in relations:
        yield _format_relation(rel, ids)
    for group in annotation_set.groups:
        yield f"*\t{format_name(group.type)} {' '.join(map(ids.get, group.members))}\n"
    yield from _format_extras(annotation_set, relations, ids)


def _format_relation(rel: Relation, ids: _BratIds) -> str:
    name1, name2 = (
        _format_role(rel.attributes.get(name, f"Arg{number}"))
        for number, name in enumerate(ARGUMENT_NAMES, 1)
    )
    arguments = f"{name1}:{ids.get(rel.arg1)} {name2}:{ids.get(rel.arg2)}"
    return f"{ids.relations[rel.id]}\t{format_name(rel.type)} {arguments}\n"


def _format_extras(
    annotation_set: AnnotationSet, relations: list[Relation], ids: _BratIds
) -> Iterator[str]:
    """Yield the lines of attributes, codes and notes."""
    counts: Counter[str] = Counter()

    def number(letter: str) -> str:
        counts[letter] += 1
        return f"{letter}{counts[letter]}"

    annotations: tuple[Annotation, ...] = (*annotation_set.mentions, *relations)
    for item in annotations:
        native = (EVENT,) if isinstance(item, Mention) else ARGUMENT_NAMES
        for name, value in item.attributes.items():
            if name not in native:
                suffix = "" if value == "true" else f" {_replace_line_breaks(value)}"
                yield f"{number('A')}\t{format_name(name)} {ids.get(item.id)}{suffix}\n"
    for mention in annotation_set.mentions:
        yield from _format_codes(mention, ids.get(mention.id), number)
    for note in annotation_set.notes:
        if note.target and note.target in ids:
            target = f"{format_name(note.kind or ANNOTATOR_NOTE)} {ids.get(note.target)}"
            yield f"{number('#')}\t{target}\t{_replace_line_breaks(note.text)}\n"


def _format_codes(mention: Mention, owner: str, number: Callable[[str], str]) -> Iterator[str]:
    for code in mention.codes:
        if parse_codes(code.code) == [code]:
            yield f"{number('#')}\t{ANNOTATOR_NOTE} {owner}\t{code.code}\n"
        else:
            reference = f"Reference {owner} {format_reference(code)}"
            yield f"{number('N')}\t{reference}\t{_replace_line_breaks(code.name)}\n"


class _BratIds:
    """The ids of a set in brat: ids that brat allows are kept, the others are numbered."""

    def __init__(self, annotation_set: AnnotationSet) -> None:
        mentions = annotation_set.mentions
        self.mentions = _assign_ids("T", [mention.id for mention in mentions])
        arguments = _find_arguments(annotation_set)
        relations = [rel.id for rel in annotation_set.relations if rel.id not in arguments]
        self.relations = _assign_ids("R", relations)
        triggers = [mention.id for mention in mentions if EVENT in mention.attributes]
        self.events = {trigger: f"E{number}" for number, trigger in enumerate(triggers, 1)}

    def __contains__(self, key: str) -> bool:
        return key in self.mentions or key in self.relations

    def get(self, key: str) -> str:
        """Return the id that other lines refer to; for a trigger, the id of its event."""
        return self.events.get(key) or self.mentions.get(key) or self.relations[key]


def _assign_ids(letter: str, ids: list[str]) -> dict[str, str]:
    pattern = re.compile(rf"{letter}[1-9]\d*")
    valid = {key for key in ids if pattern.fullmatch(key)}
    numbered = (f"{letter}{number}" for number in range(1, 2 * len(ids) + 2))
    free = (key for key in numbered if key not in valid)
    return {key: key if key in valid else next(free) for key in ids}


def format_name(name: str) -> str:
    """Return the name of a type, an attribute or a kind of note without blanks."""
    return _NOT_IN_A_NAME.sub("_", name) or "_"


def _format_role(name: str) -> str:
    return _NOT_IN_A_ROLE.sub("_", name) or "_"


def _has_line_break(value: str) -> bool:
    return "\n" in value or "\r" in value


def _replace_line_breaks(value: str) -> str:
    return value.replace("\r", " ").replace("\n", " ")
