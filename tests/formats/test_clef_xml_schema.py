"""Tests of the XML schema of CLEF XML."""

from pathlib import Path

import pytest
from lxml import etree
from tests.formats.clef_xml_parts import FEVER, HEAD, make_set

from goldsmith.core import (
    AnnotationSet,
    Document,
    Mention,
    Relation,
    Schema,
    Span,
    load_builtin_schema,
    validate,
)
from goldsmith.errors import InputError
from goldsmith.formats.clef_xml import find_schema_errors
from goldsmith.formats.clef_xml.write import MENTIONS, RELATIONS

SCHEMAS = [load_builtin_schema("clef"), load_builtin_schema("clef-temporal")]


def find_errors(inside: str) -> list[tuple[int, str]]:
    return find_schema_errors(f"{HEAD}{inside}</document>".encode())


def test_xml_schema_covers_all_types_and_attributes_of_built_in_schemas() -> None:
    mentions = {kind.name: tuple(kind.attributes) for schema in SCHEMAS for kind in schema.mention}
    relations = {
        kind.name: tuple(kind.attributes) for schema in SCHEMAS for kind in schema.relation
    }
    assert mentions == MENTIONS
    assert relations == RELATIONS


def make_mention(kind: str, key: str) -> str:
    required = {"TLC": ' class="condition"', "TIMEX3": ' type="DATE"'}
    return f'<{kind} id="{key}" start="0" end="3"{required.get(kind, "")}/>\n'


