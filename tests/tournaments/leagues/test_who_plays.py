"""Who plays changes while a season runs: replaced, joined, split; in every shape."""

import datetime
from collections.abc import Callable
from itertools import chain

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Club
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services import entries
from tournaments.leagues.selectors.fixtures import fixtures_of
from tournaments.leagues.services import fixtures, seasons
from tournaments.leagues.services.replacing import (
    division_split,
    divisions_join,
    player_replace,
)
from tournaments.leagues.services.undoing import change_undo
from tournaments.models import Division, Entry, EventStep, Match
from tournaments.record.selectors.results import standings_of
from tournaments.record.selectors.situations import format_of, situation_of

pytestmark = pytest.mark.django_db
SHAPES = ("all_play_all", "swiss")
Cell = Callable[[Running], None]


def replace(of: Running, name: str, other: str) -> None:
    player_replace(season=of.season, entry=of.entry(name), by=of.director, player=of.player(other))


def opponents(of: Running, name: str, state: str | None = None) -> list[str]:
    of.again()
    return sorted(
        str(other)
        for one in fixtures_of(of.season, of.player(name))
        if state is None or one.match.state == state
        for other in (one.match.first, one.match.second)
        if str(other) != name
    )


def division(of: Running, place: int) -> Division:
    return of.season.event.divisions.get(position=place)


def replaced_before_anything_was_played(of: Running) -> None:
    before = opponents(of, "Ann")
    replace(of, "Ann", "Zoe")
    assert opponents(of, "Zoe") == before
    assert not Entry.objects.filter(player__name="Ann").exists()
    assert EventStep.objects.filter(kind="league_replace").count() == 1


def replaced_after_a_result(of: Running) -> None:
    match = next(one for one in of.open() if "Ann" in (str(one.first), str(one.second)))
    of.win(match, 0 if str(match.first) == "Ann" else 1)
    if of.league.shape == "swiss":
        with pytest.raises(EventRefused, match="nothing to take over"):
            replace(of, "Ann", "Zoe")
        return
    rest = opponents(of, "Ann", "open")
    replace(of, "Ann", "Zoe")
    assert opponents(of, "Zoe") == rest
    assert opponents(of, "Ann") == [one for one in ("Bob", "Cid") if one not in rest]
    assert of.entry("Ann").state == Entry.State.WITHDRAWN


def replaced_and_taken_back(of: Running) -> None:
    before = opponents(of, "Ann")
    replace(of, "Ann", "Zoe")
    replace(of, "Zoe", "Ann")
    assert opponents(of, "Ann") == before
    assert not Entry.objects.filter(player__name="Zoe").exists()
    assert not of.season.event.divisions.filter(entries__state="withdrawn").exists()


def replaced_by_who_plays_already(of: Running) -> None:
    with pytest.raises(EventRefused, match="entered already"):
        replace(of, "Ann", "Bob")
    with pytest.raises(EventRefused, match=r"Eve stands in Division 2\. To move them"):
        replace(of, "Ann", "Eve")


def replaced_in_a_closed_season(of: Running) -> None:
    of.play()
    of.close()
    with pytest.raises(EventConflict, match="closed"):
        replace(of, "Ann", "Zoe")


def a_season_ends_after_a_replacement(of: Running) -> None:
    replace(of, "Ann", "Zoe")
    of.play()
    of.close()
    assert "Zoe" in of.draft()
    assert "Zoe" in str(of.divisions(of.follow()))


def joined(of: Running) -> None:
    everybody = sorted(chain(*of.divisions()))
    count = len(of.divisions())
    divisions_join(season=of.season, upper=division(of, 1), by=of.director)
    of.again()
    assert sorted(chain(*of.divisions())) == everybody
    assert len(of.divisions()) == count - 1
    names = list(of.season.event.divisions.order_by("position").values_list("name", flat=True))
    assert names == [f"Division {place}" for place in range(1, count)]
    first = len(of.divisions()[0])
    meets = first - 1 if of.league.shape == "all_play_all" else 1
    assert len(opponents(of, "Ann")) == meets


