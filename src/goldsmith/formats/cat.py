"""CAT XML, as the Content Annotation Tool writes it: MEANTIME and other NewsReader corpora.

    <Document doc_name="..."><token t_id="1" sentence="0">The</token> ...
    <Markables><EVENT_MENTION m_id="23" tense="PAST"><token_anchor t_id="7"/></EVENT_MENTION> ...
    <Relations><TLINK r_id="9" reltype="BEFORE"><source m_id="23"/><target m_id="34"/></TLINK> ...

The file holds tokens, not the text they came from: the text is rebuilt with one blank between
tokens and a line break between sentences. A markable is a mention of its element's name; tokens
that do not follow each other make it discontiguous, and without tokens it is unanchored. REFERS_TO
is a group of its sources with the attributes of the instance (ENTITY, EVENT) that it points to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import NoReturn

from lxml import etree

from goldsmith.core import AnnotationSet, Document, Group, Mention, Metadata, Note, Relation, Span
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit
from goldsmith.formats.shared.xml import line_of, local, need, parse
from goldsmith.formats.tree import Tree

#: The element that a group's attributes come from, ENTITY or EVENT.
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
        root = parse(tree.content(unit.main), where=where)
        if local(root) != "Document" or root.find("token") is None:
            raise InputError(
                f"the file is <{local(root)}> without tokens",
                where=where,
                line=line_of(root),
                expected="a <Document> with <token>, <Markables> and <Relations>",
            )
        file = _File(root, where)
        metadata = Metadata(date=file.creation_date(), extra=_filled(root))
        sets = {set_name: file.annotation_set(set_name)}
        yield Document(unit.name, file.text, metadata, sets=sets)

    def line_of(self, content: str, annotation: str) -> int:
        kind, number = ("r", annotation[1:]) if annotation[:1] == "r" else ("m", annotation)
        wanted = rf"<(?!source|target)[^<>]*\s{kind}_id\s*=\s*[\"']{re.escape(number)}[\"']"
        found = re.search(wanted, content)
        return content.count("\n", 0, found.end()) + 1 if found else 0


class _File:
    """One CAT file: its text, where its tokens stand in it, its markables and relations."""

    def __init__(self, root: etree._Element, where: str) -> None:
        self.where = where
        self._order: dict[str, int] = {}
        self._spans: list[Span] = []
        self._notes: list[Note] = []
        self.text = self._tokens(root.iterfind("token"))
        self.markables = list(root.iterfind("Markables/*"))
        self.relations = list(root.iterfind("Relations/*"))

    def _tokens(self, tokens: Iterable[etree._Element]) -> str:
        parts: list[str] = []
        at, sentence = 0, ""
        for token in tokens:
            word, key = token.text or "", need(token, "t_id", where=self.where)
            if not word or key in self._order:
                self._fail(token, f"token {key} " + ("is there twice" if word else "is empty"))
            if parts:
                parts.append(" " if token.get("sentence", "") == sentence else "\n")
                at += 1
            sentence = token.get("sentence", "")
            self._order[key] = len(self._spans)
            self._spans.append(Span(at, at + len(word)))
            parts.append(word)
            at += len(word)
        return "".join(parts)

    def creation_date(self) -> str:
        """The date the document was written, where the file knows it."""
        for markable in self.markables:
            if markable.get("functionInDocument") == "CREATION_TIME":
                found = _ISO.match(markable.get("value", ""))
                return found[0] if found else ""
        return ""

    def annotation_set(self, name: str) -> AnnotationSet:
        """The set that the file describes."""
        folded = self._folded()
        mentions: list[Mention] = []
        for markable in self.markables:
            key = need(markable, "m_id", where=self.where)
            if key not in folded:
                spans = self._anchors(markable)
                mentions.append(Mention(key, local(markable), spans, _filled(markable)))
                self._note(markable, key)
        groups: list[Group] = []
        relations: list[Relation] = []
        for element in self.relations:
            if _COREFERENCE.fullmatch(local(element)):
                groups.append(self._group(element, folded))
            else:
                relations += self._pairs(element)
        return AnnotationSet(
            name, tuple(mentions), tuple(relations), tuple(groups), tuple(self._notes)
        )

    def _folded(self) -> Mapping[str, etree._Element]:
        """The instances that groups stand for: without tokens, and spoken of by nothing else."""
        targets: set[str] = set()
        others: set[str] = set()
        for element in self.relations:
            coreference = _COREFERENCE.fullmatch(local(element))
            others.update(self._ends(element, "source"))
            (targets if coreference else others).update(self._ends(element, "target"))
        alone = targets - others
        return {
            key: markable
            for markable in self.markables
            if (key := markable.get("m_id", "")) in alone and markable.find("token_anchor") is None
        }

    def _anchors(self, markable: etree._Element) -> tuple[Span, ...]:
        """Where a markable stands; tokens that follow each other make one span."""
        places = set()
        for anchor in markable.iterfind("token_anchor"):
            place = self._order.get(need(anchor, "t_id", where=self.where))
            if place is None:
                self._fail(anchor, f"there is no token {anchor.get('t_id')}")
            places.add(place)
        runs: list[list[int]] = []
        for place in sorted(places):
            if runs and place == runs[-1][1] + 1:
                runs[-1][1] = place
            else:
                runs.append([place, place])
        return tuple(Span(self._spans[one].start, self._spans[last].end) for one, last in runs)

    def _ends(self, element: etree._Element, side: str) -> list[str]:
        """The markables that a relation begins or ends with."""
        found = [need(end, "m_id", where=self.where) for end in element.iterfind(side)]
        if not found:
            self._fail(element, f"<{local(element)}> has no <{side}>")
        return found

    def _group(self, element: etree._Element, folded: Mapping[str, etree._Element]) -> Group:
        members, attributes = self._ends(element, "source"), _filled(element)
        key = f"r{need(element, 'r_id', where=self.where)}"
        self._note(element, key)
        for target in self._ends(element, "target"):
            if target in folded:
                instance = folded[target]
                attributes |= {INSTANCE: local(instance), **_filled(instance)}
                self._note(instance, key)
            else:
                members.append(target)
        return Group(key, local(element), tuple(dict.fromkeys(members)), attributes)

    def _pairs(self, element: etree._Element) -> Iterator[Relation]:
        """One relation for each source and target; files have one of each."""
        key = f"r{need(element, 'r_id', where=self.where)}"
        self._note(element, key)
        sources, targets = self._ends(element, "source"), self._ends(element, "target")
        for number, (one, other) in enumerate(product(sources, targets), 1):
            name = key if number == 1 else f"{key}.{number}"
            yield Relation(name, local(element), one, other, _filled(element))

    def _note(self, element: etree._Element, owner: str) -> None:
        """Keeps an annotator's comment as a note on what it stands with."""
        comment = element.get("comment", "")
        if comment.strip():
            self._notes.append(Note(comment, owner))

    def _fail(self, element: etree._Element, what: str) -> NoReturn:
        raise InputError(
            what,
            where=self.where,
            line=line_of(element),
            expected="tokens with an id and a text, and markables and relations that use them",
            remedy="The file may be damaged; export it again",
        )


def _filled(element: etree._Element) -> dict[str, str]:
    """An element's attributes that hold something, without its id and comment."""
    return {
        str(name): str(value)
        for name, value in element.items()
        if value and name not in ("m_id", "r_id", "comment")
    }


provides = Cat()
