"""The page of invitations: made with a link and a QR code, listed, withdrawn."""

import datetime
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.services.accounts import invitation_accept, invitation_create, invitation_revoke
from games.clubs.services.clubs import club_create, membership_remove, membership_set
from games.errors import NotAllowed, Refused
from games.models import Club, Invitation, Membership, Player, User


@pytest.fixture
def desk(client: Client, organizer: User) -> Client:
    """The organizer's browser."""
    client.force_login(organizer)
    return client


def url(club: Club) -> str:
    return f"/clubs/{club.slug}/invitations/"


def test_a_link_is_shown_once_as_text_and_as_a_qr_code(
    desk: Client, club: Club, players: dict[str, Player]
) -> None:
    fields = {"player": players["Dee"].public_id, "role": "scorer", "days": "7"}
    page = desk.post(url(club), fields).content.decode()
    assert "http://testserver/invitation/" in page
    assert "<svg" in page
    assert "<style" not in page
    assert "style=" not in page
    made = Invitation.objects.get()
    assert (made.player, made.role) == (players["Dee"], "scorer")
    days = made.expires_at - timezone.now()
    assert datetime.timedelta(days=6, hours=23) < days < datetime.timedelta(days=7)
    again = desk.get(url(club)).content.decode()
    assert "Dee" in again
    assert "http://testserver/invitation/" not in again


@pytest.mark.parametrize(
    "wrong",
    [{"role": "king"}, {"role": "player", "player": "nobody"}, {"role": "player", "days": "9999"}],
)
def test_what_no_button_posts_is_refused(desk: Client, club: Club, wrong: dict[str, str]) -> None:
    answer = desk.post(url(club), {"days": "7", **wrong})
    assert answer.status_code == 422
    assert not Invitation.objects.exists()


def test_players_of_another_club_are_not_offered(
    desk: Client, club: Club, organizer: User, players: dict[str, Player]
) -> None:
    other = club_create(by=organizer, name="Other")
    fields = {"player": players["Dee"].public_id, "role": "player", "days": "7"}
    assert desk.post(url(other), fields).status_code == 422


def test_an_organizer_is_not_offered_to_make_owners(
    client: Client, club: Club, member: Callable[[str], User]
) -> None:
    client.force_login(member("organizer"))
    page = client.get(url(club)).content.decode()
    assert 'value="organizer"' in page
    assert 'value="owner"' not in page
    assert client.post(url(club), {"role": "owner", "days": "7"}).status_code == 422


def test_an_invitation_is_withdrawn_once(desk: Client, club: Club, organizer: User) -> None:
    made, token = invitation_create(club=club, by=organizer)
    desk.post(f"{url(club)}{made.pk}/revoke/")
    made.refresh_from_db()
    assert made.revoked_at is not None
    assert "withdrawn" in desk.get(url(club)).content.decode()
    with pytest.raises(Refused, match="withdrawn already"):
        invitation_revoke(invitation=made, by=organizer)
    with pytest.raises(Refused):
        invitation_accept(token=token, user=organizer)


def test_an_organizer_does_not_withdraw_an_owners_invitation_to_own(
    club: Club, organizer: User, member: Callable[[str], User]
) -> None:
    made, _token = invitation_create(club=club, by=organizer, role="owner")
    with pytest.raises(NotAllowed):
        invitation_revoke(invitation=made, by=member("organizer"))


def test_an_invitation_of_another_club_is_not_found(
    client: Client, club: Club, organizer: User
) -> None:
    made, _token = invitation_create(club=club, by=organizer)
    stranger = User.objects.create_user("stranger@example.org", name="S")
    other = club_create(by=stranger, name="Other")
    client.force_login(stranger)
    assert client.post(f"{url(other)}{made.pk}/revoke/").status_code == 404
    assert client.post(f"{url(club)}{made.pk}/revoke/").status_code == 404
    made.refresh_from_db()
    assert made.revoked_at is None


@pytest.mark.parametrize("goes", [True, False])
def test_who_loses_the_right_to_invite_leaves_no_open_door(
    club: Club, organizer: User, member: Callable[[str], User], goes: bool
) -> None:
    other = member("organizer")
    _made, token = invitation_create(club=club, by=other, role="organizer")
    if goes:
        membership_remove(membership=Membership.objects.get(user=other), by=organizer)
    else:
        membership_set(club=club, user=other, role="director", by=organizer)
    with pytest.raises(Refused):
        invitation_accept(token=token, user=other)


def test_the_list_takes_the_same_queries_however_long(
    desk: Client, club: Club, organizer: User, django_assert_max_num_queries: object
) -> None:
    for _ in range(6):
        invitation_create(club=club, by=organizer)
    with django_assert_max_num_queries(16):  # type: ignore[operator]
        answer = desk.get(url(club))
    assert answer.content.decode().count("/revoke/") == 6