def split_again(of: Running) -> None:
    before = of.divisions()
    divisions_join(season=of.season, upper=division(of, 1), by=of.director)
    division_split(season=of.season, division=division(of, 1), by=of.director, stay=len(before[0]))
    of.again()
    assert of.divisions() == before
    of.play()


def joined_before_the_release(of: Running) -> None:
    fresh = Running(shape=of.league.shape, of=other_club(), is_released=False)
    divisions_join(season=fresh.season, upper=division(fresh, 1), by=fresh.director)
    assert not Match.objects.filter(round__division__event=fresh.season.event).exists()
    fresh.again()
    fresh.release()
    assert fresh.open()


def joined_after_a_result(of: Running) -> None:
    of.win(of.open()[0], 0)
    before = of.divisions()
    with pytest.raises(EventRefused, match="has played already"):
        divisions_join(season=of.season, upper=division(of, 1), by=of.director)
    assert of.divisions() == before


def other_club() -> Club:
    return evenings.club("other", time_zone="Europe/Berlin")


LIFE: tuple[Cell, ...] = (
    replaced_before_anything_was_played,
    replaced_after_a_result,
    replaced_and_taken_back,
    replaced_by_who_plays_already,
    replaced_in_a_closed_season,
    a_season_ends_after_a_replacement,
    joined,
    split_again,
    joined_before_the_release,
    joined_after_a_result,
)


@pytest.mark.parametrize("cell", LIFE, ids=lambda cell: cell.__name__)
@pytest.mark.parametrize("shape", SHAPES)
def test_what_must_hold(shape: str, cell: Cell) -> None:
    cell(Running(shape=shape))


def test_dates_stay_where_two_still_meet_and_go_where_one_is_replaced() -> None:
    of = Running()
    match = of.match("Ann", "Bob")
    at = timezone.now().replace(microsecond=0) + datetime.timedelta(days=3)
    note = fixtures.fixture_propose(match=match, by=of.account("Ann"), times=[at], key=key())
    fixtures.fixture_accept(match=match, by=of.account("Bob"), proposal=note.pk, at=at, key=key())
    divisions_join(season=of.season, upper=division(of, 1), by=of.director)
    of.again()
    [shown] = [one for one in fixtures_of(of.season) if one.agreed_at is not None]
    two = {str(shown.match.first), str(shown.match.second)}
    assert (two, shown.agreed_at, len(shown.notes)) == ({"Ann", "Bob"}, at, 2)
    by = [str((shown.match.first, shown.match.second)[one.side or 0]) for one in shown.notes]
    assert by == ["Ann", "Bob"]
    replace(of, "Bob", "Zoe")
    [shown] = [one for one in fixtures_of(of.season) if one.before]
    assert (shown.agreed_at, shown.notes) == (None, [])
    page = Client()
    page.force_login(of.director)
    text = page.get(f"/fixtures/{shown.match.public_id}/").content.decode()
    assert "Bob accepted a date" in " ".join(text.split())


def test_a_division_is_neither_split_nor_joined_out_of_bounds() -> None:
    of = Running("Ann Bob Cid Dee Eve", "Fay Gus Hal Ida Jon Kim Leo Mia Ned")
    with pytest.raises(EventRefused, match="would have 2"):
        division_split(season=of.season, division=division(of, 1), by=of.director, stay=3)
    with pytest.raises(EventRefused, match="would have 14"):
        divisions_join(season=of.season, upper=division(of, 1), by=of.director)
    with pytest.raises(EventRefused, match="no division below"):
        divisions_join(season=of.season, upper=division(of, 2), by=of.director)


