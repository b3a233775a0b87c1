"""Time at the board of a chouette: a bank for each side, pauses, and who asks not to roll yet."""

import pytest
from django.urls import reverse

from games.boards.errors import BoardNotAllowed, BoardRefused, RulesRefused
from games.boards.services import writing
from games.boards.services.writing import now_ms
from games.chouetteboards.presenters import evening as seen
from games.chouetteboards.presenters import page as presenter
from games.chouetteboards.services import acts as chouette_acts
from games.chouetteboards.services.following import session_on_board
from games.rules.chouette import RuleError, TeamDoubles
from games.rules.online import Step
from games.rules.online.transcript import member_record
from tests.games.boards.chouettes import Chouette
from tests.games.boards.test_chouette_page import state_for

pytestmark = pytest.mark.django_db
MINUTE = 60_000


@pytest.fixture
def chouette(session, organizer, monkeypatch):
    """Ann in the box, Bob captain, Cid and Dee; each side has ten minutes."""
    evening = Chouette(session, organizer, monkeypatch)
    session_on_board(session=session, by=organizer, on_board=True, minutes=10)
    return evening.begin((6, 1), (5, 2))


@pytest.fixture
def later(monkeypatch):
    def pass_by(minutes):
        for place in (writing, presenter, seen, chouette_acts):
            monkeypatch.setattr(place, "now_ms", lambda: now_ms() + int(minutes * MINUTE))

    return pass_by


class TestTheBank:
    def test_it_runs_for_the_side_that_is_to_act_after_its_delay(self, chouette, later):
        later(1)
        clock = state_for(chouette, "Cid")["clock"]
        assert clock["running"] == 0
        assert clock["left"][0] // 1000 in (10 * 60 - 48, 10 * 60 - 49)
        assert clock["left"][1] == 10 * MINUTE
        chouette.play_any("Ann")
        assert chouette.state.clock.turn == 1

    def test_it_runs_for_the_box_while_the_box_answers_cubes(self, chouette):
        chouette.play_any("Ann")
        chouette.record(TeamDoubles((chouette.ids["Cid"],)))
        assert chouette.state.clock.turn == 0

    def test_the_other_side_claims_and_wins_a_single_game_of_each_cube(self, chouette, later):
        with pytest.raises(RulesRefused, match="still has time"):
            chouette.act("Bob", "flag")
        later(11)
        assert "flag" in state_for(chouette, "Bob")["can"]
        assert state_for(chouette, "Bob")["notes"]["flag"].endswith("every cube as a single game")
        assert "flag" not in state_for(chouette, "Cid")["can"]
        with pytest.raises(BoardNotAllowed):
            chouette.act("Cid", "flag")
        chouette.act("Bob", "flag")
        assert chouette.names(chouette.table.totals) == {"Ann": -3, "Bob": 1, "Cid": 1, "Dee": 1}
        assert (chouette.board.status, chouette.board.ended_how) == ("ended", "time")
        steps = (Step(one.kind, one.side, one.at, one.payload) for one in chouette.board.log.all())
        (game,) = member_record(steps, chouette.ids["Cid"], ("Ann", "Cid")).games
        assert (game.winner, game.points, game.how) == (1, 1, "resign")

    def test_first_the_open_cubes_are_answered(self, chouette, later):
        chouette.play_any("Ann")
        chouette.record(TeamDoubles((chouette.ids["Cid"],)))
        later(11)
        with pytest.raises(RuleError) as refused:
            chouette.act("Bob", "flag")
        assert refused.value.code == "answers_due"
        assert chouette.board.is_open

    def test_it_is_chosen_from_a_list(self, session, organizer):
        with pytest.raises(BoardRefused):
            session_on_board(session=session, by=organizer, on_board=True, minutes=7)

    def test_without_one_nothing_runs(self, session, organizer, monkeypatch):
        evening = Chouette(session, organizer, monkeypatch).on_board().begin((6, 1))
        assert state_for(evening, "Ann")["clock"] is None


