"""The five doors: every page of a club is behind one of them, or a full screen without."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.clubs.presenters.doors import DOORS, WITHOUT_DOORS, Door, door_of
from games.clubs.services.people import club_found
from games.models import Board, BoardSeat, Club, Membership, Player, User

PAGES = {
    "club",
    "club_boards",
    "event_list",
    "leaderboard",
    "records",
    "results",
    "player_list",
    "balances",
}


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("ann@example.org", name="Ann")


@pytest.fixture
def found(owner: User) -> Club:
    return club_found(by=owner, name="Tuesday Club")


def names(resolver: URLResolver | None = None) -> set[str]:
    """All names of addresses."""
    there = set[str]()
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLPattern):
            there.add(one.name or "")
        else:
            there |= names(one)
    return there


def here(page: str) -> list[str]:
    """The words of what is marked as open in the doors of a page."""
    [nav] = re.findall(r'<nav class="doors.*?</nav>', page, re.DOTALL)
    return re.findall(r'aria-current="\w+">.*?door__word">(.*?)</span>', nav, re.DOTALL)


def test_every_page_behind_a_door_exists_and_no_page_is_behind_two() -> None:
    pages = Counter(page for door in DOORS for tab in door.tabs for page in tab.pages)
    assert pages.keys() <= names()
    assert set(pages.values()) == {1}
    assert names() >= WITHOUT_DOORS
    assert not pages.keys() & WITHOUT_DOORS


def test_every_page_in_the_frame_of_a_club_has_its_door() -> None:
    """Templates in that frame, and the names of the views' addresses that show them."""
    folder = Path(settings.ROOT)
    framing = r'% extends "clubs/(settings_)?frame.html"|% club_doors'
    framed = {
        path.relative_to(folder / "templates").as_posix()
        for path in (folder / "templates").rglob("*.html")
        if re.search(framing, path.read_text("utf-8"))
    }
    assert len(framed) > 30
    known = {page for door in DOORS for tab in door.tabs for page in tab.pages} | WITHOUT_DOORS
    shown = {
        name
        for name, source in sources(get_resolver())
        if any(f'"{template}"' in source for template in framed)
    }
    assert len(shown) > 30
    assert shown - known == set()


def sources(resolver: URLResolver) -> list[tuple[str, str]]:
    """The name of each address, and the source of its view."""
    found = []
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            view = inspect.unwrap(one.callback)
            if inspect.isfunction(view) and view.__module__.startswith(("games", "tournaments")):
                found.append((one.name or "", inspect.getsource(view)))
        else:
            found += sources(one)
    return found


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.code)
def test_each_door_is_marked_where_it_leads(
    client: Client, owner: User, found: Club, door: Door
) -> None:
    client.force_login(owner)
    for tab in door.tabs:
        page = client.get(reverse(tab.page, args=[found.slug])).content.decode()
        assert here(page) == [str(door.title)], tab.page


def test_nothing_is_more_than_two_taps_from_a_door(
    client: Client, owner: User, found: Club
) -> None:
    client.force_login(owner)
    start = client.get(reverse("club", args=[found.slug])).content.decode()
    doors = re.findall(r'class="door" href="([^"]+)"', start)
    assert len(doors) == 5
    reached = set(doors)
    for door in doors:
        page = client.get(door).content.decode()
        reached |= set(re.findall(r'class="tab" href="([^"]+)"', page))
    for name in PAGES:
        space = "tournaments:" if name in ("leaderboard", "records", "player_list") else ""
        assert reverse(space + name, args=[found.slug]) in reached, name
    assert reverse("club_settings", args=[found.slug]) in reached


@pytest.mark.parametrize(
    ("page", "door"),
    [
        ("session_new", "Play"),
        ("evening_new", "Results"),
        ("sheet_entering", "Results"),
        ("session_import", "Results"),
        ("players_add", "Club"),
        ("player_edit", "Club"),
        ("player_merge", "Club"),
    ],
)
def test_the_doors_stay_where_something_is_entered_or_changed(
    client: Client, owner: User, found: Club, page: str, door: str
) -> None:
    client.force_login(owner)
    ids = [found.slug]
    if page.startswith("player_"):
        ids.append(Player.objects.create(club=found, name="Bob").public_id)
    assert here(client.get(reverse(page, args=ids)).content.decode()) == [door]


@pytest.mark.parametrize("visibility", ["members", "public"])
@pytest.mark.parametrize("who", ["guest", "stranger", "player", "owner"])
def test_who_sees_the_doors_and_which_tabs(
    client: Client, owner: User, found: Club, visibility: str, who: str
) -> None:
    Club.objects.filter(pk=found.pk).update(visibility=visibility)
    other = User.objects.create_user("bob@example.org", name="Bob")
    if who == "player":
        Membership.objects.create(user=other, club=found, role="player")
    if who != "guest":
        client.force_login(owner if who == "owner" else other)
    answer = client.get(reverse("tournaments:player_list", args=[found.slug]))
    if visibility == "members" and who in ("guest", "stranger"):
        assert answer.status_code in (302, 404)
        return
    page = answer.content.decode()
    assert here(page) == ["Club"]
    tabs = re.findall(r'class="tab" href="[^"]+"[^>]*>([^<]+)<', page)
    wanted = {
        "guest": [],
        "stranger": ["Players", "Balances"],
        "player": ["Players", "Balances"],
        "owner": ["Players", "Balances", "Settings"],
    }
    assert tabs == wanted[who]
    assert (reverse("account") in page[page.index("<main") :]) == (who != "guest")


def test_full_screens_have_no_doors(client: Client, owner: User, found: Club) -> None:
    client.force_login(owner)
    page = client.get(reverse("club_wall", args=[found.slug])).content.decode()
    assert 'class="doors' not in page


def test_what_waits_for_me_stands_at_play(client: Client, owner: User, found: Club) -> None:
    client.force_login(owner)
    player = Player.objects.get(user=owner)
    board = Board.objects.create(club=found, status="playing", waits_for=1, rules_version=2)
    BoardSeat.objects.create(board=board, number=1, player=player, kind="player")
    page = client.get(reverse("tournaments:records", args=[found.slug])).content.decode()
    assert "1 board waits for you" in page[page.index('class="doors') :]


def test_an_unknown_page_has_no_door() -> None:
    assert door_of("sign-in") is None


def test_a_member_s_own_pages_have_the_doors_of_the_club_they_used_last(
    owner: User, found: Club
) -> None:
    client = Client()
    client.force_login(owner)
    pages = {"/account/": "Club", "/account/tokens/": "Club", "/boards/": "Play", "/device/": ""}
    shown = {page: client.get(page).content.decode() for page in pages}
    assert {page: "".join(here(text)) for page, text in shown.items()} == pages
    assert all(f'href="/clubs/{found.slug}/"' in text for text in shown.values())
    assert "doors" not in Client().get("/device/").content.decode()
    other = club_found(by=owner, name="Friday Club")
    for club in (found, other):
        client.get(f"/clubs/{club.slug}/")
        own = client.get("/account/").content.decode()
        assert f'<a class="crumb" href="/clubs/{club.slug}/"' in own
        assert here(own) == ["Club"]
    Membership.objects.filter(user=owner, club=other).delete()
    assert f'href="/clubs/{found.slug}/"' in client.get("/account/").content.decode()
