"""Combine the work of annotators from separate paths: one document with a set for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from goldsmith.core import Document, require_sets
from goldsmith.errors import InputError, Remedy
from goldsmith.project.agreement.differing import Differing, TextMatcher
from goldsmith.project.agreement.pairing import find_set
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.sources import Source
from goldsmith.project.corpus.targets import Target, name_targets


class OpenedSets(NamedTuple):
    """The documents to compare, the names of their sets, and notices about them."""

    docs: Iterable[Document]
    names: list[str]
    notices: list[str]


def open_sets(
    names: Sequence[str],
    corpus: str | None = None,
    fmt: str | None = None,
    *,
    differing: Differing = "refuse",
    track: Track = pass_on,
) -> OpenedSets:
    """Open the documents to compare.

    Args:
        names: Annotation sets of the corpus; without a corpus, paths with one annotator each.
            Each may have a name: NAME=SET or NAME=PATH.
        corpus: The corpus with the sets.
        fmt: The format of the corpus or paths; detected if None.
        differing: What to do with documents whose texts differ between paths, as in `stack_sets`.
        track: Shows progress over the documents of the corpus.

    Raises:
        InputError: Two of them have the same name, or the texts of documents differ.
        UnknownName: The corpus has no such set; raised after its last document.
    """
    texts = list(dict.fromkeys(names))  # a set may be both an annotator's and the gold standard
    targets = dict(zip(texts, name_targets(texts, are_paths=corpus is None), strict=True))
    labels = [targets[name].name for name in names]
    if corpus is None:
        docs, notices = stack_sets(list(targets.values()), fmt, differing=differing)
        return OpenedSets(docs, labels, notices)
    source = Source(corpus, fmt)
    renamed = _rename_sets(track(source, source.total), list(targets.values()))
    return OpenedSets(renamed, labels, [])


def open_all_sets(
    gold: Sequence[str], corpus: str, fmt: str | None = None, *, track: Track = pass_on
) -> OpenedSets:
    """Open a corpus to compare all of its sets; the names identify the gold sets.

    Raises:
        UnknownName: The corpus has no such gold set; raised after its last document.
    """
    source = Source(corpus, fmt)
    docs = require_sets(track(source, source.total), gold)
    return OpenedSets(docs, list(gold), [])


def _rename_sets(docs: Iterable[Document], targets: Sequence[Target]) -> Iterator[Document]:
    """Yield documents with their sets under their names in the comparison."""
    for doc in require_sets(docs, [target.place for target in targets]):
        sets = {
            target.name: replace(doc.sets[target.place], name=target.name)
            for target in targets
            if target.place in doc.sets
        }
        yield replace(doc, sets=sets)


def stack_sets(
    targets: Sequence[Target], fmt: str | None = None, *, differing: Differing = "refuse"
) -> tuple[list[Document], list[str]]:
    """Read all paths into one list of documents, with a set for each path, and list notices.

    A document that a path lacks, or that has no annotations there, has no set for that path.

    Args:
        targets: The paths.
        fmt: Their format; detected if None.
        differing: Documents whose texts differ are refused ("refuse") or left out ("skip"); with
            "realign", annotations are moved to the text of the first path where only white space
            differs.

    Raises:
        InputError: The texts of documents differ, or a path has no annotations at all.
    """
    docs: dict[str, Document] = {}
    texts = TextMatcher(differing)
    for target in targets:
        is_annotated = False
        for doc in Source(target.place, fmt):
            stacked = docs.setdefault(doc.id, replace(doc, sets={}))
            matched = texts.match(stacked, doc, target.name)
            annotation_set = find_set(matched or doc, "")
            if annotation_set is not None:
                is_annotated = True
                docs[doc.id] = stacked.with_set(replace(annotation_set, name=target.name))
        if not is_annotated:
            raise InputError(
                "none of the documents has annotations",
                where=target.place,
                expected="the work of an annotator",
                remedy=Remedy.NAME_FORMAT,
            )
    texts.check("the paths")
    changed = texts.changed
    comparable = [docs[key] for key in sorted(docs) if key not in changed]
    return comparable, texts.list_notices()
