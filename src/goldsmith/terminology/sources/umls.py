"""UMLS: the Metathesaurus in the Rich Release Format of MetamorphoSys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name, NameKind
from goldsmith.terminology.sources import rrf
from goldsmith.terminology.sources.base import Options, Release, drop_duplicates, read_lines
from goldsmith.terminology.sources.systems import format_xref

#: Term types of abbreviations, in any vocabulary.
_ABBREVIATION_TYPES = frozenset("AA AB ACR OA RAB VAB MTH_AB MTH_ACR".split())


class Atom(NamedTuple):
    """A row of MRCONSO: a name of a concept in one vocabulary."""

    aui: str
    text: str
    vocabulary: str
    term_type: str
    code: str
    suppressed: str
    #: Sort key within the concept, by ISPREF, TS and STT: preferred atoms come first.
    preference: tuple[bool, bool, bool]


class Definition(NamedTuple):
    """A row of MRDEF."""

    aui: str
    vocabulary: str
    text: str


class Umls:
    """A folder of RRF tables, or a release folder that contains META."""

    title = "UMLS Metathesaurus (RRF)"
    uses = frozenset({"languages", "vocabularies", "hierarchy", "suppressible"})

    def recognises(self, path: Path) -> bool:
        return path.is_dir() and bool(list(rrf.find_folder(path).glob("MRCONSO.RRF*")))

    def read(self, path: Path, options: Options) -> Release:
        tables = rrf.find_tables(path)
        return Release(
            _read_concepts(tables, options),
            title="UMLS Metathesaurus",
            version=_read_version(rrf.find_folder(path)),
            licence="UMLS Metathesaurus License",
            files=tuple(tables.values()),
        )


def _read_version(home: Path) -> str:
    """Return the name of the release, such as 2024AB, if release.dat exists."""
    path = home / "release.dat"
    for _, line in read_lines(path) if path.is_file() else ():
        key, _, value = line.partition("=")
        if key.strip() == "umls.release.name":
            return value.strip()
    return ""


@dataclass(frozen=True)
class _Ranks:
    """The precedence of names by vocabulary and term type; higher ranks win."""

    pairs: Mapping[tuple[str, str], int]
    vocabularies: Mapping[str, int]

    def rank_atom(self, atom: Atom) -> tuple[object, ...]:
        rank = self.pairs.get((atom.vocabulary, atom.term_type), -1)
        return (atom.suppressed != "N", -rank, *atom.preference)

    def rank_definition(self, definition: Definition) -> int:
        return -self.vocabularies.get(definition.vocabulary, -1)


def _read_ranks(path: Path | None) -> _Ranks:
    pairs: dict[tuple[str, str], int] = {}
    best: dict[str, int] = {}
    for rank, vocabulary, term_type, *_ in rrf.read_rows(path) if path else ():
        if not rank.isdecimal():
            raise InputError(
                f"the rank of {vocabulary} {term_type} is not a number", where=str(path)
            )
        pairs[vocabulary, term_type] = int(rank)
        best[vocabulary] = max(int(rank), best.get(vocabulary, -1))
    return _Ranks(pairs, best)


class _RowFilter:
    """Extracts from each table the rows that the options select."""

    def __init__(self, options: Options) -> None:
        self._languages = frozenset(options.languages or ("ENG",))
        self._vocabularies = frozenset(options.vocabularies)
        self._hierarchy = frozenset(options.hierarchy or options.vocabularies)
        self._suppressible = options.suppressible

    def atom(self, row: Sequence[str]) -> Atom | None:
        """Return the atom of a row if it is in one of the languages."""
        if row[1] not in self._languages:
            return None
        preference = (row[6] != "Y", row[2] != "P", row[4] != "PF")
        return Atom(row[7], row[14].strip(), row[11], row[12], row[13], row[16], preference)

    def accepts(self, atom: Atom) -> bool:
        """Return whether an atom is selected and visible."""
        return self._is_selected(atom.vocabulary) and self._is_visible(atom.suppressed)

    def definition(self, row: Sequence[str]) -> Definition | None:
        """Return the definition of a row if its vocabulary is selected."""
        if self._is_selected(row[4]) and self._is_visible(row[6]):
            return Definition(row[1], row[4], row[5].strip())
        return None

    def parent(self, row: Sequence[str]) -> str | None:
        """Return CUI2 if it is a parent of CUI1: REL is the relation of CUI2 to CUI1."""
        if row[3] != "PAR" or row[0] == row[4] or not self._is_visible(row[14]):
            return None
        return row[4] if not self._hierarchy or row[10] in self._hierarchy else None

    def _is_selected(self, vocabulary: str) -> bool:
        return not self._vocabularies or vocabulary in self._vocabularies

    def _is_visible(self, suppressed: str) -> bool:
        # In MRDEF and MRREL the field may be empty.
        return self._suppressible or suppressed in ("N", "")


def _get_type(row: Sequence[str]) -> str:
    return row[1]


def _read_concepts(tables: Mapping[str, Path], options: Options) -> Iterator[Concept]:
    rows, ranks = _RowFilter(options), _read_ranks(tables.get("MRRANK"))
    types = rrf.open_table(tables["MRSTY"], _get_type)
    definitions = rrf.open_table(tables.get("MRDEF"), rows.definition)
    parents = rrf.open_table(tables.get("MRREL"), rows.parent, only="|PAR|")
    for cui, atoms_in_language in rrf.read_groups(tables["MRCONSO"], rows.atom):
        atoms = sorted(filter(rows.accepts, atoms_in_language), key=ranks.rank_atom)
        if names := drop_duplicates(_list_names(atoms)):
            # A definition has the language of its atom.
            auis = {atom.aui for atom in atoms_in_language}
            texts = [item for item in definitions.get(cui) if item.aui in auis]
            first = min(texts, key=ranks.rank_definition, default=None)
            yield Concept(
                code=cui,
                system=options.system or "UMLS",
                names=names,
                types=tuple(dict.fromkeys(types.get(cui))) or options.types,
                definition=first.text if first else "",
                parents=tuple(dict.fromkeys(parents.get(cui))),
                xrefs=_list_xrefs(atoms),
            )
    for table in (types, definitions, parents):
        table.get(rrf.LAST)


def _list_names(atoms: Sequence[Atom]) -> Iterator[Name]:
    """Yield the names; the first is the preferred term."""
    for number, atom in enumerate(atoms):
        yield Name(atom.text, _classify(atom) if number else "preferred", atom.vocabulary)


def _classify(atom: Atom) -> NameKind:
    if atom.suppressed == "O":
        return "retired"
    return "abbreviation" if atom.term_type in _ABBREVIATION_TYPES else "synonym"


def _list_xrefs(atoms: Sequence[Atom]) -> tuple[str, ...]:
    xrefs = (format_xref(atom.vocabulary, atom.code) for atom in atoms if atom.code != "NOCODE")
    return tuple(dict.fromkeys(filter(None, xrefs)))


provides = Umls()
