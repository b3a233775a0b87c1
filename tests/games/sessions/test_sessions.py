"""A session is set up with frozen rules, ended, reopened, declared void; notes stand beside it."""

import datetime
from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from games.clubs.selectors.clubs import club_get, clubs_of, clubs_visible_to, player_seen
from games.clubs.services.clubs import club_change, club_create, player_create, season_create
from games.errors import Conflict, NotAllowed, NotFound, Refused, StaleVersion
from games.models import Debt, Note, Season
from games.record.selectors.sessions import names_of, session_get, table_of
from games.record.services.notes import dispute_resolve, note_add
from games.rules.chouette import RULES_VERSION, OptionError
from games.sessions.services import sessions
from games.sessions.services.csn import csn_import
from games.sessions.services.sessions import (
    session_create,
    session_describe,
    session_end,
    session_reopen,
    session_void,
)

ORDER = "order Ann, Bob, Cid, Dee"
CSN = """[Date "{day}"]
[Rules "canberra"]
[Players "Ann, Bob, Cid, Dee"]
order Ann, Bob, Cid, Dee
game Ann | Bob Cid Dee
  team wins
"""


def test_house_rules_are_frozen_with_their_version(club, organizer, players):
    session = session_create(
        club=club, by=organizer, players=list(players.values()), rules="canberra; jacoby=no"
    )
    club_change(club=club, by=organizer, default_rules="amsterdam")

    session.refresh_from_db()
    assert session.rules == "canberra; jacoby=off"
    assert session.rules_json["jacoby"] == "off"
    assert session.rules_version == RULES_VERSION
    assert table_of(session).rules.jacoby == "off"


def test_the_clubs_own_rules_hold_where_none_are_given(club, organizer, players):
    club_change(club=club, by=organizer, default_rules="amsterdam")

    session = session_create(club=club, by=organizer, players=list(players.values()))
    assert session.rules == "amsterdam"


def test_players_sit_in_the_order_given_with_their_stakes(club, organizer, players):
    line = [players[name] for name in ("Dee", "Ann", "Cid")]
    session = session_create(
        club=club, by=organizer, players=line, stakes={players["Ann"].public_id: 4}
    )

    assert list(names_of(session).values()) == ["Dee", "Ann", "Cid"]
    assert list(session.seats.values_list("stake", flat=True)) == [1, 4, 1]
    assert table_of(session).stake_of(players["Ann"].public_id) == 4


def test_it_belongs_to_the_season_of_its_day(club, organizer, players):
    season = season_create(
        club=club,
        by=organizer,
        name="2025",
        starts_on=datetime.date(2025, 1, 1),
        ends_on=datetime.date(2025, 12, 31),
    )

    def on(day):
        return session_create(
            club=club, by=organizer, players=list(players.values()), played_on=day
        ).season

    assert on(datetime.date(2025, 12, 31)) == season
    assert on(datetime.date(2026, 1, 1)) is None


def test_a_wrong_set_up_is_refused(club, organizer, players, member):
    people = list(players.values())
    stranger = player_create(club=club_create(by=organizer, name="Other"), by=organizer, name="Zoe")

    def refused(error, **changes):
        with pytest.raises(error):
            session_create(**{"club": club, "by": organizer, "players": people, **changes})

    refused(NotAllowed, by=member("player"))
    refused(Refused, players=people[:2])
    refused(Refused, players=[*people, people[0]])
    refused(Refused, players=[*people, stranger])
    refused(Refused, players=[*people] * 10)
    refused(OptionError, rules="nowhere")
    refused(Refused, stakes={people[0].public_id: 0})
    refused(Refused, stakes={people[0].public_id: 10**9})
    refused(Refused, stake_amount=Decimal("1.00"))
    refused(Refused, stake_amount=Decimal("1.001"), currency="EUR")
    refused(Refused, title="x" * 121)
    assert not club.sessions.exists()


def test_nobody_closes_a_season_while_a_session_enters_it(club, organizer, players, monkeypatch):
    day = datetime.date(2026, 3, 1)
    season = season_create(club=club, by=organizer, name="Cup", starts_on=day, ends_on=day)
    held = []
    monkeypatch.setattr(
        sessions, "setup", lambda *_: held.append(list(connection.held_locks.locks))
    )
    for given in (None, season):
        session_create(
            club=club, by=organizer, players=[*players.values()], played_on=day, season=given
        )
        assert "games_season" in held[-1]
    # Closed by somebody else meanwhile: the row at hand does not know.
    Season.objects.update(closed_at=timezone.now())
    with pytest.raises(Refused, match="closed"):
        session_create(
            club=club, by=organizer, players=[*players.values()], played_on=day, season=season
        )


def test_an_evening_ends_with_debts_and_is_reopened_without(scorer, session):
    scorer.play(f"{ORDER}\ngame\nteam wins")
    answer = session_end(session=session, by=scorer.user, version=4, key="end")

    assert (session.status, answer.version) == ("ended", 5)
    assert Debt.objects.count() == 3
    session_reopen(session=session, by=scorer.user, version=5, key="reopen")
    assert session.status == "open"
    assert not Debt.objects.exists()
    assert list(session.log.order_by("sequence").values_list("kind", flat=True))[-2:] == [
        "end",
        "reopen",
    ]


def test_the_same_end_is_written_once(scorer, session):
    for _ in range(2):
        answer = session_end(session=session, by=scorer.user, version=1, key="end")

    assert answer.replayed
    assert session.log.filter(kind="end").count() == 1


