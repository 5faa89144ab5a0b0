"""Serve a folder to a team: annotation, adjudication and jobs over HTTP."""

from __future__ import annotations

from pathlib import Path

import typer

app = typer.Typer(add_completion=False, help=__doc__)
_PASSWORD = "GOLDSMITH_OWNER_PASSWORD"


@app.command()
def serve(
    folder: Path = typer.Argument(
        Path("goldsmith-server"), help="The folder of the server; created on the first start."
    ),
    host: str = typer.Option("127.0.0.1", "--host", help="The address to listen at."),
    port: int = typer.Option(
        8642, "--port", min=0, max=65535, help="The port; 0 for any free port."
    ),
    database: str = typer.Option(
        "",
        "--database",
        envvar="GOLDSMITH_DATABASE",
        help="A PostgreSQL database (postgresql://…); SQLite in the folder by default.",
        metavar="URL",
    ),
    workers: int = typer.Option(
        1, "--workers", min=1, max=64, help="Processes that answer requests; PostgreSQL only."
    ),
    base_path: str | None = typer.Option(
        None, "--base-path", help="The path under which a reverse proxy serves Goldsmith."
    ),
    public_url: str | None = typer.Option(
        None, "--public-url", help="The address of the server as browsers see it.", metavar="URL"
    ),
    secure_cookies: bool | None = typer.Option(
        None,
        "--secure-cookies/--plain-cookies",
        help="Whether browsers send cookies over HTTPS only.",
    ),
    owner: str = typer.Option(
        "",
        "--owner",
        help=f"Make this account the owner at the first start; prompts for its password, or "
        f"takes it from {_PASSWORD}.",
        metavar="NAME",
    ),
    access_log: bool = typer.Option(
        False, "--access-log", help="Log every request, without the values of its query."
    ),
    jobs: bool = typer.Option(True, "--jobs/--no-jobs", help="Whether to start a worker for jobs."),
) -> None:
    """Serve a folder to a team until the process is stopped."""
    from goldsmith.web.serving.plan import ServePlan
    from goldsmith.web.serving.run import serve as run
    from goldsmith.web.serving.settings import change_settings, read_settings

    settings = change_settings(
        read_settings(folder),
        base_path=base_path,
        public_url=public_url,
        secure_cookies=secure_cookies,
    )
    plan = ServePlan(
        str(folder.absolute()), database, host, port, workers, access_log, jobs, settings
    )
    run(plan, _announce, owner, _ask_password)


def _announce(address: str) -> None:
    typer.echo(address)


def _ask_password() -> str:
    import os

    return os.environ.get(_PASSWORD) or str(
        typer.prompt("Password of the owner", hide_input=True, confirmation_prompt=True, err=True)
    )