def test_the_director_sees_what_a_replacement_changes_before_it() -> None:
    of = Running()
    olga = Client()
    olga.force_login(of.director)
    path = f"/leagues/{of.league.public_id}/direct/"
    sent = {"do": "leave", "entry": of.entry("Ann").public_id, "who": "Zoe", "once": key()}
    page = olga.post(path, sent).content.decode()
    assert "Zoe takes over from Ann?" in page
    assert "Zoe takes over 2 matches" in page
    assert not of.club.players.filter(name="Zoe").exists()
    answer = olga.post(path, {**sent, "sure": "1", "once": key()}, follow=True)
    assert "Zoe takes over from Ann. “Take it back…” undoes that." in answer.content.decode()
    assert opponents(of, "Zoe") == ["Bob", "Cid"]
    olga.post(path, {"do": "join", "division": division(of, 2).public_id, "once": key()})
    of.again()
    assert len(of.divisions()) == 2
    olga.post(
        path,
        {"do": "split", "division": division(of, 2).public_id, "stay": "3", "once": key()},
    )
    assert len(of.divisions()) == 3


def table(of: Running, place: int = 1) -> dict[str, int]:
    """Who of a division has how many points, in halves."""
    [shown] = standings_of(division(of, place))
    names = dict(division(of, place).entries.values_list("number", "player__name"))
    return {names[int(line.key)]: int(line.values[0].value) for line in shown.lines}


def test_what_was_played_before_a_replacement_counts() -> None:
    of = Running("Ann Bob Cid Dee Eve Fay")
    of.win(of.match("Ann", "Bob"), 0)
    before = table(of)
    olga = Client()
    olga.force_login(of.director)
    sent = {"do": "leave", "entry": of.entry("Ann").public_id, "who": "Zoe", "once": key()}
    page = olga.post(f"/leagues/{of.league.public_id}/direct/", sent).text
    assert "Results of Ann stay theirs." in page
    assert "Ann: place" not in page
    assert "Bob: place" not in page
    replace(of, "Ann", "Zoe")
    assert table(of) == {**before, "Zoe": 0}
    assert opponents(of, "Zoe") == ["Cid", "Dee", "Eve", "Fay"]


def test_what_is_won_without_play_and_passes_on_takes_no_result_away() -> None:
    of = Running("Ann Bob Cid Dee Eve")
    of.win(of.match("Ann", "Bob"), 0)
    for name in ("Cid", "Dee"):
        entries.entry_withdraw(entry=of.entry(name), by=of.director)
    olga = Client()
    olga.force_login(of.director)
    sent = {"do": "leave", "entry": of.entry("Ann").public_id, "who": "Zoe", "once": key()}
    page = olga.post(f"/leagues/{of.league.public_id}/direct/", sent).text
    assert "Results of Ann stay theirs." in page
    before = table(of)
    replace(of, "Ann", "Zoe")
    assert table(of)["Ann"] == before["Ann"]
    assert table(of)["Bob"] == before["Bob"]


def test_where_matches_of_who_withdraws_never_count_a_replacement_says_so() -> None:
    of = Running("Ann Bob Cid Dee", params={"withdrawn": "removed"})
    of.win(of.match("Ann", "Bob"), 0)
    olga = Client()
    olga.force_login(of.director)
    sent = {"do": "leave", "entry": of.entry("Ann").public_id, "who": "Zoe", "once": key()}
    page = olga.post(f"/leagues/{of.league.public_id}/direct/", sent).text
    assert "1 match that was played does not count any more." in page
    assert "stay theirs" not in page
    replace(of, "Ann", "Zoe")
    assert not any(table(of).values())


def test_who_comes_later_takes_nobody_the_points_against_who_has_withdrawn() -> None:
    of = Running("Ann Bob Cid Dee Eve")
    for other in ("Bob", "Cid"):
        of.win(of.match("Ann", other), 0)
    entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    before = table(of)
    assert before["Ann"] > 0
    seasons.season_enter(season=of.season, by=of.director, player=of.player("Zoe"))
    assert table(of) == {**before, "Zoe": 0}
    replace(of, "Bob", "Yan")
    assert table(of) == {**before, "Zoe": 0, "Yan": 0}


