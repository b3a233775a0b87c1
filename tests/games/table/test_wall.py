"""The screen on the wall: what it shows, to whom, and with how many queries."""

import re

import pytest
from django.test import Client
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from games.models import Club, Pass, Session, User
from games.sessions.actors import cookie_name, pass_sealed
from games.table.live.wall import render
from games.table.presenters.wall import club_wall, session_wall
from tests import evenings
from tests.evenings import Evening
from tests.games.conftest import Scorer

ORDER = "order Ann, Bob, Cid, Dee\n"
GAME = ORDER + "game\n"


def main_of(page: str) -> str:
    found = re.search(r"<main.*</main>", page, re.S)
    assert found
    return found.group()


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def screen(client: Client, organizer: User) -> Client:
    """A computer with a big screen, on which the organizer is signed in."""
    client.force_login(organizer)
    return client


@pytest.fixture
def tuesday(db: None) -> Club:
    return evenings.club()


def test_it_shows_the_line_with_every_cube_and_total(
    screen: Client, session: Session, scorer: Scorer
) -> None:
    scorer.play(GAME + "Bob doubles\nbox takes Bob\nbox wins\ngame\nCid doubles\nbox drops Cid")
    wall = main_of(shown(screen, f"/sessions/{session.public_id}/wall/"))
    # Bob's cube at 2, Cid's and Dee's at 1: the box has won 2 + 1 + 1.
    assert "+4" in wall
    assert "cube 1, in the middle" in wall
    assert "box dropped" in wall
    assert "Game 1: Box wins" in wall
    assert "The box won" in wall
    assert re.search(r"Game 2\s*</p>", wall)


def test_a_bar_is_as_long_as_its_total(tuesday: Club) -> None:
    evening = Evening(tuesday, "Ann Bob Cid").game(Bob=-5, Cid=-5)
    places = session_wall(evening.session).rows[0].tables[0].places
    # 10 fill the half that a round scale of 10 has; 5 are half as much, to the left.
    by_name = {place.seat.name: (place.bar_from, place.bar_width) for place in places}
    assert by_name == {"Ann": (1000, 1000), "Bob": (500, 500), "Cid": (500, 500)}


def test_long_figures_become_narrower_not_lower(tuesday: Club) -> None:
    evening = Evening(tuesday, "Ann Bob Cid").game(Bob="-1234.5", Cid=0)
    places = session_wall(evening.session).rows[0].tables[0].places
    # Four signs have room; seven are squeezed to four sevenths, rounded down to tens.
    widths = {place.total.text: place.total.width for place in places}
    assert widths == {"+1234.5": 50, "−1234.5": 50, "0": 100}


def test_nothing_on_it_can_be_followed_or_typed(screen: Client, session: Session) -> None:
    for address in (f"/sessions/{session.public_id}/wall/", f"/clubs/{session.club.slug}/wall/"):
        page = shown(screen, address)
        body = page[page.index("<body") :]
        assert not re.search(r"<(a|form|input|button)\b|href=|csrf", body)


def test_it_is_dark_unless_the_room_is_bright(screen: Client, session: Session) -> None:
    address = f"/sessions/{session.public_id}/wall/"
    assert 'data-theme="dark"' in shown(screen, address)
    assert 'data-theme="light"' in shown(screen, address + "?look=light")
    assert 'data-theme="dark"' in shown(screen, address + "?look=%22bad")


def test_an_order_that_was_not_rolled_shows_who_sits_there(
    screen: Client, session: Session
) -> None:
    wall = main_of(shown(screen, f"/sessions/{session.public_id}/wall/"))
    assert all(name in wall for name in ("Ann", "Bob", "Cid", "Dee"))
    assert "before game 1" in wall


def test_the_wall_of_a_session_that_has_ended_says_so(screen: Client, tuesday: Club) -> None:
    evening = Evening(tuesday, "Ann Bob Cid").game(Bob=-5, Cid=-5).end()
    screen.force_login(evening.organizer)
    wall = main_of(shown(screen, f"/sessions/{evening.session.public_id}/wall/"))
    assert "ended" in wall
    assert "+10" in wall


def test_a_club_shows_all_its_tables_the_latest_a_little_larger(tuesday: Club) -> None:
    tables = [Evening(tuesday, names) for names in ("Ann Bob Cid", "Dee Eve Fay", "Gil Hal Ivy")]
    tables[1].game(Eve=-1)
    wall = club_wall(tuesday)
    assert [len(row.tables) for row in wall.rows] == [2, 1]
    assert [table.is_latest for row in wall.rows for table in row.tables] == [False, True, False]
    assert [row.is_latest for row in wall.rows] == [True, False]
    tables[2].game(Hal=-1)
    order = [table.session for row in club_wall(tuesday).rows for table in row.tables]
    assert order == [evening.session for evening in tables]


def test_one_table_has_the_wall_of_a_club_to_itself(tuesday: Club) -> None:
    evening = Evening(tuesday, "Ann Bob Cid")
    beat = re.compile(r'data-beat="\d+"')
    with override("en"):
        walls = render("club", tuesday.pk), render("session", evening.session.pk)
    assert beat.sub("", walls[0]) == beat.sub("", walls[1])


def test_without_tables_it_says_so_and_shows_the_last_results(
    screen: Client, tuesday: Club
) -> None:
    evening = Evening(tuesday, "Ann Bob Cid").game(Bob=-5, Cid=-5).end()
    screen.force_login(evening.organizer)
    wall = main_of(shown(screen, "/clubs/tuesday/wall/"))
    assert "No table is running." in wall
    assert "Ann" in wall
    assert "+10" in wall


