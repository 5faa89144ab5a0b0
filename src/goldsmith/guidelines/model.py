"""Guidelines: their pages, front matter and the nine sections."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from goldsmith.core import Schema
from goldsmith.core.schema import MentionType, RelationType

#: The kind of mention types that modify others; their pages are in the section "modifiers".
SIGNAL: Final = "signal"


class Section(msgspec.Struct, frozen=True):
    """A section of every guideline."""

    name: str
    title: str
    description: str
    is_overview: bool = False
    """The site makes the first page of the section, which lists the pages of its types."""


#: The nine sections in the order of Roberts et al. 2009, section 4.4.
SECTIONS: Final = (
    Section("news", "News", "Recent changes, and answers to common questions."),
    Section("terminology", "Terminology", "The technical terms of annotation, with examples."),
    Section("summary", "Summary tables", "Every type on one page, with a description and a link."),
    Section("recipe", "Recipe", "How to annotate a document, step by step."),
    Section("general", "General guidelines", "What to annotate, and what to leave unmarked."),
    Section("entities", "Entities", "A page for each type of mention.", True),
    Section("relations", "Relations", "A page for each type of relation.", True),
    Section("modifiers", "Modifiers", "The words and attributes that modify a mention.", True),
    Section("reports", "Reports", "What differs in reports of imaging and histopathology."),
)
SECTION_NAMES: Final = tuple(section.name for section in SECTIONS)


class FrontMatter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The TOML at the top of a page, between two lines of `+++`."""

    title: str
    section: str
    type: str = ""
    """The type of the schema that the page is about."""
    order: int = 0
    """The position among the pages of the section that have no type."""


class Page(msgspec.Struct, frozen=True):
    """A page of a guideline."""

    path: str
    """The path inside the folder, with "/" between its parts."""
    front: FrontMatter
    body: str
    first_line: int
    """The line of the file on which the body begins, from 1."""

    @property
    def slug(self) -> str:
        """The name of the page in the site: the name of its file without the ending."""
        return self.path.rpartition("/")[2].removesuffix(".md")

    @property
    def heading(self) -> str:
        """The title of the page; if it is about a type, the name of the type."""
        return self.front.type or self.front.title


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `guideline.toml`."""

    title: str
    schema: str
    """A built-in schema, or the path of a TOML file, relative to the folder."""
    description: str = ""
    source: str = ""
    """The sources that the guideline is based on."""


class Guideline(msgspec.Struct, frozen=True):
    """A guideline: its settings, its schema and its pages in reading order."""

    settings: Settings
    schema: Schema
    pages: tuple[Page, ...]
    files: Mapping[str, str]
    """Every file of the guideline by its path, which together make up a version."""

    def select_pages(self, section: str) -> tuple[Page, ...]:
        """Select the pages of a section."""
        return tuple(page for page in self.pages if page.front.section == section)

    def find_page(self, type_name: str) -> Page | None:
        """Find the page about a type of the schema."""
        return next((page for page in self.pages if page.front.type == type_name), None)

    def get_page(self, path: str) -> Page | None:
        """Return the page at a path inside the folder."""
        return next((page for page in self.pages if page.path == path), None)


def list_types(schema: Schema) -> Iterator[tuple[str, str]]:
    """Yield the name of every type of a schema with the section that its page belongs to."""
    for mention in schema.mention:
        yield mention.name, "modifiers" if mention.kind == SIGNAL else "entities"
    for rel in schema.relation:
        yield rel.name, "relations"


def list_entries(schema: Schema) -> tuple[MentionType | RelationType, ...]:
    """Return the types of mentions and of relations of a schema."""
    return (*schema.mention, *schema.relation)


def get_label(schema: Schema, type_name: str) -> str:
    """Return the label of a type; its name if it has none."""
    entry = schema.get_mention_type(type_name) or schema.get_relation_type(type_name)
    return (entry.label if entry else "") or type_name


def make_file_name(type_name: str) -> str:
    """Make the file name of a type's page, in characters that every system accepts."""
    return re.sub(r"[^\w.-]+", "-", type_name).strip("-.") or "type"


def make_slug(text: str) -> str:
    """Make a URL slug from a title."""
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-") or "section"
