"""Commands of `goldsmith project` for the whole server: backups, workers, passwords, tokens."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import output, parameters
from goldsmith.cli.shared.server import ADDRESS, DATABASE, FOLDER, SERVER, connect, follow
from goldsmith.cli.shared.team import check_target, parse_scope, print_result


def backup(
    out: Path = typer.Argument(..., help="The archive to write."),
    overwrite: bool = parameters.OVERWRITE,
    server: str = SERVER,
    folder: Path | None = FOLDER,
    database: str = DATABASE,
    as_json: bool = parameters.JSON,
) -> None:
    """Back up the whole server, running or not; only its owner may."""
    check_target(out, overwrite)
    with connect(server, folder, database) as client:
        job = follow(client, client.jobs.submit("", "backup"))
        client.jobs.download(job.id, out)
    print_result(as_json, job.result or {}, "Backup")


def restore(
    archive: Path = typer.Argument(..., help="An archive that `goldsmith project backup` wrote."),
    folder: Path = typer.Argument(..., help="The folder of the server to make."),
    database: str = typer.Option(
        "",
        "--database",
        envvar="GOLDSMITH_DATABASE",
        help="An empty PostgreSQL database, for a backup of one.",
        metavar="URL",
    ),
    as_json: bool = parameters.JSON,
) -> None:
    """Restore a backup into an empty folder, ready to serve."""
    from goldsmith.project.exchange.backup import restore_backup

    manifest = restore_backup(archive, folder, database)
    if as_json:
        output.print_json(manifest)
    output.report(f"restored the backup of {manifest.created}: {folder}")


def work(
    folder: Path = typer.Argument(..., help="The folder of the server."),
    database: str = DATABASE,
) -> None:
    """Run the jobs of a server until stopped, in addition to its own worker."""
    import signal
    import threading

    from goldsmith.project.jobs.worker import run_worker

    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    output.report(f"working on the jobs of {folder}")
    run_worker(folder.absolute(), database, stop)


def reset_password(
    name: str = typer.Argument(..., help="The account."),
    folder: Path = typer.Argument(..., help="The folder of the server, which must not be running."),
    database: str = DATABASE,
) -> None:
    """Withdraw a password, and print the secret with which the person chooses a new one."""
    from goldsmith.web.serving.local import reset_password as reset

    typer.echo(reset(folder.absolute(), database, name))


def token(
    name: str = typer.Argument(..., help="Your account."),
    purpose: str = typer.Option("command line", "--for", help="What the token is for."),
    scopes: str = typer.Option(
        "read,annotate,adjudicate,manage", "--scopes", help="What it may be used for."
    ),
    days: int = typer.Option(
        0, "--days", min=0, help="How many days it is valid; 0 for until revoked."
    ),
    server: str = SERVER,
) -> None:
    """Make a token for your account and print it; prompts for your password."""
    import os

    from goldsmith.client import Client

    password = os.environ.get("GOLDSMITH_PASSWORD") or typer.prompt(
        "Password", hide_input=True, err=True
    )
    chosen = [parse_scope(word) for word in output.split_values([scopes])]
    with Client(server or ADDRESS) as client:
        client.session.sign_in(name, password)
        made = client.tokens.create(purpose, chosen, days=days)
        client.session.sign_out()
    typer.echo(made.secret)
