"""Identifiers are replaced in every string field of a document, not only in its text."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import msgspec.inspect as inspection
import pytest

from goldsmith.core import AnnotationSet, Code, Document, Mention, Metadata, Note, Relation, Span
from goldsmith.core.annotation_set import Provenance
from goldsmith.privacy import Options, Outcome, Pseudonymiser
from goldsmith.privacy.people import parse_person
from goldsmith.privacy.records import Record

IDENTIFIER = "Mrs Ivy Tarrow, 14/03/2012"
TEXT = f"{IDENTIFIER}: cough."
DATE = "14/03/2012"
RECORD = Record("K4471", (parse_person("Ivy Tarrow", "f"),), numbers=("4471882",))


def fill(kind: inspection.Type, name: str, *, spans: tuple[Span, ...]) -> Any:
    """Build a value of a type with the identifier in every string."""
    if isinstance(kind, inspection.StrType):
        return {"text": TEXT, "date": DATE}.get(name, IDENTIFIER)
    if isinstance(kind, inspection.StructType):
        if kind.cls is Span:
            return Span(0, len(TEXT))
        return kind.cls(
            **{field.name: fill(field.type, field.name, spans=spans) for field in kind.fields}
        )
    if isinstance(kind, inspection.DictType):
        return {IDENTIFIER: fill(kind.value_type, "", spans=spans)}
    if isinstance(kind, inspection.VarTupleType):
        return spans if name == "spans" else (fill(kind.item_type, name, spans=spans),)
    raise TypeError(f"write down how to fill {name}: {kind}")


def list_strings(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every string of a document with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from list_strings(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield f"{path} key", key
            yield from list_strings(item, f"{path}[]")
    elif isinstance(value, tuple | list):
        for item in value:
            yield from list_strings(item, f"{path}[]")


def pseudonymise(doc: Document, options: Options | None = None) -> Outcome:
    pseudonymiser = Pseudonymiser(b"k" * 16, {"K4471": RECORD}, options=options or Options())
    pseudonymiser.survey(doc)
    pseudonymiser.check_dates()
    return pseudonymiser.apply(doc)


@pytest.mark.parametrize("spans", [(Span(0, len(TEXT)),), ()], ids=["spans", "no spans"])
def test_identifier_is_replaced_in_every_string_field(spans: tuple[Span, ...]) -> None:
    doc = fill(inspection.type_info(Document), "", spans=spans)
    before = dict(list_strings(doc))
    assert len(before) > 40 and all(
        "Tarrow" in text or path == ".metadata.date" for path, text in before.items()
    )
    after = dict(list_strings(pseudonymise(doc).document))
    assert before.keys() == after.keys()
    leaks = [
        path
        for path, text in after.items()
        if any(word in text for word in ("Ivy", "Tarrow", "TARROW", DATE))
    ]
    assert not leaks


def make_document(**metadata: Any) -> Document:
    gold = AnnotationSet(
        "gold",
        (
            Mention("T1", "Condition", (Span(15, 20),), {"status": "Negated", "value": "2012-03"},
                    (Code("22298006", "SNOMED", "Crohn's disease"),)),
            Mention("T2", "Person", (Span(4, 10),), {"who": "Tarrow"}),
        ),
        (Relation("R1", "has_target", "T1", "T2"),),
        notes=(Note("ask Mrs Tarrow on 14 March 2012", "T1"),),
        schema="clef",
        provenance=Provenance("human", "annotator-1", "2024-05-01T10:00:00Z", "Goldsmith 1.0"),
    )  # fmt: skip
    text = "Mrs Tarrow has cough."
    values = {"patient": "K4471", "date": "2012-05-24", "type": "letter", **metadata}
    return Document("note-1", text, Metadata(**values), sets={"gold": gold})


def test_labels_without_identifiers_are_unchanged() -> None:
    doc = make_document(diagnosis="Crohn's disease", subtype="Letter to GP")
    new = pseudonymise(doc).document
    old_set, new_set = doc.sets["gold"], new.sets["gold"]
    assert new.id == "note-1" and new_set.name == "gold" and new_set.schema == "clef"
    assert new_set.provenance == old_set.provenance
    assert new_set.mentions[0].codes == old_set.mentions[0].codes
    assert new_set.mentions[0].attributes["status"] == "Negated"
    assert new_set.relations == old_set.relations
    assert (new.metadata.type, new.metadata.subtype) == ("letter", "Letter to GP")
    assert new.metadata.diagnosis == "Crohn's disease"


def test_attributes_and_notes_have_the_same_surrogate_as_the_text() -> None:
    new = pseudonymise(make_document()).document
    name = new.text.split()[1]
    assert new.sets["gold"].mentions[1].attributes["who"] == name
    assert new.sets["gold"].notes[0].text.startswith(f"ask Mrs {name} on ")


def test_set_name_with_an_identifier_is_the_same_in_all_documents() -> None:
    docs = [
        Document(f"d{n}", "Cough.", Metadata(patient=f"P{n}"),
                 sets={"gold_Tarrow": AnnotationSet("gold_Tarrow")})
        for n in (1, 2)
    ]  # fmt: skip
    pseudonymiser = Pseudonymiser(b"k" * 16, {"K4471": RECORD})
    for doc in docs:
        pseudonymiser.survey(doc)
    names = [list(pseudonymiser.apply(doc).document.sets) for doc in docs]
    assert names[0] == names[1] and "Tarrow" not in names[0][0]


def test_references_follow_renamed_ids() -> None:
    gold = AnnotationSet(
        "gold",
        (Mention("tarrow-1", "Condition", (Span(0, 5),)), Mention("m2", "Drug", (Span(0, 5),))),
        (Relation("r", "has_target", "tarrow-1", "m2"),),
        notes=(Note("unsure", "tarrow-1"),),
    )
    doc = Document("d", "Cough.", Metadata(patient="K4471"), sets={"gold": gold})
    new = pseudonymise(doc).document.sets["gold"]
    mention = new.mentions[0].id
    assert "tarrow" not in mention
    assert new.relations[0].arg1 == mention == new.notes[0].target
    assert new.relations[0].arg2 == "m2"


@pytest.mark.parametrize(
    "name",
    [
        "Tarrow_Ivy_letter",
        "IvyTarrow",
        "letter-14-03-2012",
        "scan_20120314",
        "x-4471-882",
        "K4471a",
    ],
)
def test_document_ids_with_identifiers_are_replaced(name: str) -> None:
    doc = Document(name, "Cough.", Metadata(patient="K4471"))
    assert pseudonymise(doc).document.id.startswith("P-")
    assert pseudonymise(doc, Options(keep_ids=True)).document.id == name


def test_file_names_in_the_metadata_are_replaced() -> None:
    doc = make_document(extra={"file": "notes/Tarrow_Ivy.txt", "mrn": "4471882"})
    extra = pseudonymise(doc).document.metadata.extra
    assert "Tarrow" not in extra["file"] and "mrn" not in extra
