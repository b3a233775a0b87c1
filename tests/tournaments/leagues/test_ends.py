"""The end of a season: what closing asks, who has won, who goes up and down and why."""

import datetime
import json
import re
from decimal import Decimal

import pytest
from django.test import Client

from games.models import Board, Club
from tests import evenings
from tests.games.boards.table import Playing
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_fixtures import agreed, long_ago
from tournaments.events.services import entries
from tournaments.events.services.events import (
    division_change,
    event_change,
    event_finish,
    event_reopen,
)
from tournaments.events.services.removals import entry_remove
from tournaments.leagues.services import absences, closing, drafts, seasons
from tournaments.leagues.services.replacing import player_replace
from tournaments.models import Entry, Match
from tournaments.results.services import results
from tournaments.results.services.board_results import board_count
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db


def test_a_season_that_is_over_says_who_has_won_and_why_who_goes_where() -> None:
    club = evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin")
    of = Running("Ann Bob Cid Dan", "Eve Fay Gus Hal", of=club)
    of.play()
    entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    of.close()
    of.draft()
    base = f"/leagues/{of.league.public_id}/"
    assert "goes up" not in Client().get(base).content.decode(), "nobody is told before"
    of.follow()
    shown = " ".join(Client().get(f"{base}?season=1").content.decode().split())
    assert "champion: Bob" in shown
    told = shown.partition("Up and down")[2].partition("</section>")[0]
    assert "1 → – · does not play next season" in told
    assert "1 → 1 · stays: the place that goes down is used up by" in told
    assert "2 → 1 · goes up" in told
    assert told.count("<li") == 3, "who just stays is not named"


def goes(of: Running, number: int = 1) -> str:
    """What the page of a season that is over says under *Up and down*."""
    page = Client().get(f"/leagues/{of.league.public_id}/?season={number}").content.decode()
    told = page.partition("Up and down")[2].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", told).split())


def test_a_result_put_right_after_the_next_season_began_is_said_where_it_had_its_effect() -> None:
    """A guest reads the corrected table and the moves on one page."""
    club = evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin")
    of = Running("Ann Bob Cid Dan", "Eve Fay Gus Hal", of=club)
    of.play()
    of.close()
    of.draft()
    following = of.follow()
    assert "Dan 1 → 2 · goes down" in goes(of)
    event_reopen(event=of.season.event, by=of.director)
    match = of.match("Cid", "Dan")
    side = 0 if str(match.first) == "Dan" else 1
    points = (11, 0) if side == 0 else (0, 11)
    results.match_correct(
        match=match, by=of.director, points=points, version=match.version, key=key()
    )
    of.again()
    event_finish(event=of.season.event, by=of.director)
    assert "Dan 1 → 2 · goes down (decided before a result was put right)" in goes(of)
    assert "Eve 2 → 1 · goes up" in goes(of)
    assert "Cid" not in goes(of), "they still play in the first division"

    upper, lower = following.event.divisions.order_by("position")
    for name, to in (("Dan", upper), ("Cid", lower)):
        person = of.player(name)
        old = Entry.objects.get(division__event=following.event, player=person)
        entry_remove(entry=old, by=of.director)
        entries.entries_add(division=to, by=of.director, players=[person])
    assert "Dan" not in goes(of), "they stay, as the table of now has it"
    assert "Cid 1 → 2 · goes down" in goes(of)
    assert "before a result" not in goes(of)


def test_who_took_a_place_over_leaves_nobody_spared_for_it() -> None:
    of = Running("Ann Bob Cid Dan", "Eve Fay Gus Hal")
    of.win(of.match("Ann", "Dan"), 0)
    player_replace(season=of.season, entry=of.entry("Bob"), by=of.director, player=of.player("Zoe"))
    of.win(of.match("Cid", "Ann"), 0)
    player_replace(season=of.season, entry=of.entry("Cid"), by=of.director, player=of.player("Xen"))
    of.play()
    of.close()
    draft = of.draft()
    assert draft["Cid"] == (None, "withdrawn"), "their match with Ann counts"
    assert [name for name, (_to, why) in draft.items() if why == "down"] == ["Zoe"]
    assert not [name for name, (_to, why) in draft.items() if why == "stays_spared"]


def directing(of: Running) -> tuple[Client, str]:
    client = Client()
    client.force_login(of.director)
    return client, f"/leagues/{of.league.public_id}/direct/"


