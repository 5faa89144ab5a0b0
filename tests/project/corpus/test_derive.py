"""Deriving a set in one schema from a set in another (CLEF section 7)."""

from pathlib import Path

import pytest
from tests.builders import parse_sentence

from goldsmith.core import load_builtin_schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.formats import read, write
from goldsmith.project.corpus.derive import derive
from goldsmith.project.corpus.sources import Source
from goldsmith.project.corpus.validate import find_problems

TEMPORAL = load_builtin_schema("clef-temporal")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    doc, _ = parse_sentence(
        "A <a:Investigation>CT scan</> of the <b:Locus>chest</> showed <c:Condition>metastases</>; "
        "we advised <d:Intervention>radiotherapy</> and <e:Drug-or-device>codeine</>."
    )
    write([doc], tmp_path / "corpus", "corpus")
    return tmp_path / "corpus"


def test_events_are_derived_from_entities(corpus: Path, tmp_path: Path) -> None:
    derived = derive(Source(str(corpus)), TEMPORAL, tmp_path / "out", set_name="gold")
    assert derived.mentions == {"Investigation": 1, "Intervention": 1, "Condition": 1}
    [doc] = read(tmp_path / "out", "corpus")
    events = doc.sets["clef-temporal"].mentions
    assert [(event.id, event.type, event.attributes["class"]) for event in events] == [
        ("a", "TLC", "investigation"),
        ("c", "TLC", "condition"),
        ("d", "TLC", "intervention"),
    ]
    assert len(doc.sets["gold"].mentions) == 5
    assert list(find_problems([doc], sets=["clef-temporal"])) == []


def test_unknown_set_is_an_error_and_nothing_is_written(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no annotation set called 'gould'"):
        derive(Source(str(corpus)), TEMPORAL, tmp_path / "out", set_name="gould")
    assert not (tmp_path / "out").exists()


def test_existing_set_is_not_replaced(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is already a set gold"):
        derive(Source(str(corpus)), TEMPORAL, tmp_path / "o", set_name="gold", new_name="gold")


def test_schema_without_derivations_is_an_error(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be derived.*\[\[derive\]\]"):
        derive(Source(str(corpus)), load_builtin_schema("clef"), tmp_path / "o", set_name="gold")
