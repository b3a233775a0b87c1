"""Matches are rated from the earliest result that changed, to the same figures as from nothing."""

import datetime
import random
from typing import Any

import pytest
from django.core.management import call_command
from django.utils.translation import override

from games.decisions.services.merging import player_separate, players_merge
from games.models import Club, Player
from tests import evenings
from tests.tournaments.ladders.match_results import NOON, match, player
from tournaments.ladders.presenters.match_ratings import moved_tenths
from tournaments.ladders.services import match_ratings
from tournaments.ladders.services.match_ratings import match_ratings_refresh
from tournaments.ladders.services.runs import rebuild, rebuilding_ask
from tournaments.models import Match, MatchRating, MatchRatingPoint, RatingRun, RatingState
from tournaments.record.selectors.seeding import ratings_of
from tournaments.results.services.results import match_create, match_report
from tournaments.tasks import freeze_lists, refresh_match_ratings

pytestmark = pytest.mark.django_db


def state_of(club: Club) -> tuple[list[Any], list[Any]]:
    """Everything that is written of a club's match ratings."""
    points = MatchRatingPoint.objects.filter(club=club).order_by(
        "played_on", "settled_at", "match", "player"
    )
    columns = [*match_ratings.POINT]
    listed = MatchRating.objects.filter(club=club).order_by("row")
    return list(points.values_list(*columns)), list(listed.values_list(*match_ratings.LINE))


def rebuilt(club: Club) -> tuple[list[Any], list[Any]]:
    match_ratings_refresh(club_id=club.pk, everything=True)
    return state_of(club)


def rating(club: Club, name: str) -> MatchRating:
    return MatchRating.objects.get(player=player(club, name))


@pytest.mark.parametrize(
    ("language", "told"), [("en", ["+3.5", "−18.0", "0.0"]), ("de", ["+3,5", "−18,0", "0,0"])]
)
def test_a_change_of_rating_has_the_decimal_sign_of_the_language(
    language: str, told: list[str]
) -> None:
    with override(language):
        assert [moved_tenths(by) for by in (3.5, -18, -0.01)] == told


def test_a_newcomer_wins_five_times_the_half_of_what_the_match_is_worth() -> None:
    club = evenings.club()
    match(club, "Ann", "Bob", 9)
    assert match_ratings_refresh(club_id=club.pk) == 1
    # 4 * sqrt(9) * (1 - 1/2) = 6, times K = 5 for both, who have never played.
    ann, bob = rating(club, "Ann"), rating(club, "Bob")
    assert (ann.rating, bob.rating) == (pytest.approx(1530), pytest.approx(1470))
    assert (ann.experience, ann.matches, ann.won, bob.won) == (9, 1, 1, 0)
    assert ann.deviation < 350


def test_experience_is_what_the_player_had_before_the_match() -> None:
    club = evenings.club()
    match(club, "Ann", "Bob", 9)
    match(club, "Bob", "Ann", 1, day=1)
    match_ratings_refresh(club_id=club.pk)
    last = MatchRatingPoint.objects.get(player=player(club, "Bob"), number=2)
    # E = 1 / (1 + 10^(60 / 2000)) = .482737, K = 5 - 9/100 = 4.91, 4 * K * (1 - E) = 10.159
    assert last.expected == pytest.approx(0.482737, abs=1e-6)
    assert last.experience == 9
    assert last.rating - last.before == pytest.approx(10.159, abs=1e-3)
    assert (last.number, last.wins) == (2, 1)


@pytest.mark.parametrize(
    "fields",
    [
        {"is_rated": False},
        {"winner": None, "outcome": "unfinished"},
        {"state": "reported"},
        {"length": None},
        {"second": None, "outcome": "bye"},
    ],
)
def test_what_is_not_rated_moves_nobody(fields: dict[str, Any]) -> None:
    club = evenings.club()
    match(club, "Ann", "Bob", **fields)
    assert match_ratings_refresh(club_id=club.pk) == 0
    assert not MatchRating.objects.exists()


def test_the_day_of_a_match_comes_before_the_hour_in_which_it_was_settled() -> None:
    club = evenings.club()
    match(club, "Ann", "Bob", day=5)
    match(club, "Bob", "Ann", day=1)
    match_ratings_refresh(club_id=club.pk)
    first = MatchRatingPoint.objects.get(player=player(club, "Bob"), number=1)
    assert first.won
    assert first.before == 1500


