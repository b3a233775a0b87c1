"""A program lists, saves, changes and deletes a club's groups, as the set-up page does."""

from importlib import import_module

import pytest
from django.apps import apps

from games.clubs.services.groups import group_delete, groups_of
from games.models import ApiCreation
from games.models.ids import is_public_id
from tests.games.api.conftest import program_of


@pytest.fixture
def place(world):
    group_delete(club=world.club, by=world.owner, public_id=world.group.public_id)
    return f"clubs/{world.club.slug}/groups"


@pytest.fixture
def api(world):
    return program_of(world.users["scorer"])


@pytest.fixture
def ids(world):
    return {name: player.public_id for name, player in world.players.items()}


def test_a_group_is_saved_listed_and_offered_on_the_set_up_page(world, place, api, ids, client):
    content = {"name": " Monday  regulars ", "players": [ids["Ann"], ids["Dee"], ids["Ann"]]}

    saved = api("post", place, content)

    assert saved.status_code == 201
    group = {
        "id": saved.json()["id"],
        "name": "Monday regulars",
        "players": [ids["Ann"], ids["Dee"]],
    }
    assert saved.json() == group
    assert api("get", place).json() == [group]
    client.force_login(world.users["scorer"])
    page = client.get(f"/clubs/{world.club.slug}/sessions/new/?pick={group['id']}")
    assert "Monday regulars (2)" in page.content.decode()


def test_the_same_name_replaces_a_group_which_keeps_its_identifier(place, api, ids):
    first = api("post", place, {"name": "Monday", "players": [ids["Ann"]]}).json()
    second = api("post", place, {"name": "MONDAY", "players": [ids["Bob"]]}).json()

    assert second == {"id": first["id"], "name": "MONDAY", "players": [ids["Bob"]]}
    assert api("get", place).json() == [second]


def test_the_same_request_saves_once_and_shows_the_group_as_it_is_then(place, api, ids):
    content = {"name": "Monday", "players": [ids["Ann"]]}
    first = api("post", place, content, Idempotency_Key="one")
    renamed = api("patch", f"{place}/{first.json()['id']}", {"name": "Tuesday"})
    again = api("post", place, content, Idempotency_Key="one")

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == renamed.json()
    assert api("get", place).json() == [renamed.json()]
    assert ApiCreation.objects.count() == 1


def test_a_group_is_renamed_gets_other_players_and_is_deleted(place, api, ids):
    group = api("post", place, {"name": "Monday", "players": [ids["Ann"]]}).json()
    other = api("post", place, {"name": "Tuesday", "players": [ids["Cid"]]}).json()
    at = f"{place}/{group['id']}"

    assert api("patch", at, {"name": "monday"}).json() == group | {"name": "monday"}
    changed = api("patch", at, {"players": [ids["Bob"]]}).json()
    assert changed == group | {"name": "monday", "players": [ids["Bob"]]}
    assert api("get", place).json() == [changed, other]
    assert api("delete", at).status_code == 204
    assert api("get", place).json() == [other]
    assert [api("delete", at).status_code, api("patch", at, {}).status_code] == [404, 404]


def test_what_is_no_group_is_refused(world, place, api, ids):
    group = api("post", place, {"name": "Monday", "players": [ids["Ann"]]}).json()
    api("post", place, {"name": "Tuesday", "players": [ids["Ann"]]})
    at, theirs = f"{place}/{group['id']}", world.other.players.get().public_id

    for code, verb, path, content in (
        ("group_there", "patch", at, {"name": "tuesday"}),
        ("group_empty", "patch", at, {"players": []}),
        ("group_empty", "post", place, {"name": "Nobody", "players": []}),
        ("group_name", "post", place, {"name": " ", "players": [ids["Ann"]]}),
        ("player_elsewhere", "post", place, {"name": "Theirs", "players": [theirs]}),
        ("player_elsewhere", "patch", at, {"players": [theirs]}),
    ):
        answer = api(verb, path, content)
        assert (answer.status_code, answer.json()["code"]) == (409, code)
    for number in range(10):
        assert api("post", place, {"name": f"{number}", "players": [ids["Ann"]]}).status_code == 201
    many = api("post", place, {"name": "Too many", "players": [ids["Ann"]]})
    assert (many.status_code, many.json()["code"]) == (409, "too_many_groups")
    assert len(api("get", place).json()) == 12


def test_groups_of_before_there_were_identifiers_get_one_each(world):
    """An update gives them identifiers, and leaves those that have one alone."""
    migration = import_module("games.migrations.0042_group_ids")
    world.club.groups = [
        {"name": "Monday", "players": []},
        {"id": "2222222222222222", "name": "Tuesday", "players": []},
    ]
    world.club.save()

    migration.ids_given(apps, None)

    world.club.refresh_from_db()
    monday, tuesday = groups_of(world.club)
    assert (monday.name, is_public_id(monday.public_id)) == ("Monday", True)
    assert (tuesday.name, tuesday.public_id) == ("Tuesday", "2222222222222222")
