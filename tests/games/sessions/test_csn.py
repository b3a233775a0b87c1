"""A score file becomes a session and back, all of it or nothing."""

import datetime
from decimal import Decimal
from pathlib import Path

import pytest

from games.errors import NotAllowed, Refused
from games.models import Action, Player, Session
from games.permissions import Reader
from games.record.log.checking import session_check
from games.record.selectors.log import game_notation
from games.record.services.actions import undo
from games.record.services.amend import game_amend
from games.rules.chouette import NotationError
from games.rules.chouette.notation import parse, scores
from games.sessions.services.csn import csn_export, csn_import

SCENARIOS = Path(__file__).resolve().parents[2] / "data" / "scenarios"

EVENING = """[Event "Club night"]
[Site "Café"]
[Date "2026.11.17"]
[Rules "canberra; jacoby=off"]
[Players "Ann, Bob, Cid"]
[Stakes "Ann 2, Eve 3"]
[Stake "0.50 EUR"]
order Ann, Bob, Cid
game
  all double
  box takes all
  team wins
Eve joins
game
  box wins
"""


def points_of(session):
    found = {}
    for game in session.games.all():
        for score in game.scores.select_related("player"):
            found[score.player.name] = found.get(score.player.name, 0) + score.points
    return {name: points for name, points in found.items() if points}


def points_in(text):
    totals = parse(text).table.totals
    return {name: points for name, points in totals.items() if points}


def illegal_line(text):
    """The line where a file breaks the rules, 0 where none does."""
    try:
        parse(text)
    except NotationError as error:
        return error.line
    return 0


def test_a_file_becomes_a_session_with_its_players(club, organizer):
    session = csn_import(club=club, by=organizer, text=EVENING)

    assert (session.title, session.place) == ("Club night", "Café")
    assert session.played_on == datetime.date(2026, 11, 17)
    assert (session.stake_amount, session.currency) == (Decimal("0.50"), "EUR")
    assert session.rules == "canberra; jacoby=off"
    assert session.status == "ended"
    seats = list(session.seats.values_list("player__name", "stake"))
    assert seats == [("Ann", 2), ("Bob", 1), ("Cid", 1), ("Eve", 3)]
    assert points_of(session) == points_in(EVENING)
    assert session_check(session=session).differences == []


def test_players_of_the_club_are_found_by_name(club, organizer, players):
    session = csn_import(club=club, by=organizer, text=EVENING)

    assert session.seats.get(player__name="Bob").player == players["Bob"]
    assert club.players.count() == 5  # Ann, Bob, Cid and Dee were there; Eve is new


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.csn")), ids=lambda path: path.stem)
def test_every_scenario_gives_its_points_or_is_refused_whole(club, organizer, path):
    text = path.read_bytes()
    illegal = illegal_line(text)
    if illegal:
        with pytest.raises(NotationError) as caught:
            csn_import(club=club, by=organizer, text=text)
        assert caught.value.line == illegal
        assert not Session.objects.exists()
        assert not Player.objects.exists()
        return

    expected = scores(parse(text))
    session = csn_import(club=club, by=organizer, text=text)

    points = {name: value * 100 for name, value in expected["players"].items() if value}
    assert points_of(session) == points
    assert session_check(session=session).differences == []
    exported = csn_export(session=session, reader=Reader.system())
    assert scores(parse(exported)) == expected


def test_an_illegal_file_writes_nothing_and_names_the_line(club, organizer):
    with pytest.raises(NotationError) as caught:
        csn_import(club=club, by=organizer, text=EVENING + "game\n  Bob takes\n")

    assert caught.value.line == EVENING.count("\n") + 2
    assert not Session.objects.exists()
    assert not Action.objects.exists()
    assert not club.players.exists()


@pytest.mark.parametrize(
    ("name", "line"), [("x" * 61, 1), ("Eve\u202e", 1)], ids=["too long", "invisible"]
)
def test_a_name_that_cannot_be_a_players_is_refused_with_its_line(club, organizer, name, line):
    text = f'[Players "Ann, Bob, {name}"]\norder Ann, Bob, "{name}"\n'

    with pytest.raises(Refused, match="Line 1: ") as caught:
        csn_import(club=club, by=organizer, text=text)
    assert caught.value.params["line"] == line
    assert not club.players.exists()