def test_who_has_played_fifty_points_has_a_place_and_others_stand_below() -> None:
    club = evenings.club()
    for day in range(7):
        match(club, "Ann", "Bob", 7, day=day)
    match(club, "Cid", "Bob", 7, day=8)
    match_ratings_refresh(club_id=club.pk)
    names = dict(Player.objects.values_list("pk", "name"))
    lines = MatchRating.objects.order_by("row").values_list("player", "place", "experience")
    # 7 * 7 = 49 are not enough for Ann, the eighth match makes 56 of Bob's.
    assert [(names[pk], *rest) for pk, *rest in lines] == [
        ("Bob", 1, 56),
        ("Ann", None, 49),
        ("Cid", None, 7),
    ]


def test_a_match_of_today_leaves_everything_before_as_it_was_written() -> None:
    club = evenings.club()
    for day in range(4):
        match(club, "Ann", "Bob", day=day)
    match(club, "Cid", "Dan", day=1)
    match_ratings_refresh(club_id=club.pk)
    kept = set(MatchRatingPoint.objects.values_list("pk", flat=True))
    match(club, "Ann", "Cid", day=9)
    assert match_ratings_refresh(club_id=club.pk) == 1
    assert kept < set(MatchRatingPoint.objects.values_list("pk", flat=True))
    assert state_of(club) == rebuilt(club)


def test_nothing_new_writes_nothing() -> None:
    club = evenings.club()
    match(club, "Ann", "Bob")
    match_ratings_refresh(club_id=club.pk)
    before = RatingState.objects.get(club=club).match_generation
    assert match_ratings_refresh(club_id=club.pk) == 0
    assert RatingState.objects.get(club=club).match_generation == before


@pytest.mark.parametrize("seed", range(6))
def test_after_random_changes_it_is_the_same_as_from_the_beginning(seed: int) -> None:
    club, chance = evenings.club(), random.Random(seed)
    names = ["Ann", "Bob", "Cid", "Dan", "Eve"]
    for _step in range(25):
        kind = chance.choice(["play", "play", "play", "correct", "unrate", "delete", "move"])
        found = list(Match.objects.order_by("pk"))
        if kind == "play" or not found:
            match(
                club,
                *chance.sample(names, 2),
                chance.choice([1, 5, 7, 25]),
                day=chance.randrange(9),
            )
        else:
            one = chance.choice(found)
            if kind == "delete":
                one.delete()
            elif kind == "correct":
                one.winner, one.settled_at = 1, NOON + datetime.timedelta(days=1)
            elif kind == "unrate":
                one.is_rated = not one.is_rated
            else:
                one.played_on += datetime.timedelta(days=chance.randrange(-3, 4))
            if kind != "delete":
                one.save()
        if chance.random() < 0.6:
            match_ratings_refresh(club_id=club.pk)
    match_ratings_refresh(club_id=club.pk)
    assert state_of(club) == rebuilt(club)


def test_a_correction_is_followed_by_all_who_played_those_two_later() -> None:
    club = evenings.club()
    wrong = match(club, "Ann", "Bob", day=0)
    match(club, "Cid", "Dan", day=1)
    match(club, "Bob", "Cid", day=2)
    match_ratings_refresh(club_id=club.pk)
    before = rating(club, "Dan").rating
    wrong.winner = 1
    wrong.save()
    assert match_ratings_refresh(club_id=club.pk) == 3
    assert rating(club, "Dan").rating == before
    assert rating(club, "Bob").rating > 1550
    assert state_of(club) == rebuilt(club)


def test_who_was_merged_counts_as_the_other_until_he_is_separated_again() -> None:
    club = evenings.club()
    match(club, "Ann", "Bob", day=0)
    match(club, "Anne", "Bob", day=1)
    match_ratings_refresh(club_id=club.pk)
    apart = state_of(club)
    olga = evenings.user("Olga")
    players_merge(player=player(club, "Anne"), into=player(club, "Ann"), by=olga)
    match_ratings_refresh(club_id=club.pk)
    assert rating(club, "Ann").matches == 2
    assert not MatchRating.objects.filter(player__name="Anne").exists()
    assert state_of(club) == rebuilt(club)
    player_separate(player=player(club, "Anne"), by=olga)
    match_ratings_refresh(club_id=club.pk)
    assert state_of(club) == apart


def test_a_match_between_two_who_are_one_is_none() -> None:
    club = evenings.club()
    match(club, "Ann", "Anne")
    match_ratings_refresh(club_id=club.pk)
    # No service merges two who have met; a merge in the database leaves no rating against oneself.
    Player.objects.filter(name="Anne").update(merged_into=player(club, "Ann"), is_active=False)
    match_ratings_refresh(club_id=club.pk)
    assert not MatchRating.objects.exists()


