"""i2b2/VA 2010 and 2011: `note.con`, `.ast`, `.rel` and `.chains` about `note.txt`.

Concepts are mentions, found by line and token. An assertion is the attribute `assertion` of its
mention; a chain is a group of the type `coreference`. The class of a chain follows from its
members (pronouns aside) and is kept as the attribute `i2b2:class` only where it does not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from goldsmith.core import AnnotationSet, Document, Group, Mention
from goldsmith.formats.base import Feature, Format, Unit, only_set, target, write_text
from goldsmith.formats.i2b2.files import KINDS, Files, assemble
from goldsmith.formats.i2b2.lines import is_plain, plain, spell
from goldsmith.formats.i2b2.read import (
    ASSERTION,
    CLASS,
    COREFERENCE,
    PRONOUN,
    Places,
    Reading,
    argument_types,
    class_of,
)
from goldsmith.formats.shared.tokens import Tokens, fitted, misfits, torn
from goldsmith.formats.tree import Tree


class I2b2(Format):
    """i2b2 concepts, assertions, relations and coreference chains."""

    title = "i2b2/VA 2010 and 2011 (.con, .ast, .rel, .chains beside .txt)"
    suffixes = tuple(f"{ending}.{kind}" for kind in KINDS for ending in ("", ".txt"))
    text_suffix = ".txt"
    carries = frozenset(
        {
            Feature.TYPES,
            Feature.OVERLAPPING,
            Feature.ATTRIBUTES,
            Feature.RELATIONS,
            Feature.GROUPS,
            Feature.GROUP_ATTRIBUTES,
            Feature.CONTROL_CHARACTERS,
        }
    )

    def units(self, names: Sequence[str]) -> list[Unit]:
        known = set(names)
        parts: dict[str, dict[str, str]] = defaultdict(dict)
        for name in names:
            stem, _, kind = name.rpartition(".")
            if kind in KINDS:  # note.con and note.txt.con are both about note.txt
                short = stem if f"{stem}.txt" in known else stem.removesuffix(".txt")
                parts[stem if kind in parts[short] else short][kind] = name
        return assemble(super().units(names), parts)

    def recognises(self, name: str, head: bytes) -> bool:
        begin = head.removeprefix(b"\xef\xbb\xbf").lstrip()
        empty = not begin and name.endswith(".con")
        return super().recognises(name, head) and (empty or begin.startswith(b'c="'))

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        text = self.text_of(unit, tree)
        found = Reading(text)
        for kind in KINDS:
            name = unit.parts.get(kind) if isinstance(unit, Files) else None
            if name:
                found.take(kind, tree.text(name), tree.where(name))
        yield Document(unit.name, text, sets={set_name: found.annotation_set(set_name)})

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            write_text(target(folder, doc, ".txt"), doc.text)
            for kind, lines in _Writing(doc).lines().items():
                if lines or kind == "con":
                    content = "".join(f"{line}\n" for line in lines)
                    write_text(target(folder, doc, f".{kind}"), content)

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        one, tokens = only_set(doc), Tokens(doc.text)
        names = [name for mention in one.mentions for name in mention.attributes]
        lost = Counter({**misfits(one, tokens), **torn(one, tokens)})
        lost["other-attributes"] = sum(name != ASSERTION for name in names)
        lost["names"] = sum(not is_plain(value) for value in _quoted(one))
        lost["ambiguous-links"] = _ambiguous(one)
        known = one.by_id()
        for group in one.groups:
            lost += _chain_losses(group, known)
        return +lost


def _quoted(one: AnnotationSet) -> Iterator[str]:
    """Everything that goes between quotes, apart from the wording."""
    for mention in one.mentions:
        yield from (mention.type, mention.attributes.get(ASSERTION, ""))
    yield from (rel.type for rel in one.relations)
    yield from (group.attributes.get(CLASS, "") for group in one.groups)


def _chain_losses(group: Group, known: Mapping[str, Mention]) -> Counter[str]:
    given = group.attributes.get(CLASS)
    derived = class_of(known[member].type for member in group.members)
    others = sum(name != CLASS for name in group.attributes)
    return Counter(
        {
            "group-types": int(group.type != COREFERENCE),
            "other-group-attributes": others + (given == derived),
            "mixed-chains": int(given is None and not derived),
        }
    )


def _ambiguous(one: AnnotationSet) -> int:
    """How many relations and groups would come back with another mention at the same place."""
    places, known = Places(one.mentions), one.by_id()

    def strays(mention: str, kind: str) -> bool:
        return places.find(known[mention].spans, kind) is not known[mention]

    relations = sum(
        any(map(strays, (rel.arg1, rel.arg2), argument_types(rel.type))) for rel in one.relations
    )
    return relations + sum(
        any(strays(member, _class(group, known)) for member in group.members)
        for group in one.groups
    )


def _class(group: Group, known: Mapping[str, Mention]) -> str:
    """The class to write for a chain; the commonest type where nothing else tells it."""
    if CLASS in group.attributes:
        return group.attributes[CLASS]
    types = [known[member].type for member in group.members]
    frequent = Counter(kind for kind in types if kind != PRONOUN).most_common(1)
    return class_of(types) or frequent[0][0]


class _Writing:
    """The lines of a document's files, by kind."""

    def __init__(self, doc: Document) -> None:
        tokens = Tokens(doc.text)
        self.set = fitted(only_set(doc), tokens)
        self.named = {m.id: spell(m, doc, tokens) for m in self.set.mentions}
        self.typed = {m.id: f'{self.named[m.id]}||t="{plain(m.type)}"' for m in self.set.mentions}

    def lines(self) -> dict[str, list[str]]:
        """The lines of each kind of file."""
        concepts = list(self.typed.values())
        return dict(
            zip(
                KINDS,
                (concepts, self._assertions(), self._relations(), self._chains()),
                strict=True,
            )
        )

    def _assertions(self) -> list[str]:
        values: dict[str, str] = {}
        for mention in self.set.mentions:
            if ASSERTION in mention.attributes:  # of mentions widened to the same tokens the first
                values.setdefault(self.typed[mention.id], plain(mention.attributes[ASSERTION]))
        return [f'{concept}||a="{value}"' for concept, value in values.items()]

    def _relations(self) -> list[str]:
        return [
            f'{self.named[rel.arg1]}||r="{plain(rel.type)}"||{self.named[rel.arg2]}'
            for rel in self.set.relations
        ]

    def _chains(self) -> list[str]:
        known = self.set.by_id()
        return [
            "||".join([self.named[member] for member in group.members])
            + f'||t="coref {plain(_class(group, known))}"'
            for group in self.set.groups
        ]


provides = I2b2()
