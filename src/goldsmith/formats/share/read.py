"""Read ShARe pipe files of a single note or of many notes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.errors import InputError
from goldsmith.formats.base import Unit
from goldsmith.formats.share.lines import parse_line
from goldsmith.formats.shared.text_files import TextIndex
from goldsmith.formats.tree import Tree

TEXT_SUFFIXES = (".txt", ".text")


class Collection(Unit, frozen=True):
    """Pipe files with the lines of many notes, and the texts without their own pipe file."""

    pipes: tuple[str, ...] = ()
    texts: Mapping[str, str] = {}


class Line(NamedTuple):
    """A line of a pipe file and its location."""

    where: str
    number: int
    content: str

    @property
    def text_name(self) -> str:
        """The file name, without the suffix, of the text that the line belongs to."""
        path = self.content.partition("|")[0].replace("\\", "/")
        return strip_text_suffix(PurePosixPath(path).name)

    def parse_mention(self, key: str) -> Mention:
        """Return the mention on this line.

        Raises:
            InputError: The line is malformed.
        """
        try:
            disorder = parse_line(self.content)
        except InputError as error:
            raise error.at(self.where, self.number) from None
        return Mention(key, disorder.type, disorder.spans, disorder.attributes, disorder.codes)

    def make_error(self, fault: str, expected: str) -> InputError:
        """Return an error located at this line."""
        return InputError(fault, where=self.where, line=self.number, expected=expected)


def strip_text_suffix(name: str) -> str:
    """Return the name of a text without its suffix."""
    return name[: name.rindex(".")] if name.endswith(TEXT_SUFFIXES) else name


def _read_lines(name: str, tree: Tree) -> Iterator[Line]:
    content = tree.read_text(name).removeprefix("\ufeff")
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            yield Line(tree.where(name), number, line.strip())


def read_document(unit: Unit, text: str, tree: Tree, set_name: str) -> Document:
    """Read a document that has its own pipe file, or no pipe file.

    Raises:
        InputError: A line is malformed or belongs to another text.
    """
    lines = list(_read_lines(unit.main, tree)) if unit.main else []
    for line in lines:
        if line.text_name != PurePosixPath(unit.name).name:
            raise line.make_error("the line belongs to another text", "the name of its own text")
    mentions = tuple(line.parse_mention(f"M{line.number}") for line in lines)
    return Document(unit.name, text, sets={set_name: AnnotationSet(set_name, mentions)})


def read_collection(unit: Collection, tree: Tree, set_name: str) -> Iterator[Document | InputError]:
    """Read the documents whose lines are in shared pipe files."""
    index = TextIndex(unit.texts)
    lines: dict[str, list[Line]] = defaultdict(list)
    for pipe in unit.pipes:
        for line in _read_lines(pipe, tree):
            stem = index.find(str(PurePosixPath(pipe).parent / line.text_name))
            if stem:
                lines[stem].append(line)
            else:
                yield line.make_error(
                    "the text of this line is missing, has its own pipe file, or shares its name "
                    "with another text",
                    "one text of this name",
                )
    for stem, file in unit.texts.items():
        try:
            yield _build_document(stem, tree.read_note(file), lines[stem], set_name)
        except InputError as error:
            yield error


def _build_document(stem: str, text: str, lines: Iterable[Line], set_name: str) -> Document:
    mentions = []
    for number, line in enumerate(lines, 1):
        mention = line.parse_mention(f"M{number}")
        if mention.end > len(text):  # checked here, where the file of the line is known
            raise line.make_error("an offset is past the end of the text", f"at most {len(text)}")
        mentions.append(mention)
    return Document(stem, text, sets={set_name: AnnotationSet(set_name, tuple(mentions))})
