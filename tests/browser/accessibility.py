"""Check the accessibility of a page with axe-core."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

_FILE = Path(__file__).parents[2] / ".venv/node/node_modules/axe-core/axe.min.js"


def find_violations(page: Page) -> list[str]:
    """Return the violations that axe-core finds in a page: each rule and its first element."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(_read_script())
    result: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{entry['id']}: {entry['help']} ({entry['nodes'][0]['html'][:120]})"
        for entry in result["violations"]
    ]


@cache
def _read_script() -> str:
    if not _FILE.exists():
        if os.environ.get("CI"):
            pytest.fail("axe-core is not installed: scripts/setup-node installs it")
        pytest.skip("axe-core is not installed: scripts/setup-node installs it with npm")
    return _FILE.read_text(encoding="utf-8")
