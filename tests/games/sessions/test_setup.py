"""Setting up a session: players, preset, option by option, stakes."""

import datetime
import html
import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from games.models import Club, Player, Session, User
from games.rules.chouette import OPTIONS, Leave
from games.sessions.selectors.circles import circles_of
from games.sessions.services.sessions import session_create, session_end
from tests.evenings import Evening

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
    assert page.count("checked") == len(FOUR) + 1 + len(OPTIONS)


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


@pytest.mark.parametrize("typed", ["ann", "ANN", " aNN "])
def test_a_name_in_other_capitals_seats_that_player(
    client: Client, url: str, players: dict[str, Player], typed: str
) -> None:
    answer = client.post(f"{url}player/", chosen(players, ("Bob",), new_name=typed))
    assert f'id="p-{players["Ann"].public_id}" checked' in answer.content.decode()
    assert Player.objects.count() == len(FOUR)


def test_of_two_names_that_differ_in_capitals_the_exact_one_is_seated_and_a_third_is_new(
    client: Client, url: str, club: Club, players: dict[str, Player]
) -> None:
    small = club.players.create(name="ann")
    page = client.post(f"{url}player/", chosen(players, new_name="ann")).content.decode()
    assert f'id="p-{small.public_id}" checked' in page
    client.post(f"{url}player/", chosen(players, new_name="ANN"))
    assert club.players.filter(name="ANN").exists()


def test_a_list_of_names_is_seated_at_once_where_it_is_plain(
    client: Client, url: str, club: Club, players: dict[str, Player]
) -> None:
    answer = client.post(f"{url}player/", chosen(players, ("Bob",), new_names="ann\nEve\nFay"))
    page = answer.content.decode()
    for name in ("Ann", "Bob", "Eve", "Fay"):
        assert f'id="p-{club.players.get(name=name).public_id}" checked' in page


@pytest.mark.parametrize(
    ("typed", "seated", "told"),
    [
        ("Cid, Dee", {"Cid", "Dee"}, ""),
        ("Ann\nCid, Dee", {"Ann", "Cid", "Dee"}, ""),
        ("Ann, Cid, Dee", {"Ann", "Cid", "Dee"}, ""),
        ("Ann, Cid und Dee", {"Ann", "Cid", "Dee"}, ""),
        ("Hart, Eve", {"Eve Hart"}, ""),
        ("Ann, Hart", set(), "is one person, the surname first"),
        ("Cid, Gus", set(), "is one person, the surname first"),
        ("Ann, Cid, Gus", set(), "Gus: new in the club."),
        ("Ann, Cid, Cid", set(), "stands in the list twice"),
        ("Ann, Cid, 🦉", set(), "1 of 1 row read"),
        ("ánn, Cid, Dee", set(), "that is Ann"),
    ],
)
def test_names_on_one_line_are_seated_at_once_where_the_club_knows_them_all(
    client: Client,
    url: str,
    club: Club,
    players: dict[str, Player],
    typed: str,
    seated: set[str],
    told: str,
) -> None:
    club.players.create(name="Eve Hart")
    before = club.players.count()
    page = client.post(f"{url}player/", chosen(players, ("Bob",), new_names=typed)).content.decode()
    names = {one.public_id: one.name for one in club.players.all()}
    ticked = re.findall(r'id="p-(\w+)" checked', page)
    assert {names[one] for one in ticked} == {"Bob", *seated}
    assert club.players.count() == before
    assert html.unescape(page).count('name="names_seen"') == (0 if seated else 1)
    assert told in html.unescape(page)


def test_a_list_that_is_more_than_names_is_shown_as_it_was_read_first(
    client: Client, url: str, club: Club, players: dict[str, Player]
) -> None:
    before = club.players.count()
    for field in ("new_name", "new_names"):
        typed = (
            "1500 Änn, 1600 Eve, Eve, Fay" if field == "new_name" else "- [x] Ánn\n---\nEve\nEve"
        )
        page = client.post(f"{url}player/", chosen(players, **{field: typed})).content.decode()
        assert ": that is Ann." in page
        assert "Eve stands in the list twice (line" in page
        assert club.players.count() == before
    assert "Line 2 is nobody: “---”." in page
    seen = re.findall(r'name="names_seen" value="([^"]*)"', page)[0]
    sent = chosen(players, new_names=typed, names_seen=html.unescape(seen))
    page = client.post(f"{url}player/", sent).content.decode()
    eve = club.players.get(name="Eve")
    assert f'id="p-{eve.public_id}" checked' in page
    assert club.players.count() == before + 1


