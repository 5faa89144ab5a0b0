"""The roles of the sets of a corpus."""

from goldsmith.core import AnnotationSet, Document
from goldsmith.project.tables.roles import find_roles


def test_sets_of_another_schema_are_not_annotators() -> None:
    sets = {name: AnnotationSet(name, schema=name) for name in ("clef", "odie", "share-2014")}
    doc = Document("d", "text", sets=sets)
    assert find_roles([doc], schema="clef").annotator == ("clef",)
    assert len(find_roles([doc], schema="mayo-disorder").annotator) == 3
