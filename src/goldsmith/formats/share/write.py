"""Write ShARe pipe files in the form of 2014 and count what they cannot represent."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from goldsmith.core import AnnotationSet
from goldsmith.formats.share.lines import parse_codes

_NOT_IN_A_COLUMN = re.compile(r"[|\r\n]")


def count_losses(annotation_set: AnnotationSet) -> dict[str, int]:
    """Count what pipe files cannot represent, by name of the loss."""
    mentions = annotation_set.mentions
    codes = [replace(code, name="") for mention in mentions for code in mention.codes]
    columns = [*(mention.type for mention in mentions), *(code.code for code in codes)]
    counts = {
        "several-codes": sum(len(mention.codes) > 1 for mention in mentions),
        "code-systems": sum(parse_codes(code.code) != (code,) for code in codes),
        "names": sum(bool(_NOT_IN_A_COLUMN.search(column)) for column in columns),
    }
    return {name: count for name, count in counts.items() if count}


def format_lines(annotation_set: AnnotationSet, text_file: str) -> Iterator[str]:
    """Yield a line for each code of each mention; a mention without codes has one line."""
    for mention in annotation_set.mentions:
        offsets = [f"{offset}" for span in mention.spans for offset in (span.start, span.end)]
        for code in [code.code for code in mention.codes] or [""]:
            columns = [text_file, _format_column(mention.type), _format_column(code), *offsets]
            yield "||".join(columns) + "\n"


def _format_column(value: str) -> str:
    return _NOT_IN_A_COLUMN.sub("_", value)