@pytest.mark.parametrize(("counts", "outcome"), [(True, "played"), (False, "no_show")])
def test_a_report_that_nobody_has_confirmed_counts_if_the_director_says_so(
    counts: bool, outcome: str
) -> None:
    of = Running("Ann Bob Cid")
    olga, path = directing(of)
    of.win(of.match("Ann", "Cid"), 0)
    match = of.match("Ann", "Bob")
    say = {"points": (11, 2), "version": match.version, "key": key()}
    results.match_report(match=match, by=of.account("Ann"), **say)
    shown = olga.get(path).content.decode()
    assert "1 report is not confirmed" in shown
    assert shown.count(f'href="/matches/{match.public_id}/"') == 2
    close = {"do": "close", "once": key()}
    refused = olga.post(path, close).content.decode()
    assert f"say whether they count. {match}." in refused
    said = {"reported": match.public_id, **({"counts": match.public_id} if counts else {})}
    assert olga.post(path, {**close, **said}).status_code == 302
    match.refresh_from_db()
    assert (match.state, match.outcome) == ("settled", outcome)
    of.again()
    closing.season_reopen(season=of.season, by=of.director)
    match.refresh_from_db()
    assert (match.state, match.first_points, match.second_points) == ("reported", 11, 2)


def test_what_has_to_be_decided_first_is_named_with_a_link() -> None:
    of = Running("Ann Bob Cid", unplayed="waits")
    of.win(of.match("Ann", "Cid"), 0)
    of.win(of.match("Bob", "Cid"), 0)
    olga, path = directing(of)
    close = olga.get(path).content.decode().partition('id="fold-close"')[2].partition("</form>")[0]
    match = of.match("Ann", "Bob")
    assert "Decide these first:" in close
    assert f'href="/fixtures/{match.public_id}/"' in close
    assert "<button" not in close
    refused = olga.post(path, {"do": "close", "once": key()}).content.decode()
    assert f"Decide these first, they have no result: {match}." in refused


def test_moves_made_by_hand_are_asked_about_before_the_draft_is_made_again() -> None:
    of = Running()
    of.play()
    of.close()
    of.draft()
    olga, path = directing(of)
    again = {"do": "draft", "once": key()}
    assert olga.post(path, again).status_code == 302, "nothing would be lost"
    olga.post(path, {"do": "move", f"to-{of.player('Ida').public_id}": "1", "once": key()})
    shown = olga.post(path, {**again, "once": key()}).content.decode()
    assert "What you have moved by hand goes back" in shown
    assert "<li>Ida: Division 1</li>" in shown
    of.again()
    assert '"hand"' in json.dumps(of.season.draft)
    assert olga.post(path, {**again, "sure": "1", "once": key()}).status_code == 302
    of.again()
    assert '"hand"' not in json.dumps(of.season.draft)


def on_board() -> tuple[Running, Match, Board]:
    """Ann and Bob are at their board, and nothing else is open."""
    of = Running("Ann Bob Cid")
    for other in ("Ann", "Bob"):
        of.account(other)
        of.win(of.match(other, "Cid"), 0)
    match = of.match("Ann", "Bob")
    board = match_board_open(match=match, by=of.account("Ann"))
    first, second = (of.account(str(one)) for one in (match.first, match.second))
    Playing(board, (first, second)).seed()
    board.refresh_from_db()
    return of, match, board


def ends(board: Board) -> None:
    Board.objects.filter(pk=board.pk).update(
        status=Board.Status.ENDED, winner=0, score_white=11, score_black=3
    )
    board_count(board_id=board.pk)


def test_a_board_that_ends_after_the_season_was_closed_counts_if_the_director_says_so() -> None:
    of, match, board = on_board()
    olga, path = directing(of)
    shown = olga.get(path).content.decode()
    assert "without a date or a word" not in shown, "they play"
    close = {"do": "close", "once": key()}
    asked = olga.post(path, close).content.decode()
    assert "on a board just now" in asked
    fixture = f"/fixtures/{match.public_id}/"
    assert f'href="{fixture}"' in asked.partition("on a board just now")[2]
    assert olga.get(fixture).status_code == 200, "it sends nobody on"
    assert olga.post(path, {**close, "playing": match.public_id}).status_code == 302
    word = "The season was closed before the board was over: the board does not count."
    page = f"/matches/{match.public_id}/"
    ann = Client()
    ann.force_login(of.account("Ann"))
    assert word in ann.get(f"/boards/{board.public_id}/").content.decode()
    assert "Let the board count" not in olga.get(page).content.decode()
    ends(board)
    for address in (f"/boards/{board.public_id}/", page):
        assert word in ann.get(address).content.decode()
    shown = ann.get(page).content.decode()
    assert "Played on the board" not in shown
    assert "Let the board count" not in shown
    assert "Let the board count" in olga.get(page).content.decode()
    match.refresh_from_db()
    tap = {"do": "board", "match": match.public_id, "version": match.version, "key": key()}
    ann.post(f"{page}act/", tap)
    match.refresh_from_db()
    assert match.outcome == "no_show", "players do not decide it"
    assert olga.post(f"{page}act/", tap).status_code == 302
    match.refresh_from_db()
    assert (match.outcome, match.first_points, match.second_points) == ("played", 11, 3)
    assert word not in ann.get(page).content.decode()


