"""Small things on a director's pages: what is shown to whom, and where."""

import datetime
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from games.models import Club, Invitation, Player
from tests import evenings
from tests.tournaments.desk.desk import Desk
from tests.tournaments.directing import Directed, key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tournaments.desk.presenters.line import as_shown
from tournaments.errors import EventRefused
from tournaments.events.services.entries import entries_add, entry_withdraw
from tournaments.events.services.events import event_finish, event_reopen
from tournaments.events.services.removals import entry_remove
from tournaments.leagues.forms import ONLY_OF, LeagueForm
from tournaments.leagues.services import absences, fixtures, leagues, seasons
from tournaments.leagues.services.leagues import CHAIN
from tournaments.leagues.services.replacing import player_replace
from tournaments.models import Entry, Event, Fixture, League, Match
from tournaments.pages.actors import token_sealed
from tournaments.record.selectors.results import standings_of
from tournaments.record.services.passes import pass_create
from tournaments.results.services import results
from tournaments.standings.tiebreaks import TIE_BREAKS

pytestmark = pytest.mark.django_db


def test_fixtures_by_player_are_for_everybody_and_words_are_not() -> None:
    of = Running(of=evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin"))
    match = of.match("Ann", "Bob")
    fixtures.fixture_say(match=match, by=of.account("Ann"), text="A secret", key=key())
    at = timezone.now() + datetime.timedelta(days=2)
    Fixture.objects.filter(match=match).update(agreed_at=at, place="At home")
    of.win(of.match("Ann", "Cid"), 0)
    address = f"/leagues/{of.league.public_id}/?player={of.player('Ann').public_id}"
    for reader in (None, of.account("Gus"), of.director):
        page = client_of(reader).get(address).content.decode()
        theirs = page.partition('id="fixtures"')[2].partition("</section>")[0]
        assert theirs.count("list__link") == 2
        assert "A date is agreed" in theirs
        assert "A secret" not in page
        assert "At home" not in page
        assert (f"/fixtures/{match.public_id}/" in theirs) == (reader == of.director)


def test_an_unknown_player_shows_no_fixtures() -> None:
    of = Running(of=evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin"))
    page = client_of().get(f"/leagues/{of.league.public_id}/?player=nobody").content.decode()
    assert "Fixtures by player" in page
    assert "No date yet" not in page


def test_who_only_directs_is_shown_no_own_matches() -> None:
    of = Running()
    evenings.member(of.club, "Ann", role="director")
    ann = of.account("Ann")
    address = f"/events/{of.season.event.public_id}/"
    assert "My matches" in client_of(ann).get(address).content.decode()
    assert "My matches" not in client_of(of.director).get(address).content.decode()
    cup = Playing(of=evenings.club("cups"))
    page = client_of(cup.director).get(f"/cups/{cup.cup.event.public_id}/direct/")
    assert "My matches" not in page.content.decode()


def test_no_start_of_a_round_is_announced_where_none_starts() -> None:
    of = Running()
    desk = f"/events/{of.season.event.public_id}/direct/"
    assert "Start of the next round" not in client_of(of.director).get(desk).content.decode()


def test_each_field_of_a_form_says_to_which_shape_it_belongs() -> None:
    shapes = {*League.Shape.values, "match", "pair"}
    assert all(set(kinds.split()) <= shapes for kinds in ONLY_OF.values())
    of = Running()
    page = client_of(of.director).get(f"/clubs/{of.club.slug}/leagues/new/").content.decode()
    fields = {
        part.partition('name="')[2].partition('"')[0]: part.partition('"')[0]
        for part in page.split('<div class="field" data-of="')[1:]
    }
    ties = {f"tie_{place}": "all_play_all swiss" for place in range(1, 6)}
    assert fields == {**ONLY_OF, **ties}


def test_all_links_come_in_one_list_once() -> None:
    of = Running(is_released=False)
    of.account("Ann")
    owner = evenings.user("Olga")
    client = client_of(owner)
    address = f"/clubs/{of.club.slug}/invitations/"
    unclaimed = of.club.players.filter(user=None).count()
    assert f"{unclaimed} players have neither" in client.get(address).content.decode()
    once = key()
    page = client.post(f"{address}all/", {"once": once}).content.decode()
    assert Invitation.objects.count() == unclaimed
    assert "Bob: http" in page
    assert "Ann: http" not in page
    assert client.post(f"{address}all/", {"once": once}).status_code == 302
    assert client.post(f"{address}all/", {"once": key()}).status_code == 302, "nobody is left"
    assert Invitation.objects.count() == unclaimed
    link = page.partition("Bob: ")[2].split()[0]
    assert "Bob" in client_of().get(link).content.decode()


def test_who_may_not_invite_reads_whom_to_ask() -> None:
    of = Running("Ann Bob Cid")
    page = f"/leagues/{of.league.public_id}/direct/"
    assert "3 of them have no account" in client_of(of.director).get(page).content.decode()
    assert "Invite them" in client_of(of.director).get(page).content.decode()
    evenings.member(of.club, "Dirk", role="director")
    shown = client_of(evenings.user("Dirk")).get(page).content.decode()
    assert "Invitation links come from Olga: ask there." in shown
    assert "Invite them" not in shown


def test_a_season_that_is_over_has_a_door_to_put_it_right_and_asks_what_that_moves() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    of.play()
    of.close()
    of.draft()
    of.follow()
    base = f"/leagues/{of.league.public_id}/"
    desk = f"/events/{of.season.event.public_id}/direct/"
    client = client_of(of.director)
    over = client.get(f"{base}?season=1").content.decode()
    assert f'href="{desk}">To the desk of the season' in over
    assert "to be played by" not in over
    assert "Put a result" not in client.get(base).content.decode(), "of the season that is open"
    assert (
        "Put a result" not in client_of(of.account("Bob")).get(f"{base}?season=1").content.decode()
    )
    assert "was corrected" not in client.get(f"{base}direct/").content.decode()
    of.again()
    event_reopen(event=of.season.event, by=of.director)
    listed = client.get(base).content.decode()
    assert "open again" in listed
    assert "the next one is drafted" not in listed, "it is running"
    match = of.match("Dee", "Eve")
    points = (0, 11) if str(match.first) == "Dee" else (11, 0)
    said = {"match": match, "by": of.director, "points": points, "version": match.version}
    results.match_correct(**said, key=key())
    of.again()
    event_finish(event=of.season.event, by=of.director)
    asked = client.get(f"{base}direct/").content.decode()
    assert "Dee: Division 2 instead of Division 1" in asked
    assert "Eve: Division 1 instead of Division 2" in asked
    after = of.league.seasons.get(number=2)
    assert of.divisions(after)[0] == ["Ann", "Bob", "Dee"]
    dee = Entry.objects.get(division__event=after.event, player__name="Dee")
    lower = after.event.divisions.get(position=2)
    entry_remove(entry=dee, by=of.director)
    entries_add(division=lower, by=of.director, players=[of.player("Dee")])
    moved = client.get(f"{base}direct/").content.decode()
    assert "Dee: Division 2" not in moved, "the director has moved them"
    assert "Eve: Division 1 instead of Division 2" in moved
    event_reopen(event=of.season.event, by=of.director)
    match.refresh_from_db()
    back = said | {"points": points[::-1], "version": match.version}
    results.match_correct(**back, key=key())
    of.again()
    event_finish(event=of.season.event, by=of.director)
    undone = client.get(f"{base}direct/").content.decode()
    assert "Dee: Division 1 instead of Division 2" in undone, "moved for a correction taken back"
    assert "Eve: Division" not in undone
    event_reopen(event=of.season.event, by=of.director)
    match.refresh_from_db()
    results.match_correct(**said | {"version": match.version}, key=key())
    of.again()
    event_finish(event=of.season.event, by=of.director)
    Entry.objects.filter(pk=dee.pk).update(division=dee.division, number=dee.number)
    mine = client_of(of.account("Dee")).get(f"{base}me/").content.decode()
    line = " ".join(re.sub(r"<[^>]+>", " ", mine[mine.index("My seasons") :]).split())
    assert "Division 2 · place 2 → stays" in line, "the director has moved them since"
    day, now = datetime.timedelta(days=1), timezone.now()
    Event.objects.exclude(pk=of.season.event_id).update(created_at=now - 30 * day)
    Event.objects.filter(pk=of.season.event_id).update(changed_at=now - 13 * day)
    assert "was corrected" in client.get(f"{base}direct/").content.decode()
    Event.objects.filter(pk=of.season.event_id).update(changed_at=now - 15 * day)
    assert "was corrected" not in client.get(f"{base}direct/").content.decode(), "all season long"


def test_what_was_not_played_in_time_is_said_to_be_nobodys_loss() -> None:
    of = Running("Ann Bob Cid")
    of.win(of.match("Ann", "Cid"), 0)
    of.close()
    match, ann = of.match("Ann", "Bob"), client_of(of.account("Ann"))
    shown = ann.get(f"/matches/{match.public_id}/").content.decode()
    assert "Not played: nobody has won it, and nobody has lost it." in shown
    assert "lost for both" not in shown
    mine = ann.get(f"/leagues/{of.league.public_id}/me/").content.decode()
    assert mine.count("Not played") == 1
    fixture = ann.get(f"/fixtures/{match.public_id}/", follow=True).content.decode()
    assert "Not played" in fixture
    assert "to be played by" not in fixture
    file = ann.get(f"/leagues/{of.league.public_id}/seasons/1/fixtures.csv").content.decode()
    assert "not played" in file
    assert "neither came" not in file


def test_the_question_whether_neither_came_says_what_the_table_counts() -> None:
    of = Running("Ann Bob Cid")
    match, event = of.match("Ann", "Bob"), of.season.event
    directed = SimpleNamespace(event=event, division=event.divisions.get(), director=of.director)
    sent = {"match": match.public_id, "version": match.version, "reason": "x"}
    shown = Desk(cast("Directed", directed)).do("no_show", **sent)
    assert "it counts for neither?" in shown
    assert "a loss" not in shown
    results.match_no_show(match=match, by=of.director, reason="x", version=match.version, key=key())
    [table] = standings_of(of.season.event.divisions.get())
    assert {line.losses for line in table.lines} == {0}


def test_who_has_withdrawn_and_whose_matches_do_not_count_is_marked_so() -> None:
    of = Running("Ann Bob Cid Dan")
    of.win(of.match("Ann", "Bob"), 0 if str(of.match("Ann", "Bob").first) == "Ann" else 1)
    client, base = client_of(of.director), f"/leagues/{of.league.public_id}/"
    sent = {"do": "leave", "entry": of.entry("Bob").public_id, "once": key()}
    asked = client.post(f"{base}direct/", sent).content.decode()
    assert "1 match that was played does not count any more." in asked
    done = client.post(f"{base}direct/", {**sent, "sure": "1"}, follow=True).content.decode()
    assert "Bob has withdrawn. “Plays again” takes it back." in done
    table = client_of(of.account("Ann")).get(base).content.decode()
    assert "withdrawn, matches do not count" in table
    assert ">(11–4)<" in table
    assert ">(4–11)<" in table
    assert "( ) does not count" in table
    for name, number in (("Ann", 1), ("Bob", 3)):
        mine = client_of(of.account(name)).get(f"{base}me/").content.decode()
        assert mine.count("does not count: one of you has withdrawn") == number, name


def test_a_match_to_which_neither_came_says_so_in_the_cross_table_and_is_nobodys_loss() -> None:
    of = Running("Ann Bob Cid")
    of.win(of.match("Ann", "Cid"), 0 if str(of.match("Ann", "Cid").first) == "Ann" else 1)
    match = of.match("Bob", "Cid")
    walked = {"match": match, "by": of.director, "loser": 0 if str(match.first) == "Bob" else 1}
    results.match_forfeit(**walked, reason="ill", version=match.version, key=key())
    of.close()
    page = client_of(of.account("Ann")).get(f"/leagues/{of.league.public_id}/").content.decode()
    cells = re.findall(r'<td class="cross__cell cross__cell--(\w+)">(.*?)</td>', page)
    text = {kind: re.sub("<[^>]+>", "", said) for kind, said in cells if kind != "self"}
    assert text["halved"] == "×not played"
    assert "+won by walkover" in page.replace("</span>", "").replace(
        '<span class="visually-hidden">', ""
    )
    assert "× not played" in page
    records = dict(re.findall(r'row">(?:<a [^>]+>)?(\w+).*?</th>.*?>(\d–\d)<', page))
    assert records == {"Ann": "1–0", "Bob": "0–1", "Cid": "1–1"}


@pytest.mark.parametrize("who", ["director", "player"])
def test_a_result_leads_who_may_to_where_it_is_put_right_also_after_the_season(who: str) -> None:
    of = Running("Ann Bob Cid")
    of.play()
    of.close()
    of.draft()
    of.follow()
    user = of.director if who == "director" else of.account("Ann")
    page = client_of(user).get(f"/leagues/{of.league.public_id}/?season=1").content.decode()
    desk = f"/events/{of.season.event.public_id}/direct/"
    if who == "player":
        assert desk not in page
        return
    match = of.match("Ann", "Bob")
    found = re.findall(rf'href="({desk}\?[^"]+sheet={match.public_id})#sheet"', page)
    assert len(found) == 3, "both halves of the cross table, and the recent results"
    client = client_of(user)
    sheet = client.get(found[0].replace("&amp;", "&")).content.decode()
    assert "The season is over: open it again to change a result." in sheet
    form = sheet[: sheet.index('id="sheet-reopen"')].rpartition("<form")[2]
    said = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    said = {**said, "do": "reopen"}
    asked = client.post(f"{desk}act/", said).content.decode()
    assert "two seasons of the league are open" in asked
    answer = client.post(f"{desk}act/", {**said, "sure": "1"}, follow=True).content.decode()
    assert 'id="sheet-save"' in answer, "the sheet stays open, and saves"


def test_the_desk_of_a_ladder_does_not_say_that_all_was_played() -> None:
    of = Running("Ann Bob Cid", shape="ladder")
    desk = f"/events/{of.season.event.public_id}/direct/"
    client = client_of(of.director)
    assert "Results are coming in" in client.get(desk).content.decode()
    of.play()
    page = client.get(desk).content.decode()
    assert "Players challenge each other" in page
    assert "has been played" not in page


def test_who_plays_is_ticked_and_the_divisions_after_a_season_come_with_a_tap() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    gus = of.player("Gus")
    client, direct = client_of(of.director), f"/leagues/{of.league.public_id}/direct/"
    shown = client.get(direct).content.decode()
    assert shown.count('name="known"') == 1, "who is entered is not offered again"
    client.post(direct, {"do": "enter", "names": "", "known": gus.public_id, "once": key()})
    assert of.entry("Gus").division.name == "Division 2"
    of.play()
    of.close()
    event_finish(event=of.season.event, by=of.director)
    form = {"do": "announce", "names": "", "fill": "last", "starts_on": "2026-11-17"}
    filled = client.post(direct, form).content.decode()
    assert "Ann\nBob\nDee\n\nCid\nEve\nFay\nGus</textarea>" in filled
    assert 'value="2026-11-17"' in filled
    assert of.league.seasons.count() == 1


def test_a_phone_of_the_season_before_still_has_its_matches() -> None:
    of = Running("Ann Bob Cid")
    made = pass_create(event=of.season.event, player=of.player("Ann"), by=of.director)
    phone = Client()
    phone.get(f"/e/link/{token_sealed(made.token)}/")
    of.play()
    of.close()
    of.draft()
    of.follow()
    mine = phone.get(f"/leagues/{of.league.public_id}/me/").content.decode()
    assert "You have won" in mine
    assert "Winter 1" in mine
    assert client_of().get(f"/leagues/{of.league.public_id}/me/").status_code == 404


@pytest.mark.parametrize("page", ["leagues", "cups"])
def test_the_players_of_the_club_are_ticked_into_the_list_of_a_new_one(page: str) -> None:
    of = Running("Ann Bob Cid", is_released=False)
    old = of.player("Old")
    Player.objects.filter(pk=old.pk).update(is_active=False)
    client, address = client_of(of.director), f"/clubs/{of.club.slug}/{page}/new/"
    shown = client.get(address).content.decode()
    assert shown.count('name="known"') == 3, "nobody who has left"
    day = (of.today + datetime.timedelta(days=30)).isoformat()
    form = {"name": "Summer", "title": "Summer", "names": "Bob\n\nZoe", "match_length": "7"}
    form |= {"known": [of.player(one).public_id for one in ("Ann", "Bob")], "once": key()}
    filled = client.post(address, {**form, "fill": "1"}).content.decode()
    assert "Bob\n\nZoe\nAnn</textarea>" in filled
    assert "Cid</span>" in filled
    assert "Ann</span>" not in filled, "who stands in the list is not offered again"
    assert 'value="Summer"' in filled
    assert not of.club.players.filter(name="Zoe").exists()
    rules = {"every_days": "14", "least_days": "7", "late": "waits", "first_on": day}
    rules |= {"starts_on": of.today.isoformat(), "ends_on": day, "meetings": "1", "rounds": "5"}
    rules |= {"round_days": "14", "win": "3", "loss": "1", "rule": "places", "up": "1", "down": "1"}
    rules |= {"share": "0", "few": "down", "unplayed": "nothing", "boards": "allowed"}
    rules |= {"confirm_days": "3", "shape": "single" if page == "cups" else "all_play_all"}
    answer = client.post(address, {**form, **rules})
    assert answer.status_code == 302, answer.content.decode()
    made = Event.objects.latest("pk")
    entries = Entry.objects.filter(division__event=made).values_list("player__name", flat=True)
    assert set(entries) == {"Ann", "Bob", "Zoe"}


def test_the_usual_order_of_equals_stands_in_the_form_and_is_explained() -> None:
    of = Running()
    page = client_of(of.director).get(f"/clubs/{of.club.slug}/leagues/new/").content.decode()
    chosen = re.findall(r'<option value="(\w+)"[^>]* selected', page)
    assert [one for one in chosen if one in TIE_BREAKS] == list(CHAIN)
    assert "the usual order, Wins, Head to head, Points difference, Place before, Lots." in page
    assert escape(TIE_BREAKS["points_difference"].help) in page


def test_buchholz_is_offered_to_rounds_only_and_a_stored_one_stays() -> None:
    of = Running()
    page = client_of(of.director).get(f"/clubs/{of.club.slug}/leagues/new/").content.decode()
    of_rounds = set(re.findall(r'<option value="(\w+)" data-of="swiss"', page))
    assert of_rounds == {one for one in TIE_BREAKS if one.startswith("buchholz")}
    chain = ["wins", "buchholz"]
    with pytest.raises(EventRefused, match="Buchholz"):
        leagues.league_change(league=of.league, by=of.director, tie_breaks=chain)
    League.objects.update(tie_breaks=chain)
    stored = League.objects.get(pk=of.league.pk)
    form = str(LeagueForm.of(stored)["tie_2"])
    assert '<option value="buchholz" selected' in form
    changed = leagues.league_change(league=stored, by=of.director, tie_breaks=chain, name="Summer")
    assert (changed.name, changed.tie_breaks) == ("Summer", chain)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "Ann: 3 points. Bob: 0 points."),
        ({"params": {"win": 2, "loss": 1, "walkover_point": True}}, "Ann: 2 points. Bob: 1 point."),
        (
            {"params": {"counting": "pair", "twice": True}},
            "Ann: a win. Bob: a loss. Points are given once both matches",
        ),
        ({"shape": "swiss"}, "Ann: a win. Bob: a loss."),
        ({"shape": "ladder"}, "Ann has won the challenge, and has the higher place."),
    ],
)
def test_who_decides_on_somebody_who_did_not_come_reads_what_a_walkover_is_worth(
    settings: dict[str, Any], said: str
) -> None:
    of = Running("Ann Bob Cid Dee", **settings)
    match = of.match("Ann", "Bob") if settings.get("shape") != "swiss" else of.open()[0]
    one, other = str(match.first), str(match.second)
    ann, bob = ("Ann", "Bob") if {one, other} == {"Ann", "Bob"} else (one, other)
    at = timezone.now() - datetime.timedelta(hours=1)
    absences.fixture_absent(match=match, by=of.account(ann), text="", at=at, key=key())
    path = f"/leagues/{of.league.public_id}/direct/"
    shown = " ".join(client_of(of.director).get(path).content.decode().split())
    assert f"By a walkover: {said.replace('Ann', ann).replace('Bob', bob)}" in shown


