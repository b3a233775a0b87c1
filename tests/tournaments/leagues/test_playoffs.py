"""Play-offs of a season by shape and by what may happen to them: every cell says what must hold."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from itertools import combinations, groupby
from typing import Any

import pytest
from django.test import Client

from games.decisions.services.merging import players_merge
from games.errors import NotAllowed
from games.models import Player
from games.permissions import Reader
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.recomputed import decided
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_league_archives import copied
from tournaments.api.exporting import event_export
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services import entries
from tournaments.events.services.entries import entry_withdraw
from tournaments.leagues.selectors.playoffs import level_of, playoffs_open
from tournaments.leagues.selectors.reminders import reminders_due
from tournaments.leagues.selectors.seasons import finishers_of, season_current
from tournaments.leagues.services import seasons
from tournaments.leagues.services.playoffs import playoff_make, playoff_take_back
from tournaments.leagues.services.replacing import player_replace
from tournaments.models import EventStep, LeagueSeason, Match, Round
from tournaments.record.selectors.results import standings_of
from tournaments.results.services import results

pytestmark = [pytest.mark.django_db]

Cell = Callable[[Running], None]
LEVEL = {"all_play_all": ["Ann", "Bob", "Cid"], "swiss": ["Bob", "Cid"]}
"""Who is level: a ring of three at the top; after two rounds the two with one win each, of whom one
goes down."""


def season(shape: str, *, is_played: bool = True) -> Running:
    of = Running(
        shape=shape, down=2 if shape == "swiss" else 1, tie_breaks=["wins", "playoff", "level"]
    )
    if is_played:
        play(of)
        if shape == "swiss":
            of.release()
            play(of)
    return of


def play(of: Running) -> None:
    """The first by the alphabet wins, except that Cid beats Ann where all meet all."""
    is_ring = of.league.shape == "all_play_all"
    for match in of.open():
        two = [str(match.first), str(match.second)]
        winner = "Cid" if is_ring and sorted(two) == ["Ann", "Cid"] else min(two)
        of.win(match, two.index(winner))


def level(of: Running) -> list[list[str]]:
    of.again()
    return [[str(one.player) for one in found.entries] for found in level_of(of.season)]


def make(of: Running, one: str = "Bob", other: str = "Cid") -> Match:
    of.again()
    playoff_make(
        season=of.season,
        first=of.entry(one),
        second=of.entry(other),
        by=of.director,
        ends_on=of.today + datetime.timedelta(days=7),
        key=key(),
    )
    return Match.objects.filter(round__bracket="playoff", state="open").latest("pk")


def decide_all(of: Running) -> None:
    """Cid beats all others who are level."""
    for other in LEVEL[of.league.shape][:-1]:
        of.win(make(of, "Cid", other), 0, loser=10)


@pytest.mark.parametrize("shape", LEVEL)
@pytest.mark.parametrize("when", ["before the play-offs", "after them"])
def test_the_play_off_decides_although_somebody_level_has_withdrawn(shape: str, when: str) -> None:
    settings = {"params": {"rounds": 1}} if shape == "swiss" else {}
    names, ties = "Ann Bob Cid Dee Eve Fay", ["playoff", "level"]
    of = Running(names, shape=shape, tie_breaks=ties, **settings)
    if shape == "swiss":  # after one round three have won
        winners = [str(match.first) for match in of.open()]
        for match in of.open():
            of.win(match, 0)
    else:  # a ring of the first three, who beat all others
        ring = {"Ann": "Bob", "Bob": "Cid", "Cid": "Ann"}
        for match in of.open():
            two = [str(match.first), str(match.second)]
            wins = next((one for one in two if ring.get(one) in two), min(two))
            of.win(match, two.index(wins))
        winners = ["Ann", "Bob", "Cid"]
    one, other, gone = winners
    if when == "before the play-offs":
        entry_withdraw(entry=of.entry(gone), by=of.director)
    of.win(make(of, other, one), 0, loser=10)
    if when == "after them":
        entry_withdraw(entry=of.entry(gone), by=of.director)
    assert [name for name, _values in table(of)][:3] == [other, one, gone]
    assert [one, other] not in level(of)
    assert [other, one] not in level(of)


def table(of: Running, found: LeagueSeason | None = None) -> list[tuple[str, list[str]]]:
    """The first division from the top: names, and all that is said of them but play-offs."""
    divisions = (found or of.season).event.divisions.select_related("event")
    division = divisions.get(position=1)
    names = dict(division.entries.values_list("number", "player__name"))
    [shown] = standings_of(division)
    return [
        (names[int(line.key)], [one.text for one in line.values if one.name != "playoff"])
        for line in shown.lines
    ]


def order(of: Running) -> list[str]:
    return [name for name, _said in table(of) if name in LEVEL[of.league.shape]]


def is_offered_once_all_is_played(of: Running) -> None:
    for match in Match.objects.filter(first__name__in=["Ann", "Bob"], outcome="played")[:1]:
        results.match_undo(match=match, by=of.director, version=match.version, key=key())
        assert all("Bob" not in names for names in level(of))
        match.refresh_from_db()
        two = [str(match.first), str(match.second)]
        of.win(match, two.index(min(two)))
    assert LEVEL[of.league.shape] in level(of)


def decides_the_tie_and_nothing_else(of: Running) -> None:
    before = dict(table(of))
    assert order(of) == LEVEL[of.league.shape], "by the place last season"
    decide_all(of)
    # Of the ring Cid has won two; Ann and Bob have lost one each, and are level still.
    assert order(of) == ["Cid", *LEVEL[of.league.shape][:-1]]
    assert dict(table(of)) == before
    due = {one.key: one.due for one in finishers_of(of.season)}
    assert due[of.player("Cid").public_id] == 2, "it is owed by nobody"


def says_so_in_the_table(of: Running) -> None:
    """The page of the league has the column and what decided; the event's names the round."""
    decide_all(of)
    client = Client()
    client.force_login(of.director)
    page = client.get(f"/leagues/{of.league.public_id}/").content.decode()
    assert "Play-off" in page
    if of.league.shape == "all_play_all":
        assert "Cid before Ann: Play-off" in page
    else:
        assert "Level in wins: Cid before Bob: Play-off" in page
    event = client.get(f"/events/{of.season.event.public_id}/?show=rounds").content.decode()
    assert "Play-off" in event
    assert "Round 901" not in event


