"""A CAS loaded from XMI with dkpro-cassis, after checks that let errors name their line."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any

from cassis import load_cas_from_xmi
from lxml import etree

from goldsmith.core import Offsets
from goldsmith.errors import InputError, quote_id, shorten_id
from goldsmith.formats.shared.xml import (
    get_attribute,
    get_line,
    get_local_name,
    parse,
    parse_number,
    show_tag,
)
from goldsmith.formats.xmi import names
from goldsmith.formats.xmi.read_types import TypeMap, get_feature_name

_XMI = "{http://www.omg.org/XMI}"
_CAS = "{http:///uima/cas.ecore}"
_ID = f"{_XMI}id"
_CAS_ELEMENTS = (f"{_CAS}NULL", f"{_CAS}Sofa", f"{_CAS}View")
_NUMERIC_ATTRIBUTES = ("begin", "end", "sofa", "sofaNum")
_INTEGER = re.compile(r"[+-]?\d+")
_VALUE_PATTERNS = {
    **dict.fromkeys(("Byte", "Short", "Integer", "Long"), _INTEGER),
    **dict.fromkeys(("Float", "Double"), re.compile(r"[+-]?(\d.*|\.\d.*|Infinity|NaN)")),
    "Boolean": re.compile("true|false"),
}
_COLLECTION = re.compile(".*", re.DOTALL)  # values in an attribute or in child elements
#: The exceptions that cassis raises on files it cannot load.
_CASSIS_ERRORS = (KeyError, ValueError, TypeError, AttributeError, RuntimeError, SyntaxError)


class LoadedCas:
    """A loaded CAS and the line of each feature structure."""

    def __init__(self, content: bytes, types: TypeMap, *, where: str) -> None:
        self._where, self._system = where, types.system
        self._features: dict[str, dict[str, re.Pattern[str] | None]] = {}
        self._root = parse(content, where=where)
        self.lines = dict(self._check_elements())
        self.view = select_view(
            self._load(content), self.lines, where=where, line=get_line(self._root)
        )

    def _check_elements(self) -> Iterator[tuple[int, int]]:
        """Check each element and yield its XMI id and line."""
        if self._root.tag != f"{_XMI}XMI":
            what = f"the root element is {show_tag(self._root)}"
            raise self._make_error(self._root, what, "<xmi:XMI>")
        ids: set[int] = set()
        for element in self._root:
            for name in _NUMERIC_ATTRIBUTES:
                if name in element.attrib:
                    parse_number(element.get(name), element, where=self._where)
            if element.tag not in _CAS_ELEMENTS:
                self._check_features(element)
            if element.tag != f"{_CAS}View":
                key = parse_number(
                    get_attribute(element, _ID, where=self._where), element, where=self._where
                )
                if key in ids:
                    what = f"the id {key} occurs twice"
                    raise self._make_error(element, what, "each id once")
                ids.add(key)
                yield key, get_line(element)

    def _check_features(self, element: etree._Element) -> None:
        """Reject types and features that the type system lacks, and invalid values."""
        patterns = self._get_value_patterns(element)
        child_names = {get_local_name(child) for child in element}
        for name in sorted({*element.attrib, *child_names} - {_ID}, key=str):
            if name not in patterns:
                what = f"the type of {show_tag(element)} has no feature {quote_id(str(name))}"
                raise self._make_error(element, what, "only features that the type system defines")
            value, pattern = element.get(name), patterns[str(name)]
            is_invalid = value is not None and pattern and not pattern.fullmatch(value)
            if is_invalid or (name in child_names and pattern is not _COLLECTION):
                what = (
                    f"the feature {quote_id(str(name))} of {show_tag(element)} has an invalid value"
                )
                raise self._make_error(element, what, "a value that the type system allows")

    def _get_value_patterns(self, element: etree._Element) -> dict[str, re.Pattern[str] | None]:
        """Return the features of an element's type, each with the pattern its values must match."""
        tag = str(element.tag)
        if tag not in self._features:
            name = _get_type_name(tag)
            if not self._system.contains_type(name, True):
                what = f"the type {shorten_id(name.rpartition('.')[2])} is not in the type system"
                raise self._make_error(element, what, "the type system of this file")
            type_ = self._system.get_type(name)
            check_feature_names(type_)
            self._features[tag] = {
                get_feature_name(feature): self._choose_pattern(feature)
                for feature in type_.all_features
            }
        return self._features[tag]

    def _choose_pattern(self, feature: Any) -> re.Pattern[str] | None:
        if feature.name == "elements" or self._system.is_primitive_collection(feature.rangeType):
            return _COLLECTION
        return _VALUE_PATTERNS.get(feature.rangeType.short_name)

    def _make_error(self, element: etree._Element, what: str, expected: str) -> InputError:
        return InputError(what, where=self._where, line=get_line(element), expected=expected)

    def _load(self, content: bytes) -> Any:
        with warnings.catch_warnings(record=True) as issued:
            warnings.simplefilter("always")
            try:
                cas = load_cas_from_xmi(BytesIO(content), typesystem=self._system)
            except _CASSIS_ERRORS as error:
                raise self._explain(error) from None
        if any("offset" in str(warning.message) for warning in issued):
            self._check_offsets(cas)
        return cas

    def _explain(self, error: Exception) -> InputError:
        """Translate an exception of cassis, usually caused by a reference to a missing id."""
        missing = str(error.args[0]) if isinstance(error, KeyError) and error.args else ""
        users = (element for element in self._root if missing in _find_targets(element))
        element = next(users, None) if missing else None
        if element is not None:
            what = f"{show_tag(element)} refers to {shorten_id(missing)}, which does not exist"
            return self._make_error(element, what, "the id of a feature structure of this file")
        what = f"the file does not match its type system ({type(error).__name__})"
        expected = "features and values that the type system defines"
        return self._make_error(self._root, what, expected)

    def _check_offsets(self, cas: Any) -> None:
        """Reject offsets inside a character; the reader reports all other offset errors later."""
        texts = {sofa.xmiID: Offsets(sofa.sofaString or "") for sofa in cas.sofas}
        for element in self._root:
            for name in ("begin", "end"):
                if name in element.attrib and "sofa" in element.attrib:
                    try:
                        texts[int(element.attrib["sofa"])].from_utf16(int(element.attrib[name]))
                    except InputError as error:
                        raise self._make_error(element, error.what, error.expected) from None


