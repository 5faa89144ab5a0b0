"""Coding knowledge from a corpus: how strings are coded, and how often each code is used."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from goldsmith.core import CUI_LESS, Code
from goldsmith.terminology.coding.candidates import CandidateGenerator, Memory
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.store import Terminology

#: Coding system and code.
Key = tuple[str, str]
NO_CODE: Key = ("", CUI_LESS)
#: Number of names whose letters are compared with a mention; more are slower but not better.
COMPARED_NAMES = 50
_FOLDER = "names"


class CorpusKnowledge(NamedTuple):
    """The codings of a corpus, indexed for features and candidate generation."""

    memory: Memory
    counts: Counter[Key]
    #: How often codes with a first letter (MeSH D, MeSH C) are used, and codes of a length.
    families: Counter[Key]
    shapes: Counter[tuple[str, str, int]]
    names: CandidateGenerator | None


def build_knowledge(codings: Iterable[tuple[str, Key]]) -> CorpusKnowledge:
    """Build the knowledge from strings and their codes."""
    memory, counts, families = Memory(), Counter[Key](), Counter[Key]()
    shapes = Counter[tuple[str, str, int]]()
    names: dict[Key, Counter[str]] = defaultdict(Counter)
    for text, key in codings:
        memory.add(text, [Code(key[1], key[0])])
        counts[key] += 1
        if key[1] != CUI_LESS:
            names[key][text] += 1
            families[key[0], key[1][:1]] += 1
            shapes[get_code_shape(key)] += 1
    return CorpusKnowledge(memory, counts, families, shapes, _compile_names(names))


def get_code_shape(key: Key) -> tuple[str, str, int]:
    """Return system, first letter and length of a code: newer codes are often longer."""
    return key[0], key[1][:1] if key[1][:1].isalpha() else "", len(key[1])


def split_code(code: Code) -> Key:
    """Return system and code, even if the code is written as SYSTEM:CODE."""
    if not code.system and ":" in code.code:
        system, _, rest = code.code.partition(":")
        return system, rest
    return code.system, code.code


def _compile_names(names: Mapping[Key, Counter[str]]) -> CandidateGenerator | None:
    """Compile the coded strings into a terminology that generates candidates."""
    if not names:
        return None
    concepts = [
        Concept(code, system, tuple(Name(text) for text, _ in texts.most_common()))
        for (system, code), texts in names.items()
    ]
    folder = Path(tempfile.mkdtemp(prefix="goldsmith-names-"))
    try:
        compile_concepts(concepts, folder / _FOLDER, name=_FOLDER)
        return CandidateGenerator(Terminology(folder / _FOLDER), names=COMPARED_NAMES)
    finally:
        # The file stays mapped as long as it is in use.
        shutil.rmtree(folder, ignore_errors=True)
