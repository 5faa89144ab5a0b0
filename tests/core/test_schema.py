"""The loader reports all problems at once; built-in schemas match the tables of their papers."""

import re
from pathlib import Path

import pytest

from goldsmith import schemas
from goldsmith.core import (
    AttributeType,
    MentionType,
    RelationType,
    Schema,
    load_builtin_schema,
    parse_schema,
)
from goldsmith.core.schema import Derivation, Rule
from goldsmith.errors import SchemaError, UnknownName

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "schemas"

SOUND = """
name = "mine"
version = "1"
title = "Mine"

[semantic_types]
T047 = "Disease or Syndrome"

[[mention]]
name = "Finding"
semantic_types = ["T047"]

[mention.attributes.certainty]
values = ["sure", "unsure"]
default = "sure"

[[relation]]
name = "same"
first = ["Finding"]
second = ["*"]
identity = true
symmetric = true
"""


def find_problems(text: str) -> tuple[str, ...]:
    with pytest.raises(SchemaError) as caught:
        parse_schema(text, where="mine.toml")
    assert all(problem in str(caught.value) for problem in caught.value.problems)
    assert str(caught.value).startswith("mine.toml: ")
    return caught.value.problems


def list_types(schema: Schema) -> list[MentionType | RelationType]:
    return [*schema.mention, *schema.relation]


def get_mention(schema: Schema, name: str) -> MentionType:
    kind = schema.get_mention_type(name)
    assert kind is not None
    return kind


def get_relation(schema: Schema, name: str) -> RelationType:
    kind = schema.get_relation_type(name)
    assert kind is not None
    return kind


# The loader


def test_valid_schema_is_read() -> None:
    schema = parse_schema(SOUND, where="mine.toml")
    assert (schema.name, schema.version, schema.title) == ("mine", "1", "Mine")
    assert get_mention(schema, "Finding").attributes["certainty"].default == "sure"
    assert get_relation(schema, "same").second == ("*",)
    assert schema.get_mention_type("finding") is None
    assert schema.get_relation_type("Same") is None


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('title = "Mine"', "", "the schema: 'title' is missing"),
        ('name = "mine"', 'name = "my schema"', "schema 'my schema': a name begins with"),
        ('version = "1"', "version = 1", "the schema, version: Expected `str`, got `int`"),
        ('title = "Mine"', 'titel = "Mine"', "unknown key 'titel'; did you mean title?"),
        ("[[mention]]", "[mention]", "mention: expected [[mention]] in double brackets"),
        ('name = "Finding"', 'label = "Finding"', "mention 1: 'name' is missing"),
        ('name = "Finding"', 'name = "1st"', "mention '1st': a name begins with a letter"),
        ('["T047"]', '["T048"]', "mention Finding: semantic type T048 is not listed under"),
        ("T047 =", "D047 =", "semantic_types: 'D047' is not a UMLS type identifier like T047"),
        ('["T047"]', '"T047"', "(Finding), semantic_types: Expected `array`, got `str`"),
        ("values =", "value =", "attribute certainty: unknown key 'value'; did you mean values?"),
        ("values =", "qqq =", "unknown key 'qqq'; known: values, required, default"),
        ('"unsure"]', '"sure"]', "attribute certainty: the value 'sure' is listed 2 times"),
        ('default = "sure"', 'default = "perhaps"', "the default 'perhaps' is not one of"),
        ('default = "sure"', 'default = "sure"\nrequired = true', "required and has a default"),
        (
            'default = "sure"',
            'implies = {maybe = {status = "x"}}',
            "implies mentions 'maybe', which is not one of its values",
        ),
        (
            'default = "sure"',
            'implies = {sure = {status = "x"}}',
            "implies sets 'status', which is not an attribute here",
        ),
        (
            'default = "sure"',
            'meanings = {certain = "yes"}',
            "meanings mentions 'certain', which is not one of its values",
        ),
        (
            'default = "sure"',
            'semantic_types = {sure = ["T999"]}',
            "attribute certainty: semantic type T999 is not listed under [semantic_types]",
        ),
        ('first = ["Finding"]', 'first = ["Findin"]', "did you mean Finding?"),
        ('first = ["Finding"]', 'first = ["Finding", "X"]', "first argument 'X' is not a mention"),
        ('second = ["*"]', "second = []", "relation same: second lists no mention types"),
        ('second = ["*"]', "", "relation 1 (same): 'second' is missing"),
        ("identity = true", 'identity_when = {a = "b"}', "identity_when is set but identity is"),
        (
            "symmetric = true",
            'identity_when = {kind = "same"}',
            "relation same, identity_when: 'kind' is not an attribute here",
        ),
        (
            "symmetric = true",
            'identity_when = {kind = "same"}\nattributes = {kind = {values = ["other"]}}',
            "relation same, identity_when: 'same' is not a value of kind",
        ),
        ("symmetric = true", "attributes = {kind = 3}", "attribute kind: expected a table"),
        ("symmetric = true", "attributes = {3 = {}}", "attribute 3: a name begins with a letter"),
    ],
)
def test_each_mistake_is_reported(old: str, new: str, problem: str) -> None:
    assert SOUND.count(old) >= 1
    reported = find_problems(SOUND.replace(old, new, 1))
    assert any(problem in message for message in reported), reported