def is_told_to_both(of: Running) -> None:
    for name in ("Bob", "Cid"):
        of.account(name)
    match = make(of)
    of.close()
    due = reminders_due(match.fixture.notes.get().created_at + datetime.timedelta(hours=1))
    told = {str(user.name): {one.what for one in found} for user, found in due.items()}
    assert told == {"Bob": {"note"}, "Cid": {"note"}}


def is_taken_back(of: Running) -> None:
    before = table(of), level(of)
    match = make(of)
    assert ["Bob", "Cid"] not in level(of), "who plays one is offered none besides"
    playoff_take_back(season=of.season, match=match, by=of.director, key=key())
    assert (table(of), level(of)) == before
    assert not Round.objects.filter(bracket="playoff").exists()
    kinds = list(EventStep.objects.order_by("-sequence").values_list("kind", flat=True)[:2])
    assert kinds == ["league_playoff_back", "league_playoff"]


def is_taken_back_after_its_result(of: Running) -> None:
    """First the result is undone; then the match."""
    before = table(of)
    match = of.win(make(of), 1)
    with pytest.raises(EventConflict, match="has begun"):
        playoff_take_back(season=of.season, match=match, by=of.director, key=key())
    results.match_undo(match=match, by=of.director, version=match.version, key=key())
    playoff_take_back(season=of.season, match=match, by=of.director, key=key())
    assert table(of) == before


def is_corrected(of: Running) -> None:
    decide_all(of)
    match = Match.objects.filter(round__bracket="playoff").latest("pk")
    results.match_correct(
        match=match, by=of.director, points=(3, 11), version=match.version, key=key()
    )
    assert order(of).index("Bob") < order(of).index("Cid")


def is_no_tie_any_more(of: Running) -> None:
    """An old result is corrected, and nobody is level with Bob: the play-offs do not touch him."""
    decide_all(of)
    played = Match.objects.filter(round__number__lt=901, round__division__position=1)
    match = next(
        one for one in played.order_by("-pk") if "Bob" in (str(one.first), str(one.second))
    )
    points = (0, 11) if match.winner == 0 else (11, 0)
    results.match_correct(
        match=match, by=of.director, points=points, version=match.version, key=key()
    )
    figures = [said[0 if of.league.shape == "swiss" else 1] for _name, said in table(of)]
    assert figures == sorted(figures, reverse=True), "by wins"


