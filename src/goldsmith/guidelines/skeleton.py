"""The skeleton of a guideline: nine sections and a page for each type, made from the schema."""

from __future__ import annotations

import json

from goldsmith.core import Schema
from goldsmith.core.schema import MentionType, RelationType
from goldsmith.guidelines.check import UNWRITTEN
from goldsmith.guidelines.folder import SETTINGS_FILE
from goldsmith.guidelines.model import SECTIONS, SIGNAL, list_entries, make_file_name

_TERMS = """\
| Term | Meaning |
| --- | --- |
| Mention | A stretch of text that has a type. Some mentions consist of several stretches. |
| Relation | A typed link from one mention to another. |
| Attribute | A property of a mention or a relation, with a value. |
| Co-reference | Two mentions that refer to the same thing in the world. |
| Span | The characters that a mention covers. |
"""
_RECIPE = """\
1. **Read the whole document.** Mark nothing yet.
2. **Read it again and mark the mentions,** pronouns included.
3. **Go back to each mention** and look for modifiers and attributes.
4. **Take each mention in turn and look for others that refer to the same thing.**
5. **Take each mention in turn and decide on its relations.**
6. **Write down every question and doubt** before you close the document.
"""


def make_skeleton(
    schema: Schema, schema_name: str, *, title: str = "", today: str
) -> dict[str, str]:
    """Make the files of an empty guideline.

    Args:
        schema: The schema.
        schema_name: Its name in the guideline: a built-in schema or a file in its folder.
        title: The title of the guideline.
        today: The date of the first entry of the news.

    Returns:
        The content of each file by its path.
    """
    texts = {
        SETTINGS_FILE: "".join(
            f"{key} = {_quote(value)}\n"
            for key, value in (
                ("title", title or f"Annotation guideline: {schema.name}"),
                ("schema", schema_name),
                ("description", schema.title),
                ("source", schema.source),
            )
            if value
        )
    }
    bodies = {
        "news": f"## {today}: First draft\n\nThe skeleton was made from the schema "
        f"{schema.name} {schema.version}.\n",
        "terminology": _TERMS,
        "summary": _make_summary(schema),
        "recipe": _RECIPE,
        "general": f"## Do\n\n- {UNWRITTEN}: what to annotate\n\n## Do not\n\n- {UNWRITTEN}: what "
        f"to leave unmarked\n\n## Complex phrases\n\n{UNWRITTEN}: overlaps, conjunctions, terms "
        "that fall into parts\n",
        "reports": f"{UNWRITTEN}: what differs in reports of imaging and histopathology\n",
    }
    for section in SECTIONS:
        if section.name in bodies:
            front = _make_front(section.title, section.name)
            texts[f"{section.name}.md"] = front + bodies[section.name]
    for mention in schema.mention:
        name = "modifiers" if mention.kind == SIGNAL else "entities"
        texts[f"{name}/{make_file_name(mention.name)}.md"] = _make_mention_page(mention, name)
    for rel in schema.relation:
        texts[f"relations/{make_file_name(rel.name)}.md"] = _make_relation_page(rel)
    return texts


def _make_front(title: str, section: str, type_name: str = "") -> str:
    lines = [f"title = {_quote(title)}", f'section = "{section}"']
    if type_name:
        lines.append(f"type = {_quote(type_name)}")
    return "\n".join(("+++", *lines, "+++", "", ""))


def _make_summary(schema: Schema) -> str:
    kinds = ["entities"]
    if any(mention.kind == SIGNAL for mention in schema.mention):
        kinds.append("modifiers")
    if schema.relation:
        kinds.append("relations")
    if any(entry.attributes for entry in list_entries(schema)):
        kinds.append("attributes")
    return "\n".join(f"## {kind.title()}\n\n```summary\n{kind}\n```\n" for kind in kinds)


def _make_mention_page(mention: MentionType, section: str) -> str:
    front = _make_front(mention.label or mention.name, section, mention.name)
    return (
        front
        + f"{mention.description or UNWRITTEN}\n"
        + _make_part("Do", f"- {UNWRITTEN}: the kinds of things to annotate, each with an example")
        + _make_part("Do not", f"- {UNWRITTEN}: what looks like it and is not")
        + _make_part("Examples", _list_hints(mention.examples))
        + _make_part("Complex phrases", f"{UNWRITTEN}: where the span begins and ends")
        + _make_attributes(mention)
    )


def _make_relation_page(rel: RelationType) -> str:
    return (
        _make_front(rel.label or rel.name, "relations", rel.name)
        + f"{rel.description or UNWRITTEN}\n"
        + _make_part("Arguments", "```arguments\n```")
        + _make_part("Do", f"- {UNWRITTEN}: when mentions have this relation")
        + _make_part("Do not", f"- {UNWRITTEN}: when they do not")
        + _make_part("Examples", _list_hints(rel.examples))
        + _make_part("Complex phrases", f"{UNWRITTEN}: several arguments, inference")
        + _make_attributes(rel)
    )


def _make_attributes(entry: MentionType | RelationType) -> str:
    if not entry.attributes:
        return ""
    blocks = [
        f"### {name}\n\n{attribute.description}\n\n```values\n{name}\n```"
        for name, attribute in entry.attributes.items()
    ]
    return _make_part("Attributes", "\n\n".join(blocks))


def _make_part(title: str, content: str) -> str:
    return f"\n## {title}\n\n{content}\n"


def _list_hints(examples: tuple[str, ...]) -> str:
    """List the examples of the schema; they are not annotated, so an editor has to rewrite them."""
    hints = [f"- {UNWRITTEN}: annotate this one in an `example` block: {text}" for text in examples]
    return "\n".join(hints) or f"{UNWRITTEN}: annotated sentences in an `example` block"


def _quote(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
