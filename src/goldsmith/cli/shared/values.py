"""Option values: their names in `--help`, and their shell completion.

Both depend only on the name of the option, so that it means the same in every command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from inspect import isclass, signature
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import typer
from typer.models import ArgumentInfo, CommandInfo, OptionInfo
from typer.utils import get_params_from_function

from goldsmith import registry

#: Option -> the name of its value in `--help`, where the type alone is not clear.
METAVARS = {
    "--adjudicator": "NAME",
    "--agreement": "NAME NAME",
    "--allow-loss": "NAMES",
    "--apart-from": "PATH",
    "--assignments": "FILE",
    "--auto": "POLICY",
    "--by": "FIELD",
    "--clusters": "FILE",
    "--column": "ROLE=HEADING",
    "--confidence": "SHARE",
    "--config": "FILE",
    "--corpus": "CORPUS",
    "--csv": "FILE",
    "--cross": "TYPE.ATTRIBUTE,ATTRIBUTE",
    "--dataset": "FIELD=VALUE",
    "--date-order": "ORDER",
    "--decisions": "FILE",
    "--done": "CORPUS",
    "--effort": "UNIT",
    "--facts": "FILE",
    "--field": "FIELD=NAME",
    "--entries": "FILE",
    "--from": "FORMAT",
    "--gold": "NAME",
    "--grid": "FIELDS",
    "--hold-out": "SHARE",
    "--holidays": "POLICY",
    "--html": "FILE",
    "--icd10": "CODE",
    "--key": "FILE",
    "--leak-rate": "SHARE",
    "--leave-out": "FIELD=VALUE",
    "--licence": "TEXT",
    "--merge": "A,B=C",
    "--metric": "METRIC",
    "--min-share": "SHARE",
    "--mirror": "PART",
    "--model": "FOLDER",
    "--names": "FILE",
    "--option": "METRIC.OPTION=VALUE",
    "--paper": "PAPER",
    "--part": "NAME=SIZE",
    "--parts": "NAME=SHARE,…",
    "--patients": "SIZE",
    "--profiles": "FILE",
    "--records": "FILE",
    "--records-out": "FILE",
    "--reason": "TEXT",
    "--review": "FILE",
    "--right": "SHARE",
    "--rules": "RULES",
    "--schema": "SCHEMA",
    "--separator": "TEXT",
    "--sets": "NAME",
    "--size": "SIZE",
    "--statements": "FILE",
    "--stratify": "FIELDS",
    "--system": "NAME",
    "--task": "TASK",
    "--terms": "TERMS",
    "--test": "CORPUS",
    "--test-share": "SHARE",
    "--title": "TEXT",
    "--to": "FORMAT",
    "--type": "TYPE",
    "--typos": "SHARE",
    "--weekdays": "POLICY",
    "--where": "FIELD=VALUE",
}


def list_formats() -> Iterable[str]:
    """Return the names of the formats."""
    return registry.names("formats")


def list_written_formats() -> Iterable[str]:
    """Return the names of the formats that can be written."""
    names = registry.names("formats")
    return [name for name in names if registry.read_literal("formats", name, "writes") is not False]


def list_metrics() -> Iterable[str]:
    """Return the names of the metrics."""
    return registry.names("metrics")


def list_schemas() -> Iterable[str]:
    """Return the names of the built-in schemas."""
    from goldsmith import schemas

    return schemas.names()


def list_tasks() -> Iterable[str]:
    """Return the names of the tasks."""
    from goldsmith.project.agreement.tasks import TASKS

    return TASKS


def list_terminologies() -> Iterable[str]:
    """Return the names of the terminologies on the shelf, and the built-in one."""
    from goldsmith.terminology import shelf

    return (*shelf.names(), shelf.DEMO)


#: Option -> function that lists the values the shell offers.
COMPLETIONS: dict[str, Callable[[], Iterable[str]]] = {
    "--from": list_formats,
    "--metric": list_metrics,
    "--schema": list_schemas,
    "--task": list_tasks,
    "--terms": list_terminologies,
    "--to": list_written_formats,
}


def describe_values(app: typer.Typer) -> None:
    """Name and complete the values of all arguments and options of the commands of an app."""
    for command in app.registered_commands:
        for name, annotation, info in _list_parameters(command):
            if isinstance(info, ArgumentInfo):
                info.metavar = info.metavar or name.upper()
            elif isinstance(info, OptionInfo) and info.param_decls:
                _describe_option(info, info.param_decls[0], annotation)


def _list_parameters(command: CommandInfo) -> Iterator[tuple[str, Any, object]]:
    """Yield the name, type and description of each parameter of a command."""
    if command.callback:
        annotations = get_params_from_function(command.callback)
        for name, parameter in signature(command.callback).parameters.items():
            yield name, annotations[name].annotation, parameter.default


def _describe_option(info: OptionInfo, option: str, annotation: Any) -> None:
    if info.metavar is None:
        info.metavar = _name_value(option, annotation)
    if option in COMPLETIONS and info.autocompletion is None:
        info.autocompletion = _make_completion(COMPLETIONS[option])


def _name_value(option: str, annotation: Any) -> str | None:
    """Return the name of an option's value in `--help`; "" for flags, None for choices."""
    type_ = _strip_containers(annotation)
    if type_ is bool:
        return ""
    if get_origin(type_) is Literal or (isclass(type_) and issubclass(type_, Enum)):
        return None
    if type_ is int:
        return "N"
    default = {float: "NUMBER", Path: "PATH"}.get(type_, "NAME")
    return METAVARS.get(option, default)


def _strip_containers(annotation: Any) -> Any:
    """Return the type of a single value: `str` for `list[str]` and `str | None`."""
    while get_origin(annotation) not in (None, Literal):
        annotation = next(part for part in get_args(annotation) if part is not type(None))
    return annotation


def _make_completion(list_names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Make a function that completes a name, including the last one in a comma-separated list."""

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        return [before + comma + name for name in sorted(list_names()) if name.startswith(last)]

    return complete


def hide_types(command: Any, ctx: typer.Context) -> None:
    """Leave the Python types of arguments and of `--help` out of help."""
    for part in (command, *getattr(command, "commands", {}).values()):
        for param in part.params:
            if param.param_type_name == "argument":
                param.display_type_rich = lambda **_: ""
        part.get_help_option(ctx).metavar = ""