def test_all_problems_are_reported_at_once() -> None:
    text = SOUND.replace('["Finding"]', '["Findings"]').replace("symmetric", "symetric")
    text = text.replace('default = "sure"', 'default = "certain"').replace("values", "vales")
    text += '[[mention]]\nname = "Finding"\ncodes = "optional"\n'
    reported = find_problems(text)
    expected = (
        "unknown key 'vales'",
        "unknown key 'symetric'",
        "mention Finding: defined 2 times",
        "first argument 'Findings' is not a mention type",
    )
    for problem in expected:
        assert any(problem in message for message in reported), (problem, reported)


def test_misnamed_table_is_reported_once() -> None:
    reported = find_problems(
        SOUND.replace("[[mention]]", "[[mentoin]]").replace("[mention.", "[mentoin.")
    )
    assert reported == ("the schema: unknown key 'mentoin'; did you mean mention?",)


def test_all_fields_of_the_wrong_type_are_reported() -> None:
    text = SOUND.replace('version = "1"', "version = 1").replace('title = "Mine"', "title = []")
    assert len(find_problems(text)) == 2


def test_schema_without_mention_types_is_refused() -> None:
    [problem] = find_problems('name = "a"\nversion = "1"\ntitle = "A"\n')
    assert problem == "the schema: no mention types; expected at least one [[mention]]"


def test_invalid_toml_is_reported_with_its_line() -> None:
    [problem] = find_problems('name = "mine"\nversion = \n')
    assert problem.startswith("not TOML: ") and "line 2" in problem


def test_unknown_name_lists_the_names() -> None:
    with pytest.raises(UnknownName, match=r"clef, clef-temporal.*Did you mean clef\?"):
        load_builtin_schema("cleff")


# The built-in schemas, against the tables of the papers


def test_six_schemas_are_built_in() -> None:
    assert schemas.names() == (
        "clef",
        "clef-temporal",
        "i2b2-2011",
        "mayo-disorder",
        "odie",
        "share-2014",
    )


@pytest.mark.parametrize("name", schemas.names())
def test_built_in_schema_names_itself_and_its_paper(name: str) -> None:
    schema = load_builtin_schema(name)
    assert schema.name == name
    assert re.search(r"et al\. \d{4}|Chute 2008", schema.source)
    assert schema.description
    for entry in list_types(schema):
        assert entry.description and entry.examples
        for attribute in entry.attributes.values():
            assert attribute.description
    assert {tui for kind in schema.mention for tui in kind.semantic_types} == {
        *schema.semantic_types
    }


#: The names in the UMLS semantic network of every type that the schemas use.
UMLS = {
    "T017": "Anatomical Structure",
    "T018": "Embryonic Structure",
    "T019": "Congenital Abnormality",
    "T020": "Acquired Abnormality",
    "T021": "Fully Formed Anatomical Structure",
    "T022": "Body System",
    "T023": "Body Part, Organ, or Organ Component",
    "T024": "Tissue",
    "T025": "Cell",
    "T026": "Cell Component",
    "T029": "Body Location or Region",
    "T030": "Body Space or Junction",
    "T031": "Body Substance",
    "T033": "Finding",
    "T034": "Laboratory or Test Result",
    "T037": "Injury or Poisoning",
    "T038": "Biologic Function",
    "T039": "Physiologic Function",
    "T040": "Organism Function",
    "T041": "Mental Process",
    "T042": "Organ or Tissue Function",
    "T043": "Cell Function",
    "T046": "Pathologic Function",
    "T047": "Disease or Syndrome",
    "T048": "Mental or Behavioral Dysfunction",
    "T049": "Cell or Molecular Dysfunction",
    "T050": "Experimental Model of Disease",
    "T058": "Health Care Activity",
    "T059": "Laboratory Procedure",
    "T060": "Diagnostic Procedure",
    "T061": "Therapeutic or Preventive Procedure",
    "T062": "Research Activity",
    "T063": "Molecular Biology Research Technique",
    "T065": "Educational Activity",
    "T074": "Medical Device",
    "T080": "Qualitative Concept",
    "T081": "Quantitative Concept",
    "T121": "Pharmacologic Substance",
    "T122": "Biomedical or Dental Material",
    "T127": "Vitamin",
    "T130": "Indicator, Reagent, or Diagnostic Aid",
    "T184": "Sign or Symptom",
    "T190": "Anatomical Abnormality",
    "T191": "Neoplastic Process",
    "T195": "Antibiotic",
    "T200": "Clinical Drug",
    "T201": "Clinical Attribute",
    "T203": "Drug Delivery Device",
}


