"""Who may do what to a player, on the club's pages and by API, and what is shown before."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.clubs.services.clubs import player_create
from games.models import Club, Decision, Invitation, Player
from tests.evenings import Evening, club, member, user
from tests.games.api.conftest import program_of

pytestmark = pytest.mark.django_db

ORGANIZERS = frozenset({"owner", "organizer"})
DIRECTORS = ORGANIZERS | {"director"}
SCORERS = DIRECTORS | {"scorer"}
ROLES = ("owner", "organizer", "director", "scorer", "player", "guest")
REASON = "They asked for it"


@pytest.fixture
def here() -> Club:
    """A public club: Ann, Bob and Cid have played, and Bobby is Bob."""
    made = club(visibility=Club.Visibility.PUBLIC)
    Evening(made, "Ann Bob Cid", stake="1", currency="EUR").game(Bob=-1).end()
    bob = made.players.get(name="Bob")
    Player.objects.create(club=made, name="Bobby", merged_into=bob, is_active=False)
    Player.objects.create(club=made, name="Cyd")
    return made


def somebody(of: Club, role: str) -> Any:
    if role == "guest":
        return user("Gus")
    return user("Olga") if role == "owner" else member(of, "Mia", role)


def at(of: Club, name: str, page: str, *more: str) -> str:
    return reverse(page, args=[of.slug, of.players.get(name=name).public_id, *more])


def two_steps(client: Client, url: str, **fields: str) -> Any:
    """Look at what would change, then do it."""
    page = client.post(url, {**fields, "preview": "1"}).content.decode()
    seen = dict(re.findall(r'name="(seen|shown|names_seen)" value="([^"]*)"', page))
    return client.post(url, {**fields, **seen, "do": "1"})


def cid(of: Club) -> str:
    return str(of.players.get(name="Cid").pk)


def api(of: Club, name: str, act: str = "") -> str:
    found = of.players.get(name=name).public_id
    return f"players/{found}/{act}" if act else f"players/{found}"


BY_PAGE: dict[str, Callable[[Client, Club], Any]] = {
    "add": lambda client, of: two_steps(
        client, reverse("players_add", args=[of.slug]), names="Eve"
    ),
    "rename": lambda client, of: client.post(at(of, "Ann", "player_edit"), {"name": "Anna"}),
    "retire": lambda client, of: client.post(at(of, "Ann", "player_edit"), {"active": "no"}),
    "correct an alias": lambda client, of: client.post(
        at(of, "Bob", "player_edit"),
        {"alias": of.players.get(name="Bobby").public_id, "name": "Rob"},
    ),
    "remove an alias": lambda client, of: two_steps(
        client, at(of, "Bobby", "player_decision", "separate"), reason=REASON
    ),
    "merge": lambda client, of: two_steps(
        client, at(of, "Cyd", "player_merge"), into=cid(of), reason=REASON
    ),
    "make anonymous": lambda client, of: two_steps(
        client, at(of, "Ann", "player_decision", "anonymise"), reason=REASON
    ),
}
BY_API: dict[str, Callable[[Any, Club], Any]] = {
    "add": lambda call, of: call(
        "post", f"clubs/{of.slug}/players", {"name": "Eve"}, Idempotency_Key="once"
    ),
    "rename": lambda call, of: call("patch", api(of, "Ann"), {"name": "Anna"}),
    "retire": lambda call, of: call("patch", api(of, "Ann"), {"is_active": False}),
    "remove an alias": lambda call, of: call(
        "post", api(of, "Bobby", "separate"), {"reason": REASON}, Idempotency_Key="once"
    ),
    "merge": lambda call, of: call(
        "post",
        api(of, "Cyd", "merge"),
        {"into": of.players.get(name="Cid").public_id, "reason": REASON},
        Idempotency_Key="once",
    ),
    "make anonymous": lambda call, of: call(
        "post", api(of, "Ann", "anonymise"), {"reason": REASON}, Idempotency_Key="once"
    ),
}
MAY = {
    "add": SCORERS,
    "rename": DIRECTORS,
    "retire": DIRECTORS,
    "correct an alias": DIRECTORS,
    "remove an alias": ORGANIZERS,
    "merge": ORGANIZERS,
    "make anonymous": ORGANIZERS,
}
DONE: dict[str, Callable[[Club], bool]] = {
    "add": lambda of: of.players.filter(name="Eve").exists(),
    "rename": lambda of: of.players.filter(name="Anna").exists(),
    "retire": lambda of: of.players.filter(name="Ann", is_active=False).exists(),
    "correct an alias": lambda of: of.players.filter(name="Rob", merged_into__name="Bob").exists(),
    "remove an alias": lambda of: of.players.filter(name="Bobby", merged_into=None).exists(),
    "merge": lambda of: of.players.filter(name="Cyd", merged_into__name="Cid").exists(),
    "make anonymous": lambda of: not of.players.filter(name="Ann").exists(),
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("act", BY_PAGE)
def test_on_a_page(here: Club, client: Client, act: str, role: str) -> None:
    client.force_login(somebody(here, role))
    answer = BY_PAGE[act](client, here)
    assert DONE[act](here) is (role in MAY[act])
    assert answer.status_code == (302 if role in MAY[act] else 403)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("act", BY_API)
def test_by_a_program(here: Club, act: str, role: str) -> None:
    answer = BY_API[act](program_of(somebody(here, role)), here)
    assert DONE[act](here) is (role in MAY[act])
    assert answer.status_code in ((200, 201) if role in MAY[act] else (403,))


@pytest.mark.parametrize("act", BY_PAGE)
def test_who_is_not_signed_in_does_nothing(here: Club, client: Client, act: str) -> None:
    answer = BY_PAGE[act](client, here)
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("sign-in"))
    assert not DONE[act](here)


@pytest.mark.parametrize("role", ROLES)
def test_links_lead_nobody_to_a_refusal(here: Club, client: Client, role: str) -> None:
    client.force_login(somebody(here, role))
    pages = [
        reverse("tournaments:player_list", args=[here.slug]),
        at(here, "Bob", "tournaments:player"),
        *([at(here, "Bob", "player_edit")] if role in DIRECTORS else []),
    ]
    for page in pages:
        text = client.get(page).content.decode()
        for link in set(re.findall(r'href="(/clubs/tuesday/p[^"#?]*)"', text)):
            assert client.get(link).status_code == 200, (page, link)


SHOWN = {
    ("Cyd", "player_merge"): (
        "evenings: 0, games: 0, points: 0",
        "Leaderboards, records, skill and match ratings are worked out anew",
        "sheets printed from now on show Cid",
        "The page of Cyd leads to the one of Cid",
        "1 link that was sent to them stops working",
        "The merge can be taken back",
    ),
    ("Bobby", "player_decision", "separate"): (
        "Leaderboards, records, skill, match ratings and debts are worked out anew",
        "Lists that say Bobby no longer mean Bob",
    ),
    ("Ann", "player_decision", "anonymise"): (
        "evenings: 1, games: 1",
        "Leaderboards, records, evenings and events show “Player”",
        "1 debt is open. They stay, and nobody sees any more whose they are.",
        "Sheets printed from now on have no name",
        "1 link that was sent to them stops working",
        "Backups made before go on naming them",
        "It cannot be taken back",
    ),
}


@pytest.mark.parametrize("about", SHOWN, ids=lambda one: "-".join(one))
def test_the_effect_is_shown_before_anything_is_written(
    here: Club, client: Client, about: tuple[str, ...]
) -> None:
    client.force_login(user("Olga"))
    day = here.players.get(name="Ann").created_at.replace(year=2100)
    for player in here.players.filter(name__in=["Ann", "Cyd"]):
        Invitation.objects.create(
            club=here,
            player=player,
            token_hash=player.name,
            created_by=user("Olga"),
            expires_at=day,
        )
    before = list(Player.objects.order_by("pk").values_list("name", "merged_into"))
    page = client.post(at(here, *about), {"into": cid(here), "preview": "1"}).content.decode()
    for sentence in SHOWN[about]:
        assert sentence in page
    assert list(Player.objects.order_by("pk").values_list("name", "merged_into")) == before


def test_a_program_is_told_the_effect_by_a_dry_run(here: Club) -> None:
    call = program_of(user("Olga"))
    effect = call("post", api(here, "Ann", "anonymise"), {"dry_run": True}).json()["effect"]
    assert "It cannot be taken back: the name is kept nowhere." in effect["notes"]
    assert here.players.filter(name="Ann").exists()


def test_the_reason_for_making_anonymous_is_kept_without_any_name_of_theirs(
    here: Club, client: Client
) -> None:
    client.force_login(user("Olga"))
    url = at(here, "Bob", "player_decision", "anonymise")
    assert "each part of it becomes “…”" in client.get(url).content.decode()
    two_steps(client, url, reason="BOB, also called Bobby, asked for it")
    assert Decision.objects.get().reason == "…, also called …, asked for it"
    assert not here.players.filter(name__in=["Bob", "Bobby"]).exists()


def test_a_corrected_alias_is_read_and_the_former_one_is_new(here: Club, client: Client) -> None:
    client.force_login(user("Olga"))
    page = client.get(at(here, "Bob", "player_edit")).content.decode()
    assert "Lists and files that say one of these names mean Bob" in page
    BY_PAGE["correct an alias"](client, here)
    preview = client.post(reverse("players_add", args=[here.slug]), {"names": "Rob\nBobby"})
    text = preview.content.decode()
    assert "Rob: that is Bob." in text
    assert "Bobby: new in the club." in text


def test_a_name_of_somebody_else_is_no_alias_of_theirs(here: Club, client: Client) -> None:
    client.force_login(user("Olga"))
    sent = {"alias": here.players.get(name="Bobby").public_id, "name": "Rob"}
    assert client.post(at(here, "Ann", "player_edit"), sent).status_code == 404
    taken = client.post(at(here, "Bob", "player_edit"), {**sent, "name": "Ann"})
    assert taken.status_code == 422
    assert here.players.filter(name="Bobby").exists()


def test_player_create_is_refused_for_an_alias(here: Club) -> None:
    with pytest.raises(Exception, match="Bobby"):
        player_create(club=here, by=user("Olga"), name="BOBBY")
