"""`goldsmith terms`: terminologies put on the shelf, searched, browsed, and looked up in text."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli import _output, _terms, _terms_show
from goldsmith.errors import InputError
from goldsmith.project import terms as shelf
from goldsmith.project import terms_check, terms_find, terms_page
from goldsmith.project.sources import Source
from goldsmith.project.terms_text import Finder
from goldsmith.terminology import packages
from goldsmith.terminology.lookup import Overlap
from goldsmith.terminology.sources import Options

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Terminologies: put on the shelf, searched, browsed, looked up in text.",
)


@app.command()
def add(
    names: list[str] = typer.Argument(..., help="One or more of: " + ", ".join(packages.names())),
    as_json: bool = _output.JSON,
) -> None:
    """Put terminologies on the shelf that installed packages carry."""
    done = shelf.add(_output.listed(names), progress=_output.say)
    if as_json:
        _output.json(done)
        return
    for one in done:
        _terms_show.built(one)


@app.command()
def build(
    name: str = typer.Argument(..., help="What to call it."),
    files: list[Path] = typer.Argument(..., help="Files and folders of releases, of any kinds."),
    source: str = typer.Option(
        "", "--source", help="What kind they are; recognised where not named.", metavar="KIND"
    ),
    system: str = typer.Option("", "--system", help="File the concepts under this system."),
    language: list[str] = typer.Option([], "--language", help="Take names in these languages."),
    vocabulary: list[str] = typer.Option(
        [], "--vocabulary", help="Of UMLS: take only these vocabularies (SAB)."
    ),
    hierarchy: list[str] = typer.Option(
        [], "--hierarchy", help="Of UMLS: take parents from these vocabularies."
    ),
    suppressible: bool = typer.Option(
        False, "--suppressible", help="Of UMLS: take what is marked suppressible too."
    ),
    column: list[str] = typer.Option(
        [], "--column", help="Of a table: ROLE=HEADING, such as code=id; may be repeated."
    ),
    separator: str = typer.Option(
        "|", "--separator", help="Of a table: what separates values in one cell."
    ),
    kind: list[str] = typer.Option(
        [], "--type", help="A semantic type for concepts that have none."
    ),
    licence: str = typer.Option("", "--licence", help="On what terms you have the files."),
    out: Path | None = typer.Option(None, "--out", help="A folder to write to, off the shelf."),
    as_json: bool = _output.JSON,
) -> None:
    """Compile releases of terminologies into one; it replaces the one of that name when whole."""
    options = Options(
        system=system,
        languages=tuple(_output.listed(language)),
        vocabularies=tuple(_output.listed(vocabulary)),
        hierarchy=tuple(_output.listed(hierarchy)),
        suppressible=suppressible,
        columns=_terms.columns(column),
        separator=separator,
        types=tuple(_output.listed(kind)),
    )
    done = shelf.build(
        name, files, source=source, options=options, licence=licence, out=out, progress=_output.say
    )
    if as_json:
        _output.json(done)
    else:
        _terms_show.built(done)


@app.command("list")
def list_(as_json: bool = _output.JSON) -> None:
    """List the terminologies on the shelf."""
    found = shelf.listing()
    if as_json:
        _output.json(found)
    else:
        _terms_show.listing(found)
    _terms.problems(found)
    if not found:
        _output.say(
            f"the shelf at {shelf.shelf()} is empty, so the built-in terminology is used; "
            "`goldsmith terms add` and `goldsmith terms build` put others there"
        )


@app.command()
def check(
    names: list[str] = typer.Argument(
        None, help="Names on the shelf, `demo` or folders. Default: all on the shelf."
    ),
    as_json: bool = _output.JSON,
) -> None:
    """Read terminologies from end to end; exit with 1 if any was changed or cut."""
    found = terms_check.check(_output.listed(names))
    if as_json:
        _output.json(found)
    else:
        _terms_show.checked(found)
    _terms.problems(found)
    if not found:
        _output.say(f"the shelf at {shelf.shelf()} is empty")
    raise typer.Exit(0 if all(one.whole for one in found) else 1)


@app.command()
def search(
    words: list[str] = typer.Argument(..., help="A name, its words or beginning, or a code."),
    terms: list[str] = _terms.TERMS,
    subset: str = _terms.SUBSET,
    kind: list[str] = _terms.TYPE,
    system: list[str] = _terms.SYSTEM,
    below: list[str] = _terms.BELOW,
    limit: int = typer.Option(20, "--limit", help="At most so many concepts."),
    retired: bool = typer.Option(False, "--retired", help="Find those no longer in force too."),
    as_json: bool = _output.JSON,
) -> None:
    """Search concepts by what people type; the best of all terminologies come first."""
    only = _terms.filter_of(subset, kind, system, below, retired=retired)
    among = terms_find.parts(_terms.opened(terms), only, told=_terms.note)
    found = terms_find.search(among, " ".join(words), limit=limit, retired=retired)
    if as_json:
        _output.json(found)
    else:
        _terms_show.hits(found)


@app.command()
def show(
    code: str = typer.Argument(..., help="CODE or SYSTEM:CODE."),
    terms: list[str] = _terms.TERMS,
    as_json: bool = _output.JSON,
) -> None:
    """Show a concept: names, definition, place in the hierarchy, ties to other terminologies."""
    found = terms_page.pages(_terms.opened(terms), code, others=shelf.whole())
    if as_json:
        _output.json(found)
        return
    for page in found:
        _terms_show.page(page)


@app.command()
def browse(
    code: str = typer.Argument("", help="The concept to begin at; the roots if none."),
    terms: list[str] = _terms.TERMS,
    depth: int = typer.Option(1, "--depth", help="So many levels below the first."),
    limit: int = typer.Option(30, "--limit", help="At most so many children of one concept."),
    as_json: bool = _output.JSON,
) -> None:
    """Browse the hierarchy as a tree, with how many concepts stand below each."""
    found = terms_page.browse(_terms.opened(terms), code, depth=depth, limit=limit)
    if as_json:
        _output.json(found)
    else:
        _terms_show.trees(found)


@app.command()
def lookup(
    file: str = typer.Argument(..., help="A text file in UTF-8, or - for standard input."),
    terms: list[str] = _terms.TERMS,
    subset: str = _terms.SUBSET,
    kind: list[str] = _terms.TYPE,
    system: list[str] = _terms.SYSTEM,
    below: list[str] = _terms.BELOW,
    overlap: Overlap = _terms.OVERLAP,
    threshold: int = _terms.THRESHOLD,
    typos: bool = _terms.TYPOS,
    exact: bool = _terms.EXACT,
    as_json: bool = _output.JSON,
) -> None:
    """Find the names of concepts in a text, with their offsets."""
    only = _terms.filter_of(subset, kind, system, below)
    among = terms_find.parts(_terms.opened(terms), only, told=_terms.note)
    finder = Finder(among, overlap=overlap, threshold=threshold, exact=exact, typos=typos)
    found = finder.named(_terms.text(file))
    if as_json:
        _output.json(found)
    else:
        _terms_show.named(found)


@app.command()
def candidates(
    words: list[str] = typer.Argument(..., help="The words of a mention."),
    terms: list[str] = _terms.TERMS,
    subset: str = _terms.SUBSET,
    kind: list[str] = _terms.TYPE,
    system: list[str] = _terms.SYSTEM,
    below: list[str] = _terms.BELOW,
    corpus: str | None = typer.Option(
        None, "--corpus", help="A coded corpus: what it chose before comes first."
    ),
    set_name: str = typer.Option("", "--set", help="The set of --corpus that has the codes."),
    fmt: str | None = _output.FROM,
    limit: int = typer.Option(10, "--limit", help="At most so many concepts."),
    as_json: bool = _output.JSON,
) -> None:
    """Rank the concepts that a mention may stand for."""
    if set_name and not corpus:
        raise InputError("--set names a set of no corpus", expected="--corpus with it")
    only = _terms.filter_of(subset, kind, system, below)
    among = terms_find.parts(_terms.opened(terms), only, told=_terms.note)
    memory = None
    if corpus:
        source = Source(corpus, fmt)
        memory = terms_find.remembered(_output.follow(source, source.total), set_name)
    found = terms_find.candidates(among, " ".join(words), limit=limit, memory=memory)
    if as_json:
        _output.json(found)
    else:
        _terms_show.candidates(found)
