"""Seasons by shape and by what may happen in them: every cell says what must hold."""

import datetime
from collections.abc import Callable

import pytest

from games.decisions.services.anonymising import player_anonymise
from games.decisions.services.merging import players_merge
from games.errors import NotAllowed
from games.models import Club, Player
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services import entries
from tournaments.leagues.selectors.ladders import ladder_of
from tournaments.leagues.selectors.seasons import (
    Stage,
    draft_of,
    finishers_of,
    stage_of,
)
from tournaments.leagues.services import closing, drafts, leagues, seasons
from tournaments.models import EventStep, LeagueSeason, Match, day_end
from tournaments.results.services import results

pytestmark = [pytest.mark.django_db]

SHAPES = ("all_play_all", "swiss", "ladder")
Cell = Callable[[Running], None]


def is_announced(of: Running) -> None:
    """Nobody has an opponent yet, and everybody can still be moved."""
    fresh = Running(shape=of.league.shape, of=evenings_club("next"), is_released=False)
    assert stage_of(fresh.season) == Stage.ANNOUNCED
    assert not fresh.open()
    assert ladder_of(fresh.season) is None


def is_open_for_entries(of: Running) -> None:
    """A member enters with one tap and plays in the lowest division."""
    fresh = Running(shape=of.league.shape, of=evenings_club("next"), is_released=False)
    seasons.season_enter(season=fresh.season, **fresh.own("Zoe"))
    assert "Zoe" in fresh.divisions()[-1]


def is_running(of: Running) -> None:
    assert stage_of(of.season) == Stage.RUNNING
    assert all(one.board is None for one in of.open()), "nobody is called to a table"
    per_player = {"all_play_all": 2, "swiss": 1, "ladder": 1}[of.league.shape]
    ann = of.player("Ann").pk
    assert sum(ann in (one.first_id, one.second_id) for one in of.open()) == per_player


def is_closed(of: Running) -> None:
    """What was not played counts for neither; the season can be opened again as it was."""
    of.play(but="Ann")
    left = {one.pk for one in of.open()}
    of.close()
    assert not of.open()
    assert set(Match.objects.filter(outcome="no_show").values_list("pk", flat=True)) == left
    assert stage_of(of.season) == Stage.CLOSED


def is_ended(of: Running) -> None:
    of.play()
    of.close()
    of.draft()
    following = of.follow()
    of.again()
    assert stage_of(of.season) == Stage.ENDED
    assert (following.number, stage_of(following)) == (2, Stage.ANNOUNCED)
    before = sorted(name for group in of.divisions() for name in group)
    assert sorted(name for group in of.divisions(following) for name in group) == before


def is_entered_late(of: Running) -> None:
    """Fixtures are added, nothing is taken away."""
    of.play()
    played = set(Match.objects.values_list("pk", "first_points", "second_points"))
    seasons.season_enter(season=of.season, **of.own("Zoe"))
    assert played <= set(Match.objects.values_list("pk", "first_points", "second_points"))
    if of.league.shape == "swiss":
        seasons.season_enter(season=of.season, player=of.player("Yan"), by=of.director)
        of.release()
    if of.league.shape == "ladder":
        assert of.ladder()[-1] == "Zoe"
        of.challenge("Zoe", "Gus")
    zoe = of.player("Zoe").pk
    mine = [one for one in of.open() if zoe in (one.first_id, one.second_id)]
    assert len(mine) == {"all_play_all": 3, "swiss": 1, "ladder": 1}[of.league.shape]


def is_entered_too_late(of: Running) -> None:
    """They stand on the list for the next season."""
    LeagueSeason.objects.update(late_until=of.today - datetime.timedelta(days=1))
    of.again()
    seasons.season_enter(season=of.season, **of.own("Zoe"))
    of.again()
    assert "Zoe" not in of.divisions()[-1]
    of.play()
    of.close()
    assert of.draft()["Zoe"] == (len(of.divisions()), "new")


def withdraws_before_half(of: Running) -> None:
    """What is open is given up; coming back takes that back."""
    still = len(of.open())
    entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    assert len(of.open()) < still
    assert {one.key: one.is_back for one in finishers_of(of.season)}[
        of.player("Ann").public_id
    ] is False
    if of.league.shape == "ladder":
        assert of.ladder()[0] == "Bob"
    if of.league.shape != "swiss":
        entries.entry_resume(entry=of.entry("Ann"), by=of.director)
        assert len(of.open()) == still


def withdraws_after_half(of: Running) -> None:
    of.play()
    before = [(one.key, one.score) for one in finishers_of(of.season)]
    if of.league.shape == "ladder":  # who leaves is behind all others, with their results
        before = [*before[1:], before[0]]
    entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    assert [(one.key, one.score) for one in finishers_of(of.season)] == before