def outlives_the_closing(of: Running) -> None:
    """The table is closed, the deciding match is still played; the draft waits for it."""
    match = make(of)
    of.close()
    match.refresh_from_db()
    assert match.state == "open"
    with pytest.raises(EventConflict, match="A play-off is not decided"):
        of.draft()
    of.win(match, 1)
    if of.league.shape == "all_play_all":
        of.win(make(of, "Cid", "Ann"), 1)
    moves = of.draft()
    # Of the ring Bob has lost, Ann has won: Ann, Cid, Bob. Of the others Cid has won.
    assert [moves[name][0] for name in ("Bob", "Cid")] == [2, 1]


def is_offered_after_the_closing(of: Running) -> None:
    of.close()
    assert LEVEL[of.league.shape] in level(of)
    decide_all(of)
    of.draft()
    of.follow()
    assert level(of) == [], "the season is over"


def is_given_up(of: Running) -> None:
    """Who withdraws loses it."""
    make(of)
    entries.entry_withdraw(entry=of.entry("Bob"), by=of.director)
    match = Match.objects.get(round__bracket="playoff")
    assert (match.state, match.winner) == ("settled", 1)


def is_not_taken_over(of: Running) -> None:
    """Who is level plays it themselves."""
    make(of)
    with pytest.raises(EventRefused, match="nothing to take over"):
        player_replace(
            season=of.season, entry=of.entry("Bob"), by=of.director, player=of.player("Zoe")
        )


def is_no_match_of_who_comes_late(of: Running) -> None:
    """Zoe is given what all others have; where rounds are drawn, there is none left."""
    make(of)
    seasons.season_enter(
        season=of.season,
        player=of.player("Zoe"),
        by=of.director,
        division=of.entry("Bob").division,
    )
    zoe = of.player("Zoe").pk
    mine = [one for one in of.open() if zoe in (one.first_id, one.second_id)]
    assert len(mine) == (3 if of.league.shape == "all_play_all" else 0)
    assert Match.objects.filter(round__number__gt=900).count() == 1


def is_of_a_merged_player(of: Running) -> None:
    other = Player.objects.create(club=of.club, name="Robert")
    players_merge(player=of.player("Bob"), by=of.director, into=other)
    of.again()
    names = [[one.player.current.name for one in found.entries] for found in level_of(of.season)]
    assert [{"Bob": "Robert"}.get(one, one) for one in LEVEL[of.league.shape]] in names


def is_the_same_worked_out_anew(of: Running) -> None:
    """From the export alone: those level in points stand as their play-offs say."""
    decide_all(of)
    exported: Any = event_export(of.season.event, Reader.system())
    division = exported["divisions"][0]
    [found] = division["standings"]["tables"]

    def rank(line: Any) -> object:
        values = {one["name"]: one["value"] for one in line["tie_breaks"]}
        return values.get("league_points", line["score"])

    mine = [
        number
        for _rank, lines in groupby(found["lines"], rank)
        for part in decided(division, sorted(one["number"] for one in lines))
        for number in part
    ]
    assert [line["number"] for line in found["lines"]] == mine
    names = {one["number"]: one["name"] for one in division["entries"]}
    assert next(names[one] for one in mine if names[one] in LEVEL[of.league.shape]) == "Cid"


def is_kept_in_an_archive(of: Running) -> None:
    """In the club that is read from it, what was decided is, and what is open stays open."""
    decide_all(of)
    if of.league.shape == "all_play_all":
        make(of, "Ann", "Bob")
    found = season_current(copied(of).leagues.get())
    assert found is not None
    assert order(of) == [name for name, _said in table(of, found) if name in order(of)]
    assert len(playoffs_open(found)) == len(playoffs_open(of.season))


def is_refused_to_others(of: Running) -> None:
    before = EventStep.objects.count()
    with pytest.raises(EventConflict, match="are not level"):
        make(of, "Bob", "Bob")
    with pytest.raises(EventConflict, match="are not level"):
        make(of, "Bob", "Fay")
    asked: dict[str, Any] = {"season": of.season, "key": key()}
    asked |= {"first": of.entry("Bob"), "second": of.entry("Cid")}
    with pytest.raises(NotAllowed):
        playoff_make(**asked, by=of.account("Bob"), ends_on=of.today)
    gone = of.today - datetime.timedelta(days=1)
    with pytest.raises(EventRefused, match="lies in the future"):
        playoff_make(**asked, by=of.director, ends_on=gone)
    assert EventStep.objects.count() == before


