"""Setting up a session: players, preset, option by option, stakes."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from games.models import Club, Player, Session, User

FOUR = ("Ann", "Bob", "Cid", "Dee")


@pytest.fixture
def url(club: Club, organizer: User, client: Client) -> str:
    """The set-up page, with the organizer signed in."""
    client.force_login(organizer)
    return f"/clubs/{club.slug}/sessions/new/"


def chosen(players: dict[str, Player], names: tuple[str, ...] = FOUR, **fields: Any) -> Any:
    """A set-up form."""
    return {
        "player": [players[name].public_id for name in names],
        "preset": "canberra",
        "played_on": "2026-11-17",
        **fields,
    }


def test_it_offers_players_presets_and_every_option_with_its_help(
    client: Client, url: str, players: dict[str, Player]
) -> None:
    page = client.get(url).content.decode()
    assert all(name in page for name in FOUR)
    assert "Clinton Hill" in page
    assert "When a gammon or backgammon counts double or triple." in page


def test_a_session_starts_with_the_chosen_rules(
    client: Client, url: str, players: dict[str, Player]
) -> None:
    fields = {"preset": "clinton_hill", "option-jacoby": "off", "option-minimum_take": "half"}
    answer = client.post(url, chosen(players, **fields))
    session = Session.objects.get()
    assert answer["Location"] == f"/sessions/{session.public_id}/table/"
    assert session.rules == "clinton_hill; jacoby=off"
    assert str(session.played_on) == "2026-11-17"


def test_another_preset_changes_what_the_options_say(
    client: Client, url: str, players: dict[str, Player]
) -> None:
    answer = client.get(
        f"{url}options/", chosen(players, preset="cambridge"), headers={"HX-Request": "true"}
    )
    page = answer.content.decode()
    assert "Ahead of those just sent down (Cambridge)" in page
    assert page.count("checked") == len(FOUR) + 1


def test_money_and_multiples_are_kept(client: Client, url: str, players: dict[str, Player]) -> None:
    stake = {f"stake-{players['Bob'].public_id}": "4", "stake_amount": "0,50", "currency": "EUR"}
    client.post(url, chosen(players, **stake))
    session = Session.objects.get()
    assert (session.stake_amount, session.currency) == (Decimal("0.50"), "EUR")
    assert session.seats.get(player=players["Bob"]).stake == 4


@pytest.mark.parametrize(
    ("method", "where"), [("get", ""), ("post", ""), ("get", "options/"), ("post", "player/")]
)
def test_who_starts_no_sessions_is_shown_nothing_of_the_club(
    client: Client, url: str, players: dict[str, Player], method: str, where: str
) -> None:
    Club.objects.update(visibility="public", stake_amount=Decimal("17.23"), currency="XAU")
    Player.objects.update(shown="hidden")
    client.force_login(User.objects.create_user("zoe@example.org", name="Zoe"))

    answer = getattr(client, method)(url + where, {"preset": "canberra"})

    assert answer.status_code == 403
    assert not [one for one in (*players, "17.23", "XAU") if one in answer.content.decode()]


def test_somebody_new_is_added_and_seated_at_once(
    client: Client, url: str, club: Club, players: dict[str, Player]
) -> None:
    fields = chosen(players, ("Ann",), new_name="Eve 🦉", title="Cup night")
    page = client.post(f"{url}player/", fields, headers={"HX-Request": "true"}).content.decode()
    eve = club.players.get(name="Eve 🦉")
    assert f'value="{eve.public_id}" id="p-{eve.public_id}" checked' in page
    assert "Cup night" in page


def test_a_name_that_is_known_seats_that_player(
    client: Client, url: str, players: dict[str, Player]
) -> None:
    answer = client.post(f"{url}player/", chosen(players, ("Bob",), new_name=" Ann "))
    assert f'id="p-{players["Ann"].public_id}" checked' in answer.content.decode()
    assert Player.objects.count() == len(FOUR)


def test_a_name_that_deceives_is_said_beside_the_button(
    client: Client, url: str, players: dict[str, Player]
) -> None:
    answer = client.post(f"{url}player/", chosen(players, new_name="An\u200bn"))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"player": []},
        {"stake_amount": "much"},
        {"stake_amount": "NaN"},
        {"stake_amount": "1"},
        {"played_on": "yesterday"},
        {"title": "x" * 200},
        {"preset": "canberra", "option-starting_cube": "8", "option-cube_limit": "4"},
    ],
)
def test_wrong_data_get_a_sentence_and_nothing_is_lost(
    client: Client, url: str, players: dict[str, Player], fields: dict[str, Any]
) -> None:
    answer = client.post(url, chosen(players, place="Café", **fields))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'role="alert"' in page
    assert "Café" in page
    assert not Session.objects.exists()


def test_unknown_presets_and_values_fall_back(
    client: Client, url: str, players: dict[str, Player]
) -> None:
    client.post(url, chosen(players, preset="mars"))
    client.post(url, chosen(players, **{"option-jacoby": "sometimes"}))
    assert {session.rules for session in Session.objects.all()} == {"canberra"}


def test_members_who_do_not_score_may_not_start(
    client: Client, club: Club, member: Callable[[str], User]
) -> None:
    client.force_login(member("player"))
    answer = client.get(f"/clubs/{club.slug}/sessions/new/")
    assert answer.status_code == 403
    assert "another role" in answer.content.decode()


def test_who_is_not_signed_in_is_sent_to_sign_in(client: Client, club: Club) -> None:
    answer = client.get(f"/clubs/{club.slug}/sessions/new/")
    assert answer["Location"].startswith("/sign-in/?next=%2Fclubs")


def test_replies_are_hidden_as_the_club_has_it_or_as_ticked(
    client: Client, url: str, club: Club, players: dict[str, Player]
) -> None:
    def is_ticked(page: str) -> bool:
        return 'aria-describedby="replies-help" checked' in page

    assert not is_ticked(client.get(url).content.decode())
    Club.objects.filter(pk=club.pk).update(replies_hidden=True)
    assert is_ticked(client.get(url).content.decode())
    again = client.get(f"{url}options/", chosen(players, replies_asked="1"))
    assert not is_ticked(again.content.decode())

    client.post(url, chosen(players))
    assert Session.objects.latest("pk").replies_hidden
    client.post(url, chosen(players, replies_asked="1"))
    assert not Session.objects.latest("pk").replies_hidden
    client.post(url, chosen(players, replies_asked="1", replies_hidden="1"))
    assert Session.objects.latest("pk").replies_hidden