def test_a_merger_queues_the_ratings_of_the_club(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    club = evenings.club()
    ann, anne = player(club, "Ann"), player(club, "Anne")
    queued: list[int] = []
    monkeypatch.setattr(refresh_match_ratings, "delay", queued.append)
    with django_capture_on_commit_callbacks(execute=True):
        ann.save(update_fields=["name"])
    assert queued == []
    with django_capture_on_commit_callbacks(execute=True):
        players_merge(player=anne, into=ann, by=evenings.user("Olga"))
    assert queued == [club.pk]


@pytest.mark.django_db(transaction=True)
def test_a_result_stands_in_the_list_by_itself() -> None:
    club = evenings.club()
    olga = evenings.user("Olga")
    ann, bob = player(club, "Ann"), player(club, "Bob")
    one = match_create(club=club, by=olga, first=ann, second=bob, length=5)
    match_report(match=one, by=olga, points=(5, 3), version=one.version, key="end")
    assert rating(club, "Ann").rating > 1500
    assert ratings_of([ann.pk, bob.pk]).keys() == {ann.pk, bob.pk}
    run = RatingRun.objects.get()
    assert (run.kind, run.state, run.matches) == ("change", "done", 1)


def test_what_went_wrong_is_written_down_and_the_old_figures_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = evenings.club()
    match(club, "Ann", "Bob")
    refresh_match_ratings(club.pk)
    before = state_of(club)
    match(club, "Ann", "Bob", day=1)

    def fail(*_args: Any) -> None:
        raise RuntimeError("no room on the disk")

    monkeypatch.setattr("tournaments.ladders.services.match_ratings._list_write", fail)
    with pytest.raises(RuntimeError):
        refresh_match_ratings(club.pk)
    assert state_of(club) == before
    assert RatingRun.objects.latest("pk").error == "RuntimeError: no room on the disk"


def test_who_was_slower_begins_again_on_what_the_faster_has_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = evenings.club()
    match(club, "Ann", "Bob")
    real, others = match_ratings._planned, [1, 2, 3]

    def planned(club_id: int, everything: bool) -> Any:
        plan = real(club_id, everything)
        if others:  # while this one reckoned, another has written
            others.pop()
            match(club, "Cid", "Bob", day=-len(others))
            match_ratings_refresh(club_id=club.pk)
        return plan

    monkeypatch.setattr(match_ratings, "_planned", planned)
    match_ratings_refresh(club_id=club.pk)
    assert rating(club, "Bob").matches == 4
    assert state_of(club) == rebuilt(club)


def test_a_player_who_is_deleted_takes_his_matches_out_of_everybody_elses() -> None:
    club = evenings.club()
    match(club, "Ann", "Bob", day=0)
    match(club, "Ann", "Cid", day=1)
    match_ratings_refresh(club_id=club.pk)
    Match.objects.filter(second__name="Bob").delete()
    Player.objects.get(name="Bob").delete()
    match_ratings_refresh(club_id=club.pk)
    assert rating(club, "Ann").matches == 1
    assert state_of(club) == rebuilt(club)


def test_every_night_and_every_rebuilding_finds_what_was_missed() -> None:
    club = evenings.club()
    match(club, "Ann", "Bob")
    freeze_lists()
    assert rating(club, "Ann").matches == 1
    MatchRatingPoint.objects.all().update(rating=0)
    run = rebuilding_ask(clubs=[club], by=None)
    rebuild(run_id=run.pk, club_id=club.pk)
    run.refresh_from_db()
    assert (run.matches, run.state) == (1, "done")
    assert MatchRatingPoint.objects.filter(rating__gt=1500).count() == 1


def test_the_command_rebuilds_matches_too(capsys: pytest.CaptureFixture[str]) -> None:
    club = evenings.club()
    match(club, "Ann", "Bob")
    call_command("ratings_rebuild", workers=1)
    assert rating(club, "Ann").matches == 1
    assert "1 matches" in capsys.readouterr().out


def test_other_clubs_are_not_touched() -> None:
    one, other = evenings.club("one"), evenings.club("two")
    for club in (one, other):
        match(club, "Ann", "Bob")
    match_ratings_refresh(club_id=one.pk)
    assert not MatchRating.objects.filter(club=other).exists()


def test_a_club_that_is_gone_has_no_ratings() -> None:
    assert match_ratings_refresh(club_id=999) == 0
