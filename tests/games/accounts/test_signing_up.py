"""Signing up with an invitation in hand: a new account, or the one that is there."""

import pytest
from django.test import Client

from games.accounts.services.accounts import invitation_create, invitation_revoke
from games.models import Club, Invitation, Membership, Player, RoleChange, User

PASSWORD = "seven-owls-fly"


@pytest.fixture
def link(club: Club, organizer: User, players: dict[str, Player]) -> str:
    """Where Dee is invited to."""
    _invitation, token = invitation_create(club=club, by=organizer, player=players["Dee"])
    return f"/invitation/{token}/"


def fields(**changed: str) -> dict[str, str]:
    return {
        "name": "Dee",
        "email": "dee@example.org",
        "password": PASSWORD,
        "language": "de",
        **changed,
    }


def test_an_account_is_made_in_ones_language_and_is_the_player(
    client: Client, club: Club, organizer: User, link: str
) -> None:
    page = client.get(link).content.decode()
    assert 'value="Dee"' in page
    answer = client.post(link, fields())
    dee = User.objects.get(email="dee@example.org")
    assert answer["Location"] == f"/clubs/{club.slug}/"
    assert answer.cookies["django_language"].value == "de"
    assert (dee.language, dee.players.get().name) == ("de", "Dee")
    change = RoleChange.objects.get(user=dee)
    assert (change.role_before, change.role_after, change.changed_by) == ("", "player", organizer)


def test_the_clubs_language_is_offered_first(client: Client, club: Club, link: str) -> None:
    Club.objects.update(language="de")
    assert '<option value="de" selected>' in client.get(link).content.decode()


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short", "too short"),
        ("password123", "too common"),
        ("8472910573", "entirely numeric"),
        ("dee@example.org", "too similar"),
    ],
)
def test_a_password_that_is_guessed_at_once_is_refused(
    client: Client, link: str, password: str, reason: str
) -> None:
    answer = client.post(link, fields(password=password))
    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert not User.objects.filter(email="dee@example.org").exists()


def test_account_and_invitation_go_together_or_not_at_all(
    client: Client, link: str, players: dict[str, Player], organizer: User
) -> None:
    players["Dee"].user = organizer
    players["Dee"].save()
    answer = client.post(link, fields())
    assert "belongs to another account already" in answer.content.decode()
    assert not User.objects.filter(email="dee@example.org").exists()
    assert client.get("/account/").status_code == 302


def test_an_address_that_is_taken_leads_to_the_sign_in_page(
    client: Client, link: str, organizer: User
) -> None:
    answer = client.post(link, fields(email=organizer.email))
    assert answer.status_code == 422
    assert f"/sign-in/?next={link}" in answer.content.decode()
    assert Invitation.objects.get().used_at is None


def test_an_empty_form_says_what_is_missing(client: Client, link: str) -> None:
    assert client.post(link).status_code == 422


def test_who_is_signed_in_accepts_with_one_tap(
    client: Client, club: Club, link: str, db: None
) -> None:
    dee = User.objects.create_user("dee@example.org", name="Dee")
    client.force_login(dee)
    assert "You are signed in as Dee." in client.get(link).content.decode()
    client.post(link)
    assert Membership.objects.get(user=dee, club=club).role == "player"


def test_an_invitation_that_was_withdrawn_opens_nothing(
    client: Client, link: str, organizer: User
) -> None:
    invitation_revoke(invitation=Invitation.objects.get(), by=organizer)
    assert client.get(link).status_code == 400
    assert client.post(link, fields()).status_code == 400
    assert not User.objects.filter(email="dee@example.org").exists()
