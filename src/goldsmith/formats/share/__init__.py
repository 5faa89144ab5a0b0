"""ShARe pipe files (CLEF eHealth 2013, SemEval-2014 Task 7): a disorder a line, with its CUI.

`note.pipe` stands beside `note.txt`, or one file speaks of many notes. The templates of
SemEval-2015 Task 14 and CLEF eHealth 2014 are read as well: their slots are attributes, the places
of their cues attributes named `share:…_cue`. What is written has the form of 2014.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.errors import InputError
from goldsmith.formats.base import Feature, Format, Unit, only_set, target, write_text
from goldsmith.formats.share.lines import codes, is_plain, plain, row
from goldsmith.formats.shared.text_files import Texts
from goldsmith.formats.tree import Tree

_TEXT = (".txt", ".text")


class Collection(Unit, frozen=True):
    """Pipe files about many notes, and the texts that have no pipe file of their own."""

    pipes: tuple[str, ...] = ()
    texts: Mapping[str, str] = {}


class Line(NamedTuple):
    """A line of a pipe file and where it stands."""

    where: str
    number: int
    content: str

    def error(self, what: str, expected: str = "", remedy: str = "") -> InputError:
        """An error about this line."""
        return InputError(
            what, where=self.where, line=self.number, expected=expected, remedy=remedy
        )


class Share(Format):
    """ShARe disorders with their concepts."""

    title = "ShARe / SemEval-2014 pipe files (.pipe beside .txt)"
    suffixes = (".pipe", ".pipe.txt", ".pipe.text")
    text_suffix = ".txt"
    carries = frozenset(
        {
            Feature.TYPES,
            Feature.OVERLAPPING,
            Feature.DISCONTIGUOUS,
            Feature.DUPLICATES,
            Feature.CODES,
            Feature.CONTROL_CHARACTERS,
        }
    )

    def units(self, names: Sequence[str]) -> list[Unit]:
        pipes = [name for name in names if name.endswith(self.suffixes)]
        texts = self._texts(name for name in names if not name.endswith(self.suffixes))
        known = Texts(texts)
        homes = {name: known.home(self._stem(name)) for name in pipes}
        own = {home: name for name, home in homes.items() if home}
        shared = tuple(name for name, home in homes.items() if own.get(home) != name)
        single = [Unit(stem, own.get(stem, ""), name) for stem, name in texts.items()]
        if not shared:
            return single
        rest = {unit.name: unit.text for unit in single if not unit.main}
        whole = Collection(self._stem(shared[0]), shared[0], "", shared, rest)
        return [whole, *(unit for unit in single if unit.main)]

    def _texts(self, names: Iterable[str]) -> dict[str, str]:
        """The texts by their names without the ending; some releases end them in .text."""
        endings = {
            _without(name) + self.text_suffix: name for name in names if name.endswith(_TEXT)
        }
        return {unit.name: endings[unit.text] for unit in super().units(list(endings))}

    def recognises(self, name: str, head: bytes) -> bool:
        begin = head.decode("utf-8", "ignore").removeprefix("\ufeff").strip()
        if not begin or not super().recognises(name, head):
            return not begin and name.endswith(".pipe")
        try:
            row(begin.partition("\n")[0].strip())
        except InputError:
            return False
        return True

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        if isinstance(unit, Collection):
            yield from _collection(unit, tree, set_name)
            return
        text = self.text_of(unit, tree)
        lines = list(_lines(unit.main, tree)) if unit.main else []
        for line in lines:
            if _named(line) != PurePosixPath(unit.name).name:
                raise line.error("the line is about another text", "the name of the text beside")
        mentions = [_mention(f"M{line.number}", line) for line in lines]
        yield Document(unit.name, text, sets={set_name: AnnotationSet(set_name, tuple(mentions))})

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            path = target(folder, doc, ".txt")
            write_text(path, doc.text)
            lines = [line for m in only_set(doc).mentions for line in _spelt(m, path.name)]
            write_text(target(folder, doc, ".pipe"), "".join(lines))

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        mentions = only_set(doc).mentions
        given = [replace(code, name="") for mention in mentions for code in mention.codes]
        columns = [*(mention.type for mention in mentions), *(code.code for code in given)]
        lost = {
            "several-codes": sum(len(mention.codes) > 1 for mention in mentions),
            "code-systems": sum(codes(code.code) != (code,) for code in given),
            "names": sum(not is_plain(column) for column in columns),
        }
        return {name: count for name, count in lost.items() if count}

    def line_of(self, content: str, annotation: str) -> int:
        return int(annotation[1:])


def _without(name: str) -> str:
    """A text's name without its ending."""
    return name[: name.rindex(".")] if name.endswith(_TEXT) else name


def _lines(name: str, tree: Tree) -> Iterator[Line]:
    content = tree.text(name).removeprefix("\ufeff")
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            yield Line(tree.where(name), number, line.strip())


def _named(line: Line) -> str:
    """The file name, without its ending, of the text that a line is about."""
    return _without(PurePosixPath(line.content.partition("|")[0].replace("\\", "/")).name)


def _mention(key: str, line: Line) -> Mention:
    try:
        found = row(line.content)
    except InputError as error:
        raise error.at(line.where, line.number) from None
    return Mention(key, found.type, found.spans, found.attributes, found.codes)


def _collection(unit: Collection, tree: Tree, name: str) -> Iterator[Document | InputError]:
    """The documents of texts without a pipe file of their own."""
    known = Texts(unit.texts)
    about: dict[str, list[Line]] = defaultdict(list)
    for pipe in unit.pipes:
        for line in _lines(pipe, tree):
            home = known.home(str(PurePosixPath(pipe).parent / _named(line)))
            if home:
                about[home].append(line)
            else:
                yield line.error(
                    "the text that the line is about is not here, has a pipe file of its own, or "
                    "is one of several of its name",
                    "one text of this name",
                )
    for stem, file in unit.texts.items():
        try:
            yield _of_many(stem, tree.text(file), about[stem], name)
        except InputError as error:
            yield error


def _of_many(stem: str, text: str, lines: Iterable[Line], name: str) -> Document:
    mentions = []
    for number, line in enumerate(lines, 1):
        mention = _mention(f"M{number}", line)
        if mention.end > len(text):  # said here: only here it is known which file the line is in
            raise line.error("an offset is past the end of the text", f"at most {len(text)}")
        mentions.append(mention)
    return Document(stem, text, sets={name: AnnotationSet(name, tuple(mentions))})


def _spelt(mention: Mention, file: str) -> Iterator[str]:
    """A line for each code of a mention; the column is empty where it has none."""
    offsets = [f"{offset}" for span in mention.spans for offset in (span.start, span.end)]
    for code in [code.code for code in mention.codes] or [""]:
        yield "||".join([file, plain(mention.type), plain(code), *offsets]) + "\n"


provides = Share()
