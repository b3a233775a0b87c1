"""Evenings by totals: everybody's points of an evening, and no game."""

import datetime
import io
import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from games.clubs.services.clubs import player_create
from games.decisions.services.decisions import session_reinstate_decide, session_void_decide
from games.errors import KeyReused, Refused
from games.files.services.archive_making import archive_club_create
from games.files.services.archive_reading import archive_read
from games.files.services.archive_writing import archive_write
from games.files.services.job_files import Progress
from games.models import Club, Debt, Game, Player, Session
from games.record.log.checking import session_check
from games.sessions.selectors.sheets import cards, sheet_get
from games.sessions.services.debts import debts_check
from games.sessions.services.sessions import session_reopen
from games.sessions.services.totals import evening_correct, evening_enter
from tests.evenings import TUESDAY, club, user
from tournaments.ladders.selectors.leaderboards import LeaderboardQuery, leaderboard_asked
from tournaments.ladders.selectors.people import record_get
from tournaments.ladders.services.evenings import evenings_refresh

pytestmark = pytest.mark.django_db


def entered(of: Club, points: Mapping[str, int], **said: Any) -> Session:
    """An evening of these totals, in whole points; missing players are added to the club."""
    totals = {_player(of, name): 100 * total for name, total in points.items()}
    return evening_enter(club=of, by=user("Olga"), totals=totals, **{"played_on": TUESDAY, **said})


def _player(of: Club, name: str) -> Player:
    there = of.players.filter(name=name).first()
    return there or player_create(club=of, by=user("Olga"), name=name)


def standing(of: Club) -> dict[str, tuple[int, int]]:
    evenings_refresh(club_id=of.pk)
    found = leaderboard_asked(of, LeaderboardQuery())
    return {
        line.player.name: (line.ranked.total.points, line.ranked.total.games)
        for line in found.lines
    }


def test_it_has_points_and_no_game() -> None:
    session = entered(club(), {"Ann": 7, "Bob": -7, "Cid": 0})
    assert session.status == Session.Status.ENDED
    assert not Game.objects.exists()
    sheet = sheet_get(session)
    assert {one.player.name: one.total for one in sheet.columns} == {
        "Ann": 700,
        "Bob": -700,
        "Cid": 0,
    }
    (card,) = cards([session])
    assert [(one.player.name, one.points) for one in card.best] == [
        ("Ann", 700),
        ("Cid", 0),
        ("Bob", -700),
    ]


def test_it_counts_for_points_and_not_for_averages() -> None:
    here = club()
    entered(here, {"Ann": 7, "Bob": -7})
    assert standing(here) == {"Ann": (700, 0), "Bob": (-700, 0)}
    record = record_get(here.players.get(name="Ann"))
    assert (record.points, record.games, len(record.evenings), record.roles) == (700, 0, 1, ())
    assert record.skill is None


def test_settled_it_makes_no_debts_and_otherwise_it_does() -> None:
    here = club(stake_amount=Decimal(1), currency="EUR")
    entered(here, {"Ann": 7, "Bob": -7})
    assert not Debt.objects.exists()
    entered(here, {"Ann": 3, "Bob": -3}, is_settled=False)
    (debt,) = Debt.objects.all()
    assert (debt.debtor.name, debt.amount) == ("Bob", 3)
    assert debts_check(club=here) == []


