"""What a club changes itself: its settings, its house rules, its colour."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.clubs.colours import accent_name
from games.clubs.services.clubs import player_create
from games.clubs.services.showing import player_show
from games.files.services.demo import demo_create
from games.models import Club, Session, User
from tests import evenings
from tests.evenings import Evening
from tournaments.ladders.selectors.leaderboards import LeaderboardQuery, leaderboard_asked
from tournaments.ladders.services.rebuild import leaderboard_rebuild
from tournaments.models import EveningShare


@pytest.fixture
def desk(client: Client, organizer: User) -> Client:
    """The owner's browser."""
    client.force_login(organizer)
    return client


def fields(**changed: str) -> dict[str, str]:
    return {
        "name": "Owls",
        "visibility": "public",
        "language": "de",
        "time_zone": "Europe/Berlin",
        "stake_amount": "0.50",
        "currency": "EUR",
        "minimum_games": "5",
        "board_seconds": "15",
        **changed,
    }


def test_a_club_changes_its_settings(desk: Client, club: Club) -> None:
    url = f"/clubs/{club.slug}/settings/"
    assert 'value="Tuesday Club"' in desk.get(url).content.decode()
    assert desk.post(url, fields())["Location"] == url
    club.refresh_from_db()
    assert (club.name, club.visibility, club.language) == ("Owls", "public", "de")
    assert (str(club.stake_amount), club.currency) == ("0.50", "EUR")
    assert (club.time_zone, club.minimum_games) == ("Europe/Berlin", 5)
    assert not club.replies_hidden
    assert desk.post(url, fields(replies_hidden="on", pot_first="on"))["Location"] == url
    club.refresh_from_db()
    assert club.replies_hidden
    assert club.pot_first
    assert "checked" in desk.get(url).content.decode()
    # Links that were given away stay good.
    assert club.slug == "tuesday-club"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("typed", ["1.25", "1,25"])
def test_what_a_point_is_worth_has_a_comma_or_a_point(
    desk: Client, club: Club, language: str, typed: str
) -> None:
    url, read_as = f"/clubs/{club.slug}/settings/", {"accept-language": language}
    answer = desk.post(url, fields(stake_amount=typed), headers=read_as)
    assert answer.status_code == 302
    club.refresh_from_db()
    assert str(club.stake_amount) == "1.25"
    shown = "1,25" if language == "de" else "1.25"
    assert f'name="stake_amount" value="{shown}"' in desk.get(url, headers=read_as).text


def test_before_a_club_becomes_public_it_says_whose_names_strangers_will_see(
    desk: Client, club: Club, organizer: User
) -> None:
    for name, shown in (("Ann Berg", "full"), ("Bob Holm", "initials"), ("Cid Lund", "hidden")):
        player = player_create(club=club, by=organizer, name=name)
        player_show(player=player, by=organizer, shown=shown)
    url = f"/clubs/{club.slug}/settings/"
    asked = desk.post(url, fields())
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "strangers would see these full names" in page
    assert "<p>Ann Berg</p>" in page
    club.refresh_from_db()
    assert (club.name, club.visibility) == ("Tuesday Club", "members")
    assert desk.post(url, fields(names_seen="yes"))["Location"] == url
    club.refresh_from_db()
    assert club.visibility == "public"
    # It is public already: nothing is asked again.
    assert desk.post(url, fields(name="Owls again"))["Location"] == url


@pytest.mark.thorough
@pytest.mark.usefixtures("small_demo")
def test_the_founder_removes_the_demo_with_one_tap_and_it_may_come_again(
    desk: Client, club: Club, organizer: User
) -> None:
    organizer.is_superuser = True
    organizer.save(update_fields=["is_superuser"])
    demo = demo_create()
    home = desk.get("/").content.decode()
    assert "Remove the demo" in home
    assert "Running now" not in home
    assert demo.name not in desk.get("/boards/").content.decode()
    gone = desk.post(f"/clubs/{demo.slug}/settings/delete/", follow=True).content.decode()
    assert "is deleted" in gone
    assert "Remove the demo" not in gone
    assert list(Club.objects.all()) == [club]
    assert demo_create().players.exists()


@pytest.mark.usefixtures("small_demo")
def test_nobody_else_removes_the_demo(desk: Client) -> None:
    demo = demo_create()
    assert desk.post(f"/clubs/{demo.slug}/settings/delete/").status_code in (403, 404)
    assert Club.objects.filter(is_demo=True).exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"visibility": "secret"},
        {"language": "xx"},
        {"time_zone": "Europe/Atlantis"},
        {"stake_amount": "-1"},
        {"stake_amount": "owl"},
        {"currency": ""},
        {"minimum_games": "-1"},
        {"minimum_games": "1001"},
        {"minimum_games": ""},
    ],
)
def test_a_wrong_setting_is_said_and_nothing_is_changed(
    desk: Client, club: Club, wrong: dict[str, str]
) -> None:
    answer = desk.post(f"/clubs/{club.slug}/settings/", fields(**wrong))
    assert answer.status_code == 422
    club.refresh_from_db()
    assert club.name == "Tuesday Club"


