"""`goldsmith terms`: terminologies put on the shelf, searched, browsed, and looked up in text."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import output, terms_show
from goldsmith.cli.shared import terms as shared_terms
from goldsmith.errors import InputError
from goldsmith.project.corpus.sources import Source
from goldsmith.project.terms import check as terms_check
from goldsmith.project.terms import find
from goldsmith.project.terms import page as terms_page
from goldsmith.project.terms.text import Finder
from goldsmith.terminology import packages, shelf
from goldsmith.terminology.lookup.finder import Overlap
from goldsmith.terminology.sources import Options

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Terminologies: put on the shelf, searched, browsed, looked up in text.",
)


@app.command()
def add(
    names: list[str] = typer.Argument(..., help="One or more of: " + ", ".join(packages.names())),
    as_json: bool = output.JSON,
) -> None:
    """Put terminologies on the shelf that installed packages carry."""
    done = shelf.add(output.listed(names), progress=output.say)
    if as_json:
        output.json(done)
        return
    for one in done:
        terms_show.built(one)


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
    as_json: bool = output.JSON,
) -> None:
    """Compile releases of terminologies into one; it replaces the one of that name when whole."""
    options = Options(
        system=system,
        languages=tuple(output.listed(language)),
        vocabularies=tuple(output.listed(vocabulary)),
        hierarchy=tuple(output.listed(hierarchy)),
        suppressible=suppressible,
        columns=shared_terms.columns(column),
        separator=separator,
        types=tuple(output.listed(kind)),
    )
    done = shelf.build(
        name, files, source=source, options=options, licence=licence, out=out, progress=output.say
    )
    if as_json:
        output.json(done)
    else:
        terms_show.built(done)


@app.command("list")
def list_(as_json: bool = output.JSON) -> None:
    """List the terminologies on the shelf."""
    found = shelf.listing()
    if as_json:
        output.json(found)
    else:
        terms_show.listing(found)
    shared_terms.problems(found)
    if not found:
        output.say(
            f"the shelf at {shelf.shelf()} is empty, so the built-in terminology is used; "
            "`goldsmith terms add` and `goldsmith terms build` put others there"
        )


@app.command()
def check(
    names: list[str] = typer.Argument(
        None, help="Names on the shelf, `demo` or folders. Default: all on the shelf."
    ),
    as_json: bool = output.JSON,
) -> None:
    """Read terminologies from end to end; exit with 1 if any was changed or cut."""
    found = terms_check.check(output.listed(names))
    if as_json:
        output.json(found)
    else:
        terms_show.checked(found)
    shared_terms.problems(found)
    if not found:
        output.say(f"the shelf at {shelf.shelf()} is empty")
    raise typer.Exit(0 if all(one.whole for one in found) else 1)


@app.command()
def search(
    words: list[str] = typer.Argument(..., help="A name, its words or beginning, or a code."),
    terms: list[str] = shared_terms.TERMS,
    subset: str = shared_terms.SUBSET,
    kind: list[str] = shared_terms.TYPE,
    system: list[str] = shared_terms.SYSTEM,
    below: list[str] = shared_terms.BELOW,
    limit: int = typer.Option(20, "--limit", help="At most so many concepts."),
    retired: bool = typer.Option(False, "--retired", help="Find those no longer in force too."),
    as_json: bool = output.JSON,
) -> None:
    """Search concepts by what people type; the best of all terminologies come first."""
    only = shared_terms.filter_of(subset, kind, system, below, retired=retired)
    among = find.parts(shared_terms.opened(terms), only, told=shared_terms.note)
    found = find.search(among, " ".join(words), limit=limit, retired=retired)
    if as_json:
        output.json(found)
    else:
        terms_show.hits(found)


@app.command()
def show(
    code: str = typer.Argument(..., help="CODE or SYSTEM:CODE."),
    terms: list[str] = shared_terms.TERMS,
    as_json: bool = output.JSON,
) -> None:
    """Show a concept: names, definition, place in the hierarchy, ties to other terminologies."""
    found = terms_page.pages(shared_terms.opened(terms), code, others=shelf.whole())
    if as_json:
        output.json(found)
        return
    for page in found:
        terms_show.page(page)


@app.command()
def browse(
    code: str = typer.Argument("", help="The concept to begin at; the roots if none."),
    terms: list[str] = shared_terms.TERMS,
    depth: int = typer.Option(1, "--depth", help="So many levels below the first."),
    limit: int = typer.Option(30, "--limit", help="At most so many children of one concept."),
    as_json: bool = output.JSON,
) -> None:
    """Browse the hierarchy as a tree, with how many concepts stand below each."""
    found = terms_page.browse(shared_terms.opened(terms), code, depth=depth, limit=limit)
    if as_json:
        output.json(found)
    else:
        terms_show.trees(found)


@app.command()
def lookup(
    file: str = typer.Argument(..., help="A text file in UTF-8, or - for standard input."),
    terms: list[str] = shared_terms.TERMS,
    subset: str = shared_terms.SUBSET,
    kind: list[str] = shared_terms.TYPE,
    system: list[str] = shared_terms.SYSTEM,
    below: list[str] = shared_terms.BELOW,
    overlap: Overlap = shared_terms.OVERLAP,
    threshold: int = shared_terms.THRESHOLD,
    typos: bool = shared_terms.TYPOS,
    exact: bool = shared_terms.EXACT,
    as_json: bool = output.JSON,
) -> None:
    """Find the names of concepts in a text, with their offsets."""
    only = shared_terms.filter_of(subset, kind, system, below)
    among = find.parts(shared_terms.opened(terms), only, told=shared_terms.note)
    finder = Finder(among, overlap=overlap, threshold=threshold, exact=exact, typos=typos)
    found = finder.named(shared_terms.text(file))
    if as_json:
        output.json(found)
    else:
        terms_show.named(found)


@app.command()
def candidates(
    words: list[str] = typer.Argument(..., help="The words of a mention."),
    terms: list[str] = shared_terms.TERMS,
    subset: str = shared_terms.SUBSET,
    kind: list[str] = shared_terms.TYPE,
    system: list[str] = shared_terms.SYSTEM,
    below: list[str] = shared_terms.BELOW,
    corpus: str | None = typer.Option(
        None, "--corpus", help="A coded corpus: what it chose before comes first."
    ),
    set_name: str = typer.Option("", "--set", help="The set of --corpus that has the codes."),
    fmt: str | None = output.FROM,
    limit: int = typer.Option(10, "--limit", help="At most so many concepts."),
    as_json: bool = output.JSON,
) -> None:
    """Rank the concepts that a mention may stand for."""
    if set_name and not corpus:
        raise InputError("--set names a set of no corpus", expected="--corpus with it")
    only = shared_terms.filter_of(subset, kind, system, below)
    among = find.parts(shared_terms.opened(terms), only, told=shared_terms.note)
    memory = None
    if corpus:
        source = Source(corpus, fmt)
        memory = find.remembered(output.follow(source, source.total), set_name)
    found = find.candidates(among, " ".join(words), limit=limit, memory=memory)
    if as_json:
        output.json(found)
    else:
        terms_show.candidates(found)