LIFE: tuple[Cell, ...] = (
    is_offered_once_all_is_played,
    decides_the_tie_and_nothing_else,
    says_so_in_the_table,
    is_told_to_both,
    is_taken_back,
    is_taken_back_after_its_result,
    is_corrected,
    is_no_tie_any_more,
    outlives_the_closing,
    is_offered_after_the_closing,
    is_given_up,
    is_not_taken_over,
    is_no_match_of_who_comes_late,
    is_of_a_merged_player,
    is_the_same_worked_out_anew,
    is_kept_in_an_archive,
    is_refused_to_others,
)


@pytest.mark.parametrize("cell", LIFE, ids=lambda cell: cell.__name__)
@pytest.mark.parametrize("shape", LEVEL)
def test_what_must_hold(shape: str, cell: Cell) -> None:
    cell(season(shape))


def test_nobody_is_level_on_a_ladder() -> None:
    of = Running(shape="ladder", tie_breaks=["playoff"])
    of.play()
    assert level(of) == []


def test_a_league_without_the_step_is_offered_none() -> None:
    of = Running(tie_breaks=["wins", "level"])
    play(of)
    assert level(of) == []
    assert not playoffs_open(of.season)


def test_a_director_has_two_play_and_takes_it_back_on_the_page() -> None:
    of = season("swiss")
    client = Client()
    client.force_login(evenings.user("Olga"))
    address = f"/leagues/{of.league.public_id}/direct/"
    page = client.get(address).content.decode()
    assert "Division 1: Bob, Cid are level on a place that matters." in page
    sent = {
        "do": "playoff",
        "pair": f"{of.entry('Bob').public_id}.{of.entry('Cid').public_id}",
        "ends_on": str(of.today + datetime.timedelta(days=5)),
        "once": key(),
    }
    assert client.post(address, sent).status_code == 302
    match = Match.objects.get(round__bracket="playoff")
    page = client.get(address).content.decode()
    assert f"/fixtures/{match.public_id}/" in page
    assert "Division 1: Bob, Cid are level" not in page
    assert "Play-offs" in client.get(f"/leagues/{of.league.public_id}/").content.decode()
    sent = {"do": "playoff_back", "match": match.public_id, "once": key()}
    assert client.post(address, sent).status_code == 302
    assert not Match.objects.filter(pk=match.pk).exists()


def test_all_matches_of_three_who_are_level_are_arranged_at_once_or_one_by_one() -> None:
    of = season("all_play_all")
    make(of, "Ann", "Bob")
    client = Client()
    client.force_login(of.director)
    address = f"/leagues/{of.league.public_id}/direct/"
    page = client.get(address).content.decode()
    assert "Division 1: Ann, Bob, Cid are level on a place that matters." in page
    every = page.partition('name="pair">')[2].partition('value="')[2].partition('"')[0]
    sent = {"do": "playoff", "pair": every, "ends_on": str(of.today), "once": key()}
    assert client.post(address, sent).status_code == 302
    open_now = {frozenset((str(one.first), str(one.second))) for one in of.open()}
    assert open_now == {frozenset(two) for two in combinations(("Ann", "Bob", "Cid"), 2)}
    assert "are level" not in client.get(address).content.decode()
    for one in of.open():  # the ring once more: all are level still, and can play again
        two = [str(one.first), str(one.second)]
        of.win(one, two.index("Cid" if sorted(two) == ["Ann", "Cid"] else min(two)))
    assert ["Ann", "Bob", "Cid"] in level(of)


def test_a_play_off_is_called_so_among_own_matches_and_in_the_fixtures() -> None:
    of = season("all_play_all")
    match = make(of)
    bob = Client()
    bob.force_login(of.account("Bob"))
    page = f"/leagues/{of.league.public_id}/"
    assert ">Play-off · to be played by" in bob.get(f"{page}me/").content.decode()
    assert ",Play-off," in bob.get(f"{page}seasons/1/fixtures.csv").content.decode()
    assert "My next table" not in bob.get(f"/matches/{match.public_id}/").content.decode()
    of.win(match, 0)
    recent = bob.get(page).content.decode().partition('id="recent"')[2].partition("</section>")[0]
    assert recent.count(">Play-off<") == 1


@pytest.mark.parametrize("shape", LEVEL)
def test_who_withdraws_by_a_slip_plays_the_play_off_after_all(shape: str) -> None:
    of = season(shape)
    match = make(of)
    entries.entry_withdraw(entry=of.entry("Bob"), by=of.director)
    match.refresh_from_db()
    assert match.outcome == Match.Outcome.FORFEIT
    entries.entry_resume(entry=of.entry("Bob"), by=of.director)
    match.refresh_from_db()
    assert (match.state, match.outcome) == (Match.State.OPEN, "")
