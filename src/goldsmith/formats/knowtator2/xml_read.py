"""Frames out of the XML of Knowtator 2."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lxml import etree

from goldsmith.core import Offsets
from goldsmith.errors import InputError
from goldsmith.formats.knowtator.files import code_points
from goldsmith.formats.knowtator.frames import Frame, Link
from goldsmith.formats.shared.xml import line_of, local, need, number

QUANTIFIER = "knowtator:quantifier"
CARDINALITY = "knowtator:value"
POLARITY = "knowtator:polarity"
NEGATIVE = "negative"
#: Quantifiers that say no more than that the relation holds.
_USUAL = ("", "some")


class Space:
    """One <document>: its annotations, and what the triples of its graph spaces say of them."""

    def __init__(self, document: etree._Element, text: str, *, where: str) -> None:
        self.document, self.where, self.offsets = document, where, Offsets(text)
        #: Graph spaces: one named like an annotator says that this is a set of that name.
        self.named: set[str] = set()
        self._links: dict[str, list[Link]] = defaultdict(list)
        self._values: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
        annotations = list(document.iterfind("annotation"))
        self._ids = {need(one, "id", where=where) for one in annotations}
        self._taken = set(self._ids)
        for space in document.iterfind("graph-space"):
            self.named.add(space.get("id", ""))
            self._graph(space)
        self.frames = [self._frame(one) for one in annotations]

    def _graph(self, space: etree._Element) -> None:
        vertices = {
            need(one, "id", where=self.where): need(one, "annotation", where=self.where)
            for one in space.iterfind("vertex")
        }
        for triple in space.iterfind("triple"):
            ends = [self._end(triple, side, vertices) for side in ("subject", "object")]
            self._triple(triple, *ends)

    def _end(self, triple: etree._Element, side: str, vertices: dict[str, str]) -> str:
        vertex = need(triple, side, where=self.where)
        annotation = vertices.get(vertex)
        if annotation is None or annotation not in self._ids:
            what = f"annotation {annotation}" if annotation else f"vertex {vertex}"
            raise InputError(
                f"the {side} of a triple is the {what}, which does not exist",
                where=self.where,
                line=line_of(triple),
                expected="a vertex of this graph space that stands for an annotation",
            )
        return annotation

    def _triple(self, triple: etree._Element, owner: str, other: str) -> None:
        name = need(triple, "property", where=self.where)
        quantifier, value = triple.get("quantifier", "").lower(), triple.get("value", "")
        if owner == other and value and quantifier in _USUAL:
            own = self._values[owner]
            own[name] = (*own.get(name, ()), value)
            return
        attributes = {
            QUANTIFIER: "" if quantifier in _USUAL else quantifier,
            CARDINALITY: value,
            POLARITY: NEGATIVE if triple.get("polarity") == NEGATIVE else "",
        }
        kept = {key: one for key, one in attributes.items() if one}
        key = self._fresh(need(triple, "id", where=self.where))
        comment = triple.get("motivation", "")
        self._links[owner].append(Link(key, name, other, kept, comment))

    def _fresh(self, key: str) -> str:
        """The triple's id; graph spaces may count theirs from the start again."""
        count, fresh = 1, key
        while fresh in self._taken:
            count += 1
            fresh = f"{key}.{count}"
        self._taken.add(fresh)
        return fresh

    def _frame(self, element: etree._Element) -> Frame:
        key = need(element, "id", where=self.where)
        kind = element.find("class")
        if kind is None:
            raise InputError(
                f"<{local(element)}> has no <class>", where=self.where, line=line_of(element)
            )
        fragments = sorted(self._fragments(element))
        places = [(start, end) for start, end, _ in fragments]
        comment = element.get("motivation", "")
        return Frame(
            key,
            need(kind, "id", where=self.where),
            kind.get("label") or kind.text or "",
            element.get("annotator", "").strip(),
            code_points(places, self.offsets, line_of(element)),
            " ".join(text for *_, text in fragments),
            self._values.get(key, {}),
            tuple(self._links.get(key, ())),
            (comment,) if comment else (),
        )

    def _fragments(self, element: etree._Element) -> Iterator[tuple[int, int, str]]:
        for span in element.iterfind("span"):
            start = number(span.get("start"), span, where=self.where)
            yield start, number(span.get("end"), span, where=self.where), span.text or ""