class TestThePause:
    def test_both_sides_agree_and_the_clock_stands(self, chouette, later):
        chouette.act("Bob", "adjourn")
        assert state_for(chouette, "Ann")["status"] == (
            "Bob offers a pause. Playing on refuses it."
        )
        assert "accept" in state_for(chouette, "Ann")["can"]
        with pytest.raises(BoardNotAllowed):
            chouette.act("Cid", "accept")
        chouette.act("Ann", "accept")
        later(60)
        assert state_for(chouette, "Ann")["can"] == ["resume"]
        assert chouette.state.left(0, now_ms() + 60 * MINUTE) > 9 * MINUTE

    def test_meanwhile_nobody_speaks_of_cubes(self, chouette):
        chouette.play_any("Ann")
        chouette.act("Bob", "adjourn")
        chouette.act("Ann", "accept")
        with pytest.raises(RulesRefused, match="resume"):
            chouette.record(TeamDoubles((chouette.ids["Cid"],)))
        # the page asks nobody what the board would refuse
        assert {state_for(chouette, name)["doubler"] for name in ("Ann", "Cid")} == {"paused"}
        chouette.act("Ann", "resume")
        assert state_for(chouette, "Cid")["doubler"] == "team"

    def test_who_answers_last_is_told_who_has_to_resume_and_can_answer_after_it(self, chouette):
        chouette.play_any("Ann")
        chouette.hold("Bob", "Cid")
        chouette.act("Bob", "adjourn")
        chouette.act("Ann", "accept")
        with pytest.raises(RulesRefused, match="one of the two sides has to resume it first"):
            chouette.declare("Dee", "double")
        chouette.act("Ann", "resume")
        assert chouette.declare("Dee", "double").is_settled

    def test_after_it_the_team_has_its_time_to_speak_anew(self, chouette):
        chouette.play_any("Ann")
        chouette.session.refresh_from_db()
        before = chouette.session.question["at"]
        chouette.act("Bob", "adjourn")
        chouette.act("Ann", "accept")
        chouette.act("Ann", "resume")
        chouette.session.refresh_from_db()
        assert chouette.session.question["at"] > before

    def test_playing_on_refuses_it(self, chouette):
        chouette.act("Bob", "adjourn")
        chouette.play_any("Ann")
        assert chouette.state.offer is None


class TestDoNotRollYet:
    @pytest.fixture
    def spoken(self, chouette):
        """All have said that they hold: Bob could roll."""
        chouette.play_any("Ann")
        chouette.hold("Bob", "Cid", "Dee")
        return chouette

    def test_the_captain_waits_once_a_turn(self, spoken, later):
        spoken.act("Cid", "plead")
        assert state_for(spoken, "Bob")["count"]["text"] == "Cid asks not to roll yet: {left} more."
        with pytest.raises(BoardRefused, match=r"Cid asks you not to roll yet: \d+ seconds more"):
            spoken.act("Bob", "roll")
        with pytest.raises(RulesRefused, match="already"):
            spoken.act("Dee", "plead")
        later(1)
        spoken.act("Bob", "roll")
        assert spoken.state.team.pleads == (2, spoken.state.team.pleads[1])

    def test_in_the_next_turn_one_may_ask_again(self, spoken, later):
        spoken.act("Cid", "plead")
        later(1)
        spoken.dice = [(5, 2), (4, 1)]
        spoken.act("Bob", "roll")
        spoken.play_any("Bob")
        spoken.act("Ann", "roll")
        spoken.play_any("Ann")
        assert spoken.state.team.pleads is None
        assert "plead" in state_for(spoken, "Cid")["can"]

    def test_only_the_team_asks_and_before_its_roll(self, spoken):
        assert "plead" not in state_for(spoken, "Ann")["can"]
        assert "plead" not in state_for(spoken, "Bob")["can"]
        with pytest.raises(BoardNotAllowed):
            spoken.act("Ann", "plead")
        spoken.act("Bob", "roll")
        with pytest.raises(RulesRefused):
            spoken.act("Cid", "plead")


def test_all_see_how_long_the_team_may_still_speak(chouette):
    chouette.play_any("Ann")
    count = state_for(chouette, "Dee")["count"]
    assert count["text"] == "{left} left to double; players who say nothing do not double."
    assert 0 < count["left"] <= 20_000
    chouette.hold("Bob", "Cid", "Dee")
    assert state_for(chouette, "Dee")["count"] is None


@pytest.mark.parametrize("said", ["", "hold"])
def test_when_the_time_is_over_nobody_is_asked_any_more(chouette, client, said):
    chouette.play_any("Ann")
    if said:
        chouette.declare("Cid", said)
    client.force_login(chouette.users["Cid"])

    def dock() -> str:
        page = client.get(reverse("board", args=[chouette.board.public_id])).content.decode()
        return page[page.index('<p class="own__line"') - 500 :]

    over = "The time to double is over: players who said nothing do not double."
    # The page says it by itself once its count has run out.
    assert f'<p class="own__over">{over}</p>' in dock()
    asking = ("Do you double?", "own__over", "own__word--", "Waiting for" if said else "20 seconds")
    assert [one for one in asking if one not in dock()] == []
    chouette.session.refresh_from_db()
    chouette.session.question["at"] = 0
    chouette.session.save()
    assert over in dock()
    assert [one for one in asking if one in dock()] == []
