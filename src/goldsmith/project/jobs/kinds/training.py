"""Training: a model from the gold standard of the project."""

from __future__ import annotations

from typing import Annotated

import msgspec
from sqlalchemy import Connection

from goldsmith import storage
from goldsmith.metrics import Result
from goldsmith.pipeline import Config
from goldsmith.project.exchange.gold import GoldChoice, GoldNotes, Name
from goldsmith.project.jobs.context import JobContext
from goldsmith.project.jobs.kind import JobKind
from goldsmith.project.models.presets import make_preset_config
from goldsmith.project.models.train import HoldOut, Training, train
from goldsmith.store.access import Actor
from goldsmith.store.files import get_relative
from goldsmith.store.jobs.models import Model, ModelFigures, add_model, refuse_model_name
from goldsmith.store.projects import read_schema

MODELS = "models"


class TrainingArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The model to train, and its training data.

    Attributes:
        name: The name of the model, new in the project.
        gold: Which set of each document to learn from; the consensus by default.
        preset: A preset of the pipeline; by default one that fits the annotations.
        hold_out: The share of documents to hold out and score the model on.
        seed: The seed of the hold-out. The same seed holds out the same documents.
        terms: The terminologies that the components use.
    """

    name: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$")]
    gold: GoldChoice = GoldChoice()
    preset: Name = ""
    hold_out: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0.2
    seed: int = 0
    terms: tuple[Name, ...] = ()


class TrainingJob(JobKind[TrainingArguments]):
    """Train a model on the consensus, or on the finished work of annotators, and score it."""

    arguments = TrainingArguments

    def check(
        self, connection: Connection, actor: Actor, project: str, arguments: TrainingArguments
    ) -> None:
        """Refuse a name that is taken, and a preset that does not exist."""
        refuse_model_name(connection, project, arguments.name)
        _make_config(arguments)

    def run(self, context: JobContext, arguments: TrainingArguments) -> None:
        """Train the model into the folder of the job, and register it."""
        out = context.get_folder(MODELS)
        with context.database.read() as connection:
            schema = read_schema(connection, context.actor, context.project)
        with storage.scratch_folder(out) as scratch:
            (scratch / "schema.toml").write_text(schema, encoding="utf-8")
            context.begin("reading the gold standard")
            trained = train(
                GoldNotes(context, arguments.gold),
                _make_config(arguments),
                out,
                corpus="the project",
                hold_out=HoldOut(share=arguments.hold_out, seed=arguments.seed),
                terms=arguments.terms,
                schema=str(scratch / "schema.toml"),
                overwrite=True,
                progress=context.begin,
                track=lambda docs, total: context.track(docs, total),
            )
        figures = _make_figures(trained)
        with context.publish() as connection:
            model: Model = add_model(
                connection,
                context.actor,
                context.project,
                arguments.name,
                get_relative(context.database, out),
                figures,
                context.job,
            )
            context.finish(connection, model)


def _make_config(arguments: TrainingArguments) -> Config | None:
    if not arguments.preset:
        return None
    return make_preset_config(arguments.preset, terms=arguments.terms)


def _make_figures(trained: Training) -> ModelFigures:
    return ModelFigures(
        trained.documents,
        trained.mentions,
        trained.relations,
        tuple(trained.components),
        trained.test_documents,
        {metric: _list_values(result) for metric, result in trained.scores.items()},
        trained.seconds,
        tuple(trained.notices),
    )


def _list_values(result: Result) -> dict[str, float | None]:
    """Return the values over all types; none for a metric without a row over all types."""
    row = result.micro or (next(iter(result.rows.values())) if len(result.rows) == 1 else None)
    return dict(row.values) if row else {}


provides = TrainingJob()
