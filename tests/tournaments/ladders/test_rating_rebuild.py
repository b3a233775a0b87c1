"""Ratings follow the record: step by step they say what a rebuilding from the log says."""

import datetime
import random
import threading
from typing import Any

import pytest
from django.db import connections

from games.decisions.services.merging import player_separate, players_merge
from games.models import Club, Player, Session
from games.record.services.amend import game_amend
from games.record.services.voiding import game_void
from games.rules.chouette import EnterPoints
from games.sessions.services.sessions import session_describe
from tests import evenings
from tests.evenings import MONDAY, Evening
from tournaments.ladders.services.skills import ratings_refresh
from tournaments.models import (
    RatingMonth,
    RatingPoint,
    RatingState,
    SessionEvidence,
    SkillRating,
)

pytestmark = pytest.mark.django_db

CLOSE = 1e-9
NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"]


def figures(club: Club) -> dict[str, Any]:
    """All that ratings say of a club, to be compared."""
    points = RatingPoint.objects.filter(club=club).order_by("player", "month")
    lines = SkillRating.objects.filter(club=club).order_by("row")
    return {
        "points": list(points.values_list("player", "month", "played_on", "games", "skill", "se")),
        "list": list(
            lines.values_list(
                "row", "player", "place", "is_settled", "month", "games", "skill", "se", "lower"
            )
        ),
        "months": list(
            RatingMonth.objects.filter(club=club)
            .order_by("month")
            .values_list("month", "played_on", "judged_tau", "sigma2", "rho", "tau")
        ),
    }


def assert_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    for key, rows in one.items():
        assert len(rows) == len(other[key]), key
        for row, like in zip(rows, other[key], strict=True):
            for cell, same in zip(row, like, strict=True):
                if isinstance(cell, float):
                    assert abs(cell - same) < CLOSE, (key, row, like)
                else:
                    assert cell == same, (key, row, like)


def assert_as_rebuilt(club: Club) -> None:
    """What is there is what a rebuilding from the log says."""
    ratings_refresh(club_id=club.pk)
    followed = figures(club)
    ratings_refresh(club_id=club.pk, everything=True)
    assert_same(followed, figures(club))


def played(club: Club, chance: random.Random, day: datetime.date, games: int = 4) -> Evening:
    """An evening with points that mean nothing, ended."""
    names = chance.sample(NAMES, chance.randint(3, 6))
    evening = Evening(club, " ".join(names), day=day)
    for _game in range(games):
        _box, team = evening.start()
        points = tuple((member, 100 * chance.choice([-4, -2, -1, 1, 2, 6])) for member in team)
        evening.do(EnterPoints(points, None))
    return evening.end()


def disturb(club: Club, chance: random.Random, ended: list[Evening]) -> None:
    """Do to a club what happens to clubs."""
    evening = chance.choice(ended)
    kind = chance.choice(["amend", "void", "void_game", "reopen", "late", "moved"])
    if kind == "late":
        ended.append(played(club, chance, MONDAY - datetime.timedelta(days=chance.randint(1, 900))))
    elif kind == "moved":
        session_describe(
            session=evening.session,
            by=evening.organizer,
            title="",
            place="",
            played_on=MONDAY - datetime.timedelta(days=chance.randint(1, 400)),
        )
        evening.session.refresh_from_db()
    elif evening.session.status == Session.Status.VOID:
        evening.reopen().end()
    elif kind == "void":
        evening.void()
    elif kind == "reopen":
        evening.reopen()
        if chance.random() < 0.5:
            evening.end()
        else:
            ended.remove(evening)
    else:
        if not evening.session.is_open:
            evening.reopen()
        number = chance.randint(1, 4)
        game = evening.session.games.get(number=number)
        if kind == "void_game" and not game.is_void:
            change: Any = game_void
            content: dict[str, Any] = {}
        elif not game.is_void:
            change = game_amend
            team = game.line["team"]
            points = tuple((one, 100 * chance.choice([-8, -3, 2, 5])) for one in team)
            content = {"actions": [EnterPoints(points, None)]}
        else:
            evening.end()
            return
        change(
            session=evening.session,
            game=number,
            version=evening.session.version,
            key=f"change-{evening.session.version}",
            sender=evening.organizer,
            **content,
        )
        evening.session.refresh_from_db()
        evening.end()


def season_of_evenings(club: Club, chance: random.Random, number: int) -> list[Evening]:
    days = sorted(MONDAY - datetime.timedelta(days=chance.randint(0, 1100)) for _ in range(number))
    return [played(club, chance, day) for day in days]


@pytest.mark.parametrize("seed", range(3))
def test_a_rebuilding_says_the_same_after_whatever_happened(seed: int) -> None:
    chance = random.Random(seed)
    club = evenings.club()
    ended = season_of_evenings(club, chance, 6)
    assert_as_rebuilt(club)
    for _step in range(8):
        disturb(club, chance, ended)
        if not ended:
            ended.append(played(club, chance, MONDAY))
        ratings_refresh(club_id=club.pk)
    assert_as_rebuilt(club)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 103))
def test_a_rebuilding_says_the_same_in_a_club_with_a_spread_of_its_own(seed: int) -> None:
    chance = random.Random(seed)
    club = evenings.club()
    ended = season_of_evenings(club, chance, 20)
    assert_as_rebuilt(club)
    assert RatingMonth.objects.filter(club=club).exclude(sigma2=6.0).exists()
    for step in range(20):
        disturb(club, chance, ended)
        ratings_refresh(club_id=club.pk)
        if step % 10 == 9:
            assert_as_rebuilt(club)


