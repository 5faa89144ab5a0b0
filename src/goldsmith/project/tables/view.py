"""The view of a corpus for the papers' tables: roles of sets, slices, measurements."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from goldsmith.core import Document, Schema, get_field, require_field
from goldsmith.errors import InputError, shorten_id
from goldsmith.metrics import Measurement, Metric, Place, Result
from goldsmith.project.corpus.slices import sort_slices
from goldsmith.project.tables.facts import REFERENCES
from goldsmith.project.tables.measures import make_metric, measure
from goldsmith.project.tables.roles import Pairs, Roles
from goldsmith.sampling import icd10

#: The field that names the corpus of a document, if there are several corpora.
CORPUS = "corpus"
_VALUES_SHOWN = 5
_ONLY_CORPUS = "All"
#: Field -> values of which a document has one.
Where = Mapping[str, tuple[str, ...]]
#: Set or run -> column -> text.
Facts = Mapping[str, Mapping[str, str]]
#: The two sets, and the annotations of them that a count comes from.
PairPlace = tuple[tuple[str, str], Place]


class FigureKey(msgspec.Struct, frozen=True):
    """The basis of a figure: a metric, pairs of sets, and a slice of the corpus."""

    metric: str
    options: tuple[tuple[str, str | bool | tuple[str, ...]], ...]
    pairs: Pairs
    where: tuple[tuple[str, tuple[str, ...]], ...] = ()
    without: tuple[str, ...] = ()
    """Types of annotations that are not counted."""


class CorpusView:
    """Documents with the roles of their sets; measurements are cached.

    Args:
        docs: The documents.
        roles: The roles of the sets.
        schema: The schema of the annotations.
        corpora: Id of a document -> the name of its corpus, if there are several.
        fields: Field of a form -> the metadata field that contains it.
        facts: Set or run -> column -> its text in the table of sets or runs.
        keep_places: Keep the annotations of every count.
        with_text: Whether tables may quote the notes.
    """

    def __init__(
        self,
        docs: Sequence[Document],
        roles: Roles,
        schema: Schema | None = None,
        *,
        corpora: Mapping[str, str] | None = None,
        fields: Mapping[str, str] | None = None,
        facts: Facts | None = None,
        keep_places: bool = False,
        with_text: bool = True,
    ) -> None:
        self.docs, self.roles, self.schema = list(docs), roles, schema
        self.corpora, self.fields, self.facts = corpora or {}, fields or {}, facts or {}
        self.keep_places, self.with_text = keep_places, with_text
        self.by_id = {doc.id: doc for doc in self.docs}
        self.measurements: dict[FigureKey, Measurement] = {}
        self.places: dict[FigureKey, list[PairPlace]] = {}
        self._results: dict[FigureKey, Result] = {}
        self._attributes: dict[tuple[str, str], bool] = {}
        self._index: dict[str, dict[str, dict[str, Document]]] = {}

    def read_field(self, doc: Document, name: str) -> str:
        """Return the value of a field; a diagnosis is its block of ICD-10."""
        if name == CORPUS and self.corpora:
            return self.corpora[doc.id]
        value = get_field(doc.metadata, self.fields.get(name, name))
        if name == CORPUS:
            return value or _ONLY_CORPUS
        return icd10.find_category(value) if name == "diagnosis" else value

    def list_values(self, name: str, where: Where) -> list[str]:
        """List the values of a field in the documents of a slice, in natural order."""
        values = {self.read_field(doc, name) for doc in self.select(where)}
        return sort_slices(values - {""})

    def list_sets(self, role: str, where: Where) -> list[str]:
        """List the sets of a role that documents of a slice have."""
        docs = self.select(where)
        return [name for name in self.roles.get(role) if any(name in doc.sets for doc in docs)]

    def is_in(self, doc: Document, where: Where) -> bool:
        """Return whether a document belongs to a slice."""
        return all(doc.id in self._find_ids(name, values) for name, values in where.items())

    def select(self, where: Where) -> list[Document]:
        """Return the documents of a slice."""
        if not where:
            return self.docs
        first, *rest = sorted(
            (self._find_ids(name, values) for name, values in where.items()), key=len
        )
        return [doc for key, doc in first.items() if all(key in ids for ids in rest)]

    def _find_ids(self, name: str, values: tuple[str, ...]) -> Mapping[str, Document]:
        """Return the documents that have one of the values in a field, by id."""
        if name not in self._index:
            index: dict[str, dict[str, Document]] = {}
            for doc in self.docs:
                index.setdefault(self.read_field(doc, name), {})[doc.id] = doc
            self._index[name] = index
        matches = [self._index[name].get(value, {}) for value in values]
        return (
            matches[0]
            if len(matches) == 1
            else {doc.id: doc for match in matches for doc in match.values()}
        )

    def find_reference(self, name: str) -> dict[str, float]:
        """Return the figures of a run that has no set, from the table of sets and runs."""
        if name in self.roles.system:
            return {}
        row = self.facts.get(name, {})
        return {column: float(row[column]) for column in REFERENCES if row.get(column)}

    def check_where(self, where: Where) -> None:
        """Refuse conditions that name an unknown field, or that no document meets.

        Raises:
            UnknownName: No document has the field; the message lists the fields.
            InputError: No document meets the conditions.
        """
        self.check_fields(where)
        if not self.select(where):
            first = next(iter(where))
            conditions = ", ".join(
                f"{name}={shorten_id(value)}" for name, values in where.items() for value in values
            )
            values = ", ".join(map(shorten_id, self.list_values(first, {})[:_VALUES_SHOWN]))
            raise InputError(
                f"no document has {conditions}", expected=f"a value of {first} such as {values}"
            )

    def check_fields(self, names: Iterable[str]) -> None:
        """Refuse metadata fields that no document has.

        Raises:
            UnknownName: No document has the field; the message lists the fields.
        """
        for name in names:
            if name != CORPUS or not self.corpora:
                deque(require_field(self.docs, self.fields.get(name, name)), maxlen=0)

    def restrict(self, where: Where) -> CorpusView:
        """Return the view of the documents that meet conditions; `check_where` checks them."""
        self.check_where(where)
        return CorpusView(
            self.select(where),
            self.roles,
            self.schema,
            corpora=self.corpora,
            fields=self.fields,
            facts=self.facts,
            keep_places=self.keep_places,
            with_text=self.with_text,
        )

    def has_attribute(self, set_name: str, attribute: str) -> bool:
        """Return whether any mention of a set has an attribute."""
        key = (set_name, attribute)
        if key not in self._attributes:
            self._attributes[key] = any(
                mention.attributes.get(attribute)
                for doc in self.docs
                if set_name in doc.sets
                for mention in doc.sets[set_name].mentions
            )
        return self._attributes[key]

    def has_fact(self, column: str) -> bool:
        """Return whether the table of sets or runs has a column with values."""
        return any(row.get(column) for row in self.facts.values())

    def compute_result(self, key: FigureKey) -> Result:
        """Compute the values of a metric over a slice."""
        if key not in self._results:
            measurement = self.measure(key)
            where = dict(key.where)
            inside = [str(self.is_in(self.by_id[name], where)) for name in measurement.documents]
            self._results[key] = measurement.with_slices(inside).compute_result(only=str(True))
        return self._results[key]

    def list_places(self, key: FigureKey) -> list[PairPlace]:
        """List the places of all counts of a figure, each with its pair of sets."""
        where = dict(key.where)
        whole = msgspec.structs.replace(key, where=())
        self.measure(whole)
        return [
            (pair, place)
            for pair, place in self.places.get(whole, ())
            if self.is_in(self.by_id[place.document], where)
        ]

    def measure(self, key: FigureKey) -> Measurement:
        """Return the counts of a figure over all documents, regardless of its slice."""
        key = msgspec.structs.replace(key, where=())
        if key not in self.measurements:
            self.measurements[key] = measure(self, key)
        return self.measurements[key]

    def make_metric(self, key: FigureKey) -> Metric:
        """Return the metric that computes the values of a figure."""
        return make_metric(key)
