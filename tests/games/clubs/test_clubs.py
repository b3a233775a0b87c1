"""Clubs, roles, players and seasons: who founds owns, and a club never loses its last owner."""

import datetime
from decimal import Decimal

import pytest
from django.urls import reverse

from games.clubs.selectors.home import home_page
from games.clubs.services.clubs import (
    club_change,
    club_create,
    membership_remove,
    membership_set,
    player_create,
    player_release,
    player_rename,
    player_set_active,
    season_create,
)
from games.errors import NotAllowed, Refused
from games.models import Club, User
from games.rules.chouette import OptionError


def test_who_founds_a_club_owns_it(organizer, club):
    assert club.memberships.get().role == "owner"
    assert club.memberships.get().user == organizer
    assert club.visibility == "members"


def test_addresses_of_clubs_differ(organizer, club):
    assert club.slug == "tuesday-club"
    assert club_create(by=organizer, name="Tuesday Club!").slug == "tuesday-club-2"
    assert len(club_create(by=organizer, name="囲碁").slug) == 16


def test_whoever_sees_all_clubs_finds_their_own_above_the_others(organizer, club):
    keeper = User.objects.create_superuser("keeper@example.org", name="Keeper")
    club_create(by=keeper, name="Zurich Club")
    assert [card.club.name for card in home_page(keeper).clubs] == ["Zurich Club", "Tuesday Club"]


def test_who_was_invited_into_the_demo_lands_there(client, organizer, club):
    organizer.set_password("a password of their own")
    organizer.save()
    Club.objects.filter(pk=club.pk).update(is_demo=True)
    client.force_login(organizer)
    answer = client.get(reverse("home"))
    assert answer.headers["Location"] == reverse("club", args=[club.slug])


def test_who_was_invited_into_the_demo_finds_it_beside_their_club(organizer, club):
    Club.objects.filter(pk=club.pk).update(is_demo=True)
    club_create(by=organizer, name="Zurich Club")
    assert [card.club.name for card in home_page(organizer).clubs] == [
        "Tuesday Club",
        "Zurich Club",
    ]


def test_settings_are_changed_and_house_rules_brought_into_short_form(organizer, club):
    club_change(
        club=club,
        by=organizer,
        default_rules="canberra; jacoby=no; minimum_take=break_even",
        stake_amount=Decimal("0.25"),
        currency="EUR",
        time_zone="Europe/Berlin",
    )

    club.refresh_from_db()
    assert club.default_rules == "canberra; jacoby=off"
    assert club.time_zone == "Europe/Berlin"


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"default_rules": "none of ours"}, OptionError),
        ({"time_zone": "Europe/Atlantis"}, Refused),
        ({"stake_amount": Decimal("1.00")}, Refused),
        ({"stake_amount": Decimal("-1.00"), "currency": "EUR"}, Refused),
        ({"name": ""}, Refused),
        ({"visibility": "secret"}, Refused),
        ({"slug": "other"}, TypeError),
    ],
)
def test_impossible_settings_are_refused(organizer, club, fields, error):
    with pytest.raises(error):
        club_change(club=club, by=organizer, **fields)


def test_a_director_does_not_change_the_club(member, club):
    with pytest.raises(NotAllowed):
        club_change(club=club, by=member("director"), name="Mine")


def test_a_demo_account_founds_no_clubs(db):
    demo = User.objects.create_user("demo@example.org", name="Demo", is_demo=True)

    with pytest.raises(NotAllowed):
        club_create(by=demo, name="Mine")


def test_roles_are_changed_by_who_may_give_them(member, club, organizer):
    user, other = member("player"), member("organizer")

    assert membership_set(club=club, user=user, role="scorer", by=other).role == "scorer"
    for role, by in (("owner", other), ("director", user)):
        with pytest.raises(NotAllowed):
            membership_set(club=club, user=user, role=role, by=by)
    with pytest.raises(NotAllowed):
        membership_set(club=club, user=organizer, role="player", by=other)


def test_a_club_keeps_an_owner(member, club, organizer):
    with pytest.raises(Refused, match="needs an owner"):
        membership_set(club=club, user=organizer, role="player", by=organizer)
    with pytest.raises(Refused, match="needs an owner"):
        membership_remove(membership=club.memberships.get(), by=organizer)

    membership_set(club=club, user=member("player"), role="owner", by=organizer)
    assert membership_set(club=club, user=organizer, role="player", by=organizer).role == "player"


def test_everybody_may_leave_and_only_organizers_send_away(member, club):
    leaving, other = member("player"), member("player")

    with pytest.raises(NotAllowed):
        membership_remove(membership=club.memberships.get(user=leaving), by=other)
    membership_remove(membership=club.memberships.get(user=leaving), by=leaving)
    assert not club.memberships.filter(user=leaving).exists()


@pytest.mark.parametrize("name", ["Ann Lee", 'Ann "Ace"', "O'Neil, Jim", "🎲", "李", "👩‍👧 Zoë"])
def test_a_player_may_have_an_unusual_name(club, organizer, name):
    assert player_create(club=club, by=organizer, name=f"  {name} ").name == name


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\0b", "\u202eevil", "\u200d"])
def test_a_name_that_cannot_be_seen_is_refused(club, organizer, name):
    with pytest.raises(Refused):
        player_create(club=club, by=organizer, name=name)


def test_a_name_is_taken_once_in_a_club(club, organizer, players):
    with pytest.raises(Refused, match="already"):
        player_create(club=club, by=organizer, name="Ann")
    with pytest.raises(Refused, match="already"):
        player_rename(player=players["Bob"], by=organizer, name="Ann")
    other = club_create(by=organizer, name="Other")
    assert player_create(club=other, by=organizer, name="Ann").club == other


def test_players_are_managed_by_directors_and_rename_themselves(club, member, players):
    director, user = member("director"), member("player")

    assert player_set_active(player=players["Ann"], by=director, is_active=False).is_active is False
    with pytest.raises(NotAllowed):
        player_set_active(player=players["Ann"], by=member("scorer"), is_active=True)
    with pytest.raises(NotAllowed):
        player_rename(player=players["Bob"], by=user, name="Rob")
    players["Bob"].user = user
    assert player_rename(player=players["Bob"], by=user, name="Rob").name == "Rob"
    with pytest.raises(NotAllowed):
        player_release(player=players["Bob"], by=director)
    assert player_release(player=players["Bob"], by=member("organizer")).user is None


def test_a_season_has_a_beginning_before_its_end(club, organizer):
    first, last = datetime.date(2026, 1, 1), datetime.date(2026, 12, 31)

    season_create(club=club, by=organizer, name="2026", starts_on=first, ends_on=last)
    with pytest.raises(Refused):
        season_create(club=club, by=organizer, name="2026", starts_on=first, ends_on=last)
    with pytest.raises(Refused, match="first day"):
        season_create(club=club, by=organizer, name="x", starts_on=last, ends_on=first)