@pytest.mark.parametrize(
    ("schema", "relation"),
    [(schema, kind.name) for schema in SCHEMAS for kind in schema.relation],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_xml_schema_restricts_arguments_like_the_built_in_schema(
    schema: Schema, relation: str
) -> None:
    required = ' type="before" task="A"' if relation == "CTLink" else ""
    rel = Relation("r", relation, "a", "b", {"type": "before", "task": "A"} if required else {})
    line = f'<{relation} id="r" arg1="a" arg2="b"{required}/>'
    verdicts = set()
    for first in MENTIONS:
        for second in MENTIONS:
            xsd_errors = find_errors(
                make_set(make_mention(first, "a") + make_mention(second, "b"), line)
            )
            ends = (Mention("a", first, (Span(0, 3),)), Mention("b", second, (Span(0, 3),)))
            gold = AnnotationSet("gold", ends, (rel,))
            problems = [
                problem
                for problem in validate(Document("n", "fever"), gold, schema)
                if problem.kind == "argument"
            ]
            assert bool(xsd_errors) == bool(problems), (
                f"{relation}({first}, {second}): {xsd_errors}"
            )
            verdicts.add(bool(xsd_errors))
    assert verdicts == ({False} if relation == "co_refers" else {True, False})


@pytest.mark.parametrize("kind", ["TLC", "TIMEX3", "CTLink"])
def test_xml_schema_allows_the_values_of_the_built_in_schema(kind: str) -> None:
    schema = load_builtin_schema("clef-temporal")
    entry = schema.get_mention_type(kind) or schema.get_relation_type(kind)
    assert entry is not None
    for name, attribute in entry.attributes.items():
        other_values = {
            other_name: (rule.values or ("x",))[0]
            for other_name, rule in entry.attributes.items()
            if other_name != name
        }
        for value in (*attribute.values, "something else", None):
            values = {**other_values, name: value} if value is not None else other_values
            xml_attributes = "".join(f' {key}="{text}"' for key, text in values.items())
            if kind == "CTLink":
                ends = make_mention("TLC", "a") + make_mention("TIMEX3", "b")
                xsd_errors = find_errors(
                    make_set(ends, f'<CTLink id="r" arg1="a" arg2="b"{xml_attributes}/>')
                )
            else:
                xsd_errors = find_errors(make_set(f'<{kind} id="a"{xml_attributes}/>'))
            is_free = not attribute.values and value is not None
            is_optional = value is None and not attribute.required
            assert (not xsd_errors) == (is_free or is_optional or value in attribute.values), (
                name,
                value,
            )


def test_codes_are_allowed_only_on_types_with_codes() -> None:
    for schema in SCHEMAS:
        for kind in schema.mention:
            element = make_mention(kind.name, "a").replace("/>", '><code code="C1"/></X>')
            element = element.replace("</X>", f"</{kind.name}>")
            assert bool(find_errors(make_set(element))) == (kind.codes == "none"), kind.name


LOCUS_AND_DRUG = '<Locus id="T2"/>\n<Drug-or-device id="T3"/>\n'


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (make_set(FEVER + '<Diagnosis id="T2"/>'), (6, "<Diagnosis> is not allowed here")),
        (
            make_set(FEVER + LOCUS_AND_DRUG, '<has_location id="R1" arg1="T3" arg2="T2"/>'),
            (10, "<has_location>: its arg1 does not refer to an allowed element"),
        ),
        (
            make_set(FEVER + LOCUS_AND_DRUG, '\n<has_location id="R1" arg1="T1" arg2="T9"/>'),
            (11, "<has_location>: its arg2 does not refer to an allowed element"),
        ),
        (
            make_set(FEVER, '<relation id="R1" type="x" arg1="T1" arg2="secret"/>'),
            (8, "<relation>: its arg2 does not refer to an allowed element"),
        ),
        (make_set(FEVER, '<near id="R1" arg1="T1" arg2="T1"/>'), (8, "<near> is not allowed here")),
        (
            make_set(FEVER + FEVER),
            (6, "<Condition> has an id or name that is missing or not unique"),
        ),
        (make_set('<Condition start="1" end="2"/>'), (5, "<Condition> has no 'id'")),
        (
            make_set('<Condition id="T1" start="secret" end="2"/>'),
            (5, "<Condition>: its start is not a whole number in the allowed range"),
        ),
        (
            make_set('<Condition id="T1" begin="3"/>'),
            (5, "<Condition>: its begin is not an allowed attribute"),
        ),
        (
            make_set(FEVER, rest='<groups><chain id="g"><member ref="T9"/></chain></groups>'),
            (7, "<member>: its ref does not refer to an allowed element"),
        ),
        (
            make_set(FEVER, rest='<notes><note target="T9">secret</note></notes>'),
            (7, "<note>: its target does not refer to an allowed element"),
        ),
        (
            make_set("secret" + FEVER),
            (4, "<mentions> contains text where only elements are allowed"),
        ),
        (
            '<annotations set="a"/>\n<annotations set="a"/>',
            (4, "<annotations> has an id or name that is missing or not unique"),
        ),
    ],
)
def test_schema_errors_describe_the_problem_with_its_line(
    inside: str, expected: tuple[int, str]
) -> None:
    xsd_errors = find_errors(inside)
    assert expected in xsd_errors
    assert "secret" not in str(xsd_errors)


def test_sets_may_use_the_same_ids() -> None:
    second_set = make_set(FEVER).replace('set="gold"', 'set="a"')
    assert find_errors(make_set(FEVER) + second_set) == []
    dangling = (
        '<annotations set="b"><relations><co_refers id="R1" arg1="T1" arg2="T1"/></relations>'
    )
    assert find_errors(make_set(FEVER) + dangling + "</annotations>")


def test_other_file_has_schema_errors() -> None:
    assert find_schema_errors(b"<data/>") == [(1, "<data> is not the root of CLEF XML")]
    assert find_schema_errors(f"{HEAD.splitlines()[0]}</document>".encode()) == [
        (1, "<document> is incomplete")
    ]
    with pytest.raises(InputError, match="not well-formed"):
        find_schema_errors(b"<document>")


def test_xml_schema_is_valid() -> None:
    source = Path(__file__).parents[2] / "src/goldsmith/formats/clef_xml/clef.xsd"
    assert etree.XMLSchema(etree.parse(source))
