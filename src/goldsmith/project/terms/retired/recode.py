"""Recode a corpus by the decisions of a queue."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Code, Document, require_sets
from goldsmith.formats import CodedWith, get, write
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.sources import Source
from goldsmith.project.terms.retired.find import SuccessorFinder
from goldsmith.project.terms.retired.queue_file import Decisions
from goldsmith.terminology.store import Terminology


class RecodingResult(msgspec.Struct, frozen=True):
    """The outcome of a recoding."""

    out: str
    documents: int
    mentions: int
    remaining: int
    """Mentions with a retired code for which the queue has no successor."""
    dropped: dict[str, int]


def recode(
    source: Source,
    decisions: Decisions,
    terminologies: Sequence[Terminology],
    out: Path,
    *,
    sets: Collection[str] = (),
    coded_with: tuple[CodedWith, ...] = (),
    to: str = "corpus",
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    track: Track = pass_on,
) -> RecodingResult:
    """Write the corpus with the successors of retired codes.

    Args:
        source: The corpus.
        decisions: The code to use for each retired code, from `read_queue`.
        terminologies: The terminologies, to count the retired codes that stay.
        out: The folder or file to write.
        sets: The annotation sets to recode; all if empty.
        coded_with: The terminologies that the result is coded with.
        to: The format to write.
        allow_loss: The features that the format may drop.
        overwrite: Replace an existing output.
        track: Shows progress.

    Raises:
        UnknownName: No document has one of the sets.
    """
    recoder = _Recoder(decisions, SuccessorFinder(terminologies))

    def recode_all(docs: Iterable[Document]) -> Iterator[Document]:
        for doc in require_sets(docs, sets):
            changed = {
                name: recoder.recode_set(doc.id, annotation_set)
                if not sets or name in sets
                else annotation_set
                for name, annotation_set in doc.sets.items()
            }
            yield replace(doc, sets=changed)

    written = write(
        recode_all(track(source, source.total)),
        out,
        to,
        records=source.read_records(),
        terms=coded_with if get(to).keeps_terms else source.read_terms(),
        allow_loss=allow_loss,
        overwrite=overwrite,
    )
    return RecodingResult(
        str(out), written.documents, recoder.mentions, recoder.remaining, written.dropped
    )


class _Recoder:
    """Replaces codes, and counts the mentions that change and those that stay retired."""

    def __init__(self, decisions: Decisions, finder: SuccessorFinder) -> None:
        self._decisions, self._finder = decisions, finder
        self._retired: dict[tuple[str, str], bool] = {}
        self.mentions = 0
        self.remaining = 0

    def recode_set(self, doc_id: str, annotation_set: AnnotationSet) -> AnnotationSet:
        """Return the set with replaced codes."""
        mentions = []
        for mention in annotation_set.mentions:
            codes = tuple(
                dict.fromkeys(self._choose(code, doc_id, mention.id) for code in mention.codes)
            )
            self.mentions += codes != mention.codes
            self.remaining += any(map(self._is_retired, codes))
            mentions.append(replace(mention, codes=codes) if codes != mention.codes else mention)
        return replace(annotation_set, mentions=tuple(mentions))

    def _choose(self, code: Code, doc_id: str, mention: str) -> Code:
        key = code.system, code.code
        general = self._decisions.get((*key, "", ""), code)
        return self._decisions.get((*key, doc_id, mention), general)

    def _is_retired(self, code: Code) -> bool:
        key = code.system, code.code
        if key not in self._retired:
            concept = self._finder.find(code.code, code.system)
            self._retired[key] = concept is not None and concept[0].is_retired(concept[1])
        return self._retired[key]