def reported(of: Running) -> None:
    match = of.match("Ann", "Bob")
    points = (11, 4) if str(match.first) == "Ann" else (4, 11)
    results.match_report(
        match=match, by=of.account("Ann"), points=points, version=match.version, key=key()
    )


def test_a_match_says_how_long_it_is_and_a_report_is_no_unfinished_game() -> None:
    of = Running()
    match, ann = of.match("Ann", "Bob"), client_of(of.account("Ann"))
    assert "Match to 11 points" in ann.get(f"/fixtures/{match.public_id}/").content.decode()
    reported(of)
    shown = ann.get(f"/matches/{match.public_id}/").content.decode()
    assert "Only the result was entered." in shown
    assert "No game has ended yet." not in shown


def test_all_matches_of_a_season_are_behind_the_link_that_says_so() -> None:
    of = Running(of=evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin"))
    page = client_of().get(f"/leagues/{of.league.public_id}/").content.decode()
    (to,) = re.findall(r'href="(/events/[^"]+)">All matches of the season', page)
    shown = client_of().get(to).content.decode()
    assert re.search(r'aria-current="page">\s*Rounds and draws', shown)


def test_a_moved_deadline_is_confirmed_with_its_day() -> None:
    of = Running()
    until = of.today + datetime.timedelta(days=30)
    sent = {"do": "deadline", "once": key(), "ends_on": str(until), "reason": "Holidays"}
    address = f"/leagues/{of.league.public_id}/direct/"
    page = client_of(of.director).post(address, sent, follow=True).content.decode()
    assert f"The deadline is now {until.day} {until:%b %Y}." in page


def test_who_took_over_from_whom_is_named_before_it_is_taken_back() -> None:
    of = Running()
    zoe = Player.objects.create(club=of.club, name="Zoe")
    player_replace(season=of.season, entry=of.entry("Ann"), player=zoe, by=of.director, key=key())
    page = client_of(of.director).get(f"/leagues/{of.league.public_id}/direct/")
    assert "Zoe took over from Ann" in page.content.decode()


def test_a_place_without_a_date_is_not_in_the_file_of_the_fixtures() -> None:
    of = Running()
    Fixture.objects.create(match=of.match("Ann", "Bob"), place="At home")
    path = f"/leagues/{of.league.public_id}/seasons/1/fixtures.csv"
    assert "At home" not in client_of(of.director).get(path).content.decode()


def test_who_stands_in_another_division_is_refused_with_the_way_to_move_them() -> None:
    of = Running(is_released=False)
    first, name = of.season.event.divisions.order_by("position")[0], of.divisions()[1][0]
    with pytest.raises(EventRefused, match=f"{name} stands in Division 2. To move them, remove"):
        seasons.season_enter(
            season=of.season, player=of.player(name), by=of.director, division=first
        )


@pytest.mark.parametrize(("host", "warns"), [("127.0.0.1:8000", True), ("club.example", False)])
def test_links_that_open_on_this_computer_only_say_so(host: str, warns: bool, settings) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "club.example"]
    of = Running()
    olga, at = client_of(evenings.user("Olga")), f"/clubs/{of.club.slug}/invitations/"
    for address, sent in ((at, {"role": "player", "days": "14"}), (f"{at}all/", {})):
        page = olga.post(address, {"once": key(), **sent}, headers={"host": host})
        assert "invitation/" in page.content.decode()
        assert ("No phone finds this yet" in page.content.decode()) == warns


