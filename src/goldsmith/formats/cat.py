"""CAT XML, as the Content Annotation Tool writes it: MEANTIME and other NewsReader corpora.

    <Document doc_name="..."><token t_id="1" sentence="0">The</token> ...
    <Markables><EVENT_MENTION m_id="23" tense="PAST"><token_anchor t_id="7"/></EVENT_MENTION> ...
    <Relations><TLINK r_id="9" reltype="BEFORE"><source m_id="23"/><target m_id="34"/></TLINK> ...

The file contains tokens but not the text. The reader rebuilds the text with a blank between tokens
and a line break between sentences. A markable becomes a mention whose type is the name of the
element; it is discontiguous if its tokens are not consecutive, and unanchored without tokens.
REFERS_TO becomes a group of its sources with the attributes of its target instance (ENTITY, EVENT).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import NoReturn

from lxml import etree

from goldsmith.core import AnnotationSet, Document, Group, Mention, Metadata, Note, Relation, Span
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit
from goldsmith.formats.shared.xml import get_attribute, get_line, get_local_name, parse, show_tag
from goldsmith.formats.tree import Tree

#: Attribute of a group that names the element its attributes come from, ENTITY or EVENT.
INSTANCE = "cat:instance"
_HEAD = re.compile(rb"<Document\b[^>]*>\s*<token\b[^>]*\bt_id\s*=", re.DOTALL)
_ISO = re.compile(r"\d{4}(-\d\d(-\d\d)?)?(?=T|$)")
_COREFERENCE = re.compile(r"REFERS_TO|\w+_COREF")


class Cat(Format):
    """CAT XML of the NewsReader project; read only."""

    title = "CAT XML (MEANTIME)"
    suffixes = (".xml",)
    writes = False
    carries = EVERYTHING - {
        Feature.SECTIONS,
        Feature.SETS,
        Feature.PROVENANCE,
        Feature.CODES,
        Feature.CODE_NAMES,
        Feature.CONTROL_CHARACTERS,
    }

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and bool(_HEAD.search(head))

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        where = tree.where(unit.main)
        root = parse(tree.read_bytes(unit.main), where=where)
        if get_local_name(root) != "Document" or root.find("token") is None:
            raise InputError(
                f"the file is {show_tag(root)} without tokens",
                where=where,
                line=get_line(root),
                expected="a <Document> with <token>, <Markables> and <Relations>",
            )
        file = _File(root, where)
        metadata = Metadata(date=file.find_creation_date(), extra=_get_attributes(root))
        sets = {set_name: file.build_set(set_name)}
        yield Document(unit.name, file.text, metadata, sets=sets)

    def find_line(self, content: str, annotation: str) -> int:
        kind, number = ("r", annotation[1:]) if annotation[:1] == "r" else ("m", annotation)
        pattern = rf"<(?!source|target)[^<>]*\s{kind}_id\s*=\s*[\"']{re.escape(number)}[\"']"
        match = re.search(pattern, content)
        return content.count("\n", 0, match.end()) + 1 if match else 0


class _File:
    """A CAT file: its text, the spans of its tokens, its markables and relations."""

    def __init__(self, root: etree._Element, where: str) -> None:
        self.where = where
        self._indices: dict[str, int] = {}
        self._spans: list[Span] = []
        self._notes: list[Note] = []
        self.text = self._read_tokens(root.iterfind("token"))
        self.markables = list(root.iterfind("Markables/*"))
        self.relations = list(root.iterfind("Relations/*"))

    def _read_tokens(self, tokens: Iterable[etree._Element]) -> str:
        """Store the span of each token and return the text."""
        parts: list[str] = []
        offset, sentence = 0, ""
        for token in tokens:
            word, key = token.text or "", get_attribute(token, "t_id", where=self.where)
            if not word or key in self._indices:
                self._refuse(
                    token, f"token {shorten_id(key)} " + ("occurs twice" if word else "is empty")
                )
            if parts:
                parts.append(" " if token.get("sentence", "") == sentence else "\n")
                offset += 1
            sentence = token.get("sentence", "")
            self._indices[key] = len(self._spans)
            self._spans.append(Span(offset, offset + len(word)))
            parts.append(word)
            offset += len(word)
        return "".join(parts)

    def find_creation_date(self) -> str:
        """Return the date on which the document was written, or "" if the file lacks it."""
        for markable in self.markables:
            if markable.get("functionInDocument") == "CREATION_TIME":
                match = _ISO.match(markable.get("value", ""))
                return match[0] if match else ""
        return ""

    def build_set(self, name: str) -> AnnotationSet:
        """Build the annotation set that the file describes."""
        instances = self._find_instances()
        mentions: list[Mention] = []
        for markable in self.markables:
            key = get_attribute(markable, "m_id", where=self.where)
            if key not in instances:
                kind, spans = get_local_name(markable), self._find_spans(markable)
                mentions.append(Mention(key, kind, spans, _get_attributes(markable)))
                self._add_note(markable, key)
        groups: list[Group] = []
        relations: list[Relation] = []
        for element in self.relations:
            if _COREFERENCE.fullmatch(get_local_name(element)):
                groups.append(self._build_group(element, instances))
            else:
                relations += self._build_relations(element)
        return AnnotationSet(
            name, tuple(mentions), tuple(relations), tuple(groups), tuple(self._notes)
        )

    def _find_instances(self) -> Mapping[str, etree._Element]:
        """Return the markables without tokens that only coreference relations point to."""
        instances: set[str] = set()
        mentions: set[str] = set()
        for element in self.relations:
            is_coreference = _COREFERENCE.fullmatch(get_local_name(element))
            mentions.update(self._get_arguments(element, "source"))
            targets = self._get_arguments(element, "target")
            (instances if is_coreference else mentions).update(targets)
        instances -= mentions
        return {
            key: markable
            for markable in self.markables
            if (key := markable.get("m_id", "")) in instances
            and markable.find("token_anchor") is None
        }

    def _find_spans(self, markable: etree._Element) -> tuple[Span, ...]:
        """Return the spans of a markable; consecutive tokens form one span."""
        indices = set()
        for anchor in markable.iterfind("token_anchor"):
            index = self._indices.get(get_attribute(anchor, "t_id", where=self.where))
            if index is None:
                self._refuse(anchor, f"there is no token {shorten_id(anchor.get('t_id', ''))}")
            indices.add(index)
        runs: list[list[int]] = []
        for index in sorted(indices):
            if runs and index == runs[-1][1] + 1:
                runs[-1][1] = index
            else:
                runs.append([index, index])
        return tuple(Span(self._spans[first].start, self._spans[last].end) for first, last in runs)

    def _get_arguments(self, element: etree._Element, side: str) -> list[str]:
        """Return the ids of the markables on one side of a relation, source or target."""
        ids = [get_attribute(end, "m_id", where=self.where) for end in element.iterfind(side)]
        if not ids:
            self._refuse(element, f"{show_tag(element)} has no <{side}>")
        return ids

    def _build_group(
        self, element: etree._Element, instances: Mapping[str, etree._Element]
    ) -> Group:
        members, attributes = self._get_arguments(element, "source"), _get_attributes(element)
        key = f"r{get_attribute(element, 'r_id', where=self.where)}"
        self._add_note(element, key)
        for target in self._get_arguments(element, "target"):
            if target in instances:
                instance = instances[target]
                attributes |= {INSTANCE: get_local_name(instance), **_get_attributes(instance)}
                self._add_note(instance, key)
            else:
                members.append(target)
        return Group(key, get_local_name(element), tuple(dict.fromkeys(members)), attributes)

    def _build_relations(self, element: etree._Element) -> Iterator[Relation]:
        """Yield a relation for each pair of source and target; most files have one of each."""
        key = f"r{get_attribute(element, 'r_id', where=self.where)}"
        self._add_note(element, key)
        sources = self._get_arguments(element, "source")
        targets = self._get_arguments(element, "target")
        for number, (source, target) in enumerate(product(sources, targets), 1):
            name = key if number == 1 else f"{key}.{number}"
            kind, attributes = get_local_name(element), _get_attributes(element)
            yield Relation(name, kind, source, target, attributes)

    def _add_note(self, element: etree._Element, owner: str) -> None:
        """Store the annotator's comment on an element as a note."""
        comment = element.get("comment", "")
        if comment.strip():
            self._notes.append(Note(comment, owner))

    def _refuse(self, element: etree._Element, fault: str) -> NoReturn:
        raise InputError(
            fault,
            where=self.where,
            line=get_line(element),
            expected="tokens with an id and a text, and markables and relations that use them",
            remedy="The file may be damaged; export it again",
        )


def _get_attributes(element: etree._Element) -> dict[str, str]:
    """Return the attributes of an element that are not empty, without its id and comment."""
    return {
        str(name): str(value)
        for name, value in element.items()
        if value and name not in ("m_id", "r_id", "comment")
    }


provides = Cat()
