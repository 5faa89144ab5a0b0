"""Loads a CAS from XMI with dkpro-cassis, after checks that let errors name their line."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from cassis import load_cas_from_xmi
from lxml import etree

from goldsmith.core import Offsets
from goldsmith.errors import InputError
from goldsmith.formats.shared.xml import line_of, local, need, number, parse
from goldsmith.formats.xmi import names
from goldsmith.formats.xmi.types import Types

_XMI = "{http://www.omg.org/XMI}"
_CAS = "{http:///uima/cas.ecore}"
_ID = f"{_XMI}id"
_FRAME = (f"{_CAS}NULL", f"{_CAS}Sofa", f"{_CAS}View")
_NUMBERS = ("begin", "end", "sofa", "sofaNum")
_WHOLE = re.compile(r"[+-]?\d+")
_VALUES = {
    **dict.fromkeys(("Byte", "Short", "Integer", "Long"), _WHOLE),
    **dict.fromkeys(("Float", "Double"), re.compile(r"[+-]?(\d.*|\.\d.*|Infinity|NaN)")),
    "Boolean": re.compile("true|false"),
}
_MANY = re.compile(".*", re.DOTALL)  # several values, perhaps in elements of their own
#: What cassis raises at files that are not what they should be.
_FAULTS = (KeyError, ValueError, TypeError, AttributeError, RuntimeError, SyntaxError)


class Cas:
    """A loaded CAS, its text, and the line of each feature structure."""

    def __init__(self, content: bytes, types: Types, *, where: str) -> None:
        self._where, self._system = where, types.system
        self._features: dict[str, dict[str, re.Pattern[str] | None]] = {}
        self._root = parse(content, where=where)
        self.lines = dict(self._checked())
        self.view = self._view(self._loaded(content))
        self.text: str = self.view.sofa.sofaString

    def _checked(self) -> Iterator[tuple[int, int]]:
        """The number and line of each feature structure; what does not fit is refused."""
        if self._root.tag != f"{_XMI}XMI":
            raise self._fault(self._root, f"the root element is <{local(self._root)}>", "<xmi:XMI>")
        seen: set[int] = set()
        for element in self._root:
            for name in _NUMBERS:
                if name in element.attrib:
                    number(element.get(name), element, where=self._where)
            if element.tag not in _FRAME:
                self._check_features(element)
            if element.tag != f"{_CAS}View":
                key = number(need(element, _ID, where=self._where), element, where=self._where)
                if key in seen:
                    raise self._fault(element, f"the id {key} is used twice", "each id once")
                seen.add(key)
                yield key, line_of(element)

    def _check_features(self, element: etree._Element) -> None:
        """Refuses types and features that the type system does not have, and impossible values."""
        known = self._known(element)
        within = {local(child) for child in element}
        for name in sorted({*element.attrib, *within} - {_ID}, key=str):
            if name not in known:
                what = f"<{local(element)}> has a feature {str(name)!r}, which its type has not"
                raise self._fault(element, what, "features as the type system has them")
            value, pattern = element.get(name), known[str(name)]
            wrong = value is not None and pattern and not pattern.fullmatch(value)
            if wrong or (name in within and pattern is not _MANY):
                what = f"the feature {str(name)!r} of <{local(element)}> has an impossible value"
                raise self._fault(element, what, "a value as the type system has it")

    def _known(self, element: etree._Element) -> dict[str, re.Pattern[str] | None]:
        """The features of an element's type, and what their values look like if that matters."""
        tag = str(element.tag)
        if tag not in self._features:
            name = _type_name(tag)
            if not self._system.contains_type(name, True):
                what = f"the type {name} is not in the type system"
                raise self._fault(element, what, "the type system that belongs to this file")
            features = self._system.get_type(name).all_features
            self._features[tag] = {
                one.name[:-1] if one._has_reserved_name else one.name: self._pattern(one)
                for one in features
            }
        return self._features[tag]

    def _pattern(self, feature: Any) -> re.Pattern[str] | None:
        if feature.name == "elements" or self._system.is_primitive_collection(feature.rangeType):
            return _MANY
        return _VALUES.get(feature.rangeType.short_name)

    def _fault(self, element: etree._Element, what: str, expected: str) -> InputError:
        return InputError(what, where=self._where, line=line_of(element), expected=expected)

    def _loaded(self, content: bytes) -> Any:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            try:
                cas = load_cas_from_xmi(BytesIO(content), typesystem=self._system)
            except _FAULTS as error:
                raise self._explained(error) from None
        if any("offset" in str(one.message) for one in said):
            self._check_offsets(cas)
        return cas

    def _explained(self, error: Exception) -> InputError:
        """What cassis stumbled over: mostly an id that nothing has."""
        missing = str(error.args[0]) if isinstance(error, KeyError) and error.args else ""
        users = (one for one in self._root if missing in _targets(one))
        element = next(users, None) if missing else None
        if element is not None:
            what = f"<{local(element)}> points at {missing}, which does not exist"
            return self._fault(element, what, "the id of a feature structure of this file")
        what = f"the file does not fit its type system ({type(error).__name__})"
        return self._fault(self._root, what, "features and values as the type system has them")

    def _check_offsets(self, cas: Any) -> None:
        """Refuses offsets that point inside a character; others are reported with their mention."""
        texts = {sofa.xmiID: Offsets(sofa.sofaString or "") for sofa in cas.sofas}
        for element in self._root:
            for name in ("begin", "end"):
                if name in element.attrib and "sofa" in element.attrib:
                    try:
                        texts[int(element.attrib["sofa"])].from_utf16(int(element.attrib[name]))
                    except InputError as error:
                        raise self._fault(element, error.what, error.expected) from None

    def _view(self, cas: Any) -> Any:
        """The view with the text; a second one with annotations of its own is refused."""
        written = [view for view in cas.views if view.sofa.sofaString is not None]
        if not written:
            raise self._fault(self._root, "the file has no text", "a <cas:Sofa> with a sofaString")
        annotated = [view for view in written if _is_annotated(view)]
        if len(annotated) > 1:
            raise InputError(
                f"the file has {len(annotated)} texts with annotations",
                where=self._where,
                line=self.lines.get(annotated[1].sofa.xmiID, 0),
                expected="one text a document",
                remedy="Export its views one by one",
            )
        return (annotated or written)[0]


def _type_name(tag: str) -> str:
    """The UIMA type of an element: `{http:///webanno/custom.ecore}Finding`."""
    space, _, name = tag.rpartition("}")
    package = space.removeprefix("{http:///").removesuffix(".ecore").replace("/", ".")
    return name if package in ("", "uima.noNamespace") else f"{package}.{name}"


def _is_annotated(view: Any) -> bool:
    return any(not names.is_machinery(fs.type.name) for fs in view.get_all_fs())


def _targets(element: etree._Element) -> set[str]:
    """The ids that an element may point at."""
    given = (name for name in element.attrib if name not in (_ID, "begin", "end"))
    return {target for name in given for target in element.get(name, "").split()}
