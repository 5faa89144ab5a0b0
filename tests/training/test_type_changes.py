"""Types of gold annotations are renamed, merged and dropped before training."""

import pytest
from tests.builders import build_mention

from goldsmith.core import AnnotationSet, Document, Group, Note, Relation
from goldsmith.core.schema_file import load_builtin_schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.pipeline import TypeChanges, parse_config
from goldsmith.training import change_documents, change_examples, change_schema, make_examples

GOLD = AnnotationSet(
    "gold",
    (
        build_mention("a", (0, 5), kind="Sign"),
        build_mention("b", (6, 9), kind="Disease"),
        build_mention("c", (10, 15), kind="Site"),
    ),
    (Relation("r", "at", "a", "c"), Relation("s", "causes", "b", "a")),
    (Group("g", "same", ("a", "c")), Group("h", "same", ("c",))),
    (Note("first", "c"), Note("second", "s"), Note("third")),
    schema="clef",
)
DOC = Document("d", "Fever and chest", sets={"gold": GOLD})


def test_types_are_merged_and_dropped_with_dependent_annotations() -> None:
    changes = TypeChanges(
        {"Sign": "Problem", "Disease": "Problem", "causes": "leads_to"}, ("Site",)
    )
    [example] = change_examples(make_examples([DOC]), changes)
    assert [(m.id, m.type) for m in example.gold.mentions] == [("a", "Problem"), ("b", "Problem")]
    assert example.gold.relations == (Relation("s", "leads_to", "b", "a"),)
    assert example.gold.groups == (Group("g", "same", ("a",)),)
    assert [note.text for note in example.gold.notes] == ["second", "third"]
    assert example.gold.schema == ""
    assert change_documents([DOC], changes)[0].sets["gold"] == example.gold


def test_nothing_changes_without_changes() -> None:
    assert change_documents([DOC], TypeChanges()) == [DOC]


def test_unknown_type_is_an_error_that_lists_the_known_ones() -> None:
    changes = TypeChanges(drop=("Sings",))
    expected = "annotation type called 'Sings'; expected one of Disease, Sign, Site, at.*mean Sign"
    with pytest.raises(UnknownName, match=expected):
        change_examples(make_examples([DOC]), changes)
    with pytest.raises(UnknownName):
        change_documents([DOC], changes)
    assert change_documents([DOC], changes, check=False)[0].sets["gold"].mentions == GOLD.mentions


def test_schema_changes_with_the_types() -> None:
    schema = load_builtin_schema("clef")
    changes = TypeChanges({"Condition": "Finding", "Result": "Finding"}, ("Locus", "has_target"))
    changed = change_schema(schema, changes)
    names = [entry.name for entry in changed.mention]
    assert changed.name == "" and names.count("Finding") == 1
    assert not {"Condition", "Result", "Locus"} & set(names)
    for rel in changed.relation:
        arguments = {*rel.first, *rel.second}
        assert arguments and not arguments & {"Condition", "Result", "Locus"}
    before, after = (entry.get_relation_type("has_finding") for entry in (schema, changed))
    assert before and after and "Finding" in after.second and "Condition" in before.second
    assert changed.get_relation_type("has_target") is None
    assert change_schema(schema, TypeChanges()) is schema


STEP = '\n[[component]]\nuse = "entities"\n'


def test_changes_are_read_and_checked() -> None:
    text = '[types]\nrename = { Sign = "Problem" }\ndrop = ["Site"]\n' + STEP
    assert parse_config(text, where="p").types == TypeChanges({"Sign": "Problem"}, ("Site",))
    for bad, what in (
        ('[types]\nrename = { Sign = "x" }\ndrop = ["Sign"]', "Sign is both renamed and dropped"),
        ('[types]\nkeep = ["Sign"]', "unknown field `keep`"),
        ("[types]\nrename = { Sign = 3 }", "Expected `str`, got `int`"),
    ):
        with pytest.raises(InputError, match=f"^p: .*{what}"):
            parse_config(bad + STEP, where="p")