def test_who_goes_to_another_division_plays_there_and_stands_once_in_the_draft() -> None:
    of = Running("Ann Bob Cid Dee", "Eve Fay Gus Hal")
    entries.entry_withdraw(entry=of.entry("Dee"), by=of.director)
    seasons.season_enter(
        season=of.season, by=of.director, player=of.player("Dee"), division=division(of, 2)
    )
    dee = Client()
    dee.force_login(of.account("Dee"))
    own = dee.get(f"/leagues/{of.league.public_id}/me/").text
    assert "Division 2" in own
    assert "Division 1" not in own
    of.play()
    of.close()
    assert of.draft()["Dee"] == (1, "up")
    assert sum(row["key"] == of.player("Dee").public_id for row in of.season.draft["moves"]) == 1
    assert of.divisions(of.follow()) == [["Ann", "Bob", "Dee"], ["Cid", "Eve", "Fay", "Gus", "Hal"]]


def test_a_ladder_is_one_list() -> None:
    of = Running("Ann Bob Cid", shape="ladder")
    with pytest.raises(EventRefused, match="one list"):
        replace(of, "Ann", "Zoe")
    with pytest.raises(EventRefused, match="one list"):
        division_split(season=of.season, division=division(of, 1), by=of.director, stay=2)


def test_a_late_entry_still_comes_after_a_split() -> None:
    of = Running("Ann Bob Cid Dee Eve Fay")
    division_split(season=of.season, division=division(of, 1), by=of.director, stay=3)
    of.again()
    seasons.season_enter(season=of.season, player=of.player("Zoe"), by=of.director)
    assert opponents(of, "Zoe") == ["Dee", "Eve", "Fay"]


def test_who_comes_late_stays_below_in_a_split() -> None:
    of = Running("Ann Bob Cid Dee Eve")
    seasons.season_enter(season=of.season, player=of.player("Aaa"), by=of.director)
    division_split(season=of.season, division=division(of, 1), by=of.director, stay=3)
    assert of.divisions() == [["Ann", "Bob", "Cid"], ["Dee", "Eve", "Aaa"]]


def test_who_plays_stays_open_and_says_there_what_was_done() -> None:
    of = Running()
    olga = Client()
    olga.force_login(of.director)
    path = f"/leagues/{of.league.public_id}/direct/"

    def told(**sent: str) -> str:
        answer = olga.post(path, {**sent, "once": key()}, follow=True)
        assert answer.redirect_chain[-1][0].endswith("#who-plays")
        page = answer.content.decode()
        fold = page[page.index('<details class="fold card" id="who-plays"') :]
        assert fold.partition(">")[0].endswith(" open")
        return fold.partition('role="status">')[2].partition("<")[0]

    assert told(do="enter", names="Zoe") == "Entered: Zoe."
    bob = {"entry": of.entry("Bob").public_id}
    assert told(do="leave", sure="1", **bob).startswith("Bob has withdrawn.")
    assert told(do="resume", sure="1", **bob) == "Bob plays again."
    upper = division(of, 1).public_id
    said = told(do="join", division=upper)
    assert said.startswith("The two divisions are joined. So many play: Division 1: 6, Division 2")
    assert told(do="split", division=upper, stay="3") == (
        "The division is split. So many play: Division 1: 3, Division 2: 3, Division 3: 4. "
        "“Take it back…” undoes that."
    )
    assert olga.get(path).content.decode().count('role="status"') == 0


ENTERING = {
    ("all_play_all", "announced"): "",
    ("all_play_all", "in time"): "Until 2 Jan 2099 they play in this season",
    ("all_play_all", "late"): "It is too late for this season",
    ("all_play_all", "closed"): "Who is entered now is on the list of the next season.",
    ("ladder", "announced"): "Newcomers stand at the end.",
    ("ladder", "in time"): "Newcomers stand at the end; after 2 Jan 2099 they play from the next",
    ("ladder", "late"): "It is too late for this season",
    ("ladder", "closed"): "Who is entered now is on the list of the next season.",
}