def test_an_evening_does_not_end_inside_a_game(scorer, session):
    scorer.play(f"{ORDER}\ngame")

    with pytest.raises(Refused, match="Game 1 is still being played"):
        session_end(session=session, by=scorer.user, version=3, key="end")


def test_what_is_so_already_is_a_conflict(scorer, session):
    with pytest.raises(Conflict, match="running already"):
        session_reopen(session=session, by=scorer.user, version=1, key="k")
    session_void(session=session, by=scorer.user, version=1, key="void")
    with pytest.raises(Conflict, match="void"):
        session_end(session=session, by=scorer.user, version=2, key="end")
    with pytest.raises(StaleVersion):
        session_reopen(session=session, by=scorer.user, version=1, key="k2")


def test_a_scorer_reopens_but_does_not_declare_void(session, member):
    user = member("scorer")

    with pytest.raises(NotAllowed):
        session_void(session=session, by=user, version=1, key="void")
    session_end(session=session, by=user, version=1, key="end")
    session_reopen(session=session, by=user, version=2, key="reopen")
    session_void(session=session, by=member("director"), version=3, key="void")
    with pytest.raises(NotAllowed):
        session_reopen(session=session, by=user, version=4, key="again")


def test_title_place_and_day_are_changed(session, organizer, member):
    day = datetime.date(2026, 5, 1)
    session_describe(session=session, by=organizer, title=" Gala ", place="Hall", played_on=day)

    session.refresh_from_db()
    assert (session.title, session.place, session.played_on) == ("Gala", "Hall", day)
    with pytest.raises(NotAllowed):
        session_describe(session=session, by=member("player"), title="x", place="", played_on=day)


def test_a_note_stands_beside_the_game_and_stops_nobody(scorer, session, member, players):
    scorer.play(f"{ORDER}\ngame")
    author = member("player")
    players["Bob"].user = author
    players["Bob"].save()

    note = note_add(session=session, game=1, text=" I said double! ", by=author, is_dispute=True)

    assert note.text == "I said double!"
    assert session.log.last().payload == {"note": note.public_id, "game": 1}
    assert session.version == 3  # nobody's version is old because of a remark
    scorer.play("team wins")
    with pytest.raises(NotAllowed):
        dispute_resolve(note=note, by=author)
    dispute_resolve(note=note, by=scorer.user, resolution="Replayed.")
    assert Note.objects.get().resolved_by == scorer.user
    with pytest.raises(Refused, match="already"):
        dispute_resolve(note=note, by=scorer.user)


def test_a_note_sent_twice_is_written_once(scorer, session):
    scorer.play(f"{ORDER}\ngame")
    notes = [
        note_add(session=session, game=1, text="Hm.", by=scorer.user, key="n") for _ in range(2)
    ]

    assert notes[0] == notes[1]
    assert Note.objects.count() == 1


def test_an_empty_endless_or_lost_note_is_refused(scorer, session, member):
    scorer.play(f"{ORDER}\ngame")

    def refused(error, **changes):
        with pytest.raises(error):
            note_add(**{"session": session, "game": 1, "text": "x", "by": scorer.user, **changes})

    refused(Refused, text="  ")
    refused(Refused, text="x" * 1001)
    refused(Refused, game=2)
    refused(Refused, game=0)
    refused(NotAllowed, by=member("player"))
    note = note_add(session=session, game=1, text="x", by=scorer.user)
    with pytest.raises(Refused, match="not a dispute"):
        dispute_resolve(note=note, by=scorer.user)


def test_strangers_cannot_tell_what_exists(session, club, players, django_user_model):
    stranger = django_user_model.objects.create_user("s@example.org", name="S")

    for find, name in (
        (session_get, session.public_id),
        (session_get, "nothing"),
        (club_get, club.slug),
        (player_seen, players["Ann"].public_id),
    ):
        with pytest.raises(NotFound):
            find(name, stranger)
    assert not clubs_visible_to(stranger).exists()
    club.visibility = "public"
    club.save()
    assert session_get(session.public_id, stranger) == session
    assert list(clubs_visible_to(stranger)) == [club]
    assert not clubs_of(stranger).exists()


@pytest.mark.parametrize("door", ["sheet", "file", "moved"])
def test_what_is_over_was_not_played_on_a_day_to_come(door, club, organizer, players):
    soon = club.today + datetime.timedelta(days=1)
    there = session_create(club=club, by=organizer, players=list(players.values()))
    session_end(session=there, by=organizer, version=1, key="end")
    doors = {
        "sheet": lambda day: session_create(
            club=club,
            by=organizer,
            players=list(players.values()),
            played_on=day,
            entered_afterwards=True,
        ),
        "file": lambda day: csn_import(
            club=club, by=organizer, text=CSN.format(day=f"{day:%Y.%m.%d}")
        ),
        "moved": lambda day: session_describe(
            session=there, by=organizer, title="", place="", played_on=day
        ),
    }
    before = club.sessions.count()
    with pytest.raises(Refused) as caught:
        doors[door](soon)
    assert (caught.value.code, club.sessions.count()) == ("played_later", before)
    doors[door](club.today)


def test_an_evening_that_is_set_up_may_be_still_to_come(club, organizer, players):
    soon = club.today + datetime.timedelta(days=7)
    session = session_create(club=club, by=organizer, players=list(players.values()))
    session_describe(session=session, by=organizer, title="", place="", played_on=soon)
    session.refresh_from_db()
    assert session.played_on == soon
