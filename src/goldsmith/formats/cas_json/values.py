"""Check the values in a CAS JSON file, since cassis accepts any JSON value for any feature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.xmi.read_types import get_feature_name

#: The Python types of the values of a UIMA type.
_VALUES: Mapping[str, tuple[type, ...]] = {
    "uima.cas.Boolean": (bool,),
    "uima.cas.String": (str,),
    **dict.fromkeys(("uima.cas.Float", "uima.cas.Double"), (int, float)),
    **{f"uima.cas.{kind}": (int,) for kind in ("Byte", "Short", "Integer", "Long")},
}
_BYTES = "uima.cas.ByteArray"
#: Start of a key that refers to another feature structure.
_REFERENCE = "@"


def check_types(types: Mapping[str, Any]) -> None:
    """Check that a type system consists of types, their features, and strings about them.

    Raises:
        InputError: The type system contains anything else.
    """
    for name, kind in types.items():
        if not isinstance(kind, dict) or not all(map(_is_description, kind, kind.values())):
            raise InputError(
                f"the description of the type {shorten_id(name)} is not usable",
                expected="%SUPER_TYPE, and %RANGE for each feature",
            )


def _is_description(key: str, value: object) -> bool:
    if key.startswith("%"):
        return isinstance(value, str | None)
    if not isinstance(value, dict) or not isinstance(value.get("%RANGE"), str):
        return False
    return all(isinstance(part, str | bool | None) for part in value.values())


class ValueChecker:
    """A check of feature structures against a type system.

    Args:
        system: The type system.
        kinds: The type of each feature structure.
    """

    def __init__(self, system: Any, kinds: Mapping[int, str]) -> None:
        self._system, self._kinds = system, kinds
        self._features: dict[str, dict[str, Any]] = {}
        self._pairs: dict[tuple[str, str], bool] = {}

    def find_invalid(self, structure: Mapping[str, Any]) -> str:
        """Return the name of a feature with a value of the wrong type, or ""."""
        kind = structure["%TYPE"]
        if not self._has_valid_elements(kind, structure.get("%ELEMENTS")):
            return "%ELEMENTS"
        features = self._list_features(kind)
        for name, value in structure.items():
            if name in features and not _fits(value, self._get_value_types(features[name])):
                return name
            if name[:1] == _REFERENCE and not self._may_refer(features.get(name[1:]), value):
                return name
        return ""

    def _may_refer(self, range_type: Any, target: int | None) -> bool:
        """Return whether a feature may refer to a structure; cassis rejects unknown features."""
        if range_type is None or target is None:
            return True
        pair = (range_type.name, self._kinds[target])
        if pair not in self._pairs:
            self._pairs[pair] = self._system.subsumes(*pair)
        return self._pairs[pair]

    def _has_valid_elements(self, kind: str, elements: object) -> bool:
        types = _VALUES.get(kind.removesuffix("Array"))
        if types is None or not kind.endswith("Array"):
            return True
        if kind == _BYTES:  # in base 64
            return elements == [] or isinstance(elements, str)
        # Numbers such as NaN are strings here.
        allowed = (*types, str) if float in types else types
        return isinstance(elements, list) and all(_fits(element, allowed) for element in elements)

    def _list_features(self, kind: str) -> dict[str, Any]:
        """Return the features of a type with the types of their values."""
        if kind not in self._features:
            self._features[kind] = {
                get_feature_name(feature): feature.rangeType
                for feature in self._system.get_type(kind).all_features
            }
        return self._features[kind]

    def _get_value_types(self, range_type: Any) -> tuple[type, ...]:
        """Return the Python types of the values of a type; empty if they are references."""
        if not self._system.is_primitive(range_type):
            return ()
        while range_type.name not in _VALUES:  # a string type with a list of allowed values
            range_type = range_type.supertype
        return _VALUES[range_type.name]


def _fits(value: object, types: tuple[type, ...]) -> bool:
    is_truth_value = isinstance(value, bool) and bool not in types
    return value is None or (isinstance(value, types) and not is_truth_value)
