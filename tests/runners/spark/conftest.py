"""Fixtures for a real Spark session on this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def java() -> None:
    """Skip a test if Java is not installed; in CI, fail."""
    if not shutil.which("java") and not os.environ.get("JAVA_HOME"):
        if os.environ.get("CI"):
            pytest.fail("no Java in CI: scripts/test-programs installs it")
        pytest.skip("no Java here: apt-get install openjdk-17-jre-headless")


@pytest.fixture(scope="session")
def spark(java: None) -> Iterator[Any]:  # noqa: ARG001 - skips
    """Open a session with two workers that tries each task up to four times."""
    from goldsmith.runners.spark.session import open_session

    with open_session("local[2,4]", settings={"spark.ui.enabled": "false"}) as session:
        yield session
