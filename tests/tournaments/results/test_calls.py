"""Devices with messages are told a pairing or a table as soon as it is given."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.accounts.sealing import packed, public_key
from games.accounts.services.push import push_subscribe
from games.models import Player, User
from games.signals import notice_due
from tests import evenings
from tests.tournaments.directing import Directed

pytestmark = pytest.mark.django_db

Told = list[tuple[int, dict[str, Any]]]


def phone(player: Player) -> User:
    """Give the player an account, and a phone to which messages come."""
    player.user = evenings.user(player.name.lower())
    player.save()
    push_subscribe(
        holder=player.user,
        endpoint=f"https://push.example.com/{player.user.pk}",
        key=public_key("7"),
        code=packed(bytes(16)),
        device="",
    )
    return player.user


@pytest.fixture
def told(settings: Any) -> Iterator[Told]:
    """What devices are told while the test runs."""
    found: Told = []

    def hear(sender: object, *, user_id: int, notice: dict[str, Any], **rest: object) -> None:
        found.append((user_id, notice))

    notice_due.connect(hear, weak=False)
    yield found
    notice_due.disconnect(hear)


def test_a_released_pairing_is_told_to_both_phones_with_its_table(
    told: Told, django_capture_on_commit_callbacks: Any
) -> None:
    directed = Directed(names="Ann Bo Cy Di")
    users = {phone(directed.player(name)).pk: name for name in ("Ann", "Bo")}
    with django_capture_on_commit_callbacks(execute=True):
        directed.next_round()
    assert {user for user, _notice in told} == set(users)
    for user, notice in told:
        match = next(one for one in directed.open() if one.public_id in notice["path"])
        assert notice["kind"] == "pairing"
        assert notice["table"] == match.board
        assert set(notice["players"]) == {str(match.first), str(match.second)}
        assert users[user] in notice["players"]


def test_who_waits_for_a_free_table_is_told_when_it_is_theirs(
    told: Told, django_capture_on_commit_callbacks: Any
) -> None:
    directed = Directed(names="Ann Bo Cy Di", event_fields={"tables": 1})
    for name in ("Ann", "Bo", "Cy", "Di"):
        phone(directed.player(name))
    with django_capture_on_commit_callbacks(execute=True):
        directed.next_round()
    assert len(told) == 2
    told.clear()
    (seated,) = [match for match in directed.open() if match.board is not None]
    with django_capture_on_commit_callbacks(execute=True):
        directed.win(seated, 0)
    (waited,) = directed.open()
    assert {notice["path"] for _user, notice in told} == {f"/matches/{waited.public_id}/"}
    assert {user for user, _notice in told} == {
        player.user_id for player in (waited.first, waited.second) if player
    }


def test_the_table_of_a_chouette_is_told_without_names(
    told: Told, django_capture_on_commit_callbacks: Any
) -> None:
    directed = Directed(names="Ann Bo Cy Di", format="club_night", params={"rounds": 2})
    user = phone(directed.player("Ann"))
    with django_capture_on_commit_callbacks(execute=True):
        directed.next_round()
    ((told_user, notice),) = told
    assert told_user == user.pk
    assert (notice["kind"], notice["table"], list(notice["players"])) == ("table", 1, [])
