"""What is built from memory is what was built."""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction

from games.models import Player
from tests import worlds
from tests.tournaments.directing import Directed
from tests.tournaments.leagues.seasons import Running
from tournaments.models import Entry, EventStep

pytestmark = pytest.mark.django_db


def rows() -> dict[str, list[dict[str, Any]]]:
    found = {str(model): list(model._base_manager.values()) for model in apps.get_models()}
    return {name: many for name, many in found.items() if many}


BUILT: list[Callable[[], Any]] = [
    lambda: Running("Ann Bob Cid", "Dee Eve Fay"),
    lambda: Running("Ann Bob Cid Dee", shape="ladder"),
    lambda: Directed(names="Ann Bob Cid Dee"),
]


@pytest.mark.parametrize("build", BUILT)
def test_a_world_from_memory_has_the_same_rows(
    build: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worlds, "_built", {})
    with transaction.atomic():
        held = build()
        built = rows()
        transaction.set_rollback(True)
    assert not rows().keys() & {str(Player), str(Entry)}

    again = build()
    assert len(worlds._built) == 1
    assert rows() == built
    assert (again.club, again.director) == (held.club, held.director)
    assert again.club is not held.club, "each test has objects of its own"


def test_where_there_is_something_already_it_is_built_anew() -> None:
    club = Directed(names="Ann Bob").club
    assert Directed(of=club, names="Cid Dee").club == club
    assert {str(one) for one in Player.objects.all()} == {"Ann", "Bob", "Cid", "Dee"}


@pytest.mark.database
def test_behind_a_world_from_memory_rows_are_numbered_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "_built", {})
    with transaction.atomic():
        BUILT[-1]()
        transaction.set_rollback(True)
    # As after a test that empties the tables.
    columns = [{"table": EventStep._meta.db_table, "column": "id"}]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_by_name_sql(no_style(), columns):
            cursor.execute(statement)
    again = BUILT[-1]()
    assert len(worlds._built) == 1
    for _number in range(EventStep.objects.count()):
        again.next_round()
    assert EventStep.objects.count() > 2
