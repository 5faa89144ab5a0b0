"""The folder layout of CAS JSON files: by document, with a file for each annotator.

INCEpTION exports a folder for each document (`note-1.txt/`), in a project below `annotation` and
`curation`, with a file for each annotator. Everywhere else, one file is one document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from goldsmith.formats.base import Unit

_JSON = ".json"
_PROJECT = ("annotation", "curation")
#: The description of a project, which is not a CAS.
_PROJECT_FILE = "exportedproject"
_EXTENSIONS = frozenset(
    ".txt .pdf .htm .html .xml .xmi .tsv .csv .conll .conllu .json .md .rtf .doc .docx".split()
)


class DocumentFiles(Unit, frozen=True):
    """The files of one document."""

    files: tuple[str, ...] = ()


def group_files(names: Iterable[str]) -> Iterator[DocumentFiles]:
    """Yield the documents that files belong to."""
    documents: dict[str, list[str]] = defaultdict(list)
    for name in names:
        path = PurePosixPath(name)
        if not path.name.startswith(_PROJECT_FILE):
            documents[get_document_id(path)].append(name)
    for doc_id, files in documents.items():
        yield DocumentFiles(doc_id, files[0], "", tuple(files))


def get_document_id(path: PurePosixPath) -> str:
    """Return the id of the document that a file belongs to."""
    folder = path.parent
    if folder.parent.name in _PROJECT:
        return _strip_extension(PurePosixPath(folder.name))
    if folder.suffix.lower() in _EXTENSIONS:
        return _strip_extension(folder)
    return str(path.with_suffix(""))


def _strip_extension(path: PurePosixPath) -> str:
    return str(path.with_suffix("") if path.suffix.lower() in _EXTENSIONS else path)


def build_path(document: str, set_name: str, *, single: bool) -> str:
    """Build the path of the file for a set; `single` if the document has no other set."""
    path = PurePosixPath(f"{document}{_JSON}")
    if single and get_document_id(path) == document:
        return str(path)
    return f"{document}.txt/{set_name}{_JSON}"