def test_a_session_counts_when_it_has_ended_and_not_while_it_is_played() -> None:
    club = evenings.club()
    evening = Evening(club).game(Bob=-1)
    ratings_refresh(club_id=club.pk)
    assert not SkillRating.objects.exists()
    evening.end()
    assert ratings_refresh(club_id=club.pk).games == 1
    assert SkillRating.objects.count() == 3
    evening.reopen()
    ratings_refresh(club_id=club.pk)
    assert not SkillRating.objects.exists()
    assert not RatingPoint.objects.exists()


def test_void_sessions_and_void_games_do_not_count() -> None:
    club = evenings.club()
    first = Evening(club).game(Bob=-1).game(Cid=2, Bob=1)
    game_void(
        session=first.session,
        game=2,
        version=first.session.version,
        key="void",
        sender=first.organizer,
    )
    first.end()
    Evening(club, day=MONDAY).game(Bob=-4).end().void()
    ratings_refresh(club_id=club.pk)
    assert set(SkillRating.objects.values_list("games", flat=True)) == {1}


def test_who_won_stands_above_who_lost_and_all_have_a_place_from_the_first_evening() -> None:
    club = evenings.club()
    Evening(club).game(Bob=-2, Cid=-4).end()
    ratings_refresh(club_id=club.pk)
    lines = SkillRating.objects.order_by("row")
    assert [line.player.name for line in lines] == ["Ann", "Bob", "Cid"]
    assert [(line.place, line.first, line.last) for line in lines] == [
        (1, 1, 3),
        (2, 1, 3),
        (3, 1, 3),
    ]
    assert all(line.is_wide for line in lines)
    assert lines[2].above_next is None
    assert lines[0].skill > 0 > lines[2].skill


def test_nothing_is_read_twice() -> None:
    club = evenings.club()
    Evening(club).game(Bob=-1).end()
    assert ratings_refresh(club_id=club.pk).sessions == 1
    generation = RatingState.objects.get().generation
    assert ratings_refresh(club_id=club.pk).sessions == 0
    assert RatingState.objects.get().generation == generation


def test_who_has_not_played_for_two_years_keeps_his_figure_until_he_comes_back() -> None:
    club = evenings.club()
    long_ago = datetime.date(2023, 3, 7)
    Evening(club, "Ann Bob Cid", day=long_ago).game(Bob=-3, Cid=-1).end()
    Evening(club, "Ann Bob Dee", day=datetime.date(2025, 3, 4)).game(Bob=-1, Dee=-1).end()
    ratings_refresh(club_id=club.pk)
    then = RatingPoint.objects.get(player__name="Cid")
    assert not SkillRating.objects.get(player__name="Cid").is_settled
    Evening(club, "Ann Bob Dee", day=datetime.date(2025, 4, 1)).game(Bob=1, Dee=1).end()
    ratings_refresh(club_id=club.pk)
    cid = SkillRating.objects.get(player__name="Cid")
    assert cid.is_settled
    assert (cid.skill, cid.se, cid.row) == (then.skill, then.se, 4)
    Evening(club, "Ann Bob Cid", day=datetime.date(2025, 5, 6)).game(Bob=1, Cid=1).end()
    ratings_refresh(club_id=club.pk)
    assert not SkillRating.objects.get(player__name="Cid").is_settled
    assert_as_rebuilt(club)


def test_two_who_turn_out_to_be_one_are_one_and_may_be_parted_again() -> None:
    club = evenings.club()
    Evening(club, "Ann Bob Cid", day=MONDAY).game(Bob=-1).end()
    Evening(club, "Ann Bobby Cid").game(Bobby=2).end()
    ratings_refresh(club_id=club.pk)
    bob, bobby = (Player.objects.get(name=name) for name in ("Bob", "Bobby"))
    olga = evenings.user("Olga")
    players_merge(player=bobby, into=bob, by=olga)
    assert_as_rebuilt(club)
    assert SkillRating.objects.get(player=bob).games == 2
    assert not SkillRating.objects.filter(player=bobby).exists()
    bobby.refresh_from_db()
    player_separate(player=bobby, by=olga)
    assert_as_rebuilt(club)
    assert SkillRating.objects.get(player=bob).games == 1


def test_a_club_that_is_gone_has_no_ratings() -> None:
    assert ratings_refresh(club_id=4711).sessions == 0


def test_only_some_months_keep_their_sums() -> None:
    club = evenings.club()
    for month in range(1, 11):
        Evening(club, day=datetime.date(2025, month, 3)).game(Bob=-1).end()
    Evening(club, day=datetime.date(2026, 1, 3)).game(Bob=-1).end()
    ratings_refresh(club_id=club.pk)
    kept = RatingMonth.objects.filter(sums__isnull=False).order_by("month")
    assert [f"{row.month:%Y-%m}" for row in kept] == ["2025-09", "2025-10", "2026-01"]


@pytest.mark.django_db(transaction=True)
def test_two_at_once_do_no_harm() -> None:
    club = evenings.club()
    for day in range(4):
        Evening(club, day=MONDAY - datetime.timedelta(days=40 * day)).game(Bob=-1).end()
    SessionEvidence.objects.all().delete()
    errors: list[BaseException] = []

    def refresh() -> None:
        try:
            ratings_refresh(club_id=club.pk, everything=True)
        except BaseException as error:
            errors.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=refresh) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert_as_rebuilt(club)
    assert set(SkillRating.objects.values_list("games", flat=True)) == {4}
