"""Links work once and not for long; invitations claim players and give roles, never too much."""

import datetime

import pytest
from django.contrib.auth import authenticate
from django.utils import timezone

from games.accounts.services import accounts
from games.accounts.services.accounts import (
    invitation_accept,
    invitation_create,
    invitation_find,
    links_delete_expired,
    sign_in_link_create,
    sign_in_link_redeem,
    user_create,
    user_rename,
)
from games.errors import NotAllowed, Refused
from games.models import Invitation, Membership, SignInLink, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest():
    return User.objects.create_user("guest@example.org", name="Gus")


def test_an_address_is_one_person_whatever_its_capitals():
    user_create(email=" Ann@Example.ORG ", name="Ann", password="correct horse")

    assert User.objects.get().email == "ann@example.org"
    assert User.objects.get_by_natural_key("ANN@example.org") == User.objects.get()
    with pytest.raises(Refused, match="already exists"):
        user_create(email="ANN@EXAMPLE.ORG", name="Another")


def test_one_signs_in_by_address_and_password(rf):
    user_create(email="ann@example.org", name="Ann", password="correct horse")
    request = rf.post("/")

    def sign_in(email, password):
        return authenticate(request, username=email, password=password)

    assert sign_in("Ann@example.org", "correct horse").name == "Ann"
    assert sign_in("ann@example.org", "wrong") is None


@pytest.mark.parametrize(
    ("email", "name"), [("no address", "Ann"), ("a@example.org", " "), ("a@example.org", "x" * 81)]
)
def test_an_impossible_account_is_refused(email, name):
    with pytest.raises(Refused):
        user_create(email=email, name=name)


def test_a_user_changes_his_name(guest):
    assert user_rename(user=guest, name=" Gustav ", language="de").name == "Gustav"
    with pytest.raises(Refused):
        user_rename(user=guest, name="", language="")


def test_a_sign_in_link_works_once_and_its_secret_is_not_kept(guest):
    token = sign_in_link_create(user=guest)

    assert token not in str(SignInLink.objects.values())
    assert sign_in_link_redeem(token=token) == guest
    with pytest.raises(Refused, match="not valid"):
        sign_in_link_redeem(token=token)


def test_a_sign_in_link_expires(guest):
    token = sign_in_link_create(user=guest, lasts=datetime.timedelta(seconds=-1))

    with pytest.raises(Refused):
        sign_in_link_redeem(token=token)


def test_a_closed_account_is_not_entered_by_link(guest):
    token = sign_in_link_create(user=guest)
    User.objects.update(is_active=False)

    with pytest.raises(Refused):
        sign_in_link_redeem(token=token)


@pytest.mark.parametrize("token", ["", "x", "\0", "\ud800"])
def test_a_made_up_secret_opens_nothing(token):
    with pytest.raises(Refused):
        sign_in_link_redeem(token=token)
    with pytest.raises(Refused):
        invitation_find(token=token)


def test_an_invitation_claims_a_player(club, organizer, players, guest):
    invitation, token = invitation_create(club=club, by=organizer, player=players["Ann"])
    assert invitation_find(token=token) == invitation

    membership = invitation_accept(token=token, user=guest)

    players["Ann"].refresh_from_db()
    assert players["Ann"].user == guest
    assert membership.role == "player"
    invitation.refresh_from_db()
    assert invitation.used_by == guest
    with pytest.raises(Refused, match="not valid"):
        invitation_accept(token=token, user=guest)


def test_an_invitation_gives_a_role_and_takes_none(club, organizer, member, guest):
    director = member("director")
    for user, role in ((guest, "scorer"), (director, "director")):
        _, token = invitation_create(club=club, by=organizer, role="scorer")
        assert invitation_accept(token=token, user=user).role == role


def test_a_player_is_claimed_by_one_account(club, organizer, players, guest, member):
    tokens = [
        invitation_create(club=club, by=organizer, player=players["Ann"])[1] for _ in range(2)
    ]
    invitation_accept(token=tokens[0], user=guest)

    with pytest.raises(Refused, match="another account"):
        invitation_accept(token=tokens[1], user=member("player"))
    with pytest.raises(Refused, match="another account"):
        invitation_create(club=club, by=organizer, player=players["Ann"])
    assert Invitation.objects.filter(used_at__isnull=True).count() == 1


def test_an_account_is_one_player_in_a_club(club, organizer, players, guest):
    for name in ("Ann", "Bob"):
        _, token = invitation_create(club=club, by=organizer, player=players[name])
        if name == "Ann":
            invitation_accept(token=token, user=guest)
    with pytest.raises(Refused, match="You are Ann"):
        invitation_accept(token=token, user=guest)


@pytest.mark.parametrize(
    ("by", "role", "may"),
    [
        ("owner", "owner", True),
        ("organizer", "organizer", True),
        ("organizer", "owner", False),
        ("director", "player", False),
        ("scorer", "player", False),
        ("player", "player", False),
    ],
)
def test_nobody_invites_to_more_than_he_may_give(club, member, by, role, may):
    user = member(by)
    if may:
        invitation_create(club=club, by=user, role=role)
    else:
        with pytest.raises(NotAllowed):
            invitation_create(club=club, by=user, role=role)


def test_what_has_expired_is_deleted(club, organizer, guest):
    past = -datetime.timedelta(days=1)
    sign_in_link_create(user=guest, lasts=past)
    sign_in_link_create(user=guest)
    invitation_create(club=club, by=organizer, lasts=past)

    assert links_delete_expired(now=timezone.now()) == 2
    assert SignInLink.objects.count() == 1


def test_roles_are_ranked_from_player_to_owner():
    assert accounts._RANKS == ["player", "scorer", "director", "organizer", "owner"]
    assert set(accounts._RANKS) == set(Membership.Role.values)
