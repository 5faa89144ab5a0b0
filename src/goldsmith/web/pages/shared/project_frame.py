"""The frame of the pages of a project: its menu shows what the roles of the visitor allow."""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.store.access import Permission, Role, has_permission
from goldsmith.store.projects import Project
from goldsmith.web.pages.shared.frame import Frame, Link

#: Page -> its label and the permission that it needs.
_PAGES: Mapping[str, tuple[str, Permission]] = {
    "tasks": ("Your notes", Permission.ANNOTATE),
    "batches": ("Batches", Permission.SEE_AGREEMENT),
    "progress": ("Progress", Permission.SEE_PROGRESS),
    "documents": ("Documents", Permission.SEE_DOCUMENTS),
    "patients": ("Patients", Permission.MANAGE),
    "guideline": ("Guideline", Permission.SEE_PROJECT),
    "models": ("Models and releases", Permission.TAKE_RELEASE),
    "jobs": ("Jobs", Permission.MANAGE),
    "people": ("People", Permission.MANAGE),
    "settings": ("Settings", Permission.MANAGE),
}


def make_project_frame(
    project: Project, current: str, title: str, *path: Link, modules: tuple[str, ...] = ()
) -> Frame:
    """Return the frame of a page of a project.

    Args:
        project: The project as the visitor sees it.
        current: The page of the menu that it belongs to.
        title: The title of the page.
        path: The pages between the project and this one.
        modules: Scripts that enhance the page.
    """
    root = f"/projects/{project.name}"
    menu = tuple(
        Link(label, f"{root}/{name}", name == current)
        for name, (label, permission) in _PAGES.items()
        if has_permission(frozenset(project.roles), permission)
    )
    top = Link(project.title or project.name, find_start(project))
    return Frame(title, (top, *path), menu, modules)


def find_start(project: Project) -> str:
    """Return the address of the page of a project that its member most likely wants."""
    roles = frozenset(project.roles)
    for role, page in (
        (Role.MANAGER, "batches"),
        (Role.ANNOTATOR, "tasks"),
        (Role.ADJUDICATOR, "batches"),
        (Role.READER, "documents"),
    ):
        if role in roles:
            return f"/projects/{project.name}/{page}"
    return f"/projects/{project.name}/guideline"