def test_the_line_of_a_newcomer_is_named(club, organizer):
    text = f'[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\n"{"x" * 61}" joins\n'

    with pytest.raises(Refused, match="Line 3: "):
        csn_import(club=club, by=organizer, text=text)


@pytest.mark.parametrize("name", ['Ann "Ace" Lee', "O'Neil, Jim", "🎲 Zoë", "box", "a\\b"])
def test_unusual_names_survive_the_round_trip(club, organizer, name):
    from games.clubs.services.clubs import player_create
    from games.sessions.services.sessions import session_create

    people = [player_create(club=club, by=organizer, name=one) for one in (name, "Bob", "Cid")]
    session = session_create(club=club, by=organizer, players=people)
    text = csn_export(session=session)
    session.club.players.all()

    assert parse(text).header.players == (name, "Bob", "Cid")


def test_who_may_not_import_may_not(club, member):
    with pytest.raises(NotAllowed):
        csn_import(club=club, by=member("player"), text=EVENING)


def test_a_date_that_is_none_is_today(club, organizer):
    text = EVENING.replace("2026.11.17", "2026.13.17")

    assert csn_import(club=club, by=organizer, text=text).played_on >= datetime.date(2026, 1, 1)


def test_a_private_export_holds_stakes_and_gives_the_same_session(club, organizer):
    session = csn_import(club=club, by=organizer, text=EVENING)

    text = csn_export(session=session, reader=Reader.system())

    assert '[Stake "0.5 EUR"]' in text
    assert '[Stakes "Ann 2, Eve 3"]' in text
    assert scores(parse(text)) == scores(parse(EVENING))


def test_a_public_export_tells_the_points_but_no_stakes(club, organizer):
    session = csn_import(club=club, by=organizer, text=EVENING)

    text = csn_export(session=session)

    assert "EUR" not in text
    assert "[Stake" not in text
    assert "double" not in text  # with the cubes, the multiples could be reckoned
    assert points_in(text) == points_in(EVENING)


def test_a_public_export_of_equal_stakes_keeps_the_cubes(club, organizer):
    text = EVENING.replace('[Stakes "Ann 2, Eve 3"]\n', "")
    session = csn_import(club=club, by=organizer, text=text)

    exported = csn_export(session=session)

    assert "box takes Bob Cid" in exported
    assert "EUR" not in exported
    assert scores(parse(exported)) == scores(parse(text))


def test_a_public_export_keeps_partners_and_their_shares(club, organizer):
    text = """[Players "Ann, Bob, Cid, Dee"]
[Stakes "Ann 3, Bob 2"]
order Ann, Bob, Cid, Dee
box partners Dee 25%
game Ann+Dee | Bob Cid
  Bob doubles
  box drops Bob
  team wins
box partners Cid
game
  box wins gammon
"""
    session = csn_import(club=club, by=organizer, text=text)

    exported = csn_export(session=session)

    assert "Stakes" not in exported
    assert points_in(exported) == points_in(text)


def test_a_running_game_is_left_out_and_a_comment_says_so(scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins\ngame\nall double")

    text = csn_export(session=session)

    assert text.endswith("# The game in progress is left out.\n")
    assert len(parse(text).results) == 1


def test_undone_and_amended_games_are_exported_as_they_are_now(scorer, session):
    from games.rules.chouette import EndGame

    scorer.play("order Ann, Bob, Cid, Dee\ngame\nbox wins\ngame\nbox wins\ngame\nteam wins")
    undo(session=session, version=session.version, key="u", sender=scorer.user, steps=2)
    game_amend(
        session=session,
        game=1,
        actions=[EndGame("team", 1)],
        version=session.version,
        key="a",
        sender=scorer.user,
    )

    text = csn_export(session=session)

    assert text.count("game ") == 2
    assert "by hand" in text  # the line of game 2 as played is not what the rules now say
    assert points_in(text) == points_of(session)


def test_a_game_is_told_in_the_notations_words(scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nBob double\nbox takes Bob\nteam wins gammon")

    assert game_notation(session, 1) == [
        "game Ann | Bob Cid Dee",
        "Bob doubles",
        "box takes Bob",
        "team wins gammon",
    ]
    with pytest.raises(Refused):
        game_notation(session, 2)


def test_an_imported_session_is_played_on(club, organizer):
    session = csn_import(club=club, by=organizer, text=EVENING, end=False)

    undo(session=session, version=session.version, key="u", sender=organizer)

    assert session.games.count() == 1
    assert session_check(session=session).differences == []