@pytest.mark.parametrize("name", schemas.names())
def test_semantic_types_have_their_umls_names(name: str) -> None:
    for tui, type_name in load_builtin_schema(name).semantic_types.items():
        assert type_name.casefold() == UMLS[tui].casefold()


def test_clef_table_2_entities_and_signals() -> None:
    clef = load_builtin_schema("clef")
    kinds = {kind.name: kind.kind for kind in clef.mention}
    assert kinds == {
        "Condition": "entity",
        "Intervention": "entity",
        "Investigation": "entity",
        "Result": "entity",
        "Drug-or-device": "entity",
        "Locus": "entity",
        "Negation": "signal",
        "Laterality": "signal",
        "Sub-location": "signal",
    }
    assert get_mention(clef, "Drug-or-device").label == "Drug or device"
    assert {kind.codes for kind in clef.mention if kind.kind == "signal"} == {"none"}
    assert {kind.codes for kind in clef.mention if kind.kind == "entity"} == {"optional"}
    assert not any(entry.attributes for entry in list_types(clef))


def test_clef_table_3_argument_types() -> None:
    arguments = {rel.name: (rel.first, rel.second) for rel in load_builtin_schema("clef").relation}
    assert arguments == {
        "has_target": (("Investigation", "Intervention"), ("Locus",)),
        "has_finding": (("Investigation",), ("Condition", "Result")),
        "has_indication": (("Drug-or-device", "Investigation", "Intervention"), ("Condition",)),
        "has_location": (("Condition",), ("Locus",)),
        "negation_modifies": (("Negation",), ("Condition",)),
        "laterality_modifies": (("Laterality",), ("Locus", "Intervention")),
        "sub_location_modifies": (("Sub-location",), ("Locus",)),
        "co_refers": (("*",), ("*",)),
    }


def test_clef_labels_match_table_12() -> None:
    labels = {rel.name: rel.label for rel in load_builtin_schema("clef").relation if rel.label}
    assert labels == {
        "negation_modifies": "Modifies (Negation)",
        "laterality_modifies": "Modifies (Laterality)",
        "sub_location_modifies": "Modifies (Sub-location)",
        "co_refers": "Co-refers",
    }


def test_clef_has_one_symmetric_relation_and_it_forms_chains() -> None:
    clef = load_builtin_schema("clef")
    assert [kind.name for kind in clef.relation if kind.identity] == ["co_refers"]
    assert [kind.name for kind in clef.relation if kind.symmetric] == ["co_refers"]


def test_clef_semantic_types_are_our_own_choice_and_belong_to_one_entity_type_each() -> None:
    clef = load_builtin_schema("clef")
    tuis = [tui for kind in clef.mention for tui in kind.semantic_types]
    assert len(tuis) == len(set(tuis))
    assert all(bool(kind.semantic_types) == (kind.kind == "entity") for kind in clef.mention)
    assert "Goldsmith's own" in clef.description


def test_clef_temporal_events_and_times() -> None:
    schema = load_builtin_schema("clef-temporal")
    assert [kind.name for kind in schema.mention] == ["TLC", "TIMEX3"]
    tlc, timex = schema.mention
    assert tlc.attributes["class"].values == ("investigation", "intervention", "condition")
    assert tlc.attributes["class"].required
    assert tlc.attributes["hypothetical"].values == ("true", "false")
    assert tlc.attributes["hypothetical"].default == "false"
    assert tlc.anchored and not timex.anchored
    assert timex.codes == "none"
    assert timex.attributes["type"].values == ("DATE", "TIME", "DURATION", "SET")
    assert timex.attributes["type"].required
    assert timex.attributes["value"].values == ()
    assert timex.attributes["functionInDocument"].values == (
        "CREATION_TIME",
        "EXPIRATION_TIME",
        "MODIFICATION_TIME",
        "PUBLICATION_TIME",
        "RELEASE_TIME",
        "RECEPTION_TIME",
        "NONE",
    )


