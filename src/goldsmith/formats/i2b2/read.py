"""Read the i2b2 files of a document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Group, Mention, Relation, Span
from goldsmith.core.offsets import get_covered_text, merge_spans
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.i2b2.lines import (
    Concept,
    find_spans,
    parse_assertion,
    parse_chain,
    parse_concept,
    parse_relation,
)
from goldsmith.formats.shared.tokens import Tokens

ASSERTION = "assertion"
CLASS = "i2b2:class"
COREFERENCE = "coreference"
PRONOUN = "pronoun"
_ANY = ("", "")
_ARGUMENTS = {
    **dict.fromkeys(("TrIP", "TrWP", "TrCP", "TrAP", "TrNAP"), ("treatment", "problem")),
    **dict.fromkeys(("TeRP", "TeCP"), ("test", "problem")),
    "PIP": ("problem", "problem"),
}


def get_argument_types(relation_type: str) -> tuple[str, str]:
    """Return the argument types of a relation of 2010, which .rel lines do not state."""
    return _ARGUMENTS.get(relation_type, _ANY)


def derive_class(types: Iterable[str]) -> str:
    """Derive the class of a chain from the types of its members; "" if it is ambiguous."""
    candidates = set(types) - {PRONOUN}
    if len(candidates) > 1:
        return ""
    return candidates.pop() if candidates else PRONOUN


class MentionIndex:
    """Mentions indexed by their spans, which lines use to refer to them."""

    def __init__(self, mentions: Iterable[Mention] = ()) -> None:
        self._mentions: dict[tuple[Span, ...], list[Mention]] = defaultdict(list)
        for mention in mentions:
            self.add(mention)

    def add(self, mention: Mention) -> None:
        """Add a mention."""
        self._mentions[merge_spans(mention.spans)].append(mention)

    def find(self, spans: Sequence[Span], kind: str) -> Mention | None:
        """Return the mention with these spans and this type, else the first with these spans."""
        mentions = self._mentions.get(merge_spans(spans), [])
        first = mentions[0] if mentions else None
        return next((mention for mention in mentions if mention.type == kind), first)


class DocumentReader:
    """Collects the annotations of a document from its files."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens = text, Tokens(text)
        self.mentions: list[Mention] = []
        self.assertions: dict[str, str] = {}
        self.relations: list[Relation] = []
        self.groups: list[Group] = []
        self.index = MentionIndex()

    def read_file(self, kind: str, content: str, where: str) -> None:
        """Add the annotations of a file.

        Raises:
            InputError: A line is malformed or refers to something that does not exist.
        """
        read_line: Callable[[str], None] = {
            "con": self._read_concept,
            "ast": self._read_assertion,
            "rel": self._read_relation,
            "chains": self._read_chain,
        }[kind]
        for number, line in enumerate(content.removeprefix("\ufeff").split("\n"), 1):
            try:
                if line.strip():
                    read_line(line.strip())
            except InputError as error:
                raise error.at(where, number) from None

    def build_set(self, name: str) -> AnnotationSet:
        """Build the annotation set from all files read."""
        mentions = tuple(
            replace(mention, attributes={ASSERTION: self.assertions[mention.id]})
            if mention.id in self.assertions
            else mention
            for mention in self.mentions
        )
        return AnnotationSet(name, mentions, tuple(self.relations), tuple(self.groups))

    def _read_concept(self, line: str) -> None:
        concept, kind = parse_concept(line)
        self._get_mention(concept, kind, same_type=True)

    def _read_assertion(self, line: str) -> None:
        concept, kind, value = parse_assertion(line)
        mention = self._get_mention(concept, kind, same_type=True)
        if self.assertions.setdefault(mention.id, value) != value:
            raise InputError(
                f"the concept at {shorten_id(concept.offsets)} has another assertion "
                "on an earlier line",
                expected="one assertion for each concept",
            )

    def _read_relation(self, line: str) -> None:
        first, kind, second = parse_relation(line)
        arg1, arg2 = map(self._find_argument, (first, second), get_argument_types(kind))
        self.relations.append(Relation(f"R{len(self.relations) + 1}", kind, arg1, arg2))

    def _find_argument(self, concept: Concept, kind: str) -> str:
        mention = self.index.find(find_spans(concept.offsets, self.tokens), kind)
        if mention is None:
            raise InputError(
                f"a relation refers to {shorten_id(concept.offsets)}, where there is no concept",
                expected="the offsets of a concept in the .con file",
                remedy="Put the .con file next to it, or correct the offsets",
            )
        return mention.id

    def _read_chain(self, line: str) -> None:
        concepts, kind = parse_chain(line)
        mentions = [self._get_mention(concept, kind) for concept in concepts]
        members = {mention.id: mention.type for mention in mentions}
        attributes = {} if kind == derive_class(members.values()) else {CLASS: kind}
        key = f"G{len(self.groups) + 1}"
        self.groups.append(Group(key, COREFERENCE, tuple(members), attributes))

    def _get_mention(self, concept: Concept, kind: str, *, same_type: bool = False) -> Mention:
        """Return the mention of a concept (of this type, if required), adding one if necessary."""
        spans = find_spans(concept.offsets, self.tokens)
        mention = self.index.find(spans, kind)
        if mention is None or (same_type and mention.type != kind):
            text = self._restore_case(spans, concept.text)
            mention = Mention(f"M{len(self.mentions) + 1}", kind, spans, text=text)
            self.mentions.append(mention)
            self.index.add(mention)
        return mention

    def _restore_case(self, spans: Sequence[Span], recorded: str) -> str:
        """Return the covered text if it differs from the recorded, lower-case text in case only."""
        covered = get_covered_text(self.text, spans)
        return covered if covered.lower().split() == recorded.lower().split() else recorded
