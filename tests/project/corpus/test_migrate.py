"""Migration to another schema: rules as data, losses announced in advance, the result validated."""

from pathlib import Path

import pytest

import goldsmith
from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Note,
    Provenance,
    Relation,
    Span,
)
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.corpus.migrate import MigrationResult, load_migration, migrate
from goldsmith.project.corpus.sources import Source

TEXT = "Mr Quigley: fever, aspirin, stent, left hip."
OLD = """
name = "old"
version = "1"
title = "Old"
[[mention]]
name = "Condition"
[mention.attributes.polarity]
values = ["positive", "negative"]
[mention.attributes.certainty]
values = ["sure", "maybe", "perhaps"]
[[mention]]
name = "Drug"
[[mention]]
name = "Device"
[[mention]]
name = "Side"
[[relation]]
name = "treats"
first = ["Drug", "Device"]
second = ["Condition"]
[[relation]]
name = "on_side"
first = ["Side"]
second = ["*"]
"""
NEW = """
name = "new"
version = "2"
title = "New"
[[mention]]
name = "Finding"
[mention.attributes.assertion]
values = ["sure", "possible"]
[mention.attributes.reviewed]
required = true
values = ["no", "yes"]
[[mention]]
name = "AbsentFinding"
[mention.attributes.assertion]
values = ["sure", "possible"]
[mention.attributes.reviewed]
values = ["no", "yes"]
[[mention]]
name = "Treatment"
[mention.attributes.kind]
values = ["drug", "device"]
[[relation]]
name = "treated_by"
first = ["Finding", "AbsentFinding"]
second = ["Treatment"]
"""
RULES = """
schema = "new.toml"
source = "old.toml"
[[mention]]
types = ["Condition"]
when = {polarity = "negative"}
to = "AbsentFinding"
absorb = ["polarity"]
[[mention]]
types = ["Condition"]
to = "Finding"
absorb = ["polarity"]
[[mention]]
types = ["Drug"]
to = "Treatment"
set = {kind = "drug"}
[[mention]]
types = ["Device"]
to = "Treatment"
set = {kind = "device"}
[[mention]]
types = ["Side"]
drop = true
[[relation]]
types = ["treats"]
to = "treated_by"
reverse = true
[[attribute]]
of = ["Condition"]
name = "certainty"
to = "assertion"
values = {maybe = "possible", perhaps = "possible"}
[[attribute]]
of = ["Condition"]
name = "reviewed"
default = "no"
"""
MENTIONS = (
    Mention("m1", "Condition", (Span(12, 17),), {"polarity": "negative", "certainty": "maybe"}),
    Mention("m2", "Condition", (Span(35, 43),), {"polarity": "positive"}, (Code("C1"),)),
    Mention("m3", "Drug", (Span(19, 26),)),
    Mention("m4", "Device", (Span(28, 33),)),
    Mention("m5", "Side", (Span(35, 39),)),
)
RELATIONS = (Relation("r1", "treats", "m3", "m1"), Relation("r2", "on_side", "m5", "m2"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "old.toml").write_text(OLD)
    (tmp_path / "new.toml").write_text(NEW)
    (tmp_path / "rules.toml").write_text(RULES)
    gold = AnnotationSet(
        "gold",
        MENTIONS,
        RELATIONS,
        (Group("g1", "on_side", ("m5", "m2")),),
        (Note("check", "m5"), Note("done")),
        schema="old",
        provenance=Provenance("human", "A1"),
    )
    untouched = AnnotationSet("time", (Mention("t1", "TIMEX", (Span(0, 2),)),), schema="times")
    docs = [Document(f"n{number}", TEXT, sets={"gold": gold, "time": untouched}) for number in "12"]
    goldsmith.write(docs, tmp_path / "corpus", "corpus")
    return tmp_path


def run(folder: Path, out: Path | None = None, **options: object) -> MigrationResult:
    migration = load_migration(folder / "rules.toml")
    return migrate(Source(str(folder / "corpus")), migration, out, **options)  # type: ignore[arg-type]


def rewrite(folder: Path, old: str, new: str) -> None:
    assert old in RULES
    (folder / "rules.toml").write_text(RULES.replace(old, new))


def test_migration_renames_merges_splits_and_adds(folder: Path) -> None:
    out = folder / "out"
    rewrite(folder, 'types = ["treats"]', 'types = ["on_side"]\ndrop = true\n[[relation]]\n'
            'types = ["treats"]')  # fmt: skip
    run(folder, out, allow_loss=["all"])
    doc = next(iter(goldsmith.read(out)))
    gold = doc.sets["gold"]
    assert [(mention.type, dict(mention.attributes)) for mention in gold.mentions] == [
        ("AbsentFinding", {"assertion": "possible", "reviewed": "no"}),
        ("Finding", {"reviewed": "no"}),
        ("Treatment", {"kind": "drug"}),
        ("Treatment", {"kind": "device"}),
    ]
    assert gold.mentions[1].codes == (Code("C1"),)
    assert [(rel.type, rel.arg1, rel.arg2) for rel in gold.relations] == [
        ("treated_by", "m1", "m3")
    ]
    assert gold.groups == () and [note.text for note in gold.notes] == ["done"]
    assert gold.schema == "new" and gold.provenance.agent == "A1"
    assert "schema migrate" in gold.provenance.tool
    assert doc.sets["time"].mentions[0].type == "TIMEX"
    assert list(goldsmith.validate(out, schema=str(folder / "new.toml"), sets=["gold"])) == []


def test_dry_run_reports_counts_and_places_without_text(folder: Path) -> None:
    result = run(folder)
    assert result.out == "" and result.documents == 2 and result.sets == ("gold",)
    counts = {entry.name: entry.count for entry in result.rules}
    assert counts == {
        "mention 1": 2, "mention 2": 2, "mention 3": 2, "mention 4": 2, "mention 5": 2,
        "relation 1": 2, "attribute 1": 2, "attribute 2": 4,
    }  # fmt: skip
    assert str(result.rules[0].places[0]) == "n1 [gold] m1 12–17"
    losses = {entry.name: entry.count for entry in result.losses}
    assert losses == {"mentions": 2, "arguments": 2, "members": 2, "notes": 2}
    assert "fever" not in repr(result) and "Quigley" not in repr(result)
    assert [entry.name for entry in result.problems]  # on_side is not in the new schema


def test_loss_must_be_allowed(folder: Path) -> None:
    out = folder / "out"
    with pytest.raises(InputError, match=r"would lose: mentions \(2\), arguments \(2\)"):
        run(folder, out)
    with pytest.raises(InputError, match=r"would lose: arguments \(2\), members \(2\), notes"):
        run(folder, out, allow_loss=["mentions"])
    assert not out.exists()


def test_result_must_follow_the_new_schema(folder: Path) -> None:
    out = folder / "out"
    with pytest.raises(InputError, match="breaks the schema new") as error:
        run(folder, out, allow_loss=["all"])
    assert "on_side" in str(error.value) and "n1 [gold] g1" in str(error.value)
    assert not out.exists()


def test_value_can_be_dropped_as_a_loss(folder: Path) -> None:
    rewrite(folder, 'maybe = "possible"', 'maybe = ""')
    result = run(folder)
    assert {entry.name: entry.count for entry in result.losses}["values"] == 2


def test_all_errors_of_the_rules_are_reported_at_once(folder: Path) -> None:
    (folder / "rules.toml").write_text(
        'schema = "new.toml"\nsource = "old.toml"\n'
        '[[mention]]\ntypes = ["Condition"]\nto = "Findin"\n'
        '[[mention]]\ntypes = ["Condition"]\nto = "Finding"\nset = {reviewed = "maybe"}\n'
        '[[mention]]\ntypes = ["Drugs"]\ndrop = true\nto = "Treatment"\nreverse = true\n'
        '[[attribute]]\nof = ["Condition"]\nname = "polarty"\n'
    )
    with pytest.raises(InputError) as error:
        load_migration(folder / "rules.toml")
    for part in (
        "mention rule 1, to: 'Findin' does not exist; did you mean Finding?",
        "mention rule 2: rule 1 covers every Condition; put this rule before it",
        "mention rule 2, set, reviewed: 'maybe' does not exist; known: no, yes",
        "mention rule 3: it drops annotations and changes them",
        "mention rule 3: mentions have no arguments to reverse",
        "mention rule 3, types: 'Drugs' does not exist; did you mean Drug?",
        "attribute rule 1: it changes nothing",
        "attribute rule 1, name, Condition: 'polarty' does not exist; did you mean polarity?",
    ):
        assert part in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("schema = ", "this is not TOML"),
        ('title = "x"', "'schema' is missing"),
        ('schema = "clef"\nmentions = []', "unknown key 'mentions'; did you mean mention?"),
        ('schema = "clef"\n[mention]\ntypes = []', "double brackets"),
        ('schema = "clef"\n[[mention]]\ntypes = "Drug"\ndrop = true', "mention rule 1, types"),
        ('schema = "clef"', "there are no rules"),
    ],
)
def test_malformed_rules_are_refused(folder: Path, text: str, message: str) -> None:
    (folder / "rules.toml").write_text(text)
    with pytest.raises(InputError, match=message):
        load_migration(folder / "rules.toml")


def test_unknown_set_and_missing_set_of_the_schema_are_refused(folder: Path) -> None:
    with pytest.raises(UnknownName, match="gold, time"):
        run(folder, sets=["consensus"])
    rewrite(folder, 'source = "old.toml"', 'source = "clef"')
    (folder / "rules.toml").write_text(
        'schema = "clef"\nsource = "clef"\n[[mention]]\ntypes = ["Result"]\ndrop = true\n'
    )
    with pytest.raises(InputError, match="no annotation set names the schema clef"):
        run(folder)