def test_of_a_list_with_a_wrong_name_nobody_is_added(
    client: Client, url: str, club: Club, players: dict[str, Player]
) -> None:
    before = club.players.count()
    answer = client.post(f"{url}player/", chosen(players, new_names="Eve\nFa\u202ey"))
    assert answer.status_code == 422
    assert club.players.count() == before
    assert "Eve" in answer.content.decode()


def test_the_next_evening_begins_as_the_last_one_was(
    client: Client, url: str, club: Club, players: dict[str, Player]
) -> None:
    said = {"preset": "canberra", "option-jacoby": "game", "place": "Café"}
    said |= {"replies_asked": "1", "replies_hidden": "1"}
    client.post(url, chosen(players, stake_amount="0.50", currency="EUR", **said))
    first = club.sessions.get()
    session_end(session=first, by=first.started_by, version=first.version, key="end")
    shown = client.get(url).content.decode()
    assert "as last time" in shown
    page = client.get(url).context["page"]
    assert (page.stake_amount, page.currency, page.place) == ("0.50", "EUR", "Café")
    assert page.replies_hidden
    ids = [one.player for one in page.players if one.chosen]
    assert len(ids) == len(players)
    # Two taps: the page is opened, and started as it is.
    form = {"player": ids, "stake_amount": "0.5", "currency": "EUR", "place": "Café"}
    assert client.post(url, form).status_code == 302
    second = club.sessions.exclude(pk=first.pk).get()
    assert second.rules == first.rules
    assert (second.stake_amount, second.place) == (first.stake_amount, "Café")


def test_the_rules_open_when_they_are_changed_and_by_nothing_else(
    client: Client, url: str, players: dict[str, Player]
) -> None:
    shown = client.get(url).content.decode()
    hidden = re.findall(r'<input type="hidden" name="([^"]+)"', shown)
    sent = chosen(players, new_name="Eve", **dict.fromkeys(hidden, "1"))
    assert not client.post(f"{url}player/", sent).context["page"].rules_open
    asked = json.loads(html.unescape(re.search(r"hx-vals='([^']+)'", shown)[1]))
    assert client.get(f"{url}options/", chosen(players, **asked)).context["page"].rules_open


def test_a_name_that_deceives_is_said_beside_the_button(
    client: Client, url: str, players: dict[str, Player]
) -> None:
    answer = client.post(f"{url}player/", chosen(players, new_name="Fa\u202ey"))
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


def test_an_evening_begins_on_the_board_if_ticked_and_its_answers_are_hidden(
    client: Client, url: str, players: dict[str, Player]
) -> None:
    client.post(url, chosen(players, replies_asked="1", on_board="1"))
    session = Session.objects.latest("pk")
    assert (session.on_board, session.replies_hidden) == (True, True)
    client.post(url, chosen(players, replies_asked="1"))
    assert not Session.objects.latest("pk").on_board
    again = client.get(f"{url}options/", chosen(players, replies_asked="1", on_board="1"))
    assert 'aria-describedby="on-board-help" checked' in again.content.decode()


WEDNESDAY = datetime.date(2026, 11, 25)


def played(club: Club, players: dict[str, Player], day: datetime.date, names: str) -> Session:
    """An evening of these players that has ended."""
    evening = session_create(
        club=club,
        by=User.objects.get(name="Olga"),
        players=[players[name] for name in names.split()],
        rules="canberra",
        played_on=day,
    )
    Session.objects.filter(pk=evening.pk).update(status=Session.Status.ENDED)
    return evening


def ticked(page: str, players: dict[str, Player]) -> set[str]:
    """The names that are chosen on a set-up page."""
    return {name for name, one in players.items() if f'id="p-{one.public_id}" checked' in page}


