"""Suggestions: sets that a model, a dictionary or rules make for annotators."""

from __future__ import annotations

from sqlalchemy import Connection

from goldsmith.errors import InputError
from goldsmith.project.jobs.context import JobContext
from goldsmith.project.jobs.kind import JobKind
from goldsmith.project.suggestions.make import (
    SuggestionArguments,
    SuggestionResult,
    run_suggestions,
)
from goldsmith.store.access import Actor
from goldsmith.store.jobs.models import find_model_path


class SuggestionJob(JobKind[SuggestionArguments]):
    """Make suggestions for documents; annotators with assistance see them."""

    arguments = SuggestionArguments

    def check(
        self, connection: Connection, actor: Actor, project: str, arguments: SuggestionArguments
    ) -> None:
        """Refuse a model that the project does not have, and a dictionary without types."""
        if arguments.source == "model":
            find_model_path(connection, actor, project, arguments.model)
        elif arguments.source == "dictionary" and not (arguments.subset or arguments.type):
            raise InputError(
                "the types of the mentions are not specified",
                where="arguments",
                expected="a subset that maps concepts to types, or a type",
            )

    def run(self, context: JobContext, arguments: SuggestionArguments) -> SuggestionResult:
        """Make the suggestions, a few documents at a time; a second run replaces them."""
        return run_suggestions(context, arguments)


provides = SuggestionJob()
