"""An evening with a damaged log counts as it was counted, until an organizer declares it void."""

import io

import pytest
from django.core.management import call_command
from django.db import connection

from games.models import Club, Debt, Session
from games.record.log.checking import session_damage_note
from games.sessions.services.sessions import session_void
from tests import evenings
from tests.evenings import MONDAY, Evening
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.ladders.services.skills import ratings_refresh
from tournaments.models import EveningShare, SkillRating

pytestmark = pytest.mark.django_db

DAMAGES = {
    "unreadable": "UPDATE games_action SET payload = '{}' WHERE session_id = %s AND sequence = %s",
    "missing": "DELETE FROM games_action WHERE session_id = %s AND sequence = %s",
    "refused": (
        """UPDATE games_action SET payload = '{"type": "end_game", "winner": "box"}' """
        "WHERE session_id = %s AND sequence = %s"
    ),
}


@pytest.fixture
def club() -> Club:
    return evenings.club()


@pytest.fixture
def evening(club: Club) -> Evening:
    """An evening for money of three games with cubes, and a sound one before it."""
    Evening(club, day=MONDAY).doubled_game().end()
    evening = Evening(club, stake="1", currency="EUR")
    return evening.doubled_game().doubled_game("team", 2).doubled_game().end()


def damage(evening: Evening, how: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(DAMAGES[how], [evening.session.pk, evening.session.length - 2])


def board(club: Club) -> list[tuple[object, ...]]:
    evenings_refresh(club_id=club.pk, everything=True)
    rows = EveningShare.objects.filter(club=club).order_by("session", "player")
    return list(rows.values_list("session", "player", "games", "points"))


def skills(club: Club) -> list[tuple[object, ...]]:
    ratings_refresh(club_id=club.pk, everything=True)
    return list(
        SkillRating.objects.filter(club=club).order_by("row").values_list("player", "skill")
    )


def debts() -> list[tuple[object, ...]]:
    call_command("check_debts", stdout=io.StringIO())
    return list(Debt.objects.order_by("pk").values_list("session", "debtor", "creditor", "amount"))


@pytest.mark.parametrize("is_noted", [False, True])
@pytest.mark.parametrize("how", DAMAGES)
def test_what_was_counted_stands_on_leaderboards_in_ratings_and_in_debts(
    club: Club, evening: Evening, how: str, is_noted: bool
) -> None:
    before = board(club), skills(club), debts()
    damage(evening, how)
    if is_noted:
        session_damage_note(session=evening.session)

    assert (board(club), skills(club), debts()) == before
    assert before[2]


def test_once_declared_void_it_counts_nowhere(club: Club, evening: Evening) -> None:
    damage(evening, "unreadable")
    session_damage_note(session=evening.session)
    session = Session.objects.get(pk=evening.session.pk)

    session_void(session=session, by=evening.organizer, version=session.version, key="void")

    assert session.pk not in {row[0] for row in (*board(club), *debts())}
