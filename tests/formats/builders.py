"""Build corpora and summarise documents in the tests of formats."""

from collections.abc import Mapping
from pathlib import Path

from goldsmith.core import Document, Mention


def make_folder(path: Path, files: Mapping[str, str]) -> Path:
    """Write files into a folder and return the folder."""
    for name, content in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content.encode("utf-8"))
    return path


def map_mentions(doc: Document) -> dict[str, Mention]:
    """Map the text of each gold mention to the mention."""
    return {doc.get_covered_text(mention): mention for mention in doc.sets["gold"].mentions}


def list_mentions(doc: Document) -> list[tuple[str, str]]:
    """Return the type and text of each gold mention."""
    return [(mention.type, doc.get_covered_text(mention)) for mention in doc.sets["gold"].mentions]


def list_groups(doc: Document) -> list[list[str]]:
    """Return the texts of the members of each gold group."""
    mentions = doc.sets["gold"].mentions_by_id()
    return [
        [doc.get_covered_text(mentions[member]) for member in group.members]
        for group in doc.sets["gold"].groups
    ]


def check_report(report: Document, plain: Document) -> None:
    """Check the two documents of the golden files of our own formats."""
    metadata = report.metadata
    assert (report.id, metadata.patient, metadata.date) == ("reports/h1", "P7", "2014-03-02")
    tender = report.sets["gold"].mentions[-1]
    assert report.get_covered_text(tender) == "Tender arms" and tender.is_discontiguous
    assert [mention.type for mention in report.sets["ann"].mentions] == ["Condition"]
    assert plain.text == "Tumor ≥ 2 cm 😀\r\n"