@pytest.mark.parametrize(("shape", "when"), ENTERING)
def test_the_director_reads_what_becomes_of_who_is_entered_now(shape: str, when: str) -> None:
    of = Running("Ann Bob Cid Dee", shape=shape, is_released=when != "announced")
    late = {"in time": datetime.date(2099, 1, 2), "late": of.today - datetime.timedelta(days=1)}
    of.season.late_until = late.get(when, of.today)
    of.season.save()
    if when == "closed":
        of.play()
        of.close()
    olga = Client()
    olga.force_login(of.director)
    page = olga.get(f"/leagues/{of.league.public_id}/direct/").content.decode()
    said = page.partition('id="names-help">')[2].partition("<")[0]
    assert said.startswith(ENTERING[shape, when]), said
    assert bool(said) == bool(ENTERING[shape, when])
    assert "the lowest" not in page, "there is one list"


def table_of(of: Running) -> dict[str, tuple[str, int]]:
    """Everybody's points in the first division, and how many matches they have left."""
    of.again()
    division_one = division(of, 1)
    names = dict(division_one.entries.values_list("number", "player__name"))
    [table] = format_of(division_one).standings(situation_of(division_one))
    return {
        names[int(line.key)]: (
            line.values[0].text,
            len(opponents(of, names[int(line.key)], "open")),
        )
        for line in table.lines
    }


def test_what_the_replaced_have_played_counts_and_nobody_has_a_match_fewer() -> None:
    of = Running("Ann Bob Cid Dee Eve Fay", "Gus Hal Ida")
    match = of.match("Ann", "Bob")
    of.win(match, 0 if str(match.first) == "Bob" else 1)
    replace(of, "Ann", "Zoe")
    table = table_of(of)
    assert table["Bob"] == ("3", 4)
    assert table["Ann"] == ("1", 0)
    assert table["Zoe"] == ("0", 4)


def test_who_takes_over_stands_the_same_whoever_withdraws_first() -> None:
    tables = []
    for is_first in (True, False):
        club = evenings.club(f"club-{is_first}", time_zone="Europe/Berlin")
        of = Running("Ann Bob Cid Dee Eve Fay", "Gus Hal Ida", of=club)
        for other in ("Cid", "Dee", "Eve"):  # of five: what she has played counts
            match = of.match("Bob", other)
            of.win(match, 0 if str(match.first) == other else 1)
        of.win(of.match("Ann", "Cid"), 0)
        if is_first:
            entries.entry_withdraw(entry=of.entry("Bob"), by=of.director)
        replace(of, "Ann", "Zoe")
        if not is_first:
            entries.entry_withdraw(entry=of.entry("Bob"), by=of.director)
        tables.append(table_of(of))
    assert tables[0] == tables[1]
    assert tables[0]["Zoe"] == ("3", 3)


def test_a_replacement_with_a_match_won_without_play_is_taken_back_whole() -> None:
    of = Running("Ann Bob Cid Dee Eve Fay", "Gus Hal Ida")
    for other in ("Cid", "Dee", "Eve"):
        of.win(of.match("Bob", other), 0)
    entries.entry_withdraw(entry=of.entry("Bob"), by=of.director)
    before = table_of(of)
    replace(of, "Ann", "Zoe")
    latest = EventStep.objects.get(kind="league_replace")
    change_undo(
        season=of.season, by=of.director, step=latest.sequence, reason="Ann plays", key=key()
    )
    assert table_of(of) == before


def test_who_was_replaced_plays_again_by_taking_their_matches_back() -> None:
    of = Running("Ann Bob Cid Dee", "Eve Fay Gus")
    of.win(of.match("Ann", "Bob"), 0)
    before = table_of(of)
    replace(of, "Ann", "Zoe")
    olga = Client()
    olga.force_login(of.director)
    path = f"/leagues/{of.league.public_id}/direct/"
    again = {"do": "resume", "entry": of.entry("Ann").public_id, "once": key()}
    page = olga.post(path, again)
    assert page.status_code != 302
    assert "Zoe has taken over from Ann: take that back" in page.content.decode()
    assert of.entry("Ann").state == Entry.State.WITHDRAWN
    replace(of, "Zoe", "Ann")
    assert table_of(of) == before
    entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    assert olga.post(path, {**again, "sure": "1", "once": key()}).status_code == 302
    assert of.entry("Ann").state != Entry.State.WITHDRAWN
