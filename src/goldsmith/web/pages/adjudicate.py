"""The adjudicate screen: a shell with the initial data of its script; the API supplies the rest."""

from __future__ import annotations

import msgspec
from litestar import MediaType, Response, get

from goldsmith.core import Schema
from goldsmith.project.curation.adjudication.cases import read_rules
from goldsmith.rendering.environment import encode_data, render_template
from goldsmith.store.access import Permission
from goldsmith.store.curation.sources import get_batch
from goldsmith.store.projects import get_project, get_schema
from goldsmith.web.needs import needs
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench


class AdjudicationContext(msgspec.Struct, frozen=True, rename="camel"):
    """The initial data of the screen's script.

    Attributes:
        mixes_fields: Whether the rules let an adjudicator take the span of A with the type of B.
        needs_reasons: Whether the rules require a reason for every decision.
    """

    base: str
    csrf: str
    batch: str
    batch_name: str
    project_name: str
    project_title: str
    schema: Schema
    rules: str
    mixes_fields: bool
    needs_reasons: bool


@get("/adjudicate/{batch:str}", opt=needs(Permission.ADJUDICATE), sync_to_thread=True)
def show_adjudication(batch: str, visitor: Visitor, workbench: Workbench) -> Response[str]:
    """Open the adjudication of a batch."""
    actor = visitor.actor
    with workbench.database.read() as connection:
        row = get_batch(connection, actor, batch, Permission.ADJUDICATE)
        project = get_project(connection, actor, row.project)
        rules = read_rules(connection, row.project)
        context = AdjudicationContext(
            base=workbench.settings.base_path,
            csrf=visitor.csrf,
            batch=row.id,
            batch_name=row.name,
            project_name=project.name,
            project_title=project.title or project.name,
            schema=get_schema(connection, actor, row.project),
            rules=rules.name,
            mixes_fields=rules.fields == "each",
            needs_reasons=rules.reasons,
        )
    body = render_template("workbench/adjudicate.html", page=context, context=encode_data(context))
    return Response(body, media_type=MediaType.HTML, headers={"Cache-Control": "no-store"})


handlers = [show_adjudication]
