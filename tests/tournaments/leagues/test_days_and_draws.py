"""What a director puts right keeps its day; a button of the desk deletes no challenges."""

import datetime

import pytest
from django.utils import timezone

from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of, shown_to
from tests.tournaments.leagues.seasons import Running
from tournaments.errors import EventRefused
from tournaments.events.services.draws import draw_discard
from tournaments.leagues.services import seasons
from tournaments.models import Match, Round
from tournaments.results.services import results

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)
ROUND = "Ann Bob Cid Dee"


def desk(of: Running) -> str:
    return f"/events/{of.season.event.public_id}/direct/"


def test_a_corrected_day_of_one_match_is_not_the_day_of_the_next_results() -> None:
    of = Running("Ann Bob Cid")
    one, other = of.win(of.match("Ann", "Bob"), 0), of.match("Ann", "Cid")
    before = of.today - 7 * DAY
    put_right = {
        "do": "result",
        "match": one.public_id,
        "sheet": one.public_id,
        "version": f"{one.version}",
        "first_points": "11",
        "second_points": "5",
        "played_on": f"{before}",
        "key": key(),
    }
    answer = client_of(of.director).post(f"{desk(of)}act/", put_right, follow=True)
    assert of.match("Ann", "Bob").played_on == before
    assert "Results of another day" in answer.text
    assert f'name="desk_day" value="{before}"' not in answer.text
    assert "desk_day" not in answer.redirect_chain[-1][0]
    assert "played_on" not in answer.redirect_chain[-1][0]
    quick = {"do": "quick", "match": other.public_id, "version": f"{other.version}"}
    sent = {**quick, "winner": "0", "loser_points": "3", "key": key()}
    client_of(of.director).post(
        answer.redirect_chain[-1][0].replace("direct/", "direct/act/"), sent
    )
    assert of.match("Ann", "Cid").played_on == of.today


def test_the_day_of_the_desk_stays_while_a_match_of_another_day_is_put_right() -> None:
    of = Running("Ann Bob Cid")
    one = of.win(of.match("Ann", "Bob"), 0)
    week, day = of.today - 7 * DAY, of.today - 3 * DAY
    put_right = {"do": "result", "match": one.public_id, "version": f"{one.version}"}
    sent = {**put_right, "first_points": "11", "second_points": "5", "played_on": f"{day}"}
    page = client_of(of.director).post(
        f"{desk(of)}act/", {**sent, "desk_day": f"{week}", "key": key()}, follow=True
    )
    assert of.match("Ann", "Bob").played_on == day
    assert f'name="desk_day" value="{week}"' in page.text


def test_no_result_of_a_round_is_dated_before_the_round_was_released() -> None:
    of = Running(ROUND, shape="swiss")
    of.play()
    seasons.season_release(season=of.season, by=of.director)
    [match, _other] = of.open()
    sent = {"match": match, "points": (match.length, 3), "version": match.version, "key": key()}
    with pytest.raises(EventRefused, match="nobody has played in it before"):
        results.match_report(**sent, by=of.director, played_on=of.today - DAY)
    assert results.match_report(**sent, by=of.director, played_on=of.today).played_on == of.today


def test_a_season_that_began_before_it_was_written_down_takes_its_old_days() -> None:
    of = Running(ROUND, shape="swiss")
    event = of.season.event
    event.starts_on = of.today - 30 * DAY
    event.save()
    match = of.open()[0]
    played = of.today - 20 * DAY
    sent = {"match": match, "points": (match.length, 3), "version": match.version, "key": key()}
    assert results.match_report(**sent, by=of.director, played_on=played).played_on == played


def test_the_desk_of_a_ladder_does_not_take_challenges_back_as_a_draw() -> None:
    of = Running(ROUND, shape="ladder")
    page = shown_to(of, desk(of))
    assert "Take the draw back" not in page
    before = Match.objects.count()
    division = of.season.event.divisions.get()
    with pytest.raises(EventRefused, match="A ladder is not drawn"):
        draw_discard(division=division, by=of.director)
    sent = {"do": "discard", "division": division.public_id, "key": key()}
    answer = client_of(of.director).post(f"{desk(of)}act/", sent)
    assert "A ladder is not drawn: its matches are challenges." in answer.text
    assert Match.objects.count() == before


def test_play_names_the_overdue_matches_of_a_round_to_the_director() -> None:
    of = Running(ROUND, shape="swiss", round_days=14)
    home = f"/clubs/{of.club.slug}/"
    of.win(of.open()[0], 0)
    assert "Waits for you as director" not in shown_to(of, home)
    Round.objects.update(released_at=timezone.now() - 16 * DAY)
    assert "1 match waits for your decision" in shown_to(of, home)
    assert "waits for your decision" not in shown_to(of, home, "Ann")


def test_the_button_of_the_calendar_is_a_verb_in_german() -> None:
    of = Running(ROUND)
    client = client_of(of.account("Ann"))
    page = client.get(f"/leagues/{of.league.public_id}/me/", headers={"accept-language": "de"}).text
    calendar = page.partition('id="calendar"')[2]
    assert ">Öffnen<" in calendar
    assert ">Offen<" not in calendar
