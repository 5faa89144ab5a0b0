"""What the i2b2 files about one text say together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Group, Mention, Relation, Span
from goldsmith.core.offsets import covered, merged
from goldsmith.errors import InputError
from goldsmith.formats.i2b2 import lines
from goldsmith.formats.i2b2.lines import Concept
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


def argument_types(relation: str) -> tuple[str, str]:
    """The types that a relation of 2010 joins: a .rel line does not name them."""
    return _ARGUMENTS.get(relation, _ANY)


def class_of(types: Iterable[str]) -> str:
    """The class of a chain as its members tell it; empty where they tell several."""
    kinds = set(types) - {PRONOUN}
    if len(kinds) > 1:
        return ""
    return kinds.pop() if kinds else PRONOUN


class Places:
    """Mentions by where they stand, as lines refer to them."""

    def __init__(self, mentions: Iterable[Mention] = ()) -> None:
        self._at: dict[tuple[Span, ...], list[Mention]] = defaultdict(list)
        for mention in mentions:
            self.add(mention)

    def add(self, mention: Mention) -> None:
        self._at[merged(mention.spans)].append(mention)

    def find(self, spans: Sequence[Span], kind: str) -> Mention | None:
        """The mention of a type at a place, or else the first one there."""
        here = self._at.get(merged(spans), [])
        return next((one for one in here if one.type == kind), here[0] if here else None)


class Reading:
    """What the files of one document have said so far."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens = text, Tokens(text)
        self.mentions: list[Mention] = []
        self.asserted: dict[str, str] = {}
        self.relations: list[Relation] = []
        self.groups: list[Group] = []
        self.places = Places()

    def take(self, kind: str, content: str, where: str) -> None:
        """Adds what the lines of one file say."""
        takes: dict[str, Callable[[str], None]] = {
            "con": self._concept,
            "ast": self._assertion,
            "rel": self._relation,
            "chains": self._chain,
        }
        for number, line in enumerate(content.removeprefix("\ufeff").split("\n"), 1):
            try:
                if line.strip():
                    takes[kind](line.strip())
            except InputError as error:
                raise error.at(where, number) from None

    def annotation_set(self, name: str) -> AnnotationSet:
        """The set that the files describe."""
        mentions = tuple(
            replace(mention, attributes={ASSERTION: self.asserted[mention.id]})
            if mention.id in self.asserted
            else mention
            for mention in self.mentions
        )
        return AnnotationSet(name, mentions, tuple(self.relations), tuple(self.groups))

    def _concept(self, line: str) -> None:
        concept, kind = lines.concept(line)
        self._mention(concept, kind, exactly=True)

    def _assertion(self, line: str) -> None:
        concept, kind, value = lines.assertion(line)
        mention = self._mention(concept, kind, exactly=True)
        if self.asserted.setdefault(mention.id, value) != value:
            raise InputError(
                f"the concept at {concept.offsets} has another assertion on an earlier line",
                expected="one assertion for each concept",
            )

    def _relation(self, line: str) -> None:
        first, kind, second = lines.relation(line)
        one, other = map(self._argument, (first, second), argument_types(kind))
        self.relations.append(Relation(f"R{len(self.relations) + 1}", kind, one, other))

    def _argument(self, concept: Concept, kind: str) -> str:
        mention = self.places.find(lines.spans(concept.offsets, self.tokens), kind)
        if mention is None:
            raise InputError(
                f"no concept stands at {concept.offsets}, which a relation refers to",
                expected="the offsets of a concept of the .con file",
                remedy="Put the .con file beside it, or correct the offsets",
            )
        return mention.id

    def _chain(self, line: str) -> None:
        concepts, kind = lines.chain(line)
        members = {one.id: one for one in (self._mention(concept, kind) for concept in concepts)}
        derived = class_of(member.type for member in members.values())
        attributes = {} if kind == derived else {CLASS: kind}
        number = f"G{len(self.groups) + 1}"
        self.groups.append(Group(number, COREFERENCE, tuple(members), attributes))

    def _mention(self, concept: Concept, kind: str, *, exactly: bool = False) -> Mention:
        """The mention at a place, made if there is none (of this very type, if `exactly`)."""
        spans = lines.spans(concept.offsets, self.tokens)
        found = self.places.find(spans, kind)
        if found is None or (exactly and found.type != kind):
            wording = self._wording(spans, concept.text)
            found = Mention(f"M{len(self.mentions) + 1}", kind, spans, text=wording)
            self.mentions.append(found)
            self.places.add(found)
        return found

    def _wording(self, spans: Sequence[Span], recorded: str) -> str:
        """The wording as recorded; i2b2 files record it in lower case, which is no difference."""
        here = covered(self.text, spans)
        return here if here.lower().split() == recorded.lower().split() else recorded
