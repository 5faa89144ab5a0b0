"""The function of `goldsmith` that prints the tables of the papers."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from goldsmith.core import Document, Schema
from goldsmith.errors import InputError, quote_id
from goldsmith.project.corpus.inputs import Documents, open_documents, resolve_schema
from goldsmith.project.tables.build import build_tables
from goldsmith.project.tables.facts import read_facts
from goldsmith.project.tables.forms import load_forms
from goldsmith.project.tables.model import PaperTables
from goldsmith.project.tables.roles import find_roles
from goldsmith.project.tables.view import CorpusView, Facts, Where


def tables(
    docs: Documents | Mapping[str, Documents],
    paper: str,
    numbers: Sequence[str | int] = (),
    *,
    sets: Sequence[str] = (),
    gold: Sequence[str] = (),
    consensus: Sequence[str] = (),
    systems: Sequence[str] = (),
    datasets: Sequence[Where] = (),
    where: Where | None = None,
    fields: Mapping[str, str] | None = None,
    facts: Facts | str | os.PathLike[str] | None = None,
    schema: Schema | str | None = None,
    fmt: str | None = None,
) -> PaperTables:
    """Fill the tables of a paper, in their own form, for a corpus.

    Args:
        docs: A path in any format, "demo", or documents; several corpora by name.
        paper: The paper: "clef", "odie", "mayo", "i2b2" or "share".
        numbers: The tables; all tables of the paper by default.
        sets: The sets of the annotators; by default all sets without another role.
        gold: The gold standard; by default the set `gold` or `consensus`.
        consensus: Consensus sets that are compared with each other (Mayo).
        systems: The sets of systems.
        datasets: Metadata field -> values, for each dataset of the paper (ODIE has two).
        where: Metadata field -> values of the documents to use.
        fields: Field of the tables -> the metadata field that contains it, such as batch -> week.
        facts: Facts about sets and runs: set -> column -> text, or a CSV file.
        schema: The schema, by name, path or as an object; by default the schema of the paper.
        fmt: The format of the paths; detected by default.

    Raises:
        InputError: The corpus lacks the data for all of the tables.
        UnknownName: There is no such paper, table, set or metadata field.

    Example:
        result = goldsmith.tables("annotated", "clef", [9], sets=["D1", "D2"])
        print(result.tables[0].parts[0].rows[0].cells[0].text)
    """
    forms = load_forms(paper)
    view = open_view(
        docs,
        sets=sets,
        gold=gold,
        consensus=consensus,
        systems=systems,
        where=where,
        fields=fields,
        facts=facts,
        schema=resolve_schema(schema or forms.schema),
        fmt=fmt,
    )
    return build_tables(view, forms, [str(number) for number in numbers], datasets)


def open_view(
    docs: Documents | Mapping[str, Documents],
    *,
    sets: Sequence[str] = (),
    gold: Sequence[str] = (),
    consensus: Sequence[str] = (),
    systems: Sequence[str] = (),
    where: Where | None = None,
    fields: Mapping[str, str] | None = None,
    facts: Facts | str | os.PathLike[str] | None = None,
    schema: Schema | None = None,
    fmt: str | None = None,
    keep_places: bool = False,
    with_text: bool = True,
) -> CorpusView:
    """Open a corpus for the tables; the arguments are those of `tables`.

    Raises:
        InputError: Two corpora have a document of the same id, or no document meets the conditions.
        UnknownName: No document has a set or a metadata field.
    """
    documents, corpora = _read_corpora(docs, fmt)
    if isinstance(facts, str | os.PathLike):
        facts = read_facts(Path(facts))
    roles = find_roles(
        documents,
        annotators=sets,
        gold=gold,
        consensus=consensus,
        systems=systems,
        schema=schema.name if schema else "",
    )
    view = CorpusView(
        documents,
        roles,
        schema,
        corpora=corpora,
        fields=fields,
        facts=facts,
        keep_places=keep_places,
        with_text=with_text,
    )
    view.check_fields(fields or ())
    return view.restrict(where) if where else view


def _read_corpora(
    docs: Documents | Mapping[str, Documents], fmt: str | None
) -> tuple[list[Document], dict[str, str]]:
    """Read all documents; with several corpora, also return the corpus of each document."""
    if not isinstance(docs, Mapping):
        return list(open_documents(docs, fmt)), {}
    documents: list[Document] = []
    corpora: dict[str, str] = {}
    for name, source in docs.items():
        for doc in open_documents(source, fmt):
            if doc.id in corpora:
                raise InputError(
                    f"the document {quote_id(doc.id)} is in {corpora[doc.id]} and in {name}",
                    expected="different documents in each corpus",
                )
            corpora[doc.id] = name
            documents.append(doc)
    return documents, corpora
