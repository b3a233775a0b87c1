"""A ladder is played: challenged, won, put right, left to lapse, taken back, with an end or not."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.errors import KeyReused, NotAllowed, ServiceError
from games.models import Club, User
from tests import evenings
from tests.tournaments.directing import agreed, key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_league_archives import copied
from tests.tournaments.leagues.test_league_pages import new_league
from tournaments.errors import EventRefused
from tournaments.events.services import entries
from tournaments.events.services.events import event_create
from tournaments.leagues.selectors.fixtures import fixtures_of
from tournaments.leagues.selectors.ladders import ladder_of
from tournaments.leagues.selectors.seasons import finishers_of, season_current
from tournaments.leagues.services import absences, challenges, fixtures, seasons
from tournaments.models import EventStep, Fixture, League, LeagueSeason, Match, day_end
from tournaments.pages.actors import cookie_name, token_sealed
from tournaments.record.services.passes import pass_create
from tournaments.results.services import results

pytestmark = pytest.mark.django_db

FOUR = "Ann Bob Cid Dee"


def ladder(names: str = FOUR, **more: Any) -> Running:
    """A ladder that is played, on which nobody has challenged anybody yet."""
    of = Running(names, shape="ladder", is_released=False, **more)
    seasons.season_release(season=of.season, by=of.director)
    of.again()
    return of


def lapse(days: int) -> int:
    return challenges.challenges_lapse(now=timezone.now() + datetime.timedelta(days=days))


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_ladder_goes_up_and_down_and_a_correction_puts_it_right() -> None:
    of = ladder()
    assert of.ladder() == ["Ann", "Bob", "Cid", "Dee"]
    first = of.win(of.challenge("Dee", "Bob"), 0)
    assert of.ladder() == ["Ann", "Dee", "Cid", "Bob"]
    of.win(of.challenge("Cid", "Ann"), 1)
    of.win(of.challenge("Bob", "Cid"), 0)
    assert of.ladder() == ["Ann", "Dee", "Bob", "Cid"]
    agreed(results.match_correct, match=first, by=of.director, points=(4, 11), version=1)
    assert of.ladder() == ["Ann", "Bob", "Cid", "Dee"]


REFUSED = [
    ("Eve", "Ann", "stands too far above: at most 3 places"),
    ("Ann", "Bob", "stands below"),
    ("Ann", "Ann", "Nobody challenges themselves"),
    ("Dee", "Bob", "One match at a time"),
    ("Eve", "Cid", "Cid has another match to play first"),
    ("Bob", "Ann", "do not play twice in a row"),
]


@pytest.mark.parametrize(("who", "whom", "said"), REFUSED)
def test_what_the_rules_do_not_allow_is_a_sentence_and_nothing_is_written(
    who: str, whom: str, said: str
) -> None:
    of = ladder("Ann Bob Cid Dee Eve")
    of.win(of.challenge("Bob", "Ann"), 1)
    of.challenge("Dee", "Cid")
    before = Match.objects.count(), EventStep.objects.count()
    with pytest.raises(EventRefused, match=said):
        of.challenge(who, whom)
    assert (Match.objects.count(), EventStep.objects.count()) == before


def test_only_the_player_and_the_director_challenge_for_them_and_a_key_counts_once() -> None:
    of = ladder()
    with pytest.raises(NotAllowed):
        of.challenge("Bob", "Ann", by=of.account("Cid"))
    own, same = of.account("Bob"), key()
    match = of.challenge("Bob", "Ann", by=own, key=same)
    assert of.challenge("Bob", "Ann", by=own, key=same) == match
    with pytest.raises(KeyReused):
        of.challenge("Bob", "Cid", by=own, key=same)
    assert of.challenge("Dee", "Cid", key=same) != match  # another sender's key
    assert EventStep.objects.filter(kind="ladder_challenge").count() == 2


def test_a_challenge_has_its_days_and_goes_to_the_challenger_after_them() -> None:
    of = ladder(round_days=14)
    match = of.challenge("Cid", "Ann")
    ends = of.today + datetime.timedelta(days=14)
    assert Fixture.objects.get(match=match).deadline == day_end(of.club, ends)
    assert [lapse(13), lapse(16), lapse(16)] == [0, 1, 0]
    match.refresh_from_db()
    assert (match.outcome, match.winner, match.is_rated) == ("forfeit", 0, False)
    assert of.ladder() == ["Cid", "Bob", "Ann", "Dee"]


def test_where_the_league_says_so_it_lapses() -> None:
    of = ladder(params={"reach": 2, "lapsed": "nothing"})
    with pytest.raises(EventRefused, match="at most 2 places"):
        of.challenge("Dee", "Ann")
    of.challenge("Cid", "Ann")
    assert lapse(16) == 1
    assert of.ladder() == ["Ann", "Bob", "Cid", "Dee"]
    of.challenge("Cid", "Ann")  # they have not played: it is not twice in a row


def test_what_is_reported_or_waits_for_the_director_does_not_lapse() -> None:
    of = ladder()
    reported = of.challenge("Bob", "Ann")
    results.match_report(
        match=reported, by=of.account("Bob"), points=(11, 2), version=reported.version, key=key()
    )
    absent = of.challenge("Dee", "Cid")
    at = timezone.now() - datetime.timedelta(hours=1)
    Fixture.objects.filter(match=absent).update(agreed_at=at)
    absences.fixture_absent(match=absent, by=of.account("Dee"), key=key())
    assert lapse(16) == 0


def _written(of: Running, match: Match) -> None:
    fixtures.fixture_say(match=match, by=of.account("Ann"), text="Tuesday?", key=key())


def _agreed(of: Running, match: Match) -> None:
    at = timezone.now() + datetime.timedelta(days=1)
    note = fixtures.fixture_propose(match=match, by=of.account("Bob"), times=[at], key=key())
    fixtures.fixture_accept(match=match, by=of.account("Ann"), proposal=note.pk, at=at, key=key())


def _reported(of: Running, match: Match) -> None:
    results.match_report(
        match=match, by=of.account("Bob"), points=(11, 2), version=match.version, key=key()
    )


# What was done since, and who may take the challenge of Bob to Ann back or refuse it then.
BACK = {
    "nothing": (lambda of, match: None, {"Bob", "Olga"}, {"Ann"}),
    "a word": (_written, {"Bob", "Olga"}, {"Ann"}),
    "a date": (_agreed, {"Olga"}, {"Ann"}),
    "a report": (_reported, set(), set()),
}


@pytest.mark.parametrize("who", ["Ann", "Bob", "Cid", "Olga"])
@pytest.mark.parametrize("done", BACK)
def test_who_may_take_a_challenge_back_and_who_may_refuse_it(done: str, who: str) -> None:
    of = ladder()
    since, take_back, refuse = BACK[done]
    match = of.challenge("Bob", "Ann", by=of.account("Bob"))
    since(of, match)
    by = of.director if who == "Olga" else of.account(who)
    acts = {
        "ladder_back": (
            who in take_back,
            lambda: challenges.challenge_take_back(season=of.season, match=match, by=by),
        ),
        "ladder_refuse": (
            who in refuse,
            lambda: challenges.challenge_refuse(season=of.season, match=match, by=by, key=key()),
        ),
    }
    for kind, (may, act) in acts.items():
        if may:
            act()
        else:
            with pytest.raises(ServiceError):
                act()
        assert EventStep.objects.filter(kind=kind).count() == may
    if who in take_back:
        assert not Match.objects.exists()
        of.challenge("Bob", "Ann")
    if who in refuse:
        match.refresh_from_db()
        assert (match.outcome, match.winner) == ("forfeit", 0)
        assert of.ladder()[0] == "Bob"


def test_where_what_is_not_played_lapses_no_challenge_is_refused() -> None:
    of = ladder(params={"reach": 3, "lapsed": "nothing"})
    match = of.challenge("Bob", "Ann")
    with pytest.raises(EventRefused, match="it is not refused"):
        challenges.challenge_refuse(season=of.season, match=match, by=of.account("Ann"), key=key())
    page = client_of(of.account("Ann")).get(f"/leagues/{of.league.public_id}/me/").content.decode()
    assert "otherwise the challenge lapses" in page
    assert "Refuse" not in page


def test_the_director_cancels_a_challenge_at_the_desk_of_the_ladder() -> None:
    of = ladder()
    match = of.challenge("Bob", "Ann")
    desk, olga = f"/leagues/{of.league.public_id}/direct/", client_of(of.director)
    assert "Cancel the challenge Bob – Ann" in olga.get(desk).content.decode()
    sent = {"do": "cancel", "match": match.public_id, "once": key()}
    assert "Cancel the challenge of Bob to Ann?" in olga.post(desk, sent).content.decode()
    assert Match.objects.exists()
    assert olga.post(desk, {**sent, "sure": "1"}).status_code == 302
    assert not Match.objects.exists()


def test_the_director_enters_a_challenge_for_who_says_it_at_the_club() -> None:
    of = ladder()
    olga, address = Client(), f"/leagues/{of.league.public_id}/direct/"
    olga.force_login(of.director)
    fold = olga.get(address).text.partition('id="fold-challenge"')[2].partition("</details>")[0]
    places = re.findall(r">(\d+ · \w+)</option>", fold)
    assert places[: len(of.ladder())] == [f"{n} · {one}" for n, one in enumerate(of.ladder(), 1)]
    said = {"do": "challenge", "once": key(), "challenger": of.entry("Dee").public_id}
    above = {**said, "challenged": of.entry("Bob").public_id}
    page = olga.post(address, above, follow=True).text
    assert "Dee challenges Bob: to be played by" in page
    assert olga.post(address, above).status_code == 302
    assert [str(one) for one in of.open()] == [str(of.match("Dee", "Bob"))]
    more = {**said, "once": key(), "challenged": of.entry("Cid").public_id}
    refused = olga.post(address, more)
    assert refused.status_code == 400
    assert "One match at a time" in refused.text


def test_who_is_challenged_reads_so_until_they_answer() -> None:
    of = ladder()
    match = of.challenge("Dee", "Bob")
    bob = client_of(of.account("Bob"))
    pages = f"/leagues/{of.league.public_id}/me/", f"/clubs/{of.club.slug}/"
    assert all("You are challenged" in bob.get(one).text for one in pages)
    dee = client_of(of.account("Dee"))
    assert not any("You are challenged" in dee.get(one).text for one in pages)
    fixtures.fixture_say(match=match, by=of.account("Bob"), text="Friday?", key=key())
    assert not any("You are challenged" in bob.get(one).text for one in pages)


def test_newcomers_stand_at_the_end_and_who_is_back_where_they_stood() -> None:
    of = ladder(late=None)
    seasons.season_enter(season=of.season, **of.own("Zoe"))
    assert of.ladder()[-1] == "Zoe"
    entries.entry_withdraw(entry=of.entry("Bob"), by=of.director)
    assert of.ladder() == ["Ann", "Cid", "Dee", "Zoe"]
    of.challenge("Zoe", "Ann")  # three places above, without Bob
    entries.entry_resume(entry=of.entry("Bob"), by=of.director)
    assert of.ladder() == ["Ann", "Bob", "Cid", "Dee", "Zoe"]


def endless(names: str = FOUR) -> Running:
    """A ladder that goes on."""
    of = ladder(names)
    LeagueSeason.objects.filter(pk=of.season.pk).update(deadline=None)
    of.again()
    return of


def test_a_player_leaves_a_ladder_that_goes_on_and_comes_back() -> None:
    of = endless()
    match = of.challenge("Cid", "Bob")
    bob, path = client_of(of.account("Bob")), f"/leagues/{of.league.public_id}/me/"
    assert "Leave the ladder" in bob.get(path).content.decode()
    asked = bob.post(path, {"do": "leave", "once": key()}).content.decode()
    assert "Leave the ladder?" in asked
    assert "Your open match goes to your opponent." in asked
    assert of.ladder() == ["Ann", "Bob", "Cid", "Dee"]  # nothing was written by asking
    assert bob.post(path, {"do": "leave", "sure": "1", "once": key()}).status_code == 302
    assert of.ladder() == ["Ann", "Cid", "Dee"]
    match.refresh_from_db()
    assert (match.outcome, match.winner) == ("forfeit", 0)
    step = EventStep.objects.get(kind="withdraw")
    assert (step.sender, step.payload["entry"]) == (of.account("Bob"), of.entry("Bob").public_id)
    again = bob.post(path, {"do": "leave", "sure": "1", "once": key()})
    assert again.status_code == 409
    assert "You have left this ladder already." in again.content.decode()
    bob.post(path, {"do": "enter", "once": key()})
    assert "Bob" in of.ladder()


@pytest.mark.parametrize("who", ["another", "director", "phone", "other phone"])
def test_who_may_take_somebody_off_a_ladder(who: str) -> None:
    of = endless()
    made = {
        name: pass_create(event=of.season.event, player=of.player(name), by=of.director).holder
        for name in ("Ann", "Bob")
    }
    by = {
        "another": of.account("Cid"),
        "director": of.director,
        "phone": made["Bob"],
        "other phone": made["Ann"],
    }[who]
    said: dict[str, Any] = {"season": of.season, "entry": of.entry("Bob"), "by": by}
    if who in ("director", "phone"):
        challenges.ladder_leave(key=key(), **said)
        assert of.ladder() == ["Ann", "Cid", "Dee"]
    else:
        with pytest.raises(NotAllowed):
            challenges.ladder_leave(key=key(), **said)
        assert of.ladder() == ["Ann", "Bob", "Cid", "Dee"]


def test_a_ladder_with_an_end_is_not_left_by_a_button() -> None:
    of = ladder()
    ann, path = client_of(of.account("Ann")), f"/leagues/{of.league.public_id}/me/"
    assert "Leave the ladder" not in ann.get(path).content.decode()
    answer = ann.post(path, {"do": "leave", "sure": "1", "once": key()})
    assert "say who plays next season" in answer.content.decode()
    assert of.ladder() == ["Ann", "Bob", "Cid", "Dee"]


def test_who_is_away_keeps_their_place_and_is_not_challenged() -> None:
    of = ladder("Ann Bob Cid Dee Eve")
    entries.entry_pause(entry=of.entry("Cid"), by=of.director)
    assert of.ladder() == ["Ann", "Bob", "Dee", "Eve"]
    assert [str(one.key) for one in finishers_of(of.season)] == [
        of.player(name).public_id for name in ("Ann", "Bob", "Cid", "Dee", "Eve")
    ]
    page = f"/leagues/{of.league.public_id}/me/"
    shown = client_of(of.account("Cid")).get(page).content.decode()
    assert "Your place: 3" in shown
    assert "You pause: you keep your place" in shown
    assert "Challenge " not in shown
    with pytest.raises(EventRefused, match="Cid does not play on this ladder now"):
        of.challenge("Dee", "Cid")
    of.win(of.challenge("Eve", "Ann"), 0)  # three above, without Cid
    entries.entry_resume(entry=of.entry("Cid"), by=of.director)
    assert of.ladder() == ["Eve", "Bob", "Cid", "Dee", "Ann"]


def test_a_ladder_without_seasons_has_no_deadline_on_any_page() -> None:
    club = evenings.club(time_zone="Europe/Berlin", visibility=Club.Visibility.PUBLIC)
    olga = client_of(evenings.user("Olga"))
    sent = new_league(club, shape="ladder", names="Ann\nBob\n\nCid", ends_on="", reach="2")
    direct = olga.post(f"/clubs/{club.slug}/leagues/new/", sent)["Location"]
    assert "Then players challenge each other." in olga.get(direct).content.decode()
    olga.post(direct, {"do": "release", "once": key()})
    league = League.objects.get()
    season = season_current(league)
    assert season is not None
    assert (season.deadline, league.params["reach"]) == (None, 2)
    assert season.event.title == "Winter"
    found = ladder_of(season)
    assert found is not None
    assert len(found.rungs.order) == 3
    for page in (direct, f"/leagues/{league.public_id}/", f"/leagues/{league.public_id}/me/"):
        shown = olga.get(page)
        assert shown.status_code == 200
        assert "to be played by" not in shown.content.decode()


def test_other_leagues_need_a_last_day_and_events_have_no_ladder() -> None:
    club = evenings.club(time_zone="Europe/Berlin")
    olga = client_of(evenings.user("Olga"))
    answer = olga.post(f"/clubs/{club.slug}/leagues/new/", new_league(club, ends_on=""))
    assert answer.status_code == 422
    assert "only a ladder goes on without one" in answer.content.decode()
    assert not League.objects.exists()
    with pytest.raises(EventRefused, match="belongs to a league"):
        event_create(
            club=club, by=evenings.user("Olga"), title="x", divisions=[{"format": "ladder"}]
        )


def test_a_player_challenges_with_a_tap_and_reads_why_others_cannot_be() -> None:
    of = ladder()
    page = f"/leagues/{of.league.public_id}/me/"
    bob, dee = client_of(of.account("Bob")), client_of(of.account("Dee"))
    shown = dee.get(page).content.decode()
    assert "Your place: 4" in shown
    assert [shown.count(f"Challenge {name}") for name in ("Ann", "Bob", "Cid")] == [1, 1, 1]
    entry = of.entry("Ann").public_id
    sent = {"do": "challenge", "entry": entry, "once": key()}
    assert "Challenge Ann?" in bob.post(page, sent).content.decode()
    assert not Match.objects.exists(), "it asks first"
    assert bob.post(page, {**sent, "sure": "1"}).status_code == 302
    shown = dee.get(page).content.decode()
    assert [shown.count(f"Challenge {name}") for name in ("Ann", "Bob", "Cid")] == [0, 0, 1]
    assert "Ann has another match to play first." in shown
    answer = dee.post(page, {"do": "challenge", "entry": entry, "once": key()})
    assert answer.status_code == 400
    assert "Ann has another match to play first." in answer.content.decode()

    shown = bob.get(page).content.decode()
    assert "One match at a time" in shown
    assert "Challenge Ann" not in shown

    match = of.match("Bob", "Ann")
    public = client_of(of.director).get(f"/leagues/{of.league.public_id}/").content.decode()
    assert "Bob – Ann" in public
    own = f"/fixtures/{match.public_id}/"
    ann = client_of(of.account("Ann")).get(page).content.decode()
    assert "otherwise it goes to who has challenged" in ann
    assert f"{own}#refuse" in ann
    assert "Take the challenge back" in bob.get(own).content.decode()
    assert "Take the challenge back" not in client_of(of.account("Ann")).get(own).content.decode()
    assert bob.post(own, {"do": "take-back", "once": key()})["Location"] == page
    assert not Match.objects.exists()


def test_a_phone_without_an_account_challenges_with_its_pass() -> None:
    of = ladder()
    event = of.season.event
    made = pass_create(event=event, by=of.director, player=of.player("Cid"))
    phone = Client()
    phone.cookies[cookie_name(event)] = token_sealed(made.token)
    page = f"/leagues/{of.league.public_id}/me/"
    assert "Challenge Bob" in phone.get(page).content.decode()
    sent = {"do": "challenge", "entry": of.entry("Bob").public_id, "once": key(), "sure": "1"}
    assert phone.post(page, sent).status_code == 302
    assert phone.post(page, sent).status_code == 302  # sent again
    assert Match.objects.count() == 1
    assert Client().post(page, {**sent, "once": key()}).status_code in (302, 404)
    assert Match.objects.count() == 1


def test_a_ladder_goes_on_in_the_club_that_is_read_from_an_archive() -> None:
    of = ladder()
    of.win(of.challenge("Dee", "Bob"), 0)
    of.challenge("Cid", "Ann")
    season = season_current(League.objects.get(club=copied(of)))
    assert season is not None
    found = ladder_of(season)
    assert found is not None
    names = [found.entries[int(one)].player.name for one in found.rungs.order]
    assert names == of.ladder() == ["Ann", "Dee", "Cid", "Bob"]
    assert len(found.rungs.busy) == 2
    [open_one] = [one for one in fixtures_of(season) if not one.match.is_settled]
    assert open_one.deadline == Fixture.objects.get(match=of.match("Cid", "Ann")).deadline


def test_a_ladder_may_have_seasons_whose_order_is_the_next_ones() -> None:
    of = Running(FOUR, shape="ladder")
    of.win(of.match("Bob", "Ann"), 0)
    of.close()
    assert {to for to, _why in of.draft().values()} == {1}
    assert of.divisions(of.follow()) == [["Bob", "Ann", "Cid", "Dee"]]


def test_a_ladder_has_two_players_at_least() -> None:
    with pytest.raises(EventRefused):
        ladder("Ann")
    assert ladder("Bob Cid", of=evenings.club("two")).ladder() == ["Bob", "Cid"]
