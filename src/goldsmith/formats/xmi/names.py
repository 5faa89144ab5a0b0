"""Names in UIMA type systems, and the types that are auxiliary data or Goldsmith's own.

UIMA names consist of letters, digits and underscores only. The types and features that we write
therefore have the original name in their description: `Goldsmith: "Drug-or-device"`.
"""

from __future__ import annotations

import re

DKPRO = "de.tudarmstadt.ukp.dkpro.core.api."
WEBANNO = "de.tudarmstadt.ukp.clarin.webanno.api.type."
CTAKES = "org.apache.ctakes.typesystem.type."
CUSTOM = "webanno.custom."
GOLDSMITH = "goldsmith."

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
#: Concepts and other feature structures that cTAKES uses to describe mentions.
CTAKES_CONCEPTS = f"{CTAKES}refsem."

SECTION = f"{GOLDSMITH}Section"
FRAGMENT = f"{GOLDSMITH}Fragment"
FRAGMENT_LINK = f"{GOLDSMITH}FragmentLink"
METADATA = f"{GOLDSMITH}Metadata"
ANNOTATION_SET = f"{GOLDSMITH}AnnotationSet"

NO_LANGUAGE = "x-unspecified"
GOVERNOR, DEPENDENT = "Governor", "Dependent"
CHAIN, LINK = "Chain", "Link"

#: Attribute that marks a DKPro named entity, so that it is written to that layer again.
TYPE_ATTRIBUTE = "xmi:type"
#: Attribute with the offset of an annotation of length zero.
BEGIN_ATTRIBUTE = "xmi:begin"

#: Types that parsers, tokenisers and annotation tools add for their own use.
_AUXILIARY = (
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
_NAME = re.compile(r'Goldsmith: "(.*)"', re.DOTALL)
_ROLE = re.compile(r"Goldsmith \((\w+)\)")
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_]")


def is_auxiliary(type_name: str) -> bool:
    """Return whether a type is for auxiliary data of a tool, such as tokens or tag sets."""
    return type_name.startswith(_AUXILIARY)


def describe_name(name: str) -> str:
    """Return the description that records the original name of a type or feature."""
    return f'Goldsmith: "{name}"'


def parse_name(description: str | None) -> str | None:
    """Return the original name in a description, or None if Goldsmith did not write it."""
    match = _NAME.fullmatch(description or "")
    return match[1] if match else None


def describe_role(role: str) -> str:
    """Return the description of a feature that is not an attribute."""
    return f"Goldsmith ({role})"


def parse_role(description: str | None) -> str:
    """Return the role in a description (`id`, `code` …), or ""."""
    match = _ROLE.fullmatch(description or "")
    return match[1] if match else ""


def to_uima_name(name: str) -> str:
    """Replace the characters that UIMA does not allow in names."""
    valid = _NOT_IN_A_NAME.sub("_", name)
    return valid if valid[:1].isalpha() else f"x_{valid}"