def check_feature_names(type_: Any) -> None:
    """Check the names of a type's features, which cassis inserts into the source of a class.

    Raises:
        InputError: A name is not an identifier.
    """
    for feature in type_.all_features:
        if not (feature.name or "").isidentifier():
            raise InputError(
                f"the type {shorten_id(type_.name.rpartition('.')[2])} has a feature whose name is "
                "not an identifier",
                expected="letters, digits and underscores",
                remedy="Correct the type system",
            )


def select_view(cas: Any, lines: Mapping[int, int], *, where: str, line: int = 1) -> Any:
    """Return the annotated view of a CAS, or the first view with a text.

    Args:
        cas: The loaded CAS.
        lines: The line of each feature structure.
        where: The file, for error messages.
        line: The line at which the CAS starts.

    Raises:
        InputError: If no view has a text, or several are annotated.
    """
    views = [view for view in cas.views if view.sofa.sofaString is not None]
    if not views:
        raise InputError(
            "the file has no text", where=where, line=line, expected="a Sofa with a sofaString"
        )
    annotated = [view for view in views if _is_annotated(view)]
    if len(annotated) > 1:
        raise InputError(
            f"the file has {len(annotated)} texts with annotations",
            where=where,
            line=lines.get(annotated[1].sofa.xmiID, 0),
            expected="one text in each document",
            remedy="Export each view separately",
        )
    return (annotated or views)[0]


def _get_type_name(tag: str) -> str:
    """Return the UIMA type of an element: `{http:///webanno/custom.ecore}Finding`."""
    space, _, name = tag.rpartition("}")
    package = space.removeprefix("{http:///").removesuffix(".ecore").replace("/", ".")
    return name if package in ("", "uima.noNamespace") else f"{package}.{name}"


def _is_annotated(view: Any) -> bool:
    return any(not names.is_auxiliary(fs.type.name) for fs in view.get_all_fs())


def _find_targets(element: etree._Element) -> set[str]:
    """Return the ids that an element may refer to."""
    attributes = (name for name in element.attrib if name not in (_ID, "begin", "end"))
    return {target for name in attributes for target in element.get(name, "").split()}
