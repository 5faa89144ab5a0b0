"""Arguments and options of commands of several subjects; the same words mean the same everywhere.

Those of a single subject are beside its functions, in `figures`, `models`, `terms`, `draws` …
"""

from __future__ import annotations

import typer

from goldsmith.cli.shared import choices

CORPUS = typer.Argument(..., help="A corpus in any format, or `demo`.")
NOTES = typer.Argument(..., help="The notes: any format, or `demo`.")

FROM = typer.Option(None, "--from", help="The input format; detected by default.", metavar="FORMAT")
READ_AS = typer.Option(
    choices.DEFAULT_SET, "--as", help="The name of the set to read, if the format has no set names."
)
WHERE = typer.Option([], "--where", help="Only documents with FIELD=VALUE.")

OUT = typer.Option(..., "--out", help="The folder or file to write.")
#: For commands that can also run without writing.
OPTIONAL_OUT = typer.Option(None, "--out", help="The folder or file to write.")
#: For commands that write to a shelf by default.
OUT_INSTEAD_OF_SHELF = typer.Option(
    None, "--out", help="A folder to write to, instead of the shelf."
)
TO = typer.Option("corpus", "--to", help="The format to write.", metavar="FORMAT")
ALLOW_LOSS = typer.Option(
    [], "--allow-loss", help="What may be dropped: names from the error message, or `all`."
)
ONLY_NEW_SET = typer.Option(
    False, "--only", help="Write only the new set, without the sets of the input."
)
OVERWRITE = typer.Option(False, "--overwrite", help="Replace the existing output.")

HTML = typer.Option(None, "--html", help="Write an HTML page to this file.")
NO_TEXT_IN_REPORT = typer.Option(False, "--no-text", help="Leave all note text out of the report.")
NO_TEXT_IN_TABLES = typer.Option(
    False, "--no-text", help="Leave all note text out of the page and the tables."
)
JSON = typer.Option(False, "--json", help="Print JSON instead of tables.")

RELEASE_NAME = typer.Argument(..., help="The name of the release.")
RELEASE_VERSION = typer.Option("1.0", "--version", help="The version.", metavar="VERSION")
RELEASE_SPLIT = typer.Option(
    "", "--split", help="Splits and their shares: train=0.8,test=0.2.", metavar="NAME=SHARE,…"
)
