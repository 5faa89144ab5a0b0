"""Read the documents and records of all chosen patients into a scratch file.

If the corpus can be split into shares, worker processes read these themselves; otherwise this
process reads the documents and sends them to the workers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from goldsmith.chronicle.observations import load_schema_maps
from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy, UnknownName
from goldsmith.formats.patient_records import PatientRecord
from goldsmith.project.corpus.convert import Track
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.corpus.shares import SharedCorpus, split_corpus
from goldsmith.project.patients.options import ChronicleOptions
from goldsmith.project.patients.pieces import (
    Census,
    DocumentWorker,
    Pieces,
    encode_documents,
    read_documents,
    read_share,
)
from goldsmith.project.patients.spill import PatientPlaces, Spill
from goldsmith.runners import Task, choose_runner
from goldsmith.storage.id_set import IdSet

_CHUNK = 32
#: The maximum number of patients that an error lists.
_SHOWN = 20


class Intake:
    """Reads the documents and records of the chosen patients into the scratch file.

    Args:
        source: The documents.
        options: Which patients and sets to read.
        path: The scratch file.
        track: Shows progress.
    """

    def __init__(self, source: Notes, options: ChronicleOptions, path: Path, track: Track) -> None:
        self._source, self._options, self._track = source, options, track
        self.spill, self.census = Spill(path), Census()

    def read(self, records: Iterable[PatientRecord]) -> None:
        """Read everything.

        Raises:
            InputError: A document or record cannot be read; a set is unknown or ambiguous.
        """
        corpus = split_corpus(self._source)
        if corpus is None or not self._read_shares(corpus):
            self._read_stream()
        for record in records:
            if self._options.is_chosen(record.patient):
                self.spill.add_record(record.patient, record.line)
        check_sets(self.census, self._options)

    def _read_shares(self, corpus: SharedCorpus) -> bool:
        """Let workers read shares of the corpus, and return whether all of it is sound.

        If it is not, discard everything: reading the corpus again as one stream raises an error
        that names every bad file.
        """
        runner = choose_runner(self._options.workers)
        task = Task(DocumentWorker, (self._options, corpus.options), read_share)
        results = zip(corpus.shares, runner.run(task, corpus.shares), strict=True)
        ids = IdSet()

        def take() -> Iterator[bool]:
            for share, made in results:
                assert made.remarks is not None
                corpus.add_remarks(share, made.remarks)
                if not made.remarks.is_sound:
                    yield False
                self.census.add(made.census)
                yield from self._keep(made, ids)

        for is_sound in self._track(take(), self._source.total):
            if not is_sound:
                self.spill.clear()
                self.census = Census()
                return False
        corpus.finish()
        return True

    def _keep(self, made: Pieces, ids: IdSet) -> Iterator[bool]:
        """Store pieces, and yield for each whether the id of its document is new."""
        for patient, document, piece in made.pieces:
            yield ids.add(document)
            self.spill.add(patient, piece)

    def _read_stream(self) -> None:
        runner = choose_runner(self._options.workers)
        task = Task(DocumentWorker, (self._options,), read_documents)
        chunks: Iterable[bytes | list[Document]] = self._chunk()
        if runner.workers > 1:
            chunks = map(encode_documents, self._chunk())
        for made in runner.run(task, chunks):
            self.census.add(made.census)
            for patient, _, piece in made.pieces:
                self.spill.add(patient, piece)

    def _chunk(self) -> Iterator[list[Document]]:
        chunk: list[Document] = []
        for doc in self._track(self._source, self._source.total):
            chunk.append(doc)
            if len(chunk) == _CHUNK:
                yield chunk
                chunk = []
        if chunk:
            yield chunk

    def list_patients(self) -> Iterator[PatientPlaces]:
        """Yield the patients, and check that every requested patient is among them.

        Raises:
            UnknownName: A requested patient is missing.
            InputError: There are no patients at all.
        """
        names = set()
        for places in self.spill.finish():
            names.add(places.patient)
            yield places
        for name in sorted(self._options.patients - names):
            raise UnknownName("patient", name, _list_similar(name, names | self.census.others))
        if not names:
            raise InputError(
                "no document names its patient",
                expected="documents with the field patient in their metadata",
            )


def _list_similar(name: str, patients: Collection[str]) -> Sequence[str]:
    """Return the patients for an error message; if there are many, only the most similar ones."""
    if len(patients) <= _SHOWN:
        return sorted(patients)
    return get_close_matches(name, sorted(patients), n=_SHOWN, cutoff=0)


def check_sets(census: Census, options: ChronicleOptions) -> None:
    """Reject unknown sets, and several sets with the same schema if no sets are chosen.

    Raises:
        UnknownName: No document has a set of that name.
        InputError: Several sets have the same schema, or no set has a schema with a map.
    """
    for name in options.sets:
        if name not in census.sets:
            raise UnknownName("annotation set", name, sorted(census.sets))
    rivals = [names for names in census.schemas.values() if len(names) > 1]
    if rivals and not options.sets:
        raise InputError(
            "several sets have the same schema: " + ", ".join(sorted(rivals[0])),
            expected="the sets of one annotator, system or consensus",
            remedy=Remedy.NAME_SET,
        )
    chosen = set(options.sets) or set(census.sets)
    if census.documents and not any(chosen & names for names in census.schemas.values()):
        raise InputError(
            "no annotation set has a schema that a chronicle can be made from",
            expected="one of " + ", ".join(sorted(load_schema_maps(options.schema_maps))),
            remedy=Remedy.NAME_SCHEMA,
        )