def test_house_rules_are_chosen_like_at_the_set_up(desk: Client, club: Club) -> None:
    url = f"/clubs/{club.slug}/settings/rules/"
    page = desk.get(url).content.decode()
    assert 'id="preset-canberra" checked' in page
    desk.post(url, {"preset": "amsterdam", "option-animals": "0"}, follow=True)
    club.refresh_from_db()
    assert club.default_rules == "amsterdam; animals=0"
    set_up = desk.get(f"/clubs/{club.slug}/sessions/new/").content.decode()
    assert 'id="preset-amsterdam" checked' in set_up


def test_another_preset_is_shown_without_saving(desk: Client, club: Club) -> None:
    url = f"/clubs/{club.slug}/settings/rules/options/?preset=rotterdam"
    part = desk.get(url, headers={"HX-Request": "true"}).content.decode()
    assert 'id="preset-rotterdam" checked' in part
    assert "<html" not in part
    assert "<html" in desk.get(url).content.decode()
    club.refresh_from_db()
    assert club.default_rules == "canberra"


def test_new_house_rules_leave_sessions_as_they_were(
    desk: Client, club: Club, session: Session
) -> None:
    desk.post(f"/clubs/{club.slug}/settings/rules/", {"preset": "amsterdam"})
    session.refresh_from_db()
    assert session.rules == "canberra"


def test_a_colour_paints_the_clubs_pages(desk: Client, club: Club, session: Session) -> None:
    look = f"/clubs/{club.slug}/settings/look/"
    said = desk.post(f"{look}colour/", {"accent": "#3344FF"}, follow=True).content.decode()
    assert "Saved. By night it is" in said
    assert "By day #3344ff, by night #" in said
    # One door, the settings behind it, and this page of theirs.
    assert said.count("aria-current=") == 3
    sheet = f"/colours/{accent_name('#3344ff')}.css"
    for path in (look, f"/clubs/{club.slug}/", f"/sessions/{session.public_id}/table/"):
        assert f'href="{sheet}"' in desk.get(path).content.decode()
    assert sheet not in desk.get("/").content.decode()
    desk.post(f"{look}colour/", {"usual": "1"})
    assert sheet not in desk.get(look).content.decode()


def test_a_pale_colour_is_corrected_with_a_sentence(desk: Client, club: Club) -> None:
    answer = desk.post(
        f"/clubs/{club.slug}/settings/look/colour/", {"accent": "#ffff00"}, follow=True
    )
    assert "could not be read on white" in answer.content.decode()


@pytest.mark.parametrize("colour", ["red", "#12345", "#0c6350;} body{display:none", "", "#GGGGGG"])
def test_what_is_no_colour_is_refused(desk: Client, club: Club, colour: str) -> None:
    answer = desk.post(f"/clubs/{club.slug}/settings/look/colour/", {"accent": colour})
    assert answer.status_code == 422
    club.refresh_from_db()
    assert club.accent == ""


def test_the_sheet_of_a_colour_is_kept_by_browsers_for_good(client: Client, db: None) -> None:
    answer = client.get(f"/colours/{accent_name('#3344ff')}.css")
    assert answer["Content-Type"] == "text/css; charset=utf-8"
    assert "immutable" in answer["Cache-Control"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "Cookie" not in answer.get("Vary", "")
    assert "--accent: light-dark(#3344ff," in answer.content.decode()


@pytest.mark.parametrize("name", ["3344ff-00000000", "3344ff", "owl", "zzzzzz-00000000"])
def test_a_sheet_under_another_name_is_not_there(client: Client, db: None, name: str) -> None:
    assert client.get(f"/colours/{name}.css").status_code == 404


def test_the_way_to_the_settings_is_shown_to_those_who_may(
    client: Client, club: Club, member: Callable[[str], User]
) -> None:
    expected = {"owner": "settings/", "director": "seasons/", "scorer": None}
    for role, page in expected.items():
        client.force_login(member(role))
        shown = client.get(f"/clubs/{club.slug}/players/").content.decode()
        for path in ("settings/", "seasons/"):
            assert (f'href="/clubs/{club.slug}/{path}"' in shown) is (path == page)


@pytest.mark.django_db
def test_fewer_games_for_the_list_bring_players_above_the_line(
    client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    club = evenings.club()
    evening = Evening(club).game(Bob=-1).game(Bob=-1)
    leaderboard_rebuild(club_id=club.pk)
    board = leaderboard_asked(club, LeaderboardQuery(order="average"))
    assert board.standings == ()
    client.force_login(evening.organizer)
    with django_capture_on_commit_callbacks(execute=True):
        changed = fields(minimum_games="2", stake_amount="", visibility="members")
        client.post(f"/clubs/{club.slug}/settings/", changed)
    club.refresh_from_db()
    board = leaderboard_asked(club, LeaderboardQuery(order="average"))
    assert len(board.standings) == EveningShare.objects.count() > 0
    page = client.get(f"/clubs/{club.slug}/leaderboard/?order=average").content.decode()
    assert "too few for an average" not in page