def test_clef_temporal_table_15_links() -> None:
    [link] = load_builtin_schema("clef-temporal").relation
    assert (link.name, link.first, link.second) == ("CTLink", ("TLC",), ("TIMEX3",))
    assert link.attributes["type"].values == (
        "after",
        "ended_by",
        "begun_by",
        "overlap",
        "before",
        "none",
        "is_included",
        "unknown",
        "includes",
    )
    assert link.attributes["task"].values == ("A", "B")
    assert link.attributes["type"].required and link.attributes["task"].required
    assert not link.identity
    assert "no CTLink" in load_builtin_schema("clef-temporal").description


def test_odie_markable_attributes() -> None:
    [markable] = load_builtin_schema("odie").mention
    assert markable.name == "markable"
    values = {name: kind.values for name, kind in markable.attributes.items()}
    assert values == {
        "grammatical_category": (
            "indefinite noun phrase",
            "definite noun phrase",
            "bare noun phrase",
            "demonstrative noun phrase",
            "proper noun phrase",
            "personal pronoun",
            "possessive pronoun",
            "demonstrative pronoun",
            "relative pronoun",
            "clause",
            "other",
        ),
        "sentence_function": (
            "surface subject",
            "logical subject",
            "predicate nominal",
            "indirect object",
            "direct object",
            "prepositional object",
            "modifier",
            "section heading",
            "other",
        ),
        "semantic_class": (
            "people",
            "anatomy",
            "disorders",
            "sign/symptom",
            "procedures",
            "laboratory or test result",
            "indicator, reagent, or diagnostic aid",
            "organ or tissue function",
            "other",
            "none",
        ),
    }


def test_odie_semantic_classes_are_umls_groups_and_types() -> None:
    [markable] = load_builtin_schema("odie").mention
    classes = markable.attributes["semantic_class"].semantic_types
    assert {name: " ".join(tuis) for name, tuis in classes.items()} == {
        "anatomy": "T017 T018 T021 T022 T023 T024 T025 T026 T029 T030 T031",
        "disorders": "T019 T020 T033 T037 T046 T047 T048 T049 T050 T190 T191",
        "sign/symptom": "T184",
        "procedures": "T058 T059 T060 T061 T062 T063 T065",
        "laboratory or test result": "T034",
        "indicator, reagent, or diagnostic aid": "T130",
        "organ or tissue function": "T042",
    }
    assert sorted(markable.semantic_types) == sorted(sum(classes.values(), ()))


def test_odie_pair() -> None:
    [pair] = load_builtin_schema("odie").relation
    assert (pair.name, pair.first, pair.second) == ("pair", ("markable",), ("markable",))
    assert (pair.first_role, pair.second_role) == ("anaphor", "antecedent")
    assert pair.attributes["relation_type"].values == (
        "identity",
        "set/subset",
        "part/whole",
        "other",
    )
    assert pair.attributes["bagga_class"].values == (
        "appositives",
        "syntactic equatives",
        "proper names",
        "pronouns",
        "quoted speech pronouns",
        "demonstratives",
        "exact matches",
        "substring matches",
        "identical lexical heads",
        "synonyms",
        "external world knowledge",
        "ontology knowledge",
    )
    assert not pair.symmetric
    assert pair.is_identity({"relation_type": "identity"})
    for value in ("set/subset", "part/whole", "other"):
        assert not pair.is_identity({"relation_type": value})
    assert not pair.is_identity({})


def test_mayo_disorder() -> None:
    schema = load_builtin_schema("mayo-disorder")
    [disorder] = schema.mention
    assert (disorder.name, disorder.codes, disorder.code_system) == (
        "disorder",
        "required",
        "SNOMED CT",
    )
    assert schema.relation == ()
    values = {name: kind.values for name, kind in disorder.attributes.items()}
    assert values == {
        "context": ("current", "history of", "family history of"),
        "status": ("confirmed", "possible", "negated"),
        "unrelated": ("true", "false"),
    }
    assert disorder.attributes["context"].required and disorder.attributes["status"].required
    assert disorder.attributes["unrelated"].default == "false"
    assert disorder.attributes["unrelated"].implies == {
        "true": {"context": "unrelated to patient", "status": "unrelated to patient"}
    }


