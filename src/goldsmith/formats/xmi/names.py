"""Names in UIMA type systems: which types are not annotations of a text, and which ones are ours.

Types and features that we write bear a description that gives the name they stand for, because
UIMA names hold nothing but letters, digits and underscores: `Goldsmith: "Drug-or-device"`.
"""

from __future__ import annotations

import re

DKPRO = "de.tudarmstadt.ukp.dkpro.core.api."
WEBANNO = "de.tudarmstadt.ukp.clarin.webanno.api.type."
CTAKES = "org.apache.ctakes.typesystem.type."
CUSTOM = "webanno.custom."
OURS = "goldsmith."

TOP = "uima.cas.TOP"
STRING = "uima.cas.String"
STRINGS = "uima.cas.StringArray"
FS_ARRAY = "uima.cas.FSArray"
ANNOTATION_BASE = "uima.cas.AnnotationBase"
ANNOTATION = "uima.tcas.Annotation"
DOCUMENT = "uima.tcas.DocumentAnnotation"

DOCUMENT_META_DATA = f"{DKPRO}metadata.type.DocumentMetaData"
NAMED_ENTITY = f"{DKPRO}ner.type.NamedEntity"
DIV = f"{DKPRO}segmentation.type.Div"
CAS_METADATA = f"{WEBANNO}CASMetadata"
CTAKES_SEGMENT = f"{CTAKES}textspan.Segment"
CTAKES_DOCUMENT_ID = f"{CTAKES}structured.DocumentID"
#: Concepts, and what else cTAKES says of mentions in structures of their own.
CTAKES_CONCEPTS = f"{CTAKES}refsem."

SECTION = f"{OURS}Section"
FRAGMENT = f"{OURS}Fragment"
FRAGMENT_LINK = f"{OURS}FragmentLink"
METADATA = f"{OURS}Metadata"
ANNOTATION_SET = f"{OURS}AnnotationSet"

NO_LANGUAGE = "x-unspecified"
GOVERNOR, DEPENDENT = "Governor", "Dependent"
CHAIN, LINK = "Chain", "Link"

#: An attribute that keeps the type of a named entity, so that it goes back to that layer.
TYPE = "xmi:type"
#: An attribute that keeps where an annotation without extent stands.
PLACE = "xmi:begin"

#: What parsers, tokenisers and the tools themselves put into a CAS.
_MACHINERY = (
    "uima.cas.",
    DOCUMENT,
    WEBANNO,
    f"{DKPRO}metadata.",
    f"{DKPRO}segmentation.",
    f"{DKPRO}lexmorph.",
    f"{DKPRO}transform.",
    "org.dkpro.core.api.xml.",
    "org.dkpro.core.api.pdf.",
    f"{CTAKES}syntax.",
    f"{CTAKES}textspan.",
    f"{CTAKES}structured.",
)
_MARK = re.compile(r'Goldsmith: "(.*)"', re.DOTALL)
_ROLE = re.compile(r"Goldsmith \((\w+)\)")
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_]")


def is_machinery(type_name: str) -> bool:
    """Whether annotations of a type are no one's finding but a tool's housekeeping."""
    return type_name.startswith(_MACHINERY)


def mark(name: str) -> str:
    """The description of a type or feature that stands for a name."""
    return f'Goldsmith: "{name}"'


def marked(description: str | None) -> str | None:
    """The name that a type or feature of ours stands for; None if it is not ours."""
    found = _MARK.fullmatch(description or "")
    return found[1] if found else None


def role_mark(role: str) -> str:
    """The description of a feature that holds something else than an attribute."""
    return f"Goldsmith ({role})"


def role(description: str | None) -> str:
    """What a feature of ours holds if it is no attribute (`id`, `code` …), "" otherwise."""
    found = _ROLE.fullmatch(description or "")
    return found[1] if found else ""


def uima_name(name: str) -> str:
    """The nearest name that UIMA allows."""
    near = _NOT_IN_A_NAME.sub("_", name)
    return near if near[:1].isalpha() else f"x_{near}"