def is_merged(of: Running) -> None:
    """The season is the other's from then on, in tables and drafts."""
    other = Player.objects.create(club=of.club, name="Anna")
    players_merge(player=of.player("Ann"), by=of.director, into=other)
    of.play()
    of.close()
    assert of.draft()["Anna"][1] in ("stays", "down")


def is_made_anonymous(of: Running) -> None:
    of.play()
    player_anonymise(player=of.player("Bob"), by=of.director)
    of.close()
    assert len(of.draft()) == sum(map(len, of.divisions()))


def deadline_is_moved(of: Running) -> None:
    until = of.today + datetime.timedelta(days=100)
    with pytest.raises(EventRefused, match="Say why"):
        seasons.season_deadline(season=of.season, by=of.director, ends_on=until, reason=" ")
    seasons.season_deadline(season=of.season, by=of.director, ends_on=until, reason="Holidays")
    of.again()
    assert of.season.deadline == day_end(of.club, until)
    assert of.season.deadline_reason == "Holidays"
    assert EventStep.objects.filter(kind="league_deadline").exists()


def ends_early(of: Running) -> None:
    """Before the deadline it is closed like after it; what was reported counts if it shall."""
    match = of.open()[0]
    account = of.account(str(match.first))
    results.match_report(match=match, by=account, points=(11, 2), version=match.version, key=key())
    with pytest.raises(EventConflict, match=f"say whether they count. {match}"):
        of.close()
    of.close(reports={match.public_id: True})
    match.refresh_from_db()
    assert (match.state, match.winner) == ("settled", 0)


def is_disputed(of: Running) -> None:
    match = of.open()[0]
    first, second = of.account(str(match.first)), of.account(str(match.second))
    match = results.match_report(
        match=match, by=first, points=(11, 2), version=match.version, key=key()
    )
    results.match_reject(match=match, by=second, version=match.version, key=key())
    with pytest.raises(EventConflict, match="the two say different results"):
        closing.season_close(season=of.season, by=of.director)
    of.again()
    assert stage_of(of.season) == Stage.RUNNING


def is_undone(of: Running) -> None:
    """Opening a closed season again gives back what was open, and keeps what was corrected."""
    of.play(but="Bob")
    still = {one.pk for one in of.open()}
    of.close()
    corrected = Match.objects.filter(outcome="no_show").order_by("pk")[0]
    results.match_correct(
        match=corrected, by=of.director, points=(11, 0), version=corrected.version, key=key()
    )
    closing.season_reopen(season=of.season, by=of.director)
    of.again()
    assert {one.pk for one in of.open()} == still - {corrected.pk}
    assert stage_of(of.season) == Stage.RUNNING


def is_corrected_after_the_draft(of: Running) -> None:
    """It changes nothing by itself, and is a question."""
    of.play()
    of.close()
    before = of.draft()
    match = of.match("Ann", "Bob") if of.league.shape != "swiss" else None
    match = match or Match.objects.filter(outcome="played").order_by("pk")[0]
    points = (0, 11) if match.winner == 0 else (11, 0)
    results.match_correct(
        match=match, by=of.director, points=points, version=match.version, key=key()
    )
    of.again()
    draft = draft_of(of.season)
    assert draft is not None
    assert draft.is_outdated
    assert {one.reason for one in draft.moves} == {reason for _to, reason in before.values()}


def leaves(of: Running) -> None:
    seasons.season_wish(season=of.season, **of.own("Ann"), plays=False)
    of.again()
    of.play()
    of.close()
    assert of.draft()["Ann"] == (None, "withdrawn")


LIFE: tuple[Cell, ...] = (
    is_announced,
    is_open_for_entries,
    is_running,
    is_closed,
    is_ended,
    is_entered_late,
    is_entered_too_late,
    withdraws_before_half,
    withdraws_after_half,
    is_merged,
    is_made_anonymous,
    deadline_is_moved,
    ends_early,
    is_disputed,
    is_undone,
    is_corrected_after_the_draft,
    leaves,
)


def evenings_club(slug: str) -> Club:
    return evenings.club(slug, time_zone="Europe/Berlin")


@pytest.mark.parametrize("cell", LIFE, ids=lambda cell: cell.__name__)
@pytest.mark.parametrize("shape", SHAPES)
def test_what_must_hold(shape: str, cell: Cell) -> None:
    cell(Running(shape=shape))


def test_divisions_change_by_the_table() -> None:
    of = Running()
    of.play()
    of.close()
    draft = of.draft()
    assert draft["Dee"] == (1, "up")
    assert draft["Cid"] == (2, "down")
    assert of.divisions(of.follow()) == [
        ["Ann", "Bob", "Dee"],
        ["Cid", "Eve", "Gus"],
        ["Fay", "Hal", "Ida"],
    ]


