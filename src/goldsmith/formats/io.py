"""Reads and writes corpora in any format: finds the files, collects errors, refuses silent loss."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from goldsmith import registry
from goldsmith.core import Document, structure
from goldsmith.core.validation import Problem
from goldsmith.errors import BadFiles, InputError, LossError
from goldsmith.formats.base import Format, Unit
from goldsmith.formats.loss import losses, reduced
from goldsmith.formats.tree import Tree, check_document_id, check_set_name, open_tree

DEFAULT_SET = "gold"
#: How many files, spread over a folder, are looked into to recognise its format.
_LOOKED_AT = 20


def get(name: str) -> Format:
    """The format registered under a name."""
    fmt: Format = registry.load("formats", name)
    return fmt


def names() -> tuple[str, ...]:
    """The names of all formats."""
    return registry.names("formats")


class Reader:
    """The documents at a path, streamed; iterate once.

    Bad files go to `errors`. Unless `keep_going` is set, the end of the iteration raises them
    all at once, so that a consumer that commits its work at the end commits nothing. With
    `check=False` documents with spans outside the text or dangling arguments are let through.
    """

    def __init__(
        self,
        path: Path | str,
        fmt: Format | str | None = None,
        *,
        set_name: str = DEFAULT_SET,
        check: bool = True,
        keep_going: bool = False,
    ) -> None:
        self.path = Path(path)
        self.tree = open_tree(self.path)
        self.format = get(fmt) if isinstance(fmt, str) else fmt or recognise(self.tree)
        self.set_name, self.check, self.keep_going = set_name, check, keep_going
        self.errors: list[InputError] = []
        self.units = self.format.units(self.tree.names)
        if not self.units:
            raise InputError(
                f"no files of the format {self.format.name} here",
                where=str(self.path),
                expected="files ending in " + ", ".join(self.format.suffixes),
                remedy="Name the format with --from, or check the path",
            )

    def __iter__(self) -> Iterator[Document]:
        seen: set[str] = set()
        try:
            for unit in self.units:
                yield from self._sound(unit, seen)
        finally:
            self.tree.close()
        if self.errors and not self.keep_going:
            raise self.failure()

    def _sound(self, unit: Unit, seen: set[str]) -> Iterator[Document]:
        """The documents of a unit that nothing is wrong with; the errors are collected."""
        where = self.tree.where(unit.main or unit.text)
        for found in self._unit(unit, where):
            error = found if isinstance(found, InputError) else self._fault(found, unit, seen)
            if error is not None:
                self.errors.append(error if error.where else error.at(where))
            elif isinstance(found, Document):
                seen.add(found.id)
                yield found

    def failure(self) -> InputError:
        """All the errors met as one."""
        if len(self.units) == 1 and len(self.errors) == 1:
            return self.errors[0]
        return BadFiles(self.errors, total=max(len(self.units), len(self.errors)))

    def _unit(self, unit: Unit, where: str) -> Iterator[Document | InputError]:
        try:
            yield from self.format.read(unit, self.tree, set_name=self.set_name)
        except InputError as error:
            yield error if error.where else error.at(where)

    def _fault(self, doc: Document, unit: Unit, seen: set[str]) -> InputError | None:
        if doc.id in seen:
            return InputError(
                f"the document id {doc.id!r} occurs twice",
                expected="one document for each id",
                remedy="Rename one of them",
            )
        problem = next(structure(doc), None) if self.check else None
        return self._placed(problem, unit) if problem else None

    def _placed(self, problem: Problem, unit: Unit) -> InputError:
        where, line = self.format.locate(unit, self.tree, problem)
        return InputError(
            f"{problem.document}, {problem.annotation}: {problem.message}",
            where=where,
            line=line,
            remedy="`goldsmith validate` lists every such problem",
        )


def read(
    path: Path | str,
    fmt: str | None = None,
    *,
    set_name: str = DEFAULT_SET,
    check: bool = True,
    keep_going: bool = False,
) -> Iterator[Document]:
    """The documents at a path, streamed; the format is recognised where none is named."""
    return iter(Reader(path, fmt, set_name=set_name, check=check, keep_going=keep_going))


def recognise(tree: Tree) -> Format:
    """The format of the files in a tree, or an error that lists the candidates."""
    formats = [get(name) for name in names()]
    found = [fmt for fmt in formats if fmt.reads and _recognises(fmt, tree)]
    found = [fmt for fmt in found if not fmt.fallback] or found
    if len(found) == 1:
        return found[0]
    what = "several formats fit these files" if found else "no known format fits these files"
    raise InputError(
        what,
        where=str(tree.root),
        expected="one of " + ", ".join(fmt.name for fmt in found or formats),
        remedy="Name it with --from",
    )


def _recognises(fmt: Format, tree: Tree) -> bool:
    candidates = [name for name in tree.names if name.endswith(fmt.suffixes)]
    some = candidates[:: max(1, len(candidates) // _LOOKED_AT)]
    return any(fmt.recognises(name, tree.head(name)) for name in some)


class Written(msgspec.Struct, frozen=True):
    """What a write did."""

    documents: int
    dropped: dict[str, int]


def write(
    docs: Iterable[Document],
    path: Path | str,
    fmt: Format | str,
    *,
    sets: Collection[str] = (),
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
) -> Written:
    """Writes documents to a new folder (or file, for one-file formats), all or nothing.

    Anything that the format cannot carry is counted over all documents, then raised as one
    `LossError` unless it is named in `allow_loss` ("all" allows everything).
    """
    writer = get(fmt) if isinstance(fmt, str) else fmt
    dropped: Counter[str] = Counter()
    count = 0

    def checked() -> Iterator[Document]:
        nonlocal count
        for doc in docs:
            chosen = _choose(doc, sets)
            _refuse_broken(chosen)
            lost = losses(chosen, writer)
            dropped.update(lost)
            count += 1
            yield reduced(chosen, writer) if lost else chosen

    if not writer.writes:
        raise InputError(
            f"the format {writer.name} can only be read",
            expected="one of " + ", ".join(name for name in names() if get(name).writes),
        )
    with _staging(Path(path), writer, overwrite=overwrite) as folder:
        writer.write(checked(), folder)
        refused = (
            {}
            if "all" in allow_loss
            else {name: number for name, number in dropped.items() if name not in allow_loss}
        )
        if refused:
            raise LossError(writer.name, refused)
    return Written(count, dict(dropped))


def _choose(doc: Document, sets: Collection[str]) -> Document:
    if not sets:
        return doc
    kept = {name: one for name, one in doc.sets.items() if name in sets}
    return msgspec.structs.replace(doc, sets=kept)


def _refuse_broken(doc: Document) -> None:
    """Refuses names that are no safe paths, and documents that could not be read again."""
    check_document_id(doc.id)
    for name in doc.sets:
        check_set_name(name)
    problem = next(structure(doc), None)
    if problem:
        raise InputError(str(problem), remedy="Mend the document before writing it")


@contextmanager
def _staging(path: Path, fmt: Format, *, overwrite: bool) -> Iterator[Path]:
    """A folder to write into that becomes `path` only if all goes well."""
    to_file = fmt.one_file and path.name.endswith(fmt.suffixes)
    if not overwrite and path.exists() and (to_file or not path.is_dir() or any(path.iterdir())):
        raise InputError(
            "there is something here already",
            where=str(path),
            expected="a path that does not exist or an empty folder",
            remedy="Choose another --out, or replace it with --overwrite",
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    try:
        yield folder
        produced = next(folder.iterdir()) if to_file else folder
        _replace(produced, path)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _replace(new: Path, path: Path) -> None:
    """Puts a file or folder in place of another one by renaming, the old one kept until then."""
    if new.is_file():
        new.replace(path)
        return
    new.chmod(0o777 & ~_umask())
    if path.exists():
        old = Path(tempfile.mkdtemp(prefix=f".{path.name}.old.", dir=path.parent))
        path.rename(old / "was")
        new.rename(path)
        shutil.rmtree(old, ignore_errors=True)
    else:
        new.rename(path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