@pytest.mark.parametrize(
    ("points", "said", "code"),
    [
        ({"Ann": 7, "Bob": -4}, {}, "totals_sum"),
        ({"Ann": 7, "Bob": -4}, {"as_it_is": True, "is_settled": False}, "totals_owed"),
        ({}, {}, "totals_none"),
        ({"Ann": 1, "Bob": -1}, {"played_on": datetime.date(2999, 1, 1)}, "played_later"),
    ],
)
def test_what_is_refused(points: dict[str, int], said: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        entered(club(), points, **said)
    assert refused.value.code == code
    assert not Session.objects.exists()


def test_a_sum_that_is_not_zero_comes_in_where_somebody_agrees() -> None:
    session = entered(club(), {"Ann": 7, "Bob": -4}, as_it_is=True)
    assert session_check(session=session).differences == []


def test_the_same_key_makes_one_evening() -> None:
    here = club()
    first = entered(here, {"Ann": 7, "Bob": -7}, key="k")
    assert entered(here, {"Ann": 7, "Bob": -7}, key="k") == first
    with pytest.raises(KeyReused):
        entered(here, {"Ann": 8, "Bob": -8}, key="k")


def test_it_is_corrected_and_leaves_its_trace() -> None:
    here = club(stake_amount=Decimal(1), currency="EUR")
    session = entered(here, {"Ann": 7, "Bob": -7})
    ann, bob = here.players.order_by("name")
    evening_correct(
        session=session,
        by=user("Olga"),
        version=session.version,
        totals={ann: 500, bob: -500},
        is_settled=False,
        key="right",
    )
    assert standing(here) == {"Ann": (500, 0), "Bob": (-500, 0)}
    assert Debt.objects.get().amount == 5
    assert session_check(session=session).differences == []
    assert session.log.filter(kind="totals").count() == 2


def test_corrected_with_somebody_new_it_is_entered_anew() -> None:
    here = club()
    session = entered(here, {"Ann": 7, "Bob": -7})
    ann, bob, cid = (_player(here, name) for name in ("Ann", "Bob", "Cid"))
    evening_correct(
        session=session,
        by=user("Olga"),
        version=session.version,
        totals={ann: 700, bob: -400, cid: -300},
        is_settled=True,
        key="right",
    )
    assert standing(here) == {"Ann": (700, 0), "Bob": (-400, 0), "Cid": (-300, 0)}
    session.refresh_from_db()
    assert session.status == Session.Status.VOID


def test_removed_it_counts_nowhere_and_brought_back_it_counts_again() -> None:
    here = club()
    session = entered(here, {"Ann": 7, "Bob": -7})
    organizer = user("Olga")
    session_void_decide(session=session, by=organizer, reason="It is here twice.")
    assert standing(here) == {}
    session_reinstate_decide(session=session, by=organizer, reason="It was played.")
    session.refresh_from_db()
    assert session.status == Session.Status.ENDED
    assert standing(here) == {"Ann": (700, 0), "Bob": (-700, 0)}
    assert session_check(session=session).differences == []


def test_it_is_not_gone_on_with_at_a_table() -> None:
    session = entered(club(), {"Ann": 7, "Bob": -7})
    with pytest.raises(Refused) as refused:
        session_reopen(session=session, by=user("Olga"), version=session.version, key="on")
    assert refused.value.code == "totals_only"


def test_a_check_finds_totals_that_the_log_does_not_have() -> None:
    session = entered(club(), {"Ann": 7, "Bob": -7})
    session.seats.filter(player__name="Ann").update(total=900)
    assert session_check(session=session).differences == ["the totals differ"]


def test_the_archive_keeps_it() -> None:
    here = club(stake_amount=Decimal(1), currency="EUR")
    entered(here, {"Ann": 7, "Bob": -4}, as_it_is=True)
    entered(here, {"Ann": 3, "Bob": -3}, is_settled=False)
    written = io.BytesIO()
    archive_write(club=here, file=written, progress=Progress())
    archive = archive_read(data=written.getvalue(), progress=Progress())
    copy = archive_club_create(archive=archive, by=user("Olga"), progress=Progress())
    assert standing(copy) == standing(here) == {"Ann": (1000, 0), "Bob": (-700, 0)}
    assert Debt.objects.filter(session__club=copy).count() == 1
    again = io.BytesIO()
    archive_write(club=copy, file=again, progress=Progress())
    first, second = json.loads(written.getvalue()), json.loads(again.getvalue())
    assert first["sessions"] == second["sessions"]
