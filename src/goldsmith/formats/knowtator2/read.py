"""Frames from the XML of Knowtator 2."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lxml import etree

from goldsmith.core import Offsets
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.knowtator.frames import Frame, Link, make_spans
from goldsmith.formats.shared.xml import (
    get_attribute,
    get_line,
    parse_number,
    show_tag,
)

QUANTIFIER = "knowtator:quantifier"
CARDINALITY = "knowtator:value"
POLARITY = "knowtator:polarity"
NEGATIVE = "negative"
#: Quantifiers that add nothing to the relation.
_DEFAULT_QUANTIFIERS = ("", "some")


class DocumentReader:
    """A reader of the annotations and graph spaces of one <document> as frames."""

    def __init__(self, document: etree._Element, text: str, *, where: str) -> None:
        self.document, self.where, self.offsets = document, where, Offsets(text)
        #: Names of the graph spaces; one named after an annotator is the set of that annotator.
        self.annotator_sets: set[str] = set()
        self._links: dict[str, list[Link]] = defaultdict(list)
        self._values: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
        annotations = list(document.iterfind("annotation"))
        self._ids = {get_attribute(element, "id", where=where) for element in annotations}
        self._used_ids = set(self._ids)
        for space in document.iterfind("graph-space"):
            self.annotator_sets.add(space.get("id", ""))
            self._read_graph(space)
        self.frames = [self._read_frame(element) for element in annotations]

    def _read_graph(self, space: etree._Element) -> None:
        vertices = {
            get_attribute(vertex, "id", where=self.where): get_attribute(
                vertex, "annotation", where=self.where
            )
            for vertex in space.iterfind("vertex")
        }
        for triple in space.iterfind("triple"):
            ends = [self._get_annotation(triple, side, vertices) for side in ("subject", "object")]
            self._read_triple(triple, *ends)

    def _get_annotation(self, triple: etree._Element, side: str, vertices: dict[str, str]) -> str:
        vertex = get_attribute(triple, side, where=self.where)
        annotation = vertices.get(vertex)
        if annotation is None or annotation not in self._ids:
            what = (
                f"annotation {shorten_id(annotation)}"
                if annotation
                else f"vertex {shorten_id(vertex)}"
            )
            raise InputError(
                f"the {side} of a triple is the {what}, which does not exist",
                where=self.where,
                line=get_line(triple),
                expected="a vertex of this graph space with an annotation",
            )
        return annotation

    def _read_triple(self, triple: etree._Element, subject: str, target: str) -> None:
        name = get_attribute(triple, "property", where=self.where)
        quantifier, value = triple.get("quantifier", "").lower(), triple.get("value", "")
        if subject == target and value and quantifier in _DEFAULT_QUANTIFIERS:
            values = self._values[subject]
            values[name] = (*values.get(name, ()), value)
            return
        attributes = {
            QUANTIFIER: "" if quantifier in _DEFAULT_QUANTIFIERS else quantifier,
            CARDINALITY: value,
            POLARITY: NEGATIVE if triple.get("polarity") == NEGATIVE else "",
        }
        selected = {key: value for key, value in attributes.items() if value}
        key = self._make_unique_id(get_attribute(triple, "id", where=self.where))
        comment = triple.get("motivation", "")
        self._links[subject].append(Link(key, name, target, selected, comment))

    def _make_unique_id(self, key: str) -> str:
        """Make the id of a triple unique: each graph space may number its triples from 1."""
        count, unique_id = 1, key
        while unique_id in self._used_ids:
            count += 1
            unique_id = f"{key}.{count}"
        self._used_ids.add(unique_id)
        return unique_id

    def _read_frame(self, element: etree._Element) -> Frame:
        key = get_attribute(element, "id", where=self.where)
        kind = element.find("class")
        if kind is None:
            raise InputError(
                f"{show_tag(element)} has no <class>",
                where=self.where,
                line=get_line(element),
            )
        fragments = sorted(self._read_fragments(element))
        pairs = [(start, end) for start, end, _ in fragments]
        texts = [text for *_, text in fragments]
        comment = element.get("motivation", "")
        return Frame(
            key,
            get_attribute(kind, "id", where=self.where),
            kind.get("label") or kind.text or "",
            element.get("annotator", "").strip(),
            make_spans(pairs, self.offsets, get_line(element)),
            " ".join(texts) if all(texts) else "",  # a fragment that XML cannot contain has none
            self._values.get(key, {}),
            tuple(self._links.get(key, ())),
            (comment,) if comment else (),
        )

    def _read_fragments(self, element: etree._Element) -> Iterator[tuple[int, int, str]]:
        for span in element.iterfind("span"):
            start = parse_number(span.get("start"), span, where=self.where)
            yield start, parse_number(span.get("end"), span, where=self.where), span.text or ""
