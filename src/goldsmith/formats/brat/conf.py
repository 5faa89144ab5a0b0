"""The annotation.conf that lets brat open what was written."""

from __future__ import annotations

from collections import defaultdict

from goldsmith.core import AnnotationSet


class Seen:
    """Collects the types and attributes of the sets written."""

    def __init__(self) -> None:
        self.entities: set[str] = set()
        self.events: set[str] = set()
        self.relations: set[str] = set()
        self.equivalences: set[str] = set()
        self.attributes: dict[str, set[str]] = defaultdict(set)

    def add(self, one: AnnotationSet, event: str, role: str) -> None:
        """Notes what a set uses; `event` and `role` are the attributes that mark brat events."""
        for mention in one.mentions:
            (self.events if event in mention.attributes else self.entities).add(mention.type)
        self.relations |= {rel.type for rel in one.relations if role not in rel.attributes}
        self.equivalences |= {group.type for group in one.groups}
        for item in one.annotations:
            for name, value in item.attributes.items():
                if ":" not in name:
                    self.attributes[name].add(value)

    def configuration(self) -> str:
        """The text of annotation.conf."""
        lines = ["[entities]", *sorted(self.entities), "", "[events]", *sorted(self.events)]
        lines += ["", "[relations]"]
        lines += [f"{name}\tArg1:<ANY>, Arg2:<ANY>" for name in sorted(self.relations)]
        lines += [
            f"{name}\tArg1:<ANY>, Arg2:<ANY>, <REL-TYPE>:symmetric-transitive"
            for name in sorted(self.equivalences - self.relations)
        ]
        lines += ["", "[attributes]"]
        for name, values in sorted(self.attributes.items()):
            choice = "" if values == {"true"} else f", Value:{'|'.join(sorted(values))}"
            lines.append(f"{name}\tArg:<ANY>{choice}")
        return "\n".join(lines) + "\n"