@pytest.mark.parametrize("is_over", [True, False])
def test_a_season_that_is_opened_again_has_the_result_of_its_board(is_over: bool) -> None:
    of, match, board = on_board()
    of.close(boards=[match.public_id])
    if is_over:
        ends(board)
    closing.season_reopen(season=of.season, by=of.director)
    if not is_over:
        ends(board)
    match.refresh_from_db()
    assert (match.state, match.first_points, match.second_points) == ("settled", 11, 3)


def test_the_page_of_a_match_is_shown_again_when_a_board_ends_that_does_not_count() -> None:
    of, match, board = on_board()
    of.close(boards=[match.public_id])
    match.refresh_from_db()
    olga, _path = directing(of)
    page, beat = f"/matches/{match.public_id}/", of.season.event.beat
    there = re.search(r'hx-get="([^"]*/live/[^"]*)"', olga.get(page).content.decode())
    assert there is not None
    live = there[1].replace("&amp;", "&")
    assert olga.get(live).status_code == 204
    ends(board)
    assert "Let the board count" in olga.get(live).content.decode()
    of.season.event.refresh_from_db()
    assert of.season.event.beat > beat, "the stream tells it"


@pytest.mark.parametrize("status", ["playing", "waiting"])
def test_who_reports_a_match_that_is_played_on_the_board_is_asked_first(status: str) -> None:
    of, match, board = on_board()
    Board.objects.filter(pk=board.pk).update(status=status)
    ann, page = Client(), f"/matches/{match.public_id}/"
    ann.force_login(of.account("Ann"))
    match.refresh_from_db()
    tap = {"do": "report", "winner": "0", "loser_points": "4", "version": match.version}
    shown = ann.post(f"{page}act/", {**tap, "key": key()}).content.decode()
    match.refresh_from_db()
    if status == "waiting":
        assert match.state == Match.State.REPORTED, "nobody has begun there"
        return
    assert "They are playing this match on the board." in shown
    assert match.state == Match.State.OPEN
    seen = re.search(r'name="seen" value="([^"]+)"', shown)
    assert seen is not None
    ann.post(f"{page}act/", {**tap, "seen": seen[1], "key": key()})
    match.refresh_from_db()
    assert match.state == Match.State.REPORTED


def test_before_a_season_is_closed_it_is_said_who_did_not_come_and_is_not_decided() -> None:
    of = Running("Ann Bob Cid")
    match = agreed(of)
    long_ago(match, 20)
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    olga, path = directing(of)

    def closing() -> str:
        page = olga.get(path).content.decode()
        return page.partition('id="fold-close"')[2].partition("</form>")[0]

    assert "You have not decided on who did not come." in closing()
    assert f'href="/fixtures/{match.public_id}/"' in closing()
    absences.fixture_decide(match=match, by=of.director, how="nothing", key=key())
    assert "who did not come" not in closing()


def test_a_draft_is_changed_together_and_confirmed_as_its_form_says_it() -> None:
    of = Running()
    of.play()
    of.close()
    of.draft()
    olga, path = directing(of)
    shown = olga.get(path).content.decode()
    section = shown[shown.index('id="draft"') :].partition("</section>")[0]
    assert section.count("<form") == 1
    assert section.count('name="to-') == 9
    was = {name: one.public_id for name in ("Bob", "Eve", "Ida") for one in (of.player(name),)}
    # Another director has moved Ida since this page was read: it says nothing new of her.
    drafts.draft_move(season=of.season, by=of.director, player=of.player("Ida"), to=1)
    sent = {"do": "move", "once": key()}
    for name, before, after in (("Bob", "1", "2"), ("Eve", "2", ""), ("Ida", "3", "3")):
        sent |= {f"was-{was[name]}": before, f"to-{was[name]}": after}
    assert "2 players are put elsewhere." in olga.post(path, sent, follow=True).content.decode()
    of.again()
    found = {row["key"]: row["to"] for row in (of.season.draft or {})["moves"]}
    assert [found[was[name]] for name in ("Bob", "Eve", "Ida")] == [2, None, 1]
    # Without a day nothing is confirmed, and what was chosen is still there.
    chosen = {"do": "follow"}
    for name, before, after in (("Bob", "2", "1"), ("Eve", "", "2"), ("Ida", "1", "3")):
        chosen |= {f"was-{was[name]}": before, f"to-{was[name]}": after}
    wrong = olga.post(path, {**chosen, "starts_on": "", "once": key()})
    assert wrong.status_code == 422
    field = wrong.content.decode().partition(f'id="to-{was["Eve"]}"')[2].partition("</select>")[0]
    assert re.search(r'value="2" selected', field)
    days = {"starts_on": "2026-11-17", "ends_on": "2099-01-01", "late_until": ""}
    assert olga.post(path, {**chosen, **days, "once": key()}).status_code == 302
    following = of.league.seasons.get(number=2)
    assert "Eve" in of.divisions(following)[1]


