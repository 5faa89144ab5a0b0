"""The databases of the store's tests, for use cases above the store."""

from tests.store.conftest import database

__all__ = ["database"]
