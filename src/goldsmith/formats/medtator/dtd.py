"""The schema of the written files, which MedTator needs to open them."""

from __future__ import annotations

from collections import defaultdict

from goldsmith.core import AnnotationSet, Mention
from goldsmith.formats.medtator.read import ARGUMENT_NAMES
from goldsmith.formats.medtator.write import ROOT, get_argument_names
from goldsmith.formats.shared.xml_values import make_xml_name


class Dtd:
    """The tags and attributes that occur in a corpus."""

    def __init__(self) -> None:
        self._attributes: dict[tuple[bool, str], set[str]] = defaultdict(set)
        self._arguments: dict[str, dict[str, None]] = defaultdict(dict)
        self._unanchored: set[str] = set()

    def add(self, annotation_set: AnnotationSet) -> None:
        """Add the tags of a set."""
        for item in annotation_set.annotations:
            name = make_xml_name(item.type)
            attributes = self._attributes[isinstance(item, Mention), name]
            attributes.update(map(make_xml_name, set(item.attributes).difference(ARGUMENT_NAMES)))
            if not isinstance(item, Mention):
                self._arguments[name] |= dict.fromkeys(get_argument_names(item))
            elif not item.spans:
                self._unanchored.add(name)

    def format(self) -> str:
        """Return the content of the schema file."""
        lines = [f'<!ENTITY name "{ROOT}">', ""]
        for (is_mention, name), attributes in sorted(self._attributes.items(), reverse=True):
            lines.append(f"<!ELEMENT {name} ( {'#PCDATA' if is_mention else 'EMPTY'} ) >")
            if is_mention and name in self._unanchored:
                lines.append(f"<!ATTLIST {name} spans #IMPLIED >")
            if not is_mention:
                lines += [
                    f'<!ATTLIST {name} arg{number} IDREF prefix="{argument}" #IMPLIED >'
                    for number, argument in enumerate(self._arguments[name])
                ]
            lines += [
                f'<!ATTLIST {name} {attribute} CDATA "" >' for attribute in sorted(attributes)
            ]
            lines.append("")
        return "\n".join(lines)