@pytest.mark.parametrize(("late", "proposed"), [(10, 10), (None, None)])
def test_the_next_season_is_proposed_to_last_as_long_as_the_one_before(
    late: int | None, proposed: int | None
) -> None:
    of = Running(late=late)
    seasons.season_deadline(
        season=of.season,
        by=of.director,
        ends_on=of.today + datetime.timedelta(days=61),
        reason="Snow",
        key=key(),
    )
    of.again()
    of.play()
    of.close()
    of.draft()
    olga, path = directing(of)
    page = olga.get(path).text

    def value(name: str) -> str:
        found = re.search(rf'<input[^>]* name="{name}"[^>]*>', page)
        assert found is not None
        shown = re.search(r'value="([^"]*)"', found[0])
        return "" if shown is None else shown[1]

    def after(days: int | None) -> str:
        return "" if days is None else f"{of.today + datetime.timedelta(days=days):%Y-%m-%d}"

    assert value("starts_on") == after(0)
    assert value("ends_on") == after(90), "as it was planned, not as it was moved"
    assert value("late_until") == after(proposed)


def test_who_is_not_in_the_draft_any_more_is_not_put_elsewhere() -> None:
    of = Running()
    of.play()
    of.close()
    of.draft()
    olga, path = directing(of)
    zoe = of.player("Zoe").public_id
    answer = olga.post(path, {"do": "move", f"to-{zoe}": "1", "once": key()})
    assert "Zoe is not in the draft any more" in answer.content.decode()


def test_on_a_ladder_the_draft_says_who_plays_and_names_no_divisions() -> None:
    of = Running("Ann Bob Cid Dee", shape="ladder")
    of.play()
    of.close()
    of.draft()
    olga, path = directing(of)
    shown = olga.get(path).content.decode()
    section = shown[shown.index('id="draft"') :].partition("</section>")[0]
    assert "Division 1\n" not in section
    assert re.findall(r'<option value="(\d*)"', section) == ["", "1"] * 4
    assert "1 → 1" not in section
    assert "Whether Ann plays" in section


def test_the_next_season_has_the_fees_and_prizes_of_the_one_before() -> None:
    of = Running(of=evenings.club("fees", currency="EUR", time_zone="Europe/Berlin"))
    event = of.season.event
    assert event.currency == "EUR"
    event_change(
        event=event, by=of.director, fee=Decimal(20), prizes=[60, 40], costs=Decimal(5), place="Inn"
    )
    second = event.divisions.get(position=2)
    division_change(division=second, by=of.director, fee=Decimal(10))
    of.close()
    of.draft()
    following = of.follow().event
    assert (following.fee, following.prizes, following.costs) == (20, [60, 40], 5)
    assert (following.place, following.currency) == ("Inn", "EUR")
    assert [one.terms.fee for one in following.divisions.order_by("position")] == [20, 10, 20]


def test_who_wins_by_walkover_has_not_played_too_little_to_go_up() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay Gus", share=50)
    for match in of.open():
        two = [str(match.first), str(match.second)]
        if "Dee" in two:
            loser = two[1 - two.index("Dee")]
            results.match_forfeit(
                match=match,
                by=of.director,
                loser=two.index(loser),
                reason="did not come",
                version=match.version,
                key=key(),
            )
        elif "Gus" not in two:
            of.win(match, 0 if two == sorted(two) else 1)
    of.close()
    moves = of.draft()
    assert moves["Dee"] == (1, "up")
    assert moves["Gus"] == (2, "few_stays"), "whom nobody met"
