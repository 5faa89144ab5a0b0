"""A CAS loaded from JSON with dkpro-cassis, after checks that let errors name their line.

cassis silently drops references to missing feature structures; the checks reject them.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeGuard

from cassis import load_cas_from_json
from cassis.typesystem import TypeNotFoundError

from goldsmith.core import Offsets
from goldsmith.core.decoding import describe_json_error
from goldsmith.errors import InputError, quote_id, shorten_id
from goldsmith.formats.cas_json.values import ValueChecker, check_types
from goldsmith.formats.xmi.cas import check_feature_names, select_view
from goldsmith.formats.xmi.read_types import TypeMap

_ID, _TYPE, _ELEMENTS = "%ID", "%TYPE", "%ELEMENTS"
_TYPES, _STRUCTURES, _VIEWS = "%TYPES", "%FEATURE_STRUCTURES", "%VIEWS"
_MEMBERS = "%MEMBERS"
_SOFA = "uima.cas.Sofa"
_PREDEFINED = "uima."
_PRIMITIVES = "Boolean Byte Short Integer Long Float Double String".split()
#: Arrays of values: their name in JSON -> the name that cassis uses.
_ARRAYS = {f"uima.cas.{kind}[]": f"uima.cas.{kind}Array" for kind in _PRIMITIVES}
_FS_ARRAY = "uima.cas.FSArray"
_ID_LINE = re.compile(r'"%ID"\s*:\s*([0-9]{1,15})\b')
_MAX_ID = 10**15
#: The exceptions that cassis raises on files it cannot load.
_CASSIS_ERRORS = (
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    RuntimeError,
    SyntaxError,
    TypeNotFoundError,
)


class LoadedJsonCas:
    """A loaded CAS, its types, and the line of each feature structure."""

    def __init__(self, content: str, *, where: str) -> None:
        self._where = where
        self.lines = _find_lines(content)
        self._data = self._parse(content)
        self._structures = dict(self._check_structures())
        self._check_references()
        self._check_offsets()
        self.types = self._load_types()
        self._check_values()
        self.view = select_view(self._load(), self.lines, where=where)

    def _parse(self, content: str) -> dict[str, Any]:
        try:
            data: dict[str, Any] = json.loads(content)
        except (ValueError, RecursionError) as error:  # malformed, or a number of 4,300 digits
            line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
            what = f"this is not well-formed JSON{describe_json_error(error)}"
            raise self._make_error(what, "a complete JSON file", line=line) from None
        kinds = {_TYPES: dict, _STRUCTURES: list | dict, _VIEWS: dict}
        for key, kind in kinds.items():
            if not isinstance(data, dict) or not isinstance(data.get(key), kind):
                what = f"the file has no {key}"
                raise self._make_error(what, "a CAS in JSON with its type system", line=1)
        if isinstance(data[_STRUCTURES], dict):  # by id, as in earlier versions of the format
            data[_STRUCTURES] = [
                {_ID: int(key) if re.fullmatch("[0-9]{1,15}", key) else key, **structure}
                for key, structure in data[_STRUCTURES].items()
                if isinstance(structure, dict)
            ]
        return data

    def _check_structures(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Check that each feature structure has a unique id and a known type."""
        ids: set[int] = set()
        for structure in self._data[_STRUCTURES]:
            key = structure.get(_ID) if isinstance(structure, dict) else None
            if not _is_number(key):
                what = "a feature structure has no %ID that is a number"
                raise self._make_error(what, "a number for each feature structure")
            if key in ids:
                raise self._make_error(f"the id {key} occurs twice", "each id once", key)
            ids.add(key)
            kind = str(structure.get(_TYPE))
            name = kind.removesuffix("[]")
            if name not in self._data[_TYPES] and not name.startswith(_PREDEFINED):
                what = f"{key}: the type {shorten_id(kind)} is not in the type system"
                raise self._make_error(what, "a type that %TYPES defines", key)
            if kind.endswith(("[]", "Array")):
                structure[_TYPE] = _ARRAYS.get(kind, _FS_ARRAY if kind.endswith("[]") else kind)
                structure.setdefault(_ELEMENTS, [])  # cassis fails without
            yield key, structure

    def _check_references(self) -> None:
        for key, structure in self._structures.items():
            targets = [value for name, value in structure.items() if name.startswith("@")]
            is_values = structure[_TYPE] in _ARRAYS.values()
            elements = [] if is_values else structure.get(_ELEMENTS) or []
            self._check_targets(targets, key)
            self._check_targets(elements if isinstance(elements, list) else [elements], key)
        for view in self._data[_VIEWS].values():
            members = view.get(_MEMBERS) if isinstance(view, dict) else None
            if not isinstance(members, list):
                raise self._make_error("a view has no %MEMBERS", "the ids of its annotations")
            self._check_targets(members, 0)

    def _check_targets(self, targets: list[Any], key: int) -> None:
        for target in targets:
            if target is None or (_is_number(target) and target in self._structures):
                continue
            name = f"{key}" if key else "a view"
            target_name = f"{target}" if _is_number(target) else "something that is not an id"
            what = f"{name} refers to {target_name}, which does not exist"
            raise self._make_error(what, "the id of a feature structure of this file", key)

    def _check_offsets(self) -> None:
        """Reject offsets that are not numbers or are inside a character."""
        texts = dict(self._read_texts())
        for key, structure in self._structures.items():
            offsets = texts.get(structure.get("@sofa", 0))
            for name in ("begin", "end"):
                if offsets is None or name not in structure:
                    continue
                if not _is_number(structure[name]):
                    raise self._make_error(f"{key}: {name!r} is not a number", "an offset", key)
                try:
                    offsets.from_utf16(structure[name])
                except InputError as error:
                    raise self._make_error(f"{key}: {error.what}", error.expected, key) from None

    def _read_texts(self) -> Iterator[tuple[int, Offsets]]:
        for key, structure in self._structures.items():
            if structure[_TYPE] == _SOFA:
                text = structure.get("sofaString")
                if not isinstance(text, str | None):
                    raise self._make_error(f"{key}: the text is not a string", "a string", key)
                yield key, Offsets(text or "")

    def _load_types(self) -> TypeMap:
        """Load the type system and check the names of the features that the file uses."""
        try:
            check_types(self._data[_TYPES])
            types = _load_types(json.dumps(self._data[_TYPES]))
            for name in {structure[_TYPE] for structure in self._structures.values()}:
                check_feature_names(types.system.get_type(name))
        except InputError as error:
            raise error.at(self._where, 1) from None
        except _CASSIS_ERRORS as error:
            what = f"this is not a usable type system ({type(error).__name__})"
            expected = "a type system that defines every type it refers to"
            raise self._make_error(what, expected, line=1) from None
        return types

    def _check_values(self) -> None:
        kinds = {key: structure[_TYPE] for key, structure in self._structures.items()}
        checker = ValueChecker(self.types.system, kinds)
        for key, structure in self._structures.items():
            if name := checker.find_invalid(structure):
                what = f"{key}: the feature {quote_id(name)} has an invalid value"
                raise self._make_error(what, "a value that the type system allows", key)

    def _load(self) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # offsets outside the text are reported after reading
            try:
                content = json.dumps(self._data)
                system = self.types.system
                return load_cas_from_json(content, typesystem=system, merge_typesystem=False)
            except _CASSIS_ERRORS as error:
                what = f"the file does not match its type system ({type(error).__name__})"
                expected = "features and values that the type system defines"
                raise self._make_error(what, expected, line=1) from None

    def _make_error(self, what: str, expected: str, key: int = 0, *, line: int = 0) -> InputError:
        line = line or self.lines.get(key, 0)
        return InputError(what, where=self._where, line=line, expected=expected)


@lru_cache(maxsize=128)  # each file has a type system, but many are equal
def _load_types(types: str) -> TypeMap:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cas = load_cas_from_json(f'{{"{_TYPES}": {types}, "{_STRUCTURES}": [], "{_VIEWS}": {{}}}}')
    return TypeMap(cas.typesystem)


def _is_number(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number that can be an id or an offset."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _MAX_ID


def _find_lines(content: str) -> dict[int, int]:
    lines: dict[int, int] = {}
    line, position = 1, 0
    for match in _ID_LINE.finditer(content):
        line += content.count("\n", position, match.start())
        position = match.start()
        lines.setdefault(int(match[1]), line)
    return lines
