"""Build, search and browse terminologies, and look them up in text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import choices, output, parameters
from goldsmith.cli.shared import terms as shared_terms
from goldsmith.cli.shared.choices import Overlap
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.components.lookup.places import TerminologyPart

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)


@app.command()
def add(
    names: list[str] = typer.Argument(..., help="One or more of: " + ", ".join(choices.PACKAGES)),
    as_json: bool = parameters.JSON,
) -> None:
    """Add terminologies from installed packages to the shelf."""
    from goldsmith.cli.shared import terms_show
    from goldsmith.terminology import shelf

    entries = shelf.add_packages(output.split_values(names), progress=output.report)
    if as_json:
        output.print_json(entries)
        return
    for entry in entries:
        terms_show.print_built(entry)


@app.command()
def build(
    name: str = typer.Argument(..., help="The name of the terminology."),
    files: list[Path] = typer.Argument(..., help="Files and folders of releases, of any kind."),
    source: str = typer.Option(
        "", "--source", help="The kind of the files; detected by default.", metavar="KIND"
    ),
    system: str = typer.Option("", "--system", help="The coding system of the concepts."),
    language: list[str] = typer.Option([], "--language", help="Take names in these languages."),
    vocabulary: list[str] = typer.Option(
        [], "--vocabulary", help="UMLS: take only these vocabularies (SAB)."
    ),
    hierarchy: list[str] = typer.Option(
        [], "--hierarchy", help="UMLS: take parents from these vocabularies."
    ),
    suppressible: bool = typer.Option(
        False, "--suppressible", help="UMLS: take suppressible names too."
    ),
    column: list[str] = typer.Option(
        [], "--column", help="Tables: ROLE=HEADING, such as code=id; may be repeated."
    ),
    separator: str = typer.Option(
        "|", "--separator", help="Tables: the separator of several values in a cell."
    ),
    kind: list[str] = typer.Option(
        [], "--type", help="A semantic type for concepts that have none."
    ),
    licence: str = typer.Option("", "--licence", help="The licence of the files."),
    out: Path | None = parameters.OUT_INSTEAD_OF_SHELF,
    as_json: bool = parameters.JSON,
) -> None:
    """Compile releases into one terminology; replace any of that name when complete."""
    from goldsmith.cli.shared import terms_show
    from goldsmith.terminology import shelf
    from goldsmith.terminology.sources import Options

    options = Options(
        system=system,
        languages=tuple(output.split_values(language)),
        vocabularies=tuple(output.split_values(vocabulary)),
        hierarchy=tuple(output.split_values(hierarchy)),
        suppressible=suppressible,
        columns=shared_terms.parse_columns(column),
        separator=separator,
        types=tuple(output.split_values(kind)),
    )
    entry = shelf.build(
        name,
        files,
        source=source,
        options=options,
        licence=licence,
        out=out,
        progress=output.report,
    )
    if as_json:
        output.print_json(entry)
    else:
        terms_show.print_built(entry)


@app.command("list")
def list_(as_json: bool = parameters.JSON) -> None:
    """List the terminologies on the shelf."""
    from goldsmith.cli.shared import terms_show
    from goldsmith.terminology import shelf

    entries = shelf.list_entries()
    if as_json:
        output.print_json(entries)
    else:
        terms_show.print_entries(entries)
    shared_terms.warn_of_problems(entries)
    if not entries:
        output.report(
            f"the shelf at {shelf.get_folder()} is empty, so the built-in terminology is used; "
            "`goldsmith terms add` and `goldsmith terms build` add others"
        )


@app.command()
def check(
    names: list[str] = typer.Argument(
        None, help="Names on the shelf, `demo` or folders. Default: all on the shelf."
    ),
    as_json: bool = parameters.JSON,
) -> None:
    """Read terminologies from end to end; exit with 1 if any is damaged."""
    from goldsmith.cli.shared import terms_show
    from goldsmith.project.terms.check import check_terminologies
    from goldsmith.terminology import shelf

    checks = check_terminologies(output.split_values(names))
    if as_json:
        output.print_json(checks)
    else:
        terms_show.print_checks(checks)
    shared_terms.warn_of_problems(checks)
    if not checks:
        output.report(f"the shelf at {shelf.get_folder()} is empty")
    raise typer.Exit(0 if all(check.whole for check in checks) else 1)


@app.command()
def search(
    words: list[str] = typer.Argument(..., help="A name, its words or beginning, or a code."),
    terms: list[str] = shared_terms.TERMS,
    subset: str = shared_terms.SUBSET,
    kind: list[str] = shared_terms.TYPE,
    system: list[str] = shared_terms.SYSTEM,
    below: list[str] = shared_terms.BELOW,
    limit: int = typer.Option(20, "--limit", help="The largest number of concepts."),
    retired: bool = typer.Option(False, "--retired", help="Find retired concepts too."),
    as_json: bool = parameters.JSON,
) -> None:
    """Search concepts by name or code in all terminologies, best matches first."""
    from goldsmith.cli.shared import terms_show
    from goldsmith.project.terms.find import search_concepts

    parts = _open_parts(terms, subset, kind, system, below, retired=retired)
    hits = search_concepts(parts, " ".join(words), limit=limit, retired=retired)
    if as_json:
        output.print_json(hits)
    else:
        terms_show.print_hits(hits)


@app.command()
def show(
    code: str = typer.Argument(..., help="CODE or SYSTEM:CODE."),
    terms: list[str] = shared_terms.TERMS,
    html: Path | None = parameters.HTML,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Show a concept: names, definition, hierarchy, cross-references to other terminologies."""
    from goldsmith.cli.shared import terms_show
    from goldsmith.project.terms.page import describe_concepts
    from goldsmith.terminology import shelf

    if html:
        output.check_page(html, overwrite=overwrite)
    pages = describe_concepts(
        shared_terms.open_terminologies(terms), code, others=shelf.open_readable()
    )
    if html:
        from goldsmith.project.terms.concept_page import render_concepts

        output.write_page(html, render_concepts(pages))
    if as_json:
        output.print_json(pages)
    elif not html:
        for page in pages:
            terms_show.print_page(page)


