"""Very many rows are written at once, or none of them."""

import pytest
from django.db import IntegrityError, connection, transaction

from games.models import Club, Player
from tests import evenings
from tests.tournaments.ladders.match_results import player
from tournaments.ladders.services.bulk import indexes_kept, rows_insert
from tournaments.models import MatchRating

pytestmark = pytest.mark.django_db

COLUMNS = (
    *("player_id", "club_id", "row", "place", "rating", "deviation", "experience"),
    *("matches", "won", "last_played_on"),
)


def lines(club: Club, count: int) -> list[tuple[object, ...]]:
    Player.objects.bulk_create(Player(club=club, name=f"Player {n}") for n in range(count))
    people = club.players.order_by("pk").values_list("pk", flat=True)
    return [
        (pk, club.pk, row, None, 1500 + row / 7, 1e-9 * row, 7, row, 1, "2026-01-05")
        for row, pk in enumerate(people, 1)
    ]


@pytest.mark.parametrize("count", [1, 98, 99, 100, 198, 305])
def test_every_row_is_written_once_however_many_fit_in_a_statement(count: int) -> None:
    rows = lines(evenings.club(), count)
    rows_insert(MatchRating, COLUMNS, rows)
    columns = [name for name in COLUMNS if name != "last_played_on"]
    written = MatchRating.objects.order_by("row").values_list(*columns)
    assert list(written) == [row[:-1] for row in rows]


def test_no_row_stays_when_one_is_refused() -> None:
    club = evenings.club()
    rows = lines(club, 250)
    # On PostgreSQL it comes from COPY, as the driver says it.
    refused = (IntegrityError, connection.Database.IntegrityError)
    with pytest.raises(refused), transaction.atomic():
        rows_insert(MatchRating, COLUMNS, [*rows, rows[0]])
    assert not MatchRating.objects.exists()
    assert player(club, "Player 0").pk == rows[0][0]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite has this cache")
def test_the_cache_is_as_large_as_before_after_a_failure_too() -> None:
    def size() -> int:
        with connection.cursor() as cursor:
            return int(cursor.execute("PRAGMA cache_size").fetchone()[0])

    def fail() -> None:
        with indexes_kept():
            assert size() < usual
            raise ValueError("stop")

    usual = size()
    with pytest.raises(ValueError, match="stop"):
        fail()
    assert size() == usual
