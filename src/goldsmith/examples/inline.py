r"""Inline notation: a text with tags around its mentions, parsed into a document.

    Denies <Condition status=negated>chest pain</Condition>.

    <Condition #c1 has_location=#l1>melanoma</> in his
    <Laterality laterality_modifies=#l1>right</> <Locus #l1>groin</>

    <Condition #n1>motor</> and <Condition>sensory <+n1>neuropathy</></>

| notation                               | meaning                                             |
| -------------------------------------- | --------------------------------------------------- |
| `<Type>words</Type>` or `</>`          | a mention; tags nest, `</>` closes the last tag     |
| `#c1`                                  | its id; without one it gets `m1`, `m2`, …           |
| `has_location=#l1`, `co_refers=#a,#b`  | relations from it to the mentions with these ids    |
| `^has_finding=#ct`                     | relations in reverse: from those mentions to it     |
| `CTLink[type=before, task=A]=#t`       | a relation with attributes                          |
| `status=negated`, `value="3 weeks"`    | attributes                                          |
| `code=UMLS:C0006142`, `code=CUI-less`  | codes; repeat `code=` for a second one              |
| `<+c1>words</>`                        | a further fragment of the earlier mention c1        |
| `<@plan>Plan:</>`                      | a heading; its section runs to the next heading     |
| `&lt;` `&gt;` `&amp;`                  | <, > and &; any other & is literal                  |
| a backslash at the end of a line       | joins the next line without a line break            |
| TOML between two `+++` lines, on top   | metadata: patient, type, subtype, date, …           |

The notation has no groups and no notes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

import msgspec

from goldsmith.core import AnnotationSet, Document, Metadata
from goldsmith.core.decoding import BAD_TOML
from goldsmith.errors import InputError
from goldsmith.examples.inline_reader import InlineReader

_FENCE = "+++\n"


def parse(
    source: str, *, set_name: str = "gold", doc_id: str = "inline", schema: str = ""
) -> Document:
    """Parse an annotated text into a document with one annotation set.

    Args:
        source: The text in inline notation.
        set_name: The name of the annotation set.
        doc_id: The id of the document, which also locates errors.
        schema: The name of the schema to record in the set.

    Raises:
        InputError: The notation is wrong; the message names the line and never quotes the text.

    Example:
        >>> doc = parse("Denies <Condition status=negated>chest pain</>.")
        >>> doc.text, doc.sets["gold"].mentions[0].attributes
        ('Denies chest pain.', {'status': 'negated'})
    """
    try:
        metadata, start = _parse_header(source)
        reader = InlineReader(source)
        reader.read(start)
        mentions = reader.build_mentions()
        annotation_set = AnnotationSet(
            set_name, mentions=mentions, relations=reader.build_relations(mentions), schema=schema
        )
    except InputError as error:
        raise error.at(doc_id) from None
    sections = tuple(reader.build_sections())
    return Document(doc_id, reader.text, metadata, sections, {set_name: annotation_set})


def _parse_header(source: str) -> tuple[Metadata, int]:
    """Return the metadata at the top of the source, and the offset at which the text begins."""
    if not source.startswith(_FENCE):
        return Metadata(), 0
    end = source.find("\n" + _FENCE, len(_FENCE) - 1)
    if end < 0:
        raise InputError("the header has no end", line=1, expected="a second line of +++")
    try:
        table = tomllib.loads(source[len(_FENCE) : end + 1])
        metadata = msgspec.convert(table, Metadata)
    except msgspec.ValidationError as error:
        raise InputError(f"the header is wrong: {error}", line=1) from None
    except BAD_TOML:
        raise InputError("the header is not TOML", line=1, expected='name = "value"') from None
    _check_names(table)
    return metadata, end + 1 + len(_FENCE)


def _check_names(table: Mapping[str, object]) -> None:
    fields = Metadata.__struct_fields__
    if unknown := [key for key in table if key not in fields]:
        raise InputError(
            f"the header has unknown names: {', '.join(unknown)}",
            line=1,
            expected="some of " + ", ".join(fields),
            remedy="Put any other field under [extra]",
        )
