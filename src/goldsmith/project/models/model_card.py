"""The README of a model: what it is, what it was trained on, how good it is, how to use it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from goldsmith import metrics
from goldsmith.metrics import Result
from goldsmith.pipeline import Config, Pipeline, Trained, component
from goldsmith.project.agreement.tasks import Task
from goldsmith.project.models.measures import short_table
from goldsmith.rendering.table import markdown
from goldsmith.terminology.store import Terminology


class Tested(msgspec.Struct, frozen=True):
    """What a model was scored on, in words, and the results."""

    on: str
    task: Task
    results: Mapping[str, Result]


def card(
    pipeline: Pipeline, *, corpus: str, patients: int, tested: Tested | None, notices: Sequence[str]
) -> str:
    """The card in Markdown."""
    parts = [
        _head(pipeline),
        _use(pipeline.config),
        _training(pipeline.trained, corpus, patients),
        _scores(tested),
        _terms(pipeline.resources.terms),
        f"## Configuration\n\n```toml\n{toml(pipeline.config)}```\n",
        _limits(tested, notices),
    ]
    return "\n".join(parts)


def _head(pipeline: Pipeline) -> str:
    config, schema = pipeline.config, pipeline.resources.schema
    lines = [f"# {config.title or 'A Goldsmith model'}", ""]
    lines += ["A pipeline trained with Goldsmith. It adds to a note:", ""]
    for step in config.steps:
        lines.append(f"- {', '.join(sorted(component.get(step.use).adds))} (`{step.use}`)")
    if schema:
        lines += ["", f"Schema: {schema.name} {schema.version} ({schema.title})."]
    return "\n".join(lines) + "\n"


def _use(config: Config) -> str:
    needs = f" The terminologies {', '.join(config.terms.values())} must be on the shelf."
    return (
        "## Use\n\n```\ngoldsmith extract NOTES OUT --model THIS-FOLDER\n```\n\n"
        '```python\nimport goldsmith\n\ndoc = goldsmith.load("THIS-FOLDER")("text of a note")\n'
        'for mention in doc.sets["system"].mentions:\n    ...\n```\n'
        + (f"\n{needs.strip()}\n" if config.terms else "")
    )


def _training(trained: Trained, corpus: str, patients: int) -> str:
    of = f" of {patients:,} patients" if patients else ""
    lines = [
        "## Training data",
        "",
        f"{trained.documents:,} documents{of} from `{corpus}`, in {trained.seconds:,.0f} s.",
        "",
        f"Digest of ids, texts and annotations: `{trained.digest}`",
    ]
    for title, counts in (("mention", trained.mentions), ("relation", trained.relations)):
        if counts:
            lines += ["", f"| {title} | number |", "| --- | ---: |"]
            lines += [f"| {name} | {count:,} |" for name, count in sorted(counts.items())]
    return "\n".join(lines) + "\n"


def _scores(tested: Tested | None) -> str:
    if tested is None:
        return "## Scores\n\nIt was not scored: no document was kept aside.\n"
    lines = ["## Scores", "", f"On {tested.on}; 95 % bootstrap intervals over documents.", ""]
    for view in tested.task.views:
        result = tested.results[view.metric]
        lines.append(markdown(short_table(metrics.get(view.metric).title, result, view)))
    return "\n".join(lines)


def _terms(terms: Mapping[str, Terminology]) -> str:
    if not terms:
        return "## Terminologies\n\nNone.\n"
    lines = ["## Terminologies", "", "| name | origin | version | licence | digest |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for name, one in terms.items():
        for origin in one.manifest.origins:
            cells = (name, origin.title, origin.version, origin.licence, one.manifest.digest[:12])
            lines.append("| " + " | ".join(cell or "–" for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _limits(tested: Tested | None, notices: Sequence[str]) -> str:
    lines = [
        "## Limits",
        "",
        "- It knows the kind of notes it was trained on; on others, measure it before use:",
        "  `goldsmith evaluate CORPUS --model THIS-FOLDER`.",
        "- The weights hold words of the training notes. Treat the folder as you treat the notes.",
        "- It is no medical device. Nobody's care may depend on what it finds unchecked.",
    ]
    if tested is None:
        lines.append("- Nothing is known about its quality.")
    lines += [f"- {notice}" for notice in notices]
    return "\n".join(lines) + "\n"


def toml(config: Config) -> str:
    """The configuration as the TOML it could have been read from."""
    lines = [
        f"{name} = {_value(value)}"
        for name in ("title", "schema", "clusters")
        if (value := getattr(config, name))
    ]
    if config.terms:
        lines += ["", "[terms]"]
        lines += [f"{_key(name)} = {_value(place)}" for name, place in config.terms.items()]
    for step in config.steps:
        lines += ["", "[[component]]", f"use = {_value(step.use)}"]
        lines += [f"{_key(name)} = {_value(value)}" for name, value in step.options.items()]
    return "\n".join(lines).lstrip("\n") + "\n"


def _key(name: str) -> str:
    plain = name.replace("-", "").replace("_", "")
    return name if plain.isascii() and plain.isalnum() else _value(name)


def _value(value: Any) -> str:
    """A value in TOML; strings are written as JSON does, which TOML reads the same."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(name)} = {_value(one)}" for name, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return msgspec.json.encode(value).decode()
