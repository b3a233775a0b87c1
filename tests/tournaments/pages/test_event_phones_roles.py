"""Who may do what in a match of an event, in a table: every role against every action."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client

from games.models import Club, User
from tests import evenings
from tests.tournaments.directing import Directed, key
from tests.tournaments.event_phones import HTMX, Phone, account, next_opponent, signed_in
from tests.worlds import built_once
from tournaments.events.services import events
from tournaments.models import Match
from tournaments.record.services.passes import check_in_open, pass_revoke
from tournaments.results.services import results

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

ROLES = [
    "director",
    "player",
    "opponent",
    "member",
    "phone",
    "opponents phone",
    "phone of another",
    "phone revoked",
    "phone waiting",
    "stranger",
    "nobody",
]
PLAYING = {"director", "player", "opponent", "phone", "opponents phone"}
LOOKING = PLAYING | {"member", "phone of another"}
ALLOWED = {
    "look": LOOKING,
    "play": PLAYING,
    "report": PLAYING,
    "clock_set": PLAYING,
    # Ann has reported in these.
    "confirm": {"director", "opponent", "opponents phone"},
    "reject": PLAYING,
    "undo": {"director", "player"},
}


Paired = tuple[Directed, Match, str, str]


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[Paired]:
    """The match of Ann, her opponent, and the name of one who does not play in it."""
    with built_once(django_db_blocker):
        of = Directed(names="Ann Bob Cid Dee", match_length=3)
        of.next_round()
        opponent = next_opponent(of, "Ann")
        rest = next(name for name in ("Bob", "Cid", "Dee") if name != opponent)
        yield of, of.match("Ann", opponent), opponent, rest


@pytest.fixture
def paired(built: Paired, db: None) -> Paired:
    """The same for everybody who tries."""
    return deepcopy(built)


def client_of(role: str, of: Directed, opponent: str, rest: str) -> Client:
    """The browser of somebody of this role."""
    accounts: dict[str, Callable[[], User]] = {
        "director": lambda: of.director,
        "player": lambda: evenings.user("Ann"),
        "opponent": lambda: account(of, opponent),
        "member": lambda: account(of, rest),
        "stranger": lambda: evenings.user("Zoe"),
    }
    if role in accounts:
        return signed_in(accounts[role]())
    phone = Phone(of)
    if role == "phone waiting":
        check_in_open(event=of.event, by=of.director)
        phone.scan("Ann")
    elif role != "nobody":
        names = {"opponents phone": opponent, "phone of another": rest}
        phone.open(names.get(role, "Ann"))
    if role == "phone revoked":
        pass_revoke(holder=phone.holder, by=of.director)
    return phone.client


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("action", list(ALLOWED))
def test_each_role_does_what_is_his_and_nothing_else(
    role: str, action: str, paired: Paired
) -> None:
    of, match, opponent, rest = paired
    ann = account(of, "Ann")
    if action in {"confirm", "reject", "undo"}:
        side = 0 if match.first == of.player("Ann") else 1
        points = (3, 1) if side == 0 else (1, 3)
        match = results.match_report(match=match, by=ann, points=points, version=0, key=key())
    client = client_of(role, of, opponent, rest)
    where = f"/matches/{match.public_id}/"
    fields: dict[str, dict[str, Any]] = {
        "play": {"kind": "win", "side": 0, "level": "single"},
        "report": {"winner": 0, "loser_points": 1},
        "clock_set": {"minutes": 6, "delay": 12},
    }
    may = role in ALLOWED[action]
    if action == "look":
        assert (client.get(where).status_code == 200) == may
        return
    sent = {"do": action, "version": match.version, "key": key(), **fields.get(action, {})}
    before = Match.objects.values().get(pk=match.pk)
    answer = client.post(f"{where}act/", sent)
    after = Match.objects.values().get(pk=match.pk)
    if may:
        assert answer.status_code == 302
        assert after["version"] == before["version"] + 1
    else:
        assert answer.status_code in {302, 403, 404}
        if answer.status_code == 302:
            assert answer["Location"].startswith("/sign-in/")
        assert after == before


@pytest.mark.parametrize("role", ["nobody", "stranger"])
def test_guests_of_a_public_club_look_and_do_nothing_and_names_stay_veiled(
    role: str, paired: Paired
) -> None:
    of, match, opponent, rest = paired
    Club.objects.filter(pk=of.club.pk).update(visibility=Club.Visibility.PUBLIC)
    ann = of.player("Ann")
    ann.shown = ann.Shown.HIDDEN
    ann.save()
    results.match_play(
        match=match,
        by=account(of, "Ann"),
        event={"kind": "win", "side": 0, "level": "single"},
        version=0,
        key=key(),
    )
    client = client_of(role, of, opponent, rest)
    where = f"/matches/{match.public_id}/"
    page = client.get(where).content.decode()
    assert opponent in page
    assert "Ann" not in page
    assert "Who entered what" not in page
    live = client.get(f"{where}live/?version=0", headers=HTMX).content.decode()
    assert "Ann" not in live
    listed = client.get(f"/clubs/{of.club.slug}/matches/").content.decode()
    assert opponent in listed
    assert "Ann" not in listed
    only = client.get(f"/clubs/{of.club.slug}/matches/", {"player": ann.public_id})
    assert "Ann" not in only.content.decode()
    match.refresh_from_db()
    sent = {"do": "play", "kind": "double", "side": 0, "version": match.version, "key": key()}
    assert client.post(f"{where}act/", sent).status_code in {302, 403}
    match.refresh_from_db()
    assert match.version == 1


def test_where_the_director_enters_results_players_do_not(
    paired: Paired,
) -> None:
    of, match, opponent, rest = paired
    events.event_change(event=of.event, by=of.director, self_reports=False)
    client = client_of("phone", of, opponent, rest)
    where = f"/matches/{match.public_id}/"
    page = client.get(where).content.decode()
    assert "Here the director enters the results." in page
    assert "win-0-single" not in page
    assert "I have won" not in client.get(f"/events/{of.event.public_id}/me/").content.decode()
    sent = {"do": "report", "winner": 0, "loser_points": 1, "version": 0, "key": key()}
    assert client.post(f"{where}act/", sent).status_code == 403
