"""Turn documents into pieces, the encoded statements about their patients, in worker processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from goldsmith.chronicle.observations import Collector, Statement, load_schema_maps
from goldsmith.core import Document
from goldsmith.project.corpus.shares import ReaderOptions, Remarks, Share, ShareReader
from goldsmith.project.patients.options import ChronicleOptions
from goldsmith.runners.memory import pause_collector


class Piece(msgspec.Struct, frozen=True, array_like=True):
    """The statement of a document, with its text if pages are made."""

    statement: Statement
    text: str = ""


class Census(msgspec.Struct):
    """Counts of documents and annotation sets.

    Attributes:
        documents: The number of documents of the chosen patients.
        without_patient: The number of documents without a patient, which are left out.
        sets: Annotation set -> number of documents.
        schemas: Schema with a map -> its sets.
        unread_sets: Annotation set whose schema has no map -> number of documents.
        others: Patients that are not chosen.
    """

    documents: int = 0
    without_patient: int = 0
    sets: Counter[str] = msgspec.field(default_factory=Counter)
    schemas: dict[str, set[str]] = {}
    unread_sets: Counter[str] = msgspec.field(default_factory=Counter)
    others: set[str] = set()

    def add(self, more: Census) -> None:
        """Add the counts of other documents."""
        self.documents += more.documents
        self.without_patient += more.without_patient
        self.sets += more.sets
        self.unread_sets += more.unread_sets
        self.others |= more.others
        for schema, names in more.schemas.items():
            self.schemas.setdefault(schema, set()).update(names)


class Pieces(msgspec.Struct, frozen=True):
    """The pieces of several documents.

    Attributes:
        pieces: Tuples of patient, document and encoded piece.
        census: The counts of these documents.
        remarks: The remarks from reading a share of the corpus.
    """

    pieces: list[tuple[str, str, bytes]]
    census: Census
    remarks: Remarks | None = None


class DocumentWorker:
    """Turns documents into pieces.

    Args:
        options: Which patients and sets to read.
        readers: How to open the corpus, if the worker reads shares of it.
    """

    def __init__(self, options: ChronicleOptions, readers: Sequence[ReaderOptions] = ()) -> None:
        self._options = options
        self._maps = load_schema_maps(options.schema_maps)
        self._collector = Collector(self._maps, options.sets)
        self._encoder = msgspec.msgpack.Encoder()
        self._shares = ShareReader(readers)

    def read_share(self, share: Share) -> Pieces:
        """Return the pieces of a share of the corpus."""
        made = self.collect(self._shares.read(share))
        return msgspec.structs.replace(made, remarks=self._shares.take_remarks(share))

    def collect(self, docs: Iterable[Document]) -> Pieces:
        """Return the pieces of documents."""
        census, pieces = Census(), []
        for doc in docs:
            patient = doc.metadata.patient
            if not patient:
                census.without_patient += 1
            elif not self._options.is_chosen(patient):
                census.others.add(patient)
            else:
                census.documents += 1
                self._count_sets(doc, census)
                text = doc.text if self._options.html else ""
                piece = Piece(self._collector.collect(doc), text)
                pieces.append((patient, doc.id, self._encoder.encode(piece)))
        return Pieces(pieces, census)

    def _count_sets(self, doc: Document, census: Census) -> None:
        for name, entry in doc.sets.items():
            census.sets[name] += 1
            if entry.schema in self._maps:
                census.schemas.setdefault(entry.schema, set()).add(name)
            else:
                census.unread_sets[name] += 1


def read_share(worker: DocumentWorker, share: Share) -> Pieces:
    """Run `DocumentWorker.read_share` as a task."""
    with pause_collector():
        return worker.read_share(share)


_DOCUMENTS = msgspec.msgpack.Decoder(list[Document])


def encode_documents(docs: list[Document]) -> bytes:
    """Encode documents for a worker."""
    return msgspec.msgpack.encode(docs)


def read_documents(worker: DocumentWorker, chunk: bytes | list[Document]) -> Pieces:
    """Run `DocumentWorker.collect` as a task; decode documents from another process first."""
    with pause_collector():
        return worker.collect(_DOCUMENTS.decode(chunk) if isinstance(chunk, bytes) else chunk)
