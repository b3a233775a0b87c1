"""Where one is signed in: known by browser and hour, ended one by one or all at once."""

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from games.accounts.selectors import device_id
from games.accounts.services.accounts import sign_in_link_create
from games.accounts.sign_ins import device_name
from games.api.tokens import api_token_create
from games.models import SignIn, User

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
LAPTOP = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Safari/605.1.15"
)
PASSWORD = "seven-owls-fly"


@pytest.fixture
def ann(db: None) -> User:
    """A user with a password."""
    return User.objects.create_user("ann@example.org", PASSWORD, name="Ann")


def signed_in(user_agent: str) -> Client:
    """A device on which Ann has signed in."""
    device = Client(headers={"User-Agent": user_agent})
    device.post("/sign-in/", {"email": "ann@example.org", "password": PASSWORD})
    return device


def is_in(device: Client) -> bool:
    return device.get("/account/").status_code == 200


def key_of(device: Client) -> str:
    return device.cookies["sessionid"].value


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (PHONE, "Firefox · Android"),
        (LAPTOP, "Safari · Mac"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140", "Chrome · iPhone"),
        ("curl/8.5.0", ""),
        ("", ""),
    ],
)
def test_a_device_is_named_by_browser_and_system(user_agent: str, name: str) -> None:
    assert device_name(user_agent) == name


def test_the_list_shows_devices_and_no_secrets(ann: User) -> None:
    phone, laptop = signed_in(PHONE), signed_in(LAPTOP)
    page = laptop.get("/account/").content.decode()
    assert "Firefox · Android" in page
    assert "Safari · Mac" in page
    assert page.count("this one") == 1
    for device in (phone, laptop):
        assert key_of(device) not in page


def test_of_a_device_no_address_and_no_minute_is_kept(ann: User) -> None:
    signed_in(PHONE)
    row = SignIn.objects.get(user=ann)
    assert row.seen_at is not None
    assert (row.seen_at.minute, row.seen_at.second) == (0, 0)
    assert "127.0.0.1" not in str(row.get_decoded())
    assert {field.name for field in SignIn._meta.fields} == {
        "session_key",
        "session_data",
        "expire_date",
        "user",
        "device",
        "seen_at",
    }


def test_one_device_is_signed_out_from_another(ann: User) -> None:
    phone, laptop = signed_in(PHONE), signed_in(LAPTOP)
    laptop.post(f"/account/devices/{device_id(key_of(phone))}/out/")
    assert not is_in(phone)
    assert is_in(laptop)


def test_nobody_signs_another_out(ann: User, client: Client) -> None:
    phone = signed_in(PHONE)
    client.force_login(User.objects.create_user("bob@example.org", name="Bob"))
    answer = client.post(f"/account/devices/{device_id(key_of(phone))}/out/")
    assert answer.status_code == 404
    assert is_in(phone)


def test_signing_out_everywhere_takes_this_device_and_open_links_along(ann: User) -> None:
    phone, laptop = signed_in(PHONE), signed_in(LAPTOP)
    token = sign_in_link_create(user=ann)
    assert laptop.post("/account/devices/out/")["Location"] == "/sign-in/"
    assert not is_in(phone)
    assert not is_in(laptop)
    assert not SignIn.objects.filter(user=ann).exists()
    assert Client().post(f"/sign-in/{token}/").status_code == 400


def test_a_new_password_signs_the_others_out_and_asks_for_the_old_one(ann: User) -> None:
    phone, laptop = signed_in(PHONE), signed_in(LAPTOP)
    fields = {"new_password1": "eight-crows-sing", "new_password2": "eight-crows-sing"}
    assert laptop.post("/account/password/", fields).status_code == 422
    wrong = {**fields, "old_password": "owls"}
    assert laptop.post("/account/password/", wrong).status_code == 422
    assert is_in(phone)
    right = {**fields, "old_password": PASSWORD}
    assert laptop.post("/account/password/", right).status_code == 302
    assert not is_in(phone)
    assert is_in(laptop)
    assert SignIn.objects.filter(user=ann).count() == 1


def test_a_guests_session_belongs_to_nobody(client: Client, db: None) -> None:
    session = client.session
    session["x"] = 1
    session.save()
    assert SignIn.objects.get().user is None


def test_pages_are_written_to_the_list_once_an_hour(
    ann: User, django_assert_max_num_queries: object
) -> None:
    phone = signed_in(PHONE)
    phone.get("/account/")
    # Session, user, clubs, devices, their messages, mails, what waits, the club of the five doors:
    # nothing is written.
    with django_assert_max_num_queries(9):  # type: ignore[operator]
        answer = phone.get("/account/")
    assert "Ann" in answer.content.decode()


@pytest.mark.parametrize("ticked", [True, False])
@pytest.mark.parametrize("form", ["devices", "password", "mailed"])
def test_tokens_of_programs_end_with_the_sign_ins_if_their_owner_says_so(
    ann: User, form: str, ticked: bool
) -> None:
    token, secret = api_token_create(user=ann, name="Wall", scopes=["read"], days=30)
    laptop = signed_in(LAPTOP)
    ann.refresh_from_db()
    uid = urlsafe_base64_encode(force_bytes(ann.pk))
    address = {
        "devices": "/account/devices/out/",
        "password": "/account/password/",
        "mailed": f"/password/{uid}/{default_token_generator.make_token(ann)}/",
    }[form]
    page = laptop.get("/account/" if form == "devices" else address).content.decode()
    new = "eight-crows-sing"
    fields = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}

    answer = laptop.post(address, {**fields, "with_tokens": "on"} if ticked else fields)

    assert answer.status_code == 302
    assert "Revoke my access tokens as well (1)" in page
    read = Client().get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
    assert read.status_code == (401 if ticked else 200)
    token.refresh_from_db()
    assert token.is_live is not ticked


def test_who_has_no_tokens_is_not_asked_about_them(ann: User) -> None:
    laptop = signed_in(LAPTOP)
    for address in ("/account/", "/account/password/"):
        assert "with_tokens" not in laptop.get(address).content.decode()
