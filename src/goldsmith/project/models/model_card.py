"""Model cards: the README of a model, with its use, training data, scores and limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from goldsmith import metrics
from goldsmith.metrics import Result
from goldsmith.pipeline import Config, Pipeline, TrainingRecord, component
from goldsmith.project.agreement.tasks import Task
from goldsmith.project.models.measures import make_short_table
from goldsmith.rendering.table import render_markdown
from goldsmith.terminology.store import Terminology


class HoldOutScores(msgspec.Struct, frozen=True):
    """The scores of a model, with a description of the documents it was scored on."""

    on: str
    task: Task
    results: Mapping[str, Result]


def make_card(
    pipeline: Pipeline,
    *,
    corpora: Sequence[str],
    patients: int,
    scores: HoldOutScores | None,
    notices: Sequence[str],
) -> str:
    """Make the card of a trained pipeline, in Markdown.

    Args:
        pipeline: The trained pipeline.
        corpora: The names of the training corpora.
        patients: The number of patients in them; 0 if unknown.
        scores: The scores on the hold-out, or None.
        notices: Caveats for users of the model.
    """
    parts = [
        _describe_pipeline(pipeline),
        _describe_use(pipeline.config),
        _describe_training(pipeline.trained, corpora, patients),
        _describe_scores(scores),
        _describe_terms(pipeline.resources.terms),
        f"## Configuration\n\n```toml\n{format_config(pipeline.config)}```\n",
        _describe_limits(scores, notices),
    ]
    return "\n".join(parts)


def _describe_pipeline(pipeline: Pipeline) -> str:
    config, schema = pipeline.config, pipeline.resources.schema
    lines = [f"# {config.title or 'A Goldsmith model'}", ""]
    lines += ["A pipeline trained with Goldsmith. It adds to a note:", ""]
    for step in config.steps:
        lines.append(f"- {', '.join(sorted(component.get(step.use).adds))} (`{step.use}`)")
    if schema:
        lines += ["", f"Schema: {f'{schema.name} {schema.version}'.strip()} ({schema.title})."]
    return "\n".join(lines) + "\n"


def _describe_use(config: Config) -> str:
    source = " --set SET-WITH-MENTIONS" if config.given_layers else ""
    needs = f" The terminologies {', '.join(config.terms.values())} must be on the shelf."
    return (
        f"## Use\n\n```\ngoldsmith extract NOTES --model THIS-FOLDER{source} --out OUT\n```\n\n"
        '```python\nimport goldsmith\n\ndoc = goldsmith.load("THIS-FOLDER")("text of a note")\n'
        'for mention in doc.sets["system"].mentions:\n    ...\n```\n'
        + (f"\n{needs.strip()}\n" if config.terms else "")
    )


def _describe_training(trained: TrainingRecord, corpora: Sequence[str], patients: int) -> str:
    names = " and ".join(f"`{name}`" for name in corpora)
    of = f" of {patients:,} patients" if patients else ""
    lines = [
        "## Training data",
        "",
        f"{trained.documents:,} documents{of} from {names}, in {trained.seconds:,.0f} s.",
        "",
        f"Digest of ids, texts and annotations: `{trained.digest}`",
    ]
    for title, counts in (("mention", trained.mentions), ("relation", trained.relations)):
        if counts:
            lines += ["", f"| {title} | number |", "| --- | ---: |"]
            lines += [f"| {name} | {count:,} |" for name, count in sorted(counts.items())]
    return "\n".join(lines) + "\n"


def _describe_scores(scores: HoldOutScores | None) -> str:
    if scores is None:
        return "## Scores\n\nThe model was not scored: no documents were held out.\n"
    lines = ["## Scores", "", f"On {scores.on}; 95 % bootstrap intervals over documents.", ""]
    for view in scores.task.views:
        result = scores.results[view.metric]
        lines.append(
            render_markdown(make_short_table(metrics.get(view.metric).title, result, view))
        )
    return "\n".join(lines)


def _describe_terms(terms: Mapping[str, Terminology]) -> str:
    if not terms:
        return "## Terminologies\n\nNone.\n"
    lines = ["## Terminologies", "", "| name | origin | version | licence | digest |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for name, terminology in terms.items():
        for origin in terminology.manifest.origins:
            cells = (
                name,
                origin.title,
                origin.version,
                origin.licence,
                terminology.manifest.digest[:12],
            )
            lines.append("| " + " | ".join(cell or "–" for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _describe_limits(scores: HoldOutScores | None, notices: Sequence[str]) -> str:
    lines = [
        "## Limits",
        "",
        "- It was trained on one kind of notes; evaluate it on other kinds before use:",
        "  `goldsmith evaluate CORPUS --model THIS-FOLDER`.",
        "- The weights contain words of the training notes. Protect the folder like the notes.",
        "- It is not a medical device. No one's care may depend on its unchecked output.",
    ]
    if scores is None:
        lines.append("- Its quality is unknown.")
    lines += [f"- {notice}" for notice in notices]
    return "\n".join(lines) + "\n"


def format_config(config: Config) -> str:
    """Format a configuration as TOML."""
    keys = {
        "title": config.title,
        "schema": config.schema,
        "clusters": config.clusters,
        "given": config.given_layers,
    }
    lines = [f"{name} = {_format_value(value)}" for name, value in keys.items() if value]
    if config.types:
        lines += ["", "[types]"]
        changes = msgspec.to_builtins(config.types)
        lines += [f"{name} = {_format_value(value)}" for name, value in changes.items()]
    if config.terms:
        lines += ["", "[terms]"]
        lines += [
            f"{_format_key(name)} = {_format_value(place)}" for name, place in config.terms.items()
        ]
    for step in config.steps:
        lines += ["", "[[component]]", f"use = {_format_value(step.use)}"]
        lines += [
            f"{_format_key(name)} = {_format_value(value)}" for name, value in step.options.items()
        ]
    return "\n".join(lines).lstrip("\n") + "\n"


def _format_key(name: str) -> str:
    plain = name.replace("-", "").replace("_", "")
    return name if plain.isascii() and plain.isalnum() else _format_value(name)


def _format_value(value: Any) -> str:
    """Format a value as TOML; JSON strings are valid TOML strings."""
    if isinstance(value, Mapping):
        inside = ", ".join(
            f"{_format_key(name)} = {_format_value(item)}" for name, item in value.items()
        )
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_format_value, value))}]"
    return msgspec.json.encode(value).decode()
