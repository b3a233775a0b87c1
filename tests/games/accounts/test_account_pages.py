"""Signing in and out, one's account, links that work once, invitations."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.accounts.services.accounts import invitation_create, sign_in_link_create
from games.models import Club, Membership, Player, User

PASSWORD = "seven-owls-fly"


@pytest.fixture
def ann(db: None) -> User:
    """A user with a password."""
    return User.objects.create_user("ann@example.org", PASSWORD, name="Ann")


def test_it_signs_in_by_email_and_password_and_goes_where_one_wanted(
    client: Client, ann: User
) -> None:
    answer = client.post(
        "/sign-in/", {"email": "Ann@Example.org", "password": PASSWORD, "next": "/account/"}
    )
    assert answer["Location"] == "/account/"
    assert client.get("/account/").status_code == 200


@pytest.mark.parametrize("email", ["ann@example.org", "nobody@example.org"])
def test_a_failure_does_not_say_what_was_wrong(client: Client, ann: User, email: str) -> None:
    answer = client.post("/sign-in/", {"email": email, "password": "wrong-password"})
    assert answer.status_code == 422
    assert "password is wrong" in answer.content.decode()


def test_it_never_leads_to_another_site(client: Client, ann: User) -> None:
    fields = {"email": ann.email, "password": PASSWORD, "next": "https://evil.example/"}
    assert client.post("/sign-in/", fields)["Location"] == "/"


def test_a_link_signs_in_once(client: Client, ann: User) -> None:
    url = f"/sign-in/{sign_in_link_create(user=ann)}/"
    # Looking uses nothing up: programs that preview links look, too.
    assert "This link signs you in once." in client.get(url).content.decode()
    assert client.post(url)["Location"] == "/"
    assert client.get("/account/").status_code == 200
    client.logout()
    again = client.post(url)
    assert again.status_code == 400
    assert "was used already" in again.content.decode()


def test_signing_out_takes_a_post(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.get("/sign-out/").status_code == 405
    client.post("/sign-out/")
    assert client.get("/account/").status_code == 302


def test_name_and_language_are_changed(client: Client, ann: User) -> None:
    client.force_login(ann)
    answer = client.post("/account/", {"name": "Anna", "language": "de"})
    ann.refresh_from_db()
    assert (ann.name, ann.language) == ("Anna", "de")
    assert answer.cookies["django_language"].value == "de"


def test_a_language_that_is_none_is_refused(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.post("/account/", {"name": "", "language": "xx"}).status_code == 422


def test_a_first_password_is_set(client: Client, db: None) -> None:
    bob = User.objects.create_user("bob@example.org", name="Bob")
    client.force_login(bob)
    assert "Set a password" in client.get("/account/").content.decode()
    short = client.post("/account/password/", {"new_password1": "owl", "new_password2": "owl"})
    assert short.status_code == 422
    client.post("/account/password/", {"new_password1": PASSWORD, "new_password2": PASSWORD})
    bob.refresh_from_db()
    assert bob.check_password(PASSWORD)
    assert client.get("/account/").status_code == 200


def test_an_invitation_makes_an_account_that_is_the_player(
    client: Client, club: Club, organizer: User, players: dict[str, Player]
) -> None:
    _invitation, token = invitation_create(club=club, by=organizer, player=players["Dee"])
    page = client.get(f"/invitation/{token}/").content.decode()
    assert "You become Dee" in page
    fields = {"name": "Dee", "email": "dee@example.org", "password": PASSWORD}
    answer = client.post(f"/invitation/{token}/", fields)
    assert answer["Location"] == f"/clubs/{club.slug}/"
    players["Dee"].refresh_from_db()
    assert players["Dee"].user == User.objects.get(email="dee@example.org")


def test_who_signs_up_in_a_language_of_their_browser_has_it_in_their_mails(
    client: Client, club: Club, organizer: User
) -> None:
    _invitation, token = invitation_create(club=club, by=organizer, role="scorer")
    german = {"HTTP_ACCEPT_LANGUAGE": "de"}
    page = client.get(f"/invitation/{token}/", **german).content.decode()
    assert '<option value="de" selected>' in page


def test_an_invitation_is_accepted_by_who_is_signed_in(
    client: Client, club: Club, organizer: User, ann: User
) -> None:
    _invitation, token = invitation_create(club=club, by=organizer, role="scorer")
    client.force_login(ann)
    client.post(f"/invitation/{token}/")
    assert Membership.objects.get(user=ann).role == "scorer"
    assert client.get(f"/invitation/{token}/").status_code == 400


def test_an_address_that_is_taken_uses_nothing_up(
    client: Client, club: Club, organizer: User, ann: User
) -> None:
    _invitation, token = invitation_create(club=club, by=organizer)
    fields = {"name": "Ann", "email": "ann@example.org", "password": PASSWORD}
    answer = client.post(f"/invitation/{token}/", fields)
    assert answer.status_code == 422
    assert client.get(f"/invitation/{token}/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/invitation/none/", "/nowhere/", "/clubs/nowhere/"])
def test_what_is_not_there_is_a_page_with_a_sentence(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (400, 404)
    assert "<h1>" in answer.content.decode()
    assert "Traceback" not in answer.content.decode()


def test_the_front_page_begins_with_what_is_running(
    client: Client, organizer: User, session: object
) -> None:
    client.force_login(organizer)
    page = client.get("/").content.decode()
    assert page.index("Running now") < page.index("Start a chouette")


def test_an_empty_front_page_says_what_to_do_first(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert "Begin with your club" in client.get("/").content.decode()
    answer = client.post("/new-club/", {"name": "Owls", "default_rules": "amsterdam"})
    assert answer.status_code == 422
    fields = {"name": "Owls", "default_rules": "amsterdam", "time_zone": "Europe/Berlin"}
    assert client.post("/new-club/", fields)["Location"] == "/clubs/owls/"
    assert Club.objects.get(slug="owls").default_rules == "amsterdam"


def test_a_new_club_says_what_rules_mean_and_offers_a_chouette_and_an_event(
    client: Client, ann: User
) -> None:
    client.force_login(ann)
    form = client.get("/new-club/").content.decode()
    assert "The box stays after beating the captain, and takes all cubes or none." in form
    assert 'value="canberra" checked' in form

    fields = {"name": "Owls", "default_rules": "canberra", "time_zone": "Europe/Berlin"}
    page = client.post("/new-club/", fields, follow=True).content.decode()
    assert 'href="/clubs/owls/sessions/new/"' in page
    assert 'href="/clubs/owls/events/new/"' in page


def test_who_founds_a_club_finds_their_own_name_among_who_plays(client: Client, ann: User) -> None:
    client.force_login(ann)
    fields = {"name": "Owls", "default_rules": "canberra", "time_zone": "Europe/Berlin"}
    client.post("/new-club/", fields)
    player = Club.objects.get(slug="owls").players.get()
    assert (player.user, player.name) == (ann, ann.name)
    assert f'id="p-{player.public_id}"' in client.get("/clubs/owls/sessions/new/").content.decode()


def test_a_new_club_is_founded_with_its_players_as_the_first_one_is(
    client: Client, ann: User
) -> None:
    client.force_login(ann)
    assert 'name="players"' in client.get("/new-club/").content.decode()
    fields = {"name": "Owls", "default_rules": "canberra", "time_zone": "Europe/Berlin"}
    fields["players"] = "1500 Bob\nCid\nAnn"
    preview = client.post("/new-club/", fields)
    assert preview.status_code == 200
    assert "This is how the list was read." in preview.content.decode()
    assert not Club.objects.exists()
    answer = client.post("/new-club/", fields | {"names_seen": fields["players"]})
    assert answer["Location"] == "/clubs/owls/"
    names = Club.objects.get().players.values_list("name", flat=True)
    assert sorted(names) == ["Ann", "Bob", "Cid"]


def test_who_runs_the_computer_is_asked_for_a_club_of_their_own_before_the_demos(
    client: Client, session: object
) -> None:
    root = User.objects.create_superuser(email="root@example.org", password="x" * 20)
    client.force_login(root)
    page = client.get("/").content.decode()
    assert page.index("Begin with your club") < page.index("Running now")


def test_the_front_page_of_a_guest_says_what_this_is(client: Client, db: None) -> None:
    assert "Keeps the score of a backgammon chouette" in client.get("/").content.decode()


def test_a_form_of_before_the_sign_in_gets_a_new_token(
    ann: User, member: Callable[[str], User]
) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(ann)
    answer = careful.post("/sign-out/", headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert "chouette:token" in answer["HX-Trigger"]
    plain = careful.post("/sign-out/")
    assert "This page is too old." in plain.content.decode()
