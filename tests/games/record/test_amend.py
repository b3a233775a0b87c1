"""Amending a game: later games follow, lines that were played stay, and nothing is deleted."""

import uuid

import pytest

from games.errors import AmendRefused, Conflict, Refused, StaleVersion
from games.models import Game
from games.record.log.damage import fold
from games.record.selectors.log import game_actions
from games.record.selectors.sessions import next_undo, table_of
from games.record.services.actions import redo, undo
from games.record.services.amend import game_amend
from games.rules.chouette import EndGame, RuleError, StartGame
from games.sessions.services.sessions import session_end

ORDER = "order Ann, Bob, Cid, Dee"


@pytest.fixture
def amend(scorer, session):
    """Replaces the actions of a game."""

    def make(game, actions, **request):
        request = {"version": session.version, "key": uuid.uuid4().hex, **request}
        return game_amend(
            session=session, game=game, actions=actions, sender=scorer.user, **request
        )

    return make


def points(session, number):
    scores = session.games.get(number=number).scores
    return dict(scores.values_list("player__name", "points"))


def test_points_and_totals_follow(scorer, session, amend):
    scorer.play(f"{ORDER}\ngame\nbox wins\ngame\nbox wins")

    answer = amend(1, [EndGame("box", 1)])
    assert points(session, 1) == {"Ann": 300, "Bob": -100, "Cid": -100, "Dee": -100}

    actions = [*scorer_actions(scorer, "Bob doubles\nbox takes Bob\n"), EndGame("box", 2)]
    answer = amend(1, actions)

    # Bob's cube was turned: 2 x gammon = 4; the others' were not turned: 1 each.
    assert points(session, 1) == {"Ann": 600, "Bob": -400, "Cid": -100, "Dee": -100}
    assert scorer.names(answer.table.totals) == {
        "Ann": 900,
        "Bob": -500,
        "Cid": -200,
        "Dee": -200,
    }


def scorer_actions(scorer, statements):
    """Actions of the first game, as if it had just begun."""
    text, scorer.text = scorer.text, f"{ORDER}\ngame\n"
    try:
        return scorer.actions(statements)
    finally:
        scorer.text = text


def test_the_replaced_actions_stay_in_the_log(scorer, session, amend):
    scorer.play(f"{ORDER}\ngame\nbox wins")
    amend(1, [EndGame("box", 3)])

    kinds = list(session.log.order_by("sequence").values_list("kind", flat=True))
    assert kinds == ["setup", "play", "play", "play", "amend"]
    assert session.log.get(kind="amend").payload["game"] == 1


def test_lines_that_were_played_stay_and_are_flagged(scorer, session, amend):
    scorer.play(f"{ORDER}\ngame\nbox wins\ngame\nbox wins")
    lines = [game.line for game in session.games.all()]

    # Had the team won, Bob would have been box in game 2; Ann was, and stays.
    amend(1, [EndGame("team")])

    assert [game.line for game in session.games.all()] == lines
    assert list(session.games.values_list("line_differs", flat=True)) == [False, True]
    assert fold(session)[0].table == table_of(session)


def test_the_game_in_progress_goes_on(scorer, session, amend):
    scorer.play(f"{ORDER}\ngame\nbox wins\ngame\nall double")

    answer = amend(1, [EndGame("team")])

    assert answer.table.phase == "replies"
    scorer.play("box takes all\nteam wins")
    assert session.games.get(number=2).line_differs
    assert fold(session)[0].table == table_of(session)


def test_an_amendment_that_a_later_game_contradicts_is_refused_and_says_why(scorer, session, amend):
    scorer.play(f"{ORDER}\ngame\nDee leaves\nbox wins\ngame\nbox wins")
    before = session.snapshot

    with pytest.raises(AmendRefused) as caught:
        amend(1, [EndGame("box")])  # without Dee's leaving, the line of game 2 lacks her

    assert caught.value.game == 2
    assert "game 2 could not have been played" in str(caught.value)
    session.refresh_from_db()
    assert session.snapshot == before
    assert not session.log.filter(kind="amend").exists()


def test_the_amended_game_obeys_the_rules(scorer, session, amend):
    scorer.play(f"{ORDER}\ngame\nbox wins")

    with pytest.raises(RuleError, match="Answers are outstanding"):
        amend(1, [*scorer_actions(scorer, "all double\n"), EndGame("box")])


def test_the_amended_game_comes_to_its_end_and_no_further(scorer, session, amend):
    scorer.play(f"{ORDER}\ngame\nbox wins")

    with pytest.raises(Refused, match="not come to its end"):
        amend(1, scorer_actions(scorer, "all double\n"))
    with pytest.raises(Refused, match="ended before the last"):
        amend(1, [EndGame("box"), EndGame("box")])
    with pytest.raises(Refused, match="starts it once"):
        amend(1, [*game_actions(session, 1), *game_actions(session, 1)])
    with pytest.raises(Refused, match="one action"):
        amend(1, [])


@pytest.mark.parametrize("number", [0, 2, -1])
def test_only_games_that_have_ended_are_amended(scorer, session, amend, number):
    scorer.play(f"{ORDER}\ngame\nbox wins\ngame")

    with pytest.raises(Refused, match="no finished game"):
        amend(number, [EndGame("box")])


def test_a_line_put_in_place_of_the_played_one_must_be_right(scorer, session, amend):
    scorer.play(f"{ORDER}\ngame\nbox wins")
    ids = scorer.ids()
    start = StartGame(ids["Bob"], None, (ids["Ann"], ids["Cid"], ids["Dee"]))

    with pytest.raises(RuleError, match="by hand"):
        amend(1, [start, EndGame("box")])

    amend(1, [StartGame(start.box, None, start.team, by_hand=True), EndGame("box")])
    assert session.games.get().box.name == "Bob"
    assert session.games.get().by_hand


def test_an_amendment_can_be_undone_and_redone(scorer, session, amend):
    scorer.play(f"{ORDER}\ngame\nbox wins\ngame\nbox wins")
    before = table_of(session)
    after = amend(1, [EndGame("team")]).table
    assert next_undo(session).kind == "amend"
    assert next_undo(session).game == 1

    def send(service):
        return service(
            session=session, version=session.version, key=uuid.uuid4().hex, sender=scorer.user
        ).table

    assert send(undo) == before
    assert not session.games.filter(line_differs=True).exists()
    assert send(redo) == after
    assert session.games.filter(line_differs=True).exists()


def test_a_game_is_amended_twice(scorer, session, amend):
    scorer.play(f"{ORDER}\ngame\nbox wins\ngame\nbox wins")
    amend(1, [*scorer_actions(scorer, "all double\nbox takes all\n"), EndGame("team")])
    amend(1, [EndGame("box", 1)])

    assert points(session, 1)["Ann"] == 300
    assert fold(session)[0].table == table_of(session)
    assert len(game_actions(session, 1)) == 2


def test_version_and_key_count_as_for_every_action(scorer, session, amend):
    scorer.play(f"{ORDER}\ngame\nbox wins")

    with pytest.raises(StaleVersion):
        amend(1, [EndGame("team")], version=2)
    first = amend(1, [EndGame("team")], version=4, key="k")
    again = amend(1, [EndGame("team")], version=4, key="k")
    assert again.replayed
    assert again.version == first.version


def test_a_session_that_has_ended_is_reopened_first(scorer, session, amend):
    scorer.play(f"{ORDER}\ngame\nbox wins")
    session_end(session=session, by=scorer.user, version=4, key="end")

    with pytest.raises(Conflict, match="reopen"):
        amend(1, [EndGame("team")])
    assert Game.objects.get().winner == "box"
