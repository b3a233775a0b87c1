"""Access tokens: shown once, good for what they say, and for nothing once they are not."""

import datetime
import hashlib

import pytest
from django.urls import reverse
from django.utils import timezone

from games.api.tokens import api_token_create, api_token_revoke
from games.errors import NotAllowed, NotFound, Refused
from games.models import ApiToken, User
from tests.games.api.conftest import Program, program_of


def made(user, **changes):
    settings = {"name": "Scoreboard", "scopes": ["read"], "days": 30}
    return api_token_create(user=user, **(settings | changes))


def test_a_secret_has_256_bits_and_only_its_hash_is_kept(organizer):
    token, secret = made(organizer)

    assert secret.startswith("chouette_")
    assert len(secret.removeprefix("chouette_")) == 43  # 32 bytes in base 64
    assert token.token_hash == hashlib.sha256(secret.encode()).hexdigest()
    assert secret.startswith(token.prefix)
    assert len(token.prefix) == 15
    stored = ApiToken.objects.filter(pk=token.pk).values().get()
    assert secret not in str(stored)


def test_a_token_signs_its_owner_in(organizer):
    _token, secret = made(organizer, scopes=["score", "read"])

    shown = Program(secret)("get", "me").json()

    assert shown["email"] == "olga@example.org"
    assert shown["scopes"] == ["read", "score"]


def test_the_day_of_the_last_use_is_kept_and_no_more(organizer, django_assert_num_queries):
    token, secret = made(organizer)
    Program(secret)("get", "me")

    token.refresh_from_db()
    assert token.last_used_on == timezone.now().date()
    with django_assert_num_queries(1):  # the token itself; the day has been written
        Program(secret)("get", "me")


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("Bearer", "token_invalid"),
        ("Bearer chouette_forged", "token_invalid"),
        ("bearer chouette_forged", "token_invalid"),
        ("Bearer a b", "token_invalid"),
        ("Bearer \xff\xfe", "token_invalid"),
    ],
)
def test_a_forged_token_is_401_and_a_problem(db, client, header, code):
    answer = client.get("/api/v1/presets", headers={"Authorization": header})

    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"
    assert answer["WWW-Authenticate"] == 'Bearer realm="Chouette"'
    assert answer.json()["code"] == code


def test_an_expired_token_is_401_and_says_so(organizer):
    token, secret = made(organizer)
    ApiToken.objects.filter(pk=token.pk).update(
        expires_at=timezone.now() - datetime.timedelta(seconds=1)
    )

    answer = Program(secret)("get", "me")

    assert (answer.status_code, answer.json()["code"]) == (401, "token_expired")


def test_a_revoked_token_is_401(organizer):
    token, secret = made(organizer)
    api_token_revoke(public_id=token.public_id, by=organizer)

    answer = Program(secret)("get", "me")

    assert (answer.status_code, answer.json()["code"]) == (401, "token_invalid")


def test_the_token_of_somebody_who_was_shut_out_is_401(organizer):
    _token, secret = made(organizer)
    User.objects.update(is_active=False)

    assert Program(secret)("get", "me").status_code == 401


def test_a_demo_accounts_token_works_only_where_these_are_on(db, settings):
    settings.DEMO_ACCOUNTS = True
    user = User.objects.create_user("demo@example.org", name="Demo", is_demo=True)
    _token, secret = made(user)
    assert Program(secret)("get", "me").status_code == 200

    settings.DEMO_ACCOUNTS = False
    answer = Program(secret)("get", "me")
    assert (answer.status_code, answer.json()["code"]) == (401, "demo_off")
    with pytest.raises(Refused):
        made(user)


def test_nobody_revokes_the_token_of_another(organizer, member):
    token, _secret = made(organizer)

    with pytest.raises(NotFound):
        api_token_revoke(public_id=token.public_id, by=member("organizer"))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": "  "}, "text_missing"),
        ({"name": "x" * 81}, "text_too_long"),
        ({"scopes": []}, "scopes_invalid"),
        ({"scopes": ["read", "everything"]}, "scopes_invalid"),
        ({"days": 10_000}, "expiry_invalid"),
    ],
)
def test_a_token_that_makes_no_sense_is_not_made(organizer, changes, code):
    with pytest.raises(Refused) as caught:
        made(organizer, **changes)

    assert caught.value.code == code


def test_a_token_is_not_made_for_a_club_one_does_not_see(club, django_user_model):
    stranger = django_user_model.objects.create_user("x@example.org", name="X")

    with pytest.raises(NotAllowed):
        made(stranger, club=club)


def test_only_so_many_tokens_are_in_use(organizer):
    for _ in range(20):
        token, _secret = made(organizer)
    with pytest.raises(Refused, match="20"):
        made(organizer)

    api_token_revoke(public_id=token.public_id, by=organizer)
    made(organizer)


def test_a_token_needs_no_protection_against_forged_forms_but_a_browser_does(organizer, club):
    from django.test import Client

    data = {"name": "Eve"}
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(organizer, backend="games.backends.AccountBackend")
    path = f"/api/v1/clubs/{club.slug}/players"

    refused = browser.post(path, data, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied")
    assert program_of(organizer)("post", path, data).status_code == 201


def test_pages_do_not_take_tokens(organizer, club):
    _token, secret = made(organizer)

    answer = Program(secret).client.get(
        reverse("account"), headers={"Authorization": f"Bearer {secret}"}
    )
    assert answer.status_code == 302


def test_the_page_shows_a_new_token_once(client, organizer, club):
    client.force_login(organizer, backend="games.backends.AccountBackend")
    page = client.post(
        reverse("tokens"),
        {"name": "Board", "scopes": ["read", "score"], "days": "30", "club": club.slug},
    )

    token = ApiToken.objects.get()
    text = page.content.decode()
    start = text.index("chouette_")
    secret = text[start : start + 52]
    assert hashlib.sha256(secret.encode()).hexdigest() == token.token_hash
    assert token.club == club
    again = client.get(reverse("tokens")).content.decode()
    assert secret not in again
    assert token.prefix in again
    assert page["Cache-Control"].startswith("max-age=0, no-cache, no-store")


def test_the_page_says_what_is_missing(client, organizer):
    client.force_login(organizer, backend="games.backends.AccountBackend")

    page = client.post(reverse("tokens"), {"name": "Board"})

    assert page.status_code == 422
    assert not ApiToken.objects.exists()


def test_a_token_is_revoked_by_a_button(client, organizer):
    token, secret = made(organizer)
    client.force_login(organizer, backend="games.backends.AccountBackend")

    assert client.post(reverse("token_revoke", args=[token.public_id])).status_code == 302
    assert client.post(reverse("token_revoke", args=["2" * 16])).status_code == 404
    assert client.get(reverse("token_revoke", args=[token.public_id])).status_code == 405
    assert "revoked on" in client.get(reverse("tokens")).content.decode()
    assert Program(secret)("get", "me").status_code == 401


def test_the_page_is_ones_own(client, db):
    assert client.get(reverse("tokens")).status_code == 302