def test_mayo_table_1_semantic_types() -> None:
    assert load_builtin_schema("mayo-disorder").semantic_types == {
        "T019": "Congenital abnormality",
        "T020": "Acquired abnormality",
        "T037": "Injury or Poisoning",
        "T046": "Pathologic Function",
        "T047": "Disease or Syndrome",
        "T048": "Mental or Behavioral Dysfunction",
        "T049": "Cell or Molecular Dysfunction",
        "T050": "Experimental Model of Disease",
        "T190": "Anatomical Abnormality",
        "T191": "Neoplastic Process",
    }


def test_i2b2_mentions_and_coreference() -> None:
    schema = load_builtin_schema("i2b2-2011")
    names = ("problem", "test", "treatment", "person", "pronoun")
    assert tuple(kind.name for kind in schema.mention) == names
    assert {kind.codes for kind in schema.mention} == {"none"}
    [pair] = schema.relation
    assert (pair.name, pair.first, pair.second) == ("coreference", names, names)
    assert pair.symmetric and pair.identity and not pair.identity_when


def test_share_disorder_is_mayos_with_signs_and_symptoms() -> None:
    schema = load_builtin_schema("share-2014")
    [disorder] = schema.mention
    assert (disorder.name, disorder.label) == ("Disease_Disorder", "Disorder")
    assert (disorder.codes, disorder.code_system) == ("required", "UMLS")
    assert disorder.attributes == {} and schema.relation == ()
    assert set(schema.semantic_types) == {
        *load_builtin_schema("mayo-disorder").semantic_types,
        "T184",
    }
    assert len(schema.semantic_types) == 11
    assert "T033" not in schema.semantic_types


# Documentation


@pytest.mark.parametrize("name", schemas.names())
def test_built_in_schema_is_documented_in_full(name: str) -> None:
    schema = load_builtin_schema(name)
    page = (DOCS / f"{name}.md").read_text("utf-8")
    texts = [schema.title, schema.source, *schema.semantic_types]
    for entry in list_types(schema):
        texts += [entry.name, entry.description, *entry.examples]
        for attribute_name, attribute in entry.attributes.items():
            texts += [attribute_name, attribute.description, *attribute.values]
    texts += [text for rule in schema.rule for text in (rule.name, rule.description)]
    missing = [text for text in texts if text not in page]
    assert not missing, f"docs/reference/schemas/{name}.md does not have: {missing}"


def test_example_in_the_documentation_is_valid() -> None:
    page = (DOCS.parent.parent / "how-to" / "write-a-schema.md").read_text("utf-8")
    [example] = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    schema = parse_schema(example, where="own.md")
    assert schema.mention and schema.relation


def test_every_key_is_documented() -> None:
    page = (DOCS.parent.parent / "how-to" / "write-a-schema.md").read_text("utf-8")
    for struct in (Schema, MentionType, RelationType, AttributeType, Rule, Derivation):
        for key in struct.__struct_fields__:
            assert f"`{key}`" in page or f"`[[{key}]]`" in page, f"write-a-schema.md: {key}"


# Rules and derivations


def parse_with(table: str) -> Schema:
    head = 'name = "s"\nversion = "1"\ntitle = "t"\n[[mention]]\nname = "M"\n'
    return parse_schema(head + table, where="s.toml")


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ('[[rule]]\nname = "one-per-spam"\ntypes = ["M"]', "did you mean one-per-span?"),
        ('[[rule]]\nname = "one-per-span"', "'types' is missing"),
        ('[[rule]]\nname = "one-per-span"\ntypes = ["N"]', "there is no 'N'; known: M"),
        (
            '[[rule]]\nname = "time-value"\ntypes = ["M"]\nattribute = "value"',
            "'value' is not an attribute of M",
        ),
        (
            '[[rule]]\nname = "one-per-span"\ntypes = ["M"]\nwhen = { a = "b" }',
            "'a' is not an attribute here",
        ),
        ('[[derive]]\nschema = "clef"\ntypes = ["X"]\nto = "N"', "'N' is not a mention type"),
    ],
)
def test_errors_of_rules_and_derivations(table: str, problem: str) -> None:
    with pytest.raises(SchemaError) as caught:
        parse_with(table)
    assert problem in str(caught.value)