def test_a_table_of_other_rules_does_not_darken_the_wall(
    tuesday: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tuesday, "Ann Bob Cid").doubled_game()
    Evening(tuesday, "Dee Eve Fay")
    Session.objects.filter(pk=evening.session.pk).update(
        snapshot={**evening.session.snapshot, "rules_version": 0}
    )
    game = evening.session.games.get()
    game.result["points"] = dict.fromkeys(game.result["points"], 0)
    game.save()
    first, second = (table for row in club_wall(tuesday).rows for table in row.tables)
    assert "earlier version of the rules" in first.problem
    assert second.problem == ""


@pytest.mark.parametrize("tables", [1, 8])
def test_its_queries_are_two_however_many_tables_run(
    tuesday: Club, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(tables):
        Evening(tuesday, f"Ann{number} Bob{number} Cid{number}").doubled_game()
    with django_assert_num_queries(2):
        wall = club_wall(tuesday)
    assert wall.tables == tables


def test_more_tables_than_fit_are_counted(tuesday: Club) -> None:
    for number in range(14):
        Evening(tuesday, f"Ann{number} Bob{number} Cid{number}")
    wall = club_wall(tuesday)
    assert (wall.tables, wall.unseen) == (12, 2)


def test_its_beat_is_that_of_the_stream(screen: Client, session: Session, scorer: Scorer) -> None:
    scorer.play(GAME)
    for address in (f"/sessions/{session.public_id}/wall/", f"/clubs/{session.club.slug}/wall/"):
        answer = screen.get(address + "live/")
        beat = answer["ETag"].strip('"').partition("-")[0]
        assert f'data-beat="{beat}"' in answer.content.decode()


def test_strangers_find_nothing(client: Client, session: Session) -> None:
    for address in (f"/sessions/{session.public_id}/wall/", f"/clubs/{session.club.slug}/wall/"):
        assert client.get(address).status_code == 404
        assert client.get(address + "live/").status_code == 404


def test_everybody_sees_the_walls_of_a_public_club(client: Client, session: Session) -> None:
    Club.objects.update(visibility="public")
    for address in (f"/sessions/{session.public_id}/wall/", f"/clubs/{session.club.slug}/wall/"):
        assert client.get(address).status_code == 200
        assert client.get(address + "live/").status_code == 200


def test_an_onlooker_s_pass_opens_the_wall_of_its_table(client: Client, session: Session) -> None:
    holder = Pass.objects.create(club=session.club, session=session, role=Pass.Role.ONLOOKER)
    client.cookies[cookie_name(session)] = pass_sealed(holder)
    assert client.get(f"/sessions/{session.public_id}/wall/").status_code == 200
    assert client.get(f"/clubs/{session.club.slug}/wall/").status_code == 404


def test_a_screen_s_pass_opens_the_walls_of_its_club(client: Client, session: Session) -> None:
    holder = Pass.objects.create(club=session.club, role=Pass.Role.ONLOOKER)
    client.cookies[cookie_name(session.club)] = pass_sealed(holder)
    address = f"/clubs/{session.club.slug}/wall/"
    assert client.get(address).status_code == 200
    assert client.get(address + "live/").status_code == 200
    Pass.objects.update(state=Pass.State.REVOKED)
    assert client.get(address).status_code == 404
    assert client.get(address + "live/").status_code == 404


def test_its_address_gives_what_the_stream_would_send(
    screen: Client, session: Session, scorer: Scorer
) -> None:
    address = f"/sessions/{session.public_id}/wall/"
    page = shown(screen, address)
    assert f'data-live="{address}live/"' in page
    first = screen.get(address + "live/")
    assert first.content.decode().strip() == main_of(page)
    again = screen.get(address + "live/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    scorer.play(GAME)
    changed = screen.get(address + "live/", headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert "cube 1, in the middle" in changed.content.decode()


def test_a_stream_of_a_wall_is_for_all_who_speak_its_language(
    screen: Client, session: Session
) -> None:
    for address, topic in (
        (f"/sessions/{session.public_id}/wall/live/", f"session:{session.pk}"),
        (f"/clubs/{session.club.slug}/wall/live/", f"club:{session.club.pk}"),
    ):
        answer = screen.get(
            address, headers={"Accept": "text/event-stream", "Accept-Language": "de"}
        )
        assert answer["X-Live-Topic"] == topic
        assert answer["X-Live-Audience"] == "wall-named|de"


def test_it_speaks_the_language_that_is_active(tuesday: Club) -> None:
    Evening(tuesday, "Ann Bob Cid").game(Bob="-1.5", Cid=0)
    with override("de"):
        wall = render("club", tuesday.pk)
    assert "Partie 1: Box gewinnt" in wall
    assert "+1,5" in wall
    # Numbers of the drawing are numbers for the browser.
    assert not re.search(r'(x|width|height)="[\d.]*,', wall)


def test_the_table_and_the_club_lead_to_the_wall(screen: Client, session: Session) -> None:
    table = shown(screen, f"/sessions/{session.public_id}/table/")
    assert f'href="/sessions/{session.public_id}/wall/"' in table
    assert f'href="/clubs/{session.club.slug}/wall/"' in shown(
        screen, f"/clubs/{session.club.slug}/"
    )
