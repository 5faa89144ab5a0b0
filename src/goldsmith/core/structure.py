"""Checks that need no schema: ids, spans, references and recorded text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from goldsmith.core.annotation_set import AnnotationSet
from goldsmith.core.document import Document
from goldsmith.core.mention import Mention
from goldsmith.core.offsets import Span, get_covered_text
from goldsmith.core.packed import PackedSequence
from goldsmith.core.problem import Problem, ProblemReporter
from goldsmith.core.relation import Relation
from goldsmith.errors import shorten_id

_SPANS_SHOWN = 5


def check_structure(doc: Document) -> Iterator[Problem]:
    """Yield the problems that are errors under every schema.

    These are duplicate and empty ids, empty codes, spans outside the text and references to
    annotations that do not exist. The ids of a packed set are not checked: the code that packs
    annotations numbers them, and the ids alone would take more memory than the packed annotations.
    """
    length = len(doc.text)
    for section in doc.sections:
        start, end = section.span.start, section.span.end
        if not 0 <= start < end <= length:
            message = f"the section {start}-{end} is not inside the text; expected up to {length}"
            yield Problem(doc.id, "", "section", "section", message)
    for annotation_set in doc.sets.values():
        reporter = ProblemReporter(doc, annotation_set)
        is_packed = isinstance(annotation_set.mentions, PackedSequence)
        ids = set() if is_packed else {mention.id for mention in annotation_set.mentions}
        if not is_packed:
            yield from _check_duplicates(annotation_set, ids, reporter)
        yield from _check_spans(annotation_set, length, reporter)
        yield from _check_codes(annotation_set, reporter)
        if not is_packed:
            yield from _check_references(annotation_set, ids, reporter)


def check_recorded_text(doc: Document, annotation_set: AnnotationSet) -> Iterator[Problem]:
    """Yield the mentions whose recorded text differs from the document at their offsets.

    Mentions outside the text are left to `check_structure`, so that each is reported only once.
    """
    text = doc.text
    for mention in annotation_set.mentions:
        if not mention.text or is_wording_at(text, mention.spans, mention.text):
            continue
        if mention.spans and _has_valid_spans(mention, len(text)):
            yield ProblemReporter(doc, annotation_set).report_mention(
                mention, "text", "the recorded text is not the text at these offsets"
            )


def is_wording_at(text: str, spans: Sequence[Span], wording: str) -> bool:
    """Return whether spans of a text have the given wording.

    Case and white space are ignored: i2b2 records wordings in lower case, and many tools write
    line breaks as spaces. The wording of a discontiguous mention may include the text between its
    fragments, omit it, or replace it with dots.
    """
    covered = get_covered_text(text, spans)
    if covered == wording:
        return True
    squeezed = _squeeze(wording)
    if squeezed == _squeeze(covered):
        return True
    if len(spans) < 2:
        return False
    extent = text[spans[0].start : spans[-1].end]
    return squeezed == _squeeze(extent) or _drop_dots(squeezed) == _drop_dots(_squeeze(covered))


def _squeeze(text: str) -> str:
    return "".join(text.casefold().split())


def _drop_dots(text: str) -> str:
    return text.replace(".", "").replace("…", "")


def _check_spans(
    annotation_set: AnnotationSet, length: int, reporter: ProblemReporter
) -> Iterator[Problem]:
    for mention in annotation_set.mentions:
        last = 0  # inlined from _has_valid_spans: every document that is read passes here
        for span in mention.spans:
            if not last <= span.start < span.end <= length:
                spans = _format_spans(mention.spans)
                yield reporter.report_mention(
                    mention,
                    "span",
                    f"the spans {spans} are not inside the text, in order and apart; "
                    f"expected 0 <= start < end <= {length}",
                )
                break
            last = span.end


def _format_spans(spans: Sequence[Span]) -> str:
    """Format spans for a message; a long list is cut off after the first few."""
    shown = [f"{span.start}-{span.end}" for span in spans[:_SPANS_SHOWN]]
    return ", ".join(shown) + (" …" if len(spans) > _SPANS_SHOWN else "")


def _check_codes(annotation_set: AnnotationSet, reporter: ProblemReporter) -> Iterator[Problem]:
    for mention in annotation_set.mentions:
        if mention.codes and any(not code.code for code in mention.codes):
            yield reporter.report_mention(mention, "code", "it has an empty code")


def _has_valid_spans(mention: Mention, length: int) -> bool:
    """Return whether the spans are inside the text, in order and disjoint."""
    last = 0
    for span in mention.spans:
        if not last <= span.start < span.end <= length:
            return False
        last = span.end
    return True


def _check_duplicates(
    annotation_set: AnnotationSet, ids: set[str], reporter: ProblemReporter
) -> Iterator[Problem]:
    links = [rel.id for rel in annotation_set.relations]
    links += [group.id for group in annotation_set.groups]
    if "" in ids or "" in links:
        yield reporter.report("", "id", "an annotation has no id; each needs a unique id")
    if len(ids.union(links)) == len(annotation_set.mentions) + len(links):
        return
    counts = Counter(annotation.id for annotation in annotation_set.annotations)
    for annotation_id, count in counts.items():
        if count > 1:
            yield reporter.report(annotation_id, "duplicate", f"the id is used {count} times")


def _report_arguments(rel: Relation, ids: set[str], reporter: ProblemReporter) -> Iterator[Problem]:
    for side, target in (("first", rel.arg1), ("second", rel.arg2)):
        if target not in ids:
            yield reporter.report(
                rel.id, "dangling", f"its {side} argument {shorten_id(target)} does not exist"
            )


def _check_references(
    annotation_set: AnnotationSet, ids: set[str], reporter: ProblemReporter
) -> Iterator[Problem]:
    for rel in annotation_set.relations:
        if rel.arg1 not in ids or rel.arg2 not in ids:  # every document that is read passes here
            yield from _report_arguments(rel, ids, reporter)
    for group in annotation_set.groups:
        for member in group.members:
            if member not in ids:
                yield reporter.report(
                    group.id, "dangling", f"its member {shorten_id(member)} does not exist"
                )
    if annotation_set.notes:
        all_ids = {annotation.id for annotation in annotation_set.annotations}
        for note in annotation_set.notes:
            if note.target and note.target not in all_ids:
                yield reporter.report(
                    note.target, "dangling", "a note is about it, but it does not exist"
                )