class TestWhoUsuallyPlays:
    @pytest.fixture(autouse=True)
    def evenings_before(self, club: Club, players: dict[str, Player], url: str) -> None:
        """Three Wednesdays and a Sunday, which was the last."""
        for weeks, names in enumerate(("Ann Bob Cid", "Ann Bob Dee", "Ann Bob Dee Cid"), 1):
            day = WEDNESDAY - datetime.timedelta(weeks=weeks)
            played(club, players, day, names)
        played(club, players, WEDNESDAY - datetime.timedelta(days=3), "Bob Cid Dee")

    def test_last_time_s_players_are_chosen_already(self, client, url, players):
        assert ticked(client.get(url).content.decode(), players) == {"Bob", "Cid", "Dee"}

    def test_a_choice_that_was_sent_is_kept(self, client, url, players):
        sent = {"player": [players["Ann"].public_id], "replies_asked": "1"}
        for given, wanted in ((sent, {"Ann"}), ({"replies_asked": "1"}, set())):
            page = client.get(f"{url}options/", given).content.decode()
            assert ticked(page, players) == wanted

    def test_one_tap_seats_last_time_s_players_instead_of_those_chosen(self, client, url, players):
        sent = {"player": [players["Ann"].public_id], "replies_asked": "1", "pick": "last"}
        page = client.get(f"{url}options/", sent).content.decode()
        assert ticked(page, players) == {"Bob", "Cid", "Dee"}

    def test_regulars_of_a_day_were_there_on_half_of_its_evenings(self, club, players, url):
        [_last, regulars] = circles_of(club, WEDNESDAY).all
        assert (regulars.key, regulars.title) == ("day-2", "Regulars on Wednesday")
        assert set(regulars.players) == {players[name].public_id for name in FOUR}

    def test_nobody_is_chosen_while_another_table_runs(self, client, club, url, players):
        Session.objects.filter(pk=Session.objects.latest("pk").pk).update(status="open")
        page = client.get(url).content.decode()
        assert ticked(page, players) == set()
        assert "As last time (3)" in page

    def test_who_left_the_club_is_not_proposed(self, client, url, players):
        Player.objects.filter(name="Cid").update(is_active=False)
        page = client.get(url).content.decode()
        assert ticked(page, players) == {"Bob", "Dee"}
        assert "As last time (2)" in page

    def test_evenings_that_count_nowhere_tell_nothing(self, client, url, players):
        Session.objects.update(status=Session.Status.VOID)
        page = client.get(url).content.decode()
        assert ticked(page, players) == set()
        assert "As last time" not in page

    def test_it_costs_the_same_however_many_evenings_there_were(
        self, club, players, url, django_assert_num_queries
    ):
        with django_assert_num_queries(2):
            found = circles_of(club, WEDNESDAY)
        assert found


class TestGroups:
    def saved(self, client: Client, url: str, players: dict[str, Player], **fields: Any) -> Any:
        sent = {"replies_asked": "1", **fields}
        return client.post(f"{url}group/", sent, headers={"HX-Request": "true"})

    def test_a_group_is_saved_under_its_own_name_and_seated_by_one_tap(
        self, client: Client, club: Club, url: str, players: dict[str, Player]
    ) -> None:
        who = [players["Ann"].public_id, players["Dee"].public_id]
        page = self.saved(client, url, players, player=who, group_name=" Monday  regulars ")
        assert "Monday regulars (2)" in page.content.decode()
        assert ticked(page.content.decode(), players) == {"Ann", "Dee"}

        club.refresh_from_db()
        pick = club.groups[0]["id"]
        page = client.get(f"{url}options/", {"replies_asked": "1", "pick": pick})
        assert ticked(page.content.decode(), players) == {"Ann", "Dee"}

    def test_the_same_name_again_replaces_it_and_it_can_be_deleted(
        self, client: Client, club: Club, url: str, players: dict[str, Player]
    ) -> None:
        self.saved(client, url, players, player=[players["Ann"].public_id], group_name="Monday")
        bob = players["Bob"].public_id
        page = self.saved(client, url, players, player=[bob], group_name="monday")
        assert "monday (1)" in page.content.decode()
        club.refresh_from_db()
        [group] = club.groups
        assert (group["name"], group["players"]) == ("monday", [bob])

        page = self.saved(client, url, players, group_gone=group["id"])
        assert "monday" not in page.content.decode()

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"group_name": "Monday"}, "Choose first who belongs to the group."),
            ({"group_name": " ", "player": "x"}, "Give the group a name"),
        ],
    )
    def test_a_group_without_a_name_or_players_is_refused_with_a_sentence(
        self,
        client: Client,
        club: Club,
        url: str,
        players: dict[str, Player],
        fields: Any,
        sentence: str,
    ) -> None:
        page = self.saved(client, url, players, **fields)
        assert page.status_code == 422
        assert sentence in page.content.decode()
        club.refresh_from_db()
        assert club.groups == []

    def test_who_left_early_belongs_to_last_time_all_the_same(
        self, client: Client, club: Club, url: str
    ) -> None:
        evening = Evening(club, "Ann Bob Cid Dee").game(Bob=-1, Cid=-1, Dee=-1)
        evening.do(Leave(evening.player("Dee").public_id))
        evening.game(Bob=-1, Cid=-1).end()
        everybody = {player.name: player for player in club.players.all()}
        page = client.get(url).content.decode()
        assert ticked(page, everybody) >= set(FOUR)
