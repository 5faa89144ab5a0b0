"""Guess the type system of an XMI file of WebAnno or INCEpTION that came without one.

The file names the type and the features of each feature structure, but not which features refer to
other feature structures; these have the same names in all layers of WebAnno. Any other value is
read as text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from lxml import etree

from goldsmith.formats.shared.xml import get_local_name

#: The remark on documents whose types were guessed.
GUESSED = "the type system is missing; the types were guessed from the file, as WebAnno has them"

_XMI_ID = "{http://www.omg.org/XMI}id"
_KNOWN_SPACES = ("http:///webanno/custom.ecore", "http:///de/tudarmstadt/ukp/")
_PREDEFINED = ("uima.cas.", "uima.tcas.")
_ANNOTATION, _BASE, _TOP = "uima.tcas.Annotation", "uima.cas.AnnotationBase", "uima.cas.TOP"
#: The ranges that values suggest; the later of two applies, and any value can be text.
_RANKS = ("", "uima.cas.FSArray", "uima.cas.StringArray", _TOP, "uima.cas.String")
_ROOT, _SPACE = "typeSystemDescription", "http://uima.apache.org/resourceSpecifier"
_POSITION = ("sofa", "begin", "end")
_REFERENCES = frozenset({"Governor", "Dependent", "first", "next", "target"})
_LINK, _CHAIN = "Link", "Chain"


def can_guess(root: etree._Element) -> bool:
    """Return whether a file has types of WebAnno or INCEpTION."""
    spaces = [space for space in root.nsmap.values() if space]
    return any(space.startswith(_KNOWN_SPACES) for space in spaces)


def guess_type_system(root: etree._Element) -> bytes:
    """Return the XML of a type system with the types and features of a file."""
    positions: dict[str, set[str]] = defaultdict(set)
    ranges: dict[str, dict[str, str]] = defaultdict(dict)
    links = {element.get(_XMI_ID, "") for element in root if _is_link(element)}
    for element in root:
        name = _get_type_name(element)
        positions[name].update(attribute for attribute in _POSITION if attribute in element.attrib)
        for feature, value in _list_features(element):
            kinds = (ranges[name].get(feature, ""), _guess_range(feature, value, links))
            ranges[name][feature] = max(kinds, key=_RANKS.index)
    described = "".join(
        _describe_type(name, position, {**_list_implied(name, position), **ranges[name]})
        for name, position in positions.items()
        if not name.startswith(_PREDEFINED)
    )
    return f"<{_ROOT} xmlns={quoteattr(_SPACE)}><types>{described}</types></{_ROOT}>".encode()


def _list_implied(name: str, position: set[str]) -> dict[str, str]:
    """Return the references of a layer, even if no feature structure of the file uses them."""
    if name.endswith(_CHAIN):
        return {"first": _TOP}
    return {"next": _TOP} if name.endswith(_LINK) and "begin" in position else {}


def _get_type_name(element: etree._Element) -> str:
    space = etree.QName(element).namespace or ""
    package = space.removeprefix("http:///").removesuffix(".ecore").replace("/", ".")
    name = get_local_name(element)
    return name if package in ("", "uima.noNamespace") else f"{package}.{name}"


def _is_link(element: etree._Element) -> bool:
    return "target" in element.attrib and get_local_name(element).endswith(_LINK)


def _list_features(element: etree._Element) -> Iterator[tuple[str, str | None]]:
    """Yield the features of an element with their values; None for a list of child elements."""
    for attribute, value in element.attrib.items():
        if attribute != _XMI_ID and attribute not in _POSITION:
            yield str(attribute), str(value)
    for child in element:
        yield get_local_name(child), None


def _guess_range(feature: str, value: str | None, links: set[str]) -> str:
    if value is None:
        return "uima.cas.StringArray"
    if value and links.issuperset(value.split()):
        return "uima.cas.FSArray"
    return _TOP if feature in _REFERENCES else "uima.cas.String"


def _describe_type(name: str, position: set[str], ranges: dict[str, str]) -> str:
    supertype = _ANNOTATION if "begin" in position else _BASE if "sofa" in position else _TOP
    features = "".join(
        f"<featureDescription><name>{escape(feature)}</name>"
        f"<rangeTypeName>{kind}</rangeTypeName></featureDescription>"
        for feature, kind in ranges.items()
    )
    return (
        f"<typeDescription><name>{escape(name)}</name><supertypeName>{supertype}</supertypeName>"
        f"<features>{features}</features></typeDescription>"
    )