def test_a_draft_is_changed_by_hand_and_says_so() -> None:
    of = Running()
    of.play()
    of.close()
    of.draft()
    drafts.draft_move(season=of.season, by=of.director, player=of.player("Hal"), to=2)
    drafts.draft_move(season=of.season, by=of.director, player=of.player("Gus"), to=3)
    with pytest.raises(NotAllowed):
        drafts.draft_move(season=of.season, by=of.account("Ida"), player=of.player("Ida"), to=1)
    of.again()
    assert of.divisions(of.follow())[1] == ["Cid", "Eve", "Hal"]


def wishes(name: str, *, plays: bool) -> Cell:
    return lambda of: seasons.season_wish(season=of.season, **of.own(name), plays=plays)


def moves(name: str, to: int) -> Cell:
    return lambda of: drafts.draft_move(
        season=of.season, by=of.director, player=of.player(name), to=to
    )


def enters(of: Running) -> None:
    seasons.season_enter(season=of.season, **of.own("Zoe"))


def withdraws(of: Running) -> None:
    entries.entry_withdraw(entry=of.entry("Eve"), by=of.director)


@pytest.mark.parametrize(
    ("since", "following"),
    [
        ((), ("Ann Bob Cid Eve", "Dan Fay Gus Hal")),
        ((wishes("Bob", plays=False),), ("Ann Cid Eve", "Dan Fay Gus Hal")),
        (
            (wishes("Bob", plays=False), wishes("Bob", plays=True)),
            ("Ann Bob Cid Eve", "Dan Fay Gus Hal"),
        ),
        (
            (wishes("Bob", plays=False), moves("Bob", 2)),
            ("Ann Cid Eve", "Bob Dan Fay Gus Hal"),
        ),
        (
            (moves("Dan", 1), moves("Bob", 2), wishes("Bob", plays=False)),
            ("Ann Cid Dan Eve", "Fay Gus Hal"),
        ),
        ((enters,), ("Ann Bob Cid Eve", "Dan Fay Gus Hal Zoe")),
        ((enters, wishes("Zoe", plays=False)), ("Ann Bob Cid Eve", "Dan Fay Gus Hal")),
        ((withdraws,), ("Ann Bob Cid", "Dan Fay Gus Hal")),
        ((withdraws, moves("Eve", 2)), ("Ann Bob Cid", "Dan Eve Fay Gus Hal")),
    ],
)
def test_a_draft_follows_who_leaves_or_comes_until_it_is_confirmed(
    since: tuple[Cell, ...], following: tuple[str, ...]
) -> None:
    of = Running("Ann Bob Cid Dan", "Eve Fay Gus Hal")
    of.play()
    of.close()
    of.draft()
    for step in since:
        step(of)
    # The page of the director was loaded before: what it has read of the season is old.
    assert [" ".join(group) for group in of.divisions(of.follow())] == list(following)
    of.again()
    kept = {one["key"]: one["to"] for one in (of.season.draft or {})["moves"]}
    assert kept.get(of.player("Bob").public_id) == next(
        (place for place, group in enumerate(following, 1) if "Bob" in group), None
    )


@pytest.mark.parametrize(("unplayed", "outcome"), [("nothing", "no_show"), ("half", "unfinished")])
def test_what_was_not_played_counts_as_the_league_says(unplayed: str, outcome: str) -> None:
    of = Running(unplayed=unplayed)
    of.close()
    assert set(Match.objects.values_list("outcome", flat=True)) == {outcome}


def test_what_was_not_played_can_wait_for_the_director() -> None:
    of = Running(unplayed="waits")
    with pytest.raises(EventConflict, match=r"they have no result: .*, …"):
        closing.season_close(season=of.season, by=of.director)


def test_a_league_refuses_what_cannot_be() -> None:
    of = Running()
    with pytest.raises(EventRefused, match="a league called Winter"):
        leagues.league_create(club=of.club, by=of.director, name="Winter")
    with pytest.raises(EventConflict, match="Season 1 is not over"):
        seasons.season_announce(
            league=of.league, by=of.director, divisions=[], starts_on=of.today, ends_on=of.today
        )
    other = leagues.league_create(club=of.club, by=of.director, name="Summer")
    twice = [[of.player("Ann")], [of.player("Ann")]]
    with pytest.raises(EventRefused, match="Ann stands in two divisions"):
        seasons.season_announce(
            league=other, by=of.director, divisions=twice, starts_on=of.today, ends_on=of.today
        )
    assert other.seasons.count() == 0


def test_a_division_of_one_is_not_released() -> None:
    of = Running("Ann Bob Cid", "Dee", is_released=False)
    with pytest.raises(EventRefused, match="Division 2 would have 1"):
        seasons.season_release(season=of.season, by=of.director)
    assert not Match.objects.exists()


def test_a_member_enters_nobody_else() -> None:
    of = Running(is_released=False)
    with pytest.raises(NotAllowed):
        seasons.season_enter(season=of.season, player=of.player("Zoe"), by=of.account("Ann"))
