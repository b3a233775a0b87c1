"""Worlds that are built once for all tests of a module, each of which gets a copy of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction


@contextmanager
def built_once(blocker: Any) -> Iterator[None]:
    """Keep what is written inside until the end; what tests then do to it, each undoes itself.

    For fixtures with the scope of a module, which yield inside:

        @pytest.fixture(scope="module")
        def built(django_db_setup, django_db_blocker):
            with built_once(django_db_blocker):
                yield make()

        @pytest.fixture
        def world(built, db):
            return deepcopy(built)
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