def test_a_draft_is_read_division_by_division() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay")
    of.play()
    of.close()
    of.draft()
    client, page = client_of(of.director), f"/leagues/{of.league.public_id}/direct/"
    gone = of.player("Fay").public_id
    client.post(page, {"do": "move", f"to-{gone}": "", f"was-{gone}": "2", "once": key()})
    shown = client.get(page).content.decode()
    section = shown[shown.index('id="draft"') :].partition("</section>")[0]
    found = re.findall(r"<h3>\s*(.*?)\s*</h3>|<strong>(.*?)</strong>", section)
    assert [one or other for one, other in found] == [
        *("Division 1", "Ann", "Bob", "Dee"),
        *("Division 2", "Cid", "Eve"),
        *("Not in the next season", "Fay"),
    ]


def test_the_file_of_the_fixtures_says_which_results_do_not_count() -> None:
    of = Running("Ann Bob Cid Dee", params={"withdrawn": "removed"})
    of.win(of.match("Ann", "Bob"), 0)
    of.win(of.match("Cid", "Dee"), 0)
    entry_withdraw(entry=of.entry("Ann"), by=of.director)
    path = f"/leagues/{of.league.public_id}/seasons/1/fixtures.csv"
    lines = client_of(of.director).get(path).content.decode().splitlines()
    assert {"Ann" in one for one in lines if "does not count" in one} == {True}
    assert sum("does not count" in one for one in lines) == 3


@pytest.mark.parametrize(
    ("line", "first", "second"),
    [
        ("ann-bob 9:2", 9, 2),
        ("ann -bob 9-2", 9, 2),
        ("bob–ann 9 2", 2, 9),
        ("ann-mary-jo 9:2", 9, 2),
        ("mary-jo-ann 9:2", 2, 9),
        ("jürgen-ann 9:2", 2, 9),
        ("juergen-ann 9:2", 2, 9),
    ],
)
def test_two_names_are_taken_apart_at_a_dash_without_blanks(
    line: str, first: int, second: int
) -> None:
    of = Running("Ann Bob Mary-Jo Jürgen")
    desk = f"/events/{of.season.event.public_id}/direct/"
    Match.objects.filter(round__division__event=of.season.event).update(length=9)
    shown = as_shown(
        (None, one.public_id, one.version)
        for one in Match.objects.filter(round__division__event=of.season.event)
    )
    sent = {"do": "typed", "text": line, "as_shown": shown, "key": key()}
    client_of(of.director).post(f"{desk}act/", sent)
    [match] = Match.objects.filter(round__division__event=of.season.event, state="settled")
    points = match.first_points, match.second_points
    assert points == ((first, second) if str(match.first) == "Ann" else (second, first))
