"""UMLS: the Metathesaurus in Rich Release Format, as MetamorphoSys writes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name, NameKind
from goldsmith.terminology.sources import rrf
from goldsmith.terminology.sources.base import Options, Release, distinct, lines
from goldsmith.terminology.sources.systems import reference

#: Term types that are short forms, in any vocabulary.
_SHORT = frozenset("AA AB ACR OA RAB VAB MTH_AB MTH_ACR".split())


class Atom(NamedTuple):
    """A row of MRCONSO: one name of a concept in one vocabulary."""

    aui: str
    text: str
    vocabulary: str
    term_type: str
    code: str
    suppressed: str
    #: Not preferred within the concept, by ISPREF, TS and STT: the lowest comes first.
    lesser: tuple[bool, bool, bool]


class Definition(NamedTuple):
    """A row of MRDEF."""

    aui: str
    vocabulary: str
    text: str


class Umls:
    """A folder of RRF tables, or the release folder with META in it."""

    title = "UMLS Metathesaurus (RRF)"
    uses = frozenset({"languages", "vocabularies", "hierarchy", "suppressible"})

    def recognises(self, path: Path) -> bool:
        return path.is_dir() and bool(list(rrf.folder(path).glob("MRCONSO.RRF*")))

    def read(self, path: Path, options: Options) -> Release:
        tables = rrf.tables(path)
        return Release(
            _concepts(tables, options),
            title="UMLS Metathesaurus",
            version=_version(rrf.folder(path)),
            licence="UMLS Metathesaurus License",
            files=tuple(tables.values()),
        )


def _version(home: Path) -> str:
    """The name of the release, such as 2024AB, from release.dat where that is there."""
    place = home / "release.dat"
    for _, line in lines(place) if place.is_file() else ():
        key, _, value = line.partition("=")
        if key.strip() == "umls.release.name":
            return value.strip()
    return ""


@dataclass(frozen=True)
class _Ranks:
    """The precedence of names by vocabulary and term type; higher wins."""

    pairs: Mapping[tuple[str, str], int]
    vocabularies: Mapping[str, int]

    def order(self, atom: Atom) -> tuple[object, ...]:
        rank = self.pairs.get((atom.vocabulary, atom.term_type), -1)
        return (atom.suppressed != "N", -rank, *atom.lesser)

    def order_definition(self, definition: Definition) -> int:
        return -self.vocabularies.get(definition.vocabulary, -1)


def _ranks(path: Path | None) -> _Ranks:
    pairs: dict[tuple[str, str], int] = {}
    best: dict[str, int] = {}
    for rank, vocabulary, term_type, *_ in rrf.rows(path) if path else ():
        if not rank.isdecimal():
            raise InputError(f"the rank of {vocabulary} {term_type} is no number", where=str(path))
        pairs[vocabulary, term_type] = int(rank)
        best[vocabulary] = max(int(rank), best.get(vocabulary, -1))
    return _Ranks(pairs, best)


class _Taking:
    """What of each table is wanted."""

    def __init__(self, options: Options) -> None:
        self._languages = frozenset(options.languages or ("ENG",))
        self._vocabularies = frozenset(options.vocabularies)
        self._hierarchy = frozenset(options.hierarchy or options.vocabularies)
        self._suppressible = options.suppressible

    def atom(self, row: Sequence[str]) -> Atom | None:
        """An atom in the languages that are wanted."""
        if row[1] not in self._languages:
            return None
        lesser = (row[6] != "Y", row[2] != "P", row[4] != "PF")
        return Atom(row[7], row[14].strip(), row[11], row[12], row[13], row[16], lesser)

    def wanted(self, atom: Atom) -> bool:
        return self._from(atom.vocabulary) and self._shown(atom.suppressed)

    def definition(self, row: Sequence[str]) -> Definition | None:
        if self._from(row[4]) and self._shown(row[6]):
            return Definition(row[1], row[4], row[5].strip())
        return None

    def parent(self, row: Sequence[str]) -> str | None:
        """CUI2 where it is a parent of CUI1: REL says what the second is to the first."""
        if row[3] != "PAR" or row[0] == row[4] or not self._shown(row[14]):
            return None
        return row[4] if not self._hierarchy or row[10] in self._hierarchy else None

    def _from(self, vocabulary: str) -> bool:
        return not self._vocabularies or vocabulary in self._vocabularies

    def _shown(self, suppressed: str) -> bool:
        # Rows of MRDEF and MRREL may leave it empty.
        return self._suppressible or suppressed in ("N", "")


def _type(row: Sequence[str]) -> str:
    return row[1]


def _concepts(tables: Mapping[str, Path], options: Options) -> Iterator[Concept]:
    taking, ranks = _Taking(options), _ranks(tables.get("MRRANK"))
    types = rrf.grouped(tables["MRSTY"], _type)
    definitions = rrf.grouped(tables.get("MRDEF"), taking.definition)
    parents = rrf.grouped(tables.get("MRREL"), taking.parent, only="|PAR|")
    for cui, spoken in rrf.groups(tables["MRCONSO"], taking.atom):
        atoms = sorted(filter(taking.wanted, spoken), key=ranks.order)
        if names := distinct(_names(atoms)):
            # A definition is of an atom: by that its language is known.
            said = [one for one in definitions.of(cui) if any(a.aui == one.aui for a in spoken)]
            first = min(said, key=ranks.order_definition, default=None)
            yield Concept(
                code=cui,
                system=options.system or "UMLS",
                names=names,
                types=tuple(dict.fromkeys(types.of(cui))) or options.types,
                definition=first.text if first else "",
                parents=tuple(dict.fromkeys(parents.of(cui))),
                xrefs=_xrefs(atoms),
            )
    for table in (types, definitions, parents):
        table.of(rrf.LAST)


def _names(atoms: Sequence[Atom]) -> Iterator[Name]:
    """The names, the first of which is the preferred one."""
    for number, atom in enumerate(atoms):
        yield Name(atom.text, _kind(atom) if number else "preferred", atom.vocabulary)


def _kind(atom: Atom) -> NameKind:
    if atom.suppressed == "O":
        return "retired"
    return "abbreviation" if atom.term_type in _SHORT else "synonym"


def _xrefs(atoms: Sequence[Atom]) -> tuple[str, ...]:
    found = (reference(one.vocabulary, one.code) for one in atoms if one.code != "NOCODE")
    return tuple(dict.fromkeys(filter(None, found)))


provides = Umls()
