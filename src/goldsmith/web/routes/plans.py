"""Assignment plans: even batches and rotating pairs."""

from __future__ import annotations

from litestar import post

from goldsmith.project.workflow.plans import NewPlan, Plan, make_plan
from goldsmith.store.access import Actor, Permission
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench


@post("/api/projects/{project_id:str}/plans", opt=needs(Permission.MANAGE), sync_to_thread=True)
def plan_batches(project_id: str, data: NewPlan, actor: Actor, workbench: Workbench) -> Plan:
    """Make even batches and assign them to rotating pairs of annotators, all or none."""
    return make_plan(workbench.database, actor, project_id, data)


handlers = [plan_batches]
