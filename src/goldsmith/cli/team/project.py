"""Manage projects of a server: people, notes, batches, releases, backups."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import output, parameters
from goldsmith.cli.shared.server import DATABASE, FOLDER, SERVER, connect, follow
from goldsmith.cli.shared.server_upkeep import backup, reset_password, restore, token, work
from goldsmith.cli.shared.team import (
    check_target,
    find_batch,
    flatten,
    invite_people,
    make_batch_row,
    make_project_row,
    parse_roles,
    print_result,
    print_rows,
)
from goldsmith.errors import InputError

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)
PROJECT = typer.Argument(..., help="The name of the project.")


@app.command()
def create(
    name: str = typer.Argument(..., help="A short name for the project."),
    schema: str = typer.Option(..., "--schema", help="A built-in schema, or a TOML file."),
    title: str = typer.Option("", "--title", help="What people call it."),
    server: str = SERVER,
    folder: Path | None = FOLDER,
    database: str = DATABASE,
    as_json: bool = parameters.JSON,
) -> None:
    """Create a project and become its manager."""
    source = Path(schema)
    text = source.read_text("utf-8") if source.suffix == ".toml" else schema
    with connect(server, folder, database) as client:
        project = client.projects.create(name, text, title=title)
    print_rows(as_json, project, "Project", [make_project_row(project)])


@app.command("list")
def list_(
    server: str = SERVER,
    folder: Path | None = FOLDER,
    database: str = DATABASE,
    as_json: bool = parameters.JSON,
) -> None:
    """List the projects of which you are a member."""
    with connect(server, folder, database) as client:
        projects = client.projects.list()
    print_rows(as_json, projects, "Projects", [make_project_row(project) for project in projects])


@app.command("add-people")
def add_people(
    project: str = PROJECT,
    people: list[str] = typer.Argument(
        ..., metavar="NAME=ROLE,…", help="Accounts, each with its roles in the project."
    ),
    invite: bool = typer.Option(
        False, "--invite", help="Make accounts that do not exist, and print their invitations."
    ),
    server: str = SERVER,
    folder: Path | None = FOLDER,
    database: str = DATABASE,
    as_json: bool = parameters.JSON,
) -> None:
    """Give people roles: manager, annotator, adjudicator, editor, reader."""
    roles = {entry.partition("=")[0]: parse_roles(entry) for entry in people}
    with connect(server, folder, database) as client:
        chosen = client.projects.find(project)
        secrets = invite_people(client, roles) if invite else {}
        members = [client.members.set_roles(chosen.id, name, *roles[name]) for name in roles]
    rows = [
        {
            "person": member.name,
            "roles": ", ".join(sorted(member.roles)),
            **({"invitation": secrets.get(member.name, "")} if invite else {}),
        }
        for member in members
    ]
    print_rows(as_json, rows, "Members", rows)


@app.command("import")
def import_(
    project: str = PROJECT,
    path: Path = typer.Argument(..., help="A zip, a tar, or a file of any registered format."),
    fmt: str | None = parameters.FROM,
    set_name: str = typer.Option(
        "gold", "--set", help="The set, if the format has no names for sets."
    ),
    as_work: bool = typer.Option(
        False, "--as-work", help="A set with the name of a member becomes the work of that person."
    ),
    skip: bool = typer.Option(
        False, "--skip-duplicates", help="Skip documents that the project already has."
    ),
    allow_problems: bool = typer.Option(
        False, "--allow-problems", help="Import annotations that break the schema."
    ),
    server: str = SERVER,
    folder: Path | None = FOLDER,
    database: str = DATABASE,
    as_json: bool = parameters.JSON,
) -> None:
    """Import documents, with or without annotations."""
    from goldsmith.client import make_uuid7

    if not path.is_file():
        raise InputError("there is no such file", where=str(path), expected="a file or an archive")
    with connect(server, folder, database) as client:
        chosen, job = client.projects.find(project), make_uuid7()
        client.imports.send(chosen.id, job, path.name, path.read_bytes())
        submitted = client.jobs.submit(
            chosen.id,
            "import",
            id=job,
            file=path.name,
            format=fmt or "",
            set_name=set_name,
            as_work=as_work,
            duplicates="skip" if skip else "refuse",
            allow_problems=allow_problems,
        )
        result = follow(client, submitted).result or {}
    print_result(as_json, result, "Import")


@app.command()
def batches(
    project: str = PROJECT,
    server: str = SERVER,
    folder: Path | None = FOLDER,
    database: str = DATABASE,
    as_json: bool = parameters.JSON,
) -> None:
    """List the batches with their states and their agreement."""
    with connect(server, folder, database) as client:
        chosen = client.projects.find(project)
        page = client.batches.list(chosen.id, limit=500)
        entries = list(page.items)
        while page.after:
            page = client.batches.list(chosen.id, limit=500, after=page.after)
            entries += page.items
    print_rows(as_json, entries, "Batches", [make_batch_row(batch) for batch in entries])


@app.command()
def assign(
    project: str = PROJECT,
    people: str = typer.Option(
        "",
        "--people",
        help="The annotators; by default those with the least work.",
        metavar="NAMES",
    ),
    iteration: str = typer.Option(
        "production", "--iteration", help="The iteration; created if it does not exist."
    ),
    size: int | None = typer.Option(
        None,
        "--documents",
        min=1,
        help="How many documents; by default the number in the project's settings.",
    ),
    sample: bool = typer.Option(
        False, "--sample", help="Draw the documents at random instead of in the order of import."
    ),
    seed: int = typer.Option(
        0, "--seed", help="With --sample: seed; another seed draws another sample."
    ),
    server: str = SERVER,
    folder: Path | None = FOLDER,
    database: str = DATABASE,
    as_json: bool = parameters.JSON,
) -> None:
    """Make a batch of the next documents, and assign it."""
    from goldsmith.store.workflow.assignment import NewTasks
    from goldsmith.store.workflow.choice import NextDocuments, Sample

    names = tuple(output.split_values([people]))
    choice = Sample(size, seed) if sample else NextDocuments(size)
    with connect(server, folder, database) as client:
        chosen = client.projects.find(project)
        iterations = {entry.name: entry.id for entry in client.iterations.list(chosen.id)}
        place = iterations.get(iteration) or client.iterations.create(chosen.id, iteration).id
        batch = client.batches.create(chosen.id, place, choice, assign=NewTasks(names))
    print_rows(as_json, batch, "Batch", [make_batch_row(batch)])


@app.command()
def agreement(
    project: str = PROJECT,
    batch: str = typer.Argument(..., help="The name of the batch."),
    server: str = SERVER,
    folder: Path | None = FOLDER,
    database: str = DATABASE,
    as_json: bool = parameters.JSON,
) -> None:
    """Measure the agreement of a batch; the batch passes or fails."""
    with connect(server, folder, database) as client:
        chosen = client.projects.find(project)
        measured = client.batches.measure(find_batch(client, chosen, batch).id)
    row = {"batch": batch, "documents": measured.documents, **flatten(measured.headline)}
    print_rows(as_json, measured, "Agreement", [row])


@app.command()
def export(
    project: str = PROJECT,
    out: Path = typer.Argument(..., help="The file to write."),
    to: str = parameters.TO,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    journal: bool = typer.Option(
        False, "--journal", help="Add the journal and the decisions; only with --to corpus."
    ),
    overwrite: bool = parameters.OVERWRITE,
    server: str = SERVER,
    folder: Path | None = FOLDER,
    database: str = DATABASE,
    as_json: bool = parameters.JSON,
) -> None:
    """Export the documents with the sets that managers may see."""
    check_target(out, overwrite)
    with connect(server, folder, database) as client:
        chosen = client.projects.find(project)
        submitted = client.jobs.submit(
            chosen.id,
            "export",
            format=to,
            allow_loss=output.split_values(allow_loss),
            with_journal=journal,
        )
        job = follow(client, submitted)
        client.jobs.download(job.id, out)
    print_result(as_json, job.result or {}, "Export")


@app.command()
def release(
    project: str = PROJECT,
    name: str = parameters.RELEASE_NAME,
    version: str = parameters.RELEASE_VERSION,
    split: str = parameters.RELEASE_SPLIT,
    server: str = SERVER,
    folder: Path | None = FOLDER,
    database: str = DATABASE,
    as_json: bool = parameters.JSON,
) -> None:
    """Freeze the consensus of the project as a release."""
    shares = dict(part.partition("=")[::2] for part in output.split_values([split]))
    with connect(server, folder, database) as client:
        chosen = client.projects.find(project)
        submitted = client.jobs.submit(
            chosen.id, "release", name=name, version=version, split=shares
        )
        job = follow(client, submitted)
    print_result(as_json, job.result or {}, "Release")


@app.command()
def verify(
    project: str = PROJECT,
    server: str = SERVER,
    folder: Path | None = FOLDER,
    database: str = DATABASE,
    as_json: bool = parameters.JSON,
) -> None:
    """Replay the journal of every set and compare with its state; exit with 1 if any differs."""
    with connect(server, folder, database) as client:
        chosen = client.projects.find(project)
        result = follow(client, client.jobs.submit(chosen.id, "verify")).result or {}
    if as_json:
        output.print_json(result)
    for fault in result.get("faults", []):
        output.report(f"set {fault['set']}: {fault['what']}")
    output.report(f"{result['sets']:,} sets folded, {result['fault_count']:,} differ")
    raise typer.Exit(1 if result["fault_count"] else 0)


@app.command()
def jobs(
    project: str = PROJECT,
    server: str = SERVER,
    folder: Path | None = FOLDER,
    database: str = DATABASE,
    as_json: bool = parameters.JSON,
) -> None:
    """List the last jobs of a project."""
    with connect(server, folder, database) as client:
        entries = client.jobs.list(client.projects.find(project).id).items
    rows = [
        {
            "kind": job.kind,
            "state": job.state,
            "step": job.step,
            "progress": f"{job.progress}/{job.total}" if job.total else "",
            "by": job.person,
            "error": job.error.message if job.error else "",
        }
        for job in entries
    ]
    print_rows(as_json, entries, "Jobs", rows)


for upkeep in (backup, restore, work, reset_password, token):
    app.command(upkeep.__name__.replace("_", "-"))(upkeep)
