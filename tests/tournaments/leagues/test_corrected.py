"""A season put right after the next has begun: only results are said to move anybody."""

from __future__ import annotations

import pytest

from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import shown_to
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_ends import goes
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.events import event_finish, event_reopen
from tournaments.events.services.removals import entry_remove
from tournaments.leagues.presenters.history import history_of
from tournaments.leagues.selectors.seasons import moves_made
from tournaments.leagues.services import drafts, seasons
from tournaments.models import Entry, LeagueSeason
from tournaments.results.services.results import match_correct

pytestmark = pytest.mark.django_db
WISHES = ("none", "before the draft", "after the draft", "taken back", "came late", "left since")
STAGES = ("announced", "released")
LEAVES = ("Bob", "Gus")


class Corrected:
    """A season of two divisions that is over; somebody has a wish, and the next one is on."""

    def __init__(self, wish: str, stage: str, who: str, is_by_hand: bool = False) -> None:
        self.of = Running("Ann Bob Cid Dan", "Eve Fay Gus Hal")
        self.who = who
        self.of.play()
        self.of.close()
        self.before = self.of.season
        if wish == "before the draft":
            self.wish(plays=False)
        self.of.draft()
        if wish in ("after the draft", "taken back", "came late"):
            self.wish(plays=False)
        if is_by_hand:
            cid = self.of.player("Cid")
            drafts.draft_move(season=self.of.season, by=self.of.director, player=cid, to=2)
        self.after: LeagueSeason = self.of.follow()
        if stage == "released":
            seasons.season_release(season=self.after, by=self.of.director)
        self.later = wish
        if wish == "came late":
            self.enter()
        if wish == "left since":
            self.of.again()
            entry = Entry.objects.get(division__event=self.after.event, player__name=who)
            entry_withdraw(entry=entry, by=self.of.director)

    def wish(self, *, plays: bool) -> None:
        self.of.again()
        own = self.of.own(self.who)
        seasons.season_wish(season=self.of.season, **own, plays=plays, key=key())
        self.of.again()

    def enter(self) -> None:
        player, by = self.of.player(self.who), self.of.director
        seasons.season_enter(season=self.after, player=player, by=by, key=key())

    def correct(self, one: str, other: str, points: tuple[int, int]) -> None:
        """Open the season again, put one result right, and end it again."""
        self.of.again()
        event_reopen(event=self.of.season.event, by=self.of.director)
        match = self.of.match(one, other)
        mine = points if str(match.first) == one else points[::-1]
        version, by = match.version, self.of.director
        match_correct(match=match, by=by, points=mine, version=version, key=key())
        if self.later == "taken back":
            self.wish(plays=True)
            self.later = ""
        self.of.again()
        event_finish(event=self.of.season.event, by=self.of.director)

    def said(self) -> list[str]:
        """Who is said to stand elsewhere by the results of now."""
        shown = shown_to(self.of, f"/leagues/{self.of.league.public_id}/direct/")
        names = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
        return [one for one in names if f"{one}: Division" in shown or f"{one}: –" in shown]


@pytest.mark.parametrize("who", LEAVES)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("wish", WISHES)
def test_a_correction_says_of_nobody_that_they_move_but_by_results(
    wish: str, stage: str, who: str
) -> None:
    of = Corrected(wish, stage, who)
    of.correct("Ann", "Dan", (11, 0))
    assert of.said() == [], "it moves nobody"
    assert "before a result" not in goes(of.of)
    of.correct("Eve", "Fay", (3, 11))
    moved = of.said()
    assert moved == ["Eve", "Fay"], "they have changed places"
    of.correct("Eve", "Fay", (11, 4))
    assert of.said() == [], "it was taken back"
    assert "before a result" not in goes(of.of)


def test_what_a_director_has_moved_by_hand_is_no_matter_of_results() -> None:
    of = Corrected("after the draft", "announced", "Gus", is_by_hand=True)
    of.correct("Ann", "Dan", (11, 0))
    assert of.said() == []


@pytest.mark.parametrize("wish", ["before the draft", "after the draft", "came late"])
def test_a_draft_that_kept_no_wishes_tells_them_by_who_leaves(wish: str) -> None:
    """As seasons were that were confirmed before drafts kept them."""
    of = Corrected(wish, "released", "Hal")
    season = LeagueSeason.objects.get(pk=of.of.season.pk)
    kept = season.draft or {}
    season.draft = {name: kept[name] for name in ("computed", "moves")}
    season.save(update_fields=["draft"])
    of.correct("Ann", "Dan", (11, 0))
    assert of.said() == []


@pytest.mark.parametrize("is_moved", [False, True])
def test_my_seasons_has_the_way_that_the_page_of_the_season_has(*, is_moved: bool) -> None:
    of = Corrected("none", "announced", "Gus")
    of.correct("Eve", "Fay", (3, 11))
    if is_moved:
        upper, lower = of.after.event.divisions.order_by("position")
        for name, division in (("Eve", lower), ("Fay", upper)):
            entry = Entry.objects.get(division__event=of.after.event, player__name=name)
            entry_remove(entry=entry, by=of.of.director)
            said = {"player": of.of.player(name), "by": of.of.director, "division": division}
            seasons.season_enter(season=of.after, **said, key=key())
    both = list(LeagueSeason.objects.order_by("number"))
    gone = {move.key: (move.was, move.to) for move, _otherwise in moves_made(*both)}
    for name in ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"):
        player = of.of.player(name)
        [step] = history_of(both, player)
        was, to = gone[player.public_id]
        assert was is not None
        assert to is not None
        assert step.way == ("stays" if to == was else "up" if to < was else "down"), name
        plays = Entry.objects.get(division__event=of.after.event, player=player)
        assert to == plays.division.position
