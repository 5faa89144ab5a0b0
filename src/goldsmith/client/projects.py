"""Projects."""

from __future__ import annotations

from goldsmith.client.base import Resource
from goldsmith.errors import NotFound
from goldsmith.store.projects import NewProject, Project, ProjectChange, ProjectSettings
from goldsmith.store.schema_change import SchemaText


class Projects(Resource):
    """The projects of which the person is a member."""

    def list(self) -> tuple[Project, ...]:
        """Return the projects, by name."""
        return self._caller.get("/api/projects", tuple[Project, ...])

    def create(
        self,
        name: str,
        schema: str,
        *,
        title: str = "",
        settings: ProjectSettings | None = None,
    ) -> Project:
        """Create a project and become its manager.

        Args:
            name: A short name.
            schema: The name of a built-in schema, or a schema as TOML.
            title: What people call it.
            settings: Its settings.
        """
        data = NewProject(name, schema, title, settings or ProjectSettings())
        return self._caller.post("/api/projects", Project, data)

    def get(self, project: str) -> Project:
        """Return a project by its id."""
        return self._caller.get(f"/api/projects/{project}", Project)

    def find(self, name: str) -> Project:
        """Return a project by its name.

        Raises:
            NotFound: The person is not a member of such a project.
        """
        for project in self.list():
            if project.name == name:
                return project
        raise NotFound("there is no such project, or you are not a member of it")

    def change(self, project: str, data: ProjectChange) -> Project:
        """Change the title or the settings."""
        return self._caller.call("PATCH", f"/api/projects/{project}", Project, data=data)

    def get_schema(self, project: str) -> str:
        """Return the schema as TOML."""
        return self._caller.get(f"/api/projects/{project}/schema", SchemaText).schema

    def replace_schema(self, project: str, schema: str) -> str:
        """Replace the schema with a built-in one or with TOML, and return it.

        Raises:
            Conflict: Annotations break it; the details are counts.
        """
        path = f"/api/projects/{project}/schema"
        data = SchemaText(schema)
        return self._caller.call("PUT", path, SchemaText, data=data, again=True).schema
