"""Make the annotation.conf that brat needs to open a corpus."""

from __future__ import annotations

import re
from collections import defaultdict

from goldsmith.core import AnnotationSet
from goldsmith.formats.brat.read import EVENT, ROLE
from goldsmith.formats.brat.write import format_name

_NOT_A_CHOICE = re.compile(r"[|,\t\r\n]")


class Configuration:
    """The types and attributes of a corpus."""

    def __init__(self) -> None:
        self.entities: set[str] = set()
        self.events: set[str] = set()
        self.relations: set[str] = set()
        self.equivalences: set[str] = set()
        self.attributes: dict[str, set[str]] = defaultdict(set)

    def add(self, annotation_set: AnnotationSet) -> None:
        """Add the types and attributes of an annotation set."""
        for mention in annotation_set.mentions:
            (self.events if EVENT in mention.attributes else self.entities).add(
                format_name(mention.type)
            )
        self.relations |= {
            format_name(rel.type) for rel in annotation_set.relations if ROLE not in rel.attributes
        }
        self.equivalences |= {format_name(group.type) for group in annotation_set.groups}
        for item in annotation_set.annotations:
            for name, value in item.attributes.items():
                if ":" not in name:
                    self.attributes[format_name(name)].add(value)

    def format(self) -> str:
        """Return the text of annotation.conf."""
        lines = ["[entities]", *sorted(self.entities), "", "[events]", *sorted(self.events)]
        lines += ["", "[relations]"]
        lines += [f"{name}\tArg1:<ANY>, Arg2:<ANY>" for name in sorted(self.relations)]
        lines += [
            f"{name}\tArg1:<ANY>, Arg2:<ANY>, <REL-TYPE>:symmetric-transitive"
            for name in sorted(self.equivalences - self.relations)
        ]
        lines += ["", "[attributes]"]
        for name, values in sorted(self.attributes.items()):
            choices = "" if values == {"true"} else f", Value:{'|'.join(_list_choices(values))}"
            lines.append(f"{name}\tArg:<ANY>{choices}")
        return "\n".join(lines) + "\n"


def _list_choices(values: set[str]) -> list[str]:
    """Return the values that can be written in a list of choices, which has no quoting."""
    return sorted(value for value in values if value and not _NOT_A_CHOICE.search(value))
