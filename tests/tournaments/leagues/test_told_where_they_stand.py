"""Who has no opponent, whose challenge is over, who pauses, who loses their name: all read so."""

import datetime

import pytest
from django.utils import timezone

from games.decisions.kinds.player_notes import anonymised_notes
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.pages import client_of, shown_to
from tests.tournaments.leagues.seasons import Running
from tournaments.errors import EventConflict
from tournaments.events.services import entries
from tournaments.leagues.services import challenges, seasons
from tournaments.models import Entry, LeagueSeason, Match
from tournaments.record.selectors.results import standings_of

pytestmark = pytest.mark.django_db
FOUR = "Ann Bob Cid Dee"
WAITS = "You wait for your next opponent"


def mine(of: Running) -> str:
    return f"/leagues/{of.league.public_id}/me/"


def home(of: Running | Playing) -> str:
    return f"/clubs/{of.club.slug}/"


def with_bye(of: Running, number: int) -> str:
    byes = Match.objects.filter(round__division__event=of.season.event, outcome="bye")
    return str(byes.get(round__number=number).first)


def test_who_has_the_bye_in_a_round_reads_so_on_their_page_and_on_play() -> None:
    of = Running("Ann Bob Cid Dee Eve", shape="swiss")
    name = with_bye(of, 1)
    for path in (mine(of), home(of)):
        assert "You have the bye in round 1" in shown_to(of, path, name)
        others = {"Ann", "Bob", "Cid", "Dee", "Eve"} - {name}
        assert not any("You have the bye" in shown_to(of, path, one) for one in others)
    assert "as soon as the season is released" not in shown_to(of, mine(of), name)
    [table] = standings_of(of.season.event.divisions.get())
    line = next(one for one in table.lines if int(one.key) == of.entry(name).number)
    assert line.score_text == "1", "the point of a win"
    of.play()
    seasons.season_release(season=of.season, by=of.director)
    assert "You have the bye" not in shown_to(of, mine(of), name)
    now = with_bye(of, 2)
    assert "You have the bye in round 2" in shown_to(of, mine(of), now)


def test_who_is_through_in_a_cup_reads_that_they_wait_for_their_next_opponent() -> None:
    of = Playing()
    me = f"/cups/{of.cup.event.public_id}/me/"
    match = of.meeting("Ann")
    assert WAITS not in shown_to(of, me, "Ann")
    loser = of.other(match, "Ann")
    of.win(match, "Ann")
    for path in (me, home(of)):
        assert WAITS in shown_to(of, path, "Ann")
        assert WAITS not in shown_to(of, path, loser)
    [semi] = [one.match for one in of.fixtures() if not one.match.is_settled]
    of.win(semi, str(semi.first))
    assert WAITS not in shown_to(of, me, "Ann")


def test_who_has_a_bye_in_a_cup_waits_once_and_not_for_the_draw() -> None:
    of = Playing("Ann Bob Cid")
    bye = str(Match.objects.get(round__division__event=of.cup.event, outcome="bye").first)
    shown = shown_to(of, f"/cups/{of.cup.event.public_id}/me/", bye)
    assert shown.count(WAITS) == 1
    assert "as soon as the cup is drawn" not in shown


@pytest.mark.parametrize(
    ("lapsed", "said"),
    [
        ("challenger", "the challenge goes to Cid, with the place"),
        ("nothing", "the challenge has lapsed"),
    ],
)
def test_both_read_on_play_that_a_challenge_was_not_played_in_time(lapsed: str, said: str) -> None:
    params = {"reach": 3, "lapsed": lapsed}
    of = Running(FOUR, shape="ladder", params=params, is_released=False)
    seasons.season_release(season=of.season, by=of.director)
    of.again()
    of.challenge("Cid", "Ann")
    now = timezone.now() + datetime.timedelta(days=16)
    assert challenges.challenges_lapse(now=now) == 1
    for path in (home(of), mine(of)):
        for name in ("Ann", "Cid"):
            assert f"not played in time: {said}" in shown_to(of, path, name)
        assert "not played in time" not in shown_to(of, path, "Bob")


@pytest.mark.parametrize("who", ["Ann", "Bob", "Cid"])
@pytest.mark.parametrize(
    ("ends", "said", "told"),
    [
        ("refused", "Ann has refused: the challenge goes to Cid, with the place", {"Cid"}),
        ("the challenged leaves", "Ann has left the ladder: the match goes to Cid", {"Cid"}),
        ("the challenger leaves", "Cid has left the ladder: the match goes to Ann", {"Ann"}),
        ("the challenged is withdrawn", "Ann has left the ladder: the match goes to Cid", {"Cid"}),
    ],
)
def test_who_did_not_end_a_challenge_reads_on_play_what_became_of_it(
    ends: str, said: str, told: set[str], who: str
) -> None:
    params = {"reach": 3, "lapsed": "challenger"}
    of = Running(FOUR, shape="ladder", params=params, is_released=False)
    LeagueSeason.objects.update(deadline=None, late_until=None)
    seasons.season_release(season=of.season, by=of.director)
    of.again()
    match, season = of.challenge("Cid", "Ann"), of.season
    if ends == "refused":
        challenges.challenge_refuse(season=season, match=match, by=of.account("Ann"), key=key())
    elif ends.endswith("leaves"):
        name = "Ann" if "challenged" in ends else "Cid"
        challenges.ladder_leave(season=season, entry=of.entry(name), by=of.account(name))
    else:
        entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    for path in (home(of), mine(of)):
        assert (said in shown_to(of, path, who)) == (who in told), path


def test_who_pauses_on_a_ladder_reads_so_and_plays_again_with_a_tap() -> None:
    of = Running(FOUR, shape="ladder", is_released=False)
    seasons.season_release(season=of.season, by=of.director)
    of.again()
    entries.entry_pause(entry=of.entry("Bob"), by=of.director)
    shown = shown_to(of, mine(of), "Bob")
    assert "You pause: you keep your place" in shown
    assert "You do not play on the ladder now" not in shown
    client_of(of.account("Bob")).post(mine(of), {"do": "resume", "once": key()})
    assert of.entry("Bob").state == Entry.State.ENTERED
    assert of.ladder() == ["Ann", "Bob", "Cid", "Dee"]
    assert "Play again" not in shown_to(of, mine(of), "Bob")


def test_only_who_pauses_ends_a_pause_and_no_withdrawal() -> None:
    of = Running(FOUR, shape="ladder")
    entries.entry_withdraw(entry=of.entry("Bob"), by=of.director)
    with pytest.raises(EventConflict, match="You do not pause"):
        challenges.ladder_resume(season=of.season, entry=of.entry("Bob"), by=of.account("Bob"))


def test_before_a_name_goes_it_is_said_where_they_go_on_playing() -> None:
    of = Running(FOUR, shape="ladder")
    said = f"They go on playing in {of.season.event.title} under the new name"
    assert any(said in one for one in anonymised_notes([of.player("Bob")], of.director))
    entries.entry_withdraw(entry=of.entry("Bob"), by=of.director)
    assert not any(
        "go on playing" in one for one in anonymised_notes([of.player("Bob")], of.director)
    )