@app.command()
def browse(
    code: str = typer.Argument("", help="The concept to begin at; default: the roots."),
    terms: list[str] = shared_terms.TERMS,
    depth: int = typer.Option(1, "--depth", help="Levels below the first."),
    limit: int = typer.Option(30, "--limit", help="The largest number of children of a concept."),
    html: Path | None = parameters.HTML,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Browse the hierarchy as a tree, with the number of descendants of each concept."""
    from goldsmith.cli.shared import terms_show
    from goldsmith.project.terms.page import browse_hierarchy

    if html:
        output.check_page(html, overwrite=overwrite)
    opened = shared_terms.open_terminologies(terms)
    trees = browse_hierarchy(opened, code, depth=depth, limit=limit)
    if html:
        from goldsmith.project.terms.concept_page import render_hierarchy

        output.write_page(html, render_hierarchy(trees))
    if as_json:
        output.print_json(trees)
    elif not html:
        terms_show.print_trees(trees)


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
    as_json: bool = parameters.JSON,
) -> None:
    """Find the names of concepts in a text, with their offsets."""
    from goldsmith.cli.shared import terms_show
    from goldsmith.project.terms.text import Finder

    parts = _open_parts(terms, subset, kind, system, below)
    finder = Finder(parts, overlap=overlap, threshold=threshold, exact=exact, typos=typos)
    names = finder.find_names(shared_terms.read_text(file))
    if as_json:
        output.print_json(names)
    else:
        terms_show.print_names(names)


@app.command()
def candidates(
    words: list[str] = typer.Argument(..., help="The words of a mention."),
    terms: list[str] = shared_terms.TERMS,
    subset: str = shared_terms.SUBSET,
    kind: list[str] = shared_terms.TYPE,
    system: list[str] = shared_terms.SYSTEM,
    below: list[str] = shared_terms.BELOW,
    corpus: str | None = typer.Option(
        None, "--corpus", help="A coded corpus: concepts that it uses for the words come first."
    ),
    set_name: str = typer.Option("", "--set", help="The set of --corpus that has the codes."),
    fmt: str | None = parameters.FROM,
    limit: int = typer.Option(10, "--limit", help="The largest number of concepts."),
    as_json: bool = parameters.JSON,
) -> None:
    """Rank the concepts that a mention may refer to."""
    from goldsmith.cli.shared import terms_show
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.terms.find import learn_codes, rank_candidates

    if set_name and not corpus:
        raise InputError("--set needs --corpus", expected="--corpus with it")
    parts = _open_parts(terms, subset, kind, system, below)
    memory = None
    if corpus:
        source = Source(corpus, fmt)
        memory = learn_codes(output.track(source, source.total), set_name)
    ranked = rank_candidates(parts, " ".join(words), limit=limit, memory=memory)
    if as_json:
        output.print_json(ranked)
    else:
        terms_show.print_candidates(ranked)


@app.command("retired")
def list_retired(
    corpus: str = typer.Argument(..., help="A coded corpus in any format."),
    terms: list[str] = shared_terms.TERMS,
    set_name: list[str] = typer.Option([], "--set", help="The sets to check; all by default."),
    queue: Path | None = typer.Option(
        None,
        "--csv",
        help="Write the queue to this file, for you to fill in the column `successor`.",
    ),
    decisions: Path | None = typer.Option(
        None, "--apply", help="Recode the corpus from a queue that you filled in.", metavar="FILE"
    ),
    out: Path | None = typer.Option(None, "--out", help="The recoded corpus to write."),
    to: str = parameters.TO,
    fmt: str | None = parameters.FROM,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """List the codes of a corpus that are retired, with successors; or recode the corpus."""
    from goldsmith.cli.shared import terms_retired
    from goldsmith.project.corpus.sources import Source

    if bool(decisions) != bool(out):
        raise InputError("--apply and --out belong together", expected="both, or neither")
    source = Source(corpus, fmt)
    sets = output.split_values(set_name)
    opened = shared_terms.open_terminologies(terms or [entry.name for entry in source.read_terms()])
    if decisions and out:
        losses = output.split_values(allow_loss)
        target = terms_retired.Target(out, to, losses, overwrite)
        terms_retired.recode_corpus(source, decisions, opened, target, sets, as_json=as_json)
    else:
        terms_retired.list_codes(source, opened, queue, sets, overwrite=overwrite, as_json=as_json)


def _open_parts(
    terms: list[str],
    subset: str,
    kind: list[str],
    system: list[str],
    below: list[str],
    *,
    retired: bool = False,
) -> list[TerminologyPart]:
    """Open the parts of terminologies that the options select."""
    from goldsmith.project.terms.find import filter_terminologies

    return filter_terminologies(
        shared_terms.open_terminologies(terms),
        shared_terms.make_filter(subset, kind, system, below, retired=retired),
        warn=shared_terms.warn,
    )
