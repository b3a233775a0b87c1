"""The first steps of a new club: shown to who runs it, crossed off, gone when it is under way."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.clubs.services.people import club_found
from games.models import Club, Invitation, Job, Membership, Pass, Session, User


@pytest.fixture
def olga(db: None) -> User:
    return User.objects.create_user("olga@example.org", name="Olga")


@pytest.fixture
def club(olga: User) -> Club:
    return club_found(by=olga, name="Tuesday Club")


def evening(club: Club, status: str = "ended") -> None:
    Session.objects.create(
        club=club,
        played_on=datetime.date(2026, 11, 24),
        rules="canberra",
        rules_json={},
        status=status,
        rules_version=3,
    )


def invite(club: Club) -> None:
    Invitation.objects.create(club=club, token_hash="x", role="player", expires_at=timezone.now())


def import_results(club: Club) -> None:
    by = club.memberships.get().user
    Job.objects.create(club=club, kind=Job.Kind.RESULTS, state=Job.State.DONE, by=by)


def set_a_screen_up(club: Club) -> None:
    Pass.objects.create(club=club, role=Pass.Role.ONLOOKER)


def steps(user: User, club: Club) -> list[bool]:
    """Which of the steps that are shown are crossed off."""
    client = Client()
    client.force_login(user)
    page = client.get(reverse("club", args=[club.slug])).content.decode()
    return ["step--done" in one for one in re.findall(r'class="(step(?: step--done)?)"', page)]


def test_a_new_club_has_four_and_nothing_else_to_look_at(olga: User, club: Club) -> None:
    assert steps(olga, club) == [False] * 4


@pytest.mark.parametrize(
    ("place", "do"), list(enumerate([evening, invite, import_results, set_a_screen_up]))
)
def test_each_is_crossed_off_by_what_was_done(
    olga: User, club: Club, place: int, do: Callable[[Club], None]
) -> None:
    do(club)
    assert steps(olga, club) == [number == place for number in range(4)]


def test_an_import_that_failed_has_brought_nothing(olga: User, club: Club) -> None:
    import_results(club)
    Job.objects.update(state=Job.State.FAILED)
    assert steps(olga, club) == [False] * 4


def test_after_three_evenings_the_list_is_gone(olga: User, club: Club) -> None:
    for number in range(3):
        evening(club)
        assert bool(steps(olga, club)) is (number < 2)


def test_when_all_is_done_the_list_is_gone(olga: User, club: Club) -> None:
    for do in (evening, invite, import_results, set_a_screen_up):
        assert steps(olga, club)
        do(club)
    assert steps(olga, club) == []


@pytest.mark.parametrize("role", ["player", "scorer", "director", "organizer"])
def test_who_sees_them(club: Club, role: str) -> None:
    other = User.objects.create_user("bob@example.org", name="Bob")
    Membership.objects.create(user=other, club=club, role=role)
    assert bool(steps(other, club)) is (role == "organizer")


def test_a_club_that_is_under_way_asks_nothing_more(olga: User, club: Club) -> None:
    client = Client()
    client.force_login(olga)
    address = reverse("club", args=[club.slug])

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert client.get(address).status_code == 200
        return len(found)

    for _evening in range(2):
        evening(club)
    young = queries()
    evening(club)
    assert queries() < young
