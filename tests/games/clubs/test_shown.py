"""Who does not want to be shown to everybody is called by initials, or not at all, everywhere."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client

from games.clubs.selectors.privacy import called_by, initials
from games.clubs.services.showing import player_show
from games.errors import NotAllowed, Refused
from games.files.importing.tables import decoded
from games.models import Club, Membership, Player, Session
from games.rules.chouette.notation import parse
from tests import evenings
from tests.evenings import Evening
from tests.worlds import built_once
from tournaments.ladders.services.evenings import evenings_refresh

pytestmark = pytest.mark.django_db

NAMES = ("Bob", "Cid")


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[Evening]:
    """Bob is shown by initials, Cid not at all; Ann and Dee by name. The session still runs."""
    with built_once(django_db_blocker):
        club = evenings.club(visibility=Club.Visibility.PUBLIC)
        evening = Evening(club, "Ann Bob Cid Dee")
        for name, shown in (("Bob", "initials"), ("Cid", "hidden")):
            Player.objects.filter(club=club, name=name).update(shown=shown)
        evening.doubled_game().game(Bob=-1, Cid=-2)
        evenings_refresh(club_id=club.pk)
        yield evening


@pytest.fixture
def evening(built: Evening, db: None) -> Evening:
    return deepcopy(built)


def addresses(evening: Evening) -> list[str]:
    """Every page, file and answer of a club with names on it that guests may read."""
    club, session = f"/clubs/{evening.club.slug}", f"/sessions/{evening.session.public_id}"
    ann = evening.player("Ann").public_id
    api = f"/api/v1{session}"
    return [
        f"{club}/",
        f"{club}/sessions/",
        f"{club}/players/",
        f"{club}/players/{ann}/",
        f"{club}/leaderboard/?over=all",
        f"{club}/leaderboard.csv?over=all",
        f"{club}/records/",
        f"{club}/wall/",
        f"{session}/",
        f"{session}/print/",
        f"{session}/sheet.csv",
        f"{session}/sheet.json",
        f"{session}/record.csn",
        f"{session}/games/1/",
        f"{session}/games/1/?player={evening.player('Bob').public_id}",
        f"{session}/table/",
        f"{session}/live/",
        f"{session}/wall/",
        f"{session}/wall/live/",
        f"/api/v1{club}/players",
        f"/api/v1{club}/leaderboard?over=all",
        api,
        f"{api}/actions",
        f"{api}/sheet",
        f"{api}/table",
        f"{api}/export/csn",
        f"{api}/export/csv",
        f"{api}/export/json",
        f"{api}/notes",
        f"{session}/sheet.xlsx",
        f"{club}/leaderboard.xlsx?over=all",
    ]


def told(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return decoded(answer.content)[0]


@pytest.mark.parametrize("number", range(31))
def test_no_page_tells_a_guest_the_names(client: Client, evening: Evening, number: int) -> None:
    text = told(client, addresses(evening)[number])
    assert not [name for name in NAMES if name in text]


@pytest.mark.parametrize("number", [2, 4, 8, 10, 15, 16, 17, 21, 29, 30])
def test_members_read_all_names(client: Client, evening: Evening, number: int) -> None:
    client.force_login(evenings.member(evening.club, "Mia"))
    text = told(client, addresses(evening)[number])
    assert [name for name in NAMES if name in text]


def test_who_sits_at_the_table_reads_all_names(client: Client, evening: Evening) -> None:
    ann = evening.player("Ann")
    ann.user = evenings.user("Ann")
    ann.save()
    client.force_login(ann.user)
    assert "Bob" in told(client, f"/sessions/{evening.session.public_id}/")


def test_guests_find_initials_and_no_page_of_who_is_hidden(
    client: Client, evening: Evening
) -> None:
    club = f"/clubs/{evening.club.slug}"
    listed = told(client, f"{club}/players/")
    assert "B." in listed
    assert "a player" not in listed
    assert "B." in told(client, f"{club}/players/{evening.player('Bob').public_id}/")
    cid = evening.player("Cid").public_id
    assert client.get(f"{club}/players/{cid}/").status_code == 404
    assert client.get(f"/api/v1/players/{cid}").status_code == 404
    assert cid not in told(client, f"{club}/leaderboard/?over=all")
    sheet = told(client, f"/sessions/{evening.session.public_id}/")
    assert "a player" in sheet


def test_places_stay_those_of_all(client: Client, evening: Evening) -> None:
    board = json.loads(told(client, f"/api/v1/clubs/{evening.club.slug}/leaderboard?over=all"))
    assert board["players"] == 4
    assert len(board["results"]) == 3


def test_a_veiled_record_can_still_be_scored(client: Client, evening: Evening) -> None:
    evening.end()
    text = told(client, f"/sessions/{evening.session.public_id}/record.csn")
    assert "Bob" not in text
    assert parse(text).actions


def test_initials_that_are_another_s_get_a_number() -> None:
    assert initials("Ann de Milo") == "A. D. M."
    rows = [(1, "Bob Marx", "initials"), (2, "Bea May", "initials"), (3, "Cid", "hidden")]
    assert called_by([*rows, (4, "Dee", "hidden"), (5, "Eve", "full")]) == {
        1: "B. M.",
        2: "B. M. 2",
        3: "a player",
        4: "a player 2",
        5: "Eve",
    }


@pytest.mark.parametrize(
    ("role", "may"),
    [("organizer", True), ("director", True), ("scorer", False), ("player", False)],
)
def test_organizers_choose_how_somebody_is_shown(
    client: Client, evening: Evening, role: str, may: bool
) -> None:
    client.force_login(evenings.member(evening.club, "Mia", role))
    bob = evening.player("Bob")
    address = f"/clubs/{evening.club.slug}/players/{bob.public_id}/"
    assert ('action="' + address + "shown/" in told(client, address)) is may
    answer = client.post(f"{address}shown/", {"shown": "full"})
    assert answer.status_code == (302 if may else 403)
    bob.refresh_from_db()
    assert bob.shown == ("full" if may else "initials")


def test_a_player_chooses_for_himself(evening: Evening) -> None:
    ann = evening.player("Ann")
    with pytest.raises(NotAllowed):
        player_show(player=ann, by=evenings.user("Ann"), shown="hidden")
    ann.user = evenings.user("Ann")
    ann.save()
    assert player_show(player=ann, by=ann.user, shown="hidden").shown == "hidden"
    with pytest.raises(Refused):
        player_show(player=ann, by=ann.user, shown="nonsense")


def test_the_stream_of_a_guest_is_not_that_of_a_member(client: Client, evening: Evening) -> None:
    guest = client.get(
        f"/sessions/{evening.session.public_id}/live/", headers={"accept": "text/event-stream"}
    )["X-Live-Audience"]
    client.force_login(evenings.member(evening.club, "Mia"))
    member = client.get(
        f"/sessions/{evening.session.public_id}/live/", headers={"accept": "text/event-stream"}
    )["X-Live-Audience"]
    assert guest.startswith(".")
    assert member.startswith("in.")


def data(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    return json.loads(answer.content)


def test_all_data_about_oneself_hold_no_secret(client: Client, evening: Evening) -> None:
    bob = evening.player("Bob")
    bob.user = evenings.member(evening.club, "Bob", Membership.Role.SCORER)
    bob.save()
    bob.user.set_password("never told")
    bob.user.save()
    client.force_login(bob.user)
    found = data(client, "/account/data/")
    assert found["account"]["email"] == "bob@example.org"
    assert found["membership_user"][0]["club"] == evening.club.slug
    assert found["signin_user"]
    player = found["players"][0]
    assert len(player["gamescore_player"]) == 2
    assert len(player["eveningshare_player"]) == 1
    assert {"transfer_payer", "seat_player", "player"} <= player.keys()
    text = json.dumps(found)
    assert bob.user.password not in text
    assert client.session.session_key not in text
    assert not [name for name in ("Ann", "Cid", "Dee") if f'"{name}"' in text]


def test_every_relation_to_a_person_is_followed(evening: Evening) -> None:
    from games.clubs.exports import _open_name

    for relation in (*Player._meta.related_objects, *Session._meta.related_objects):
        for field in relation.related_model._meta.concrete_fields:
            if field.is_relation:
                assert isinstance(_open_name(field), str)


@pytest.mark.parametrize(
    ("role", "status"),
    [("owner", 200), ("organizer", 200), ("director", 200), ("scorer", 403), ("player", 403)],
)
def test_organizers_get_the_data_about_a_player(
    client: Client, evening: Evening, role: str, status: int
) -> None:
    client.force_login(evenings.member(evening.club, "Mia", role))
    address = f"/clubs/{evening.club.slug}/players/{evening.player('Bob').public_id}/data/"
    assert client.get(address).status_code == status


def test_strangers_get_no_data(client: Client, evening: Evening) -> None:
    address = f"/clubs/{evening.club.slug}/players/{evening.player('Ann').public_id}/data/"
    for one in (address, "/account/data/"):
        answer = client.get(one)
        assert answer.status_code == 302
        assert "/sign-in/" in answer["Location"]
