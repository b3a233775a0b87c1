"""The table page of a table of an event: its format says who is box and where cubes begin."""

import datetime
import html
import re
from collections import Counter
from copy import deepcopy

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Session
from games.record.selectors.sessions import table_of
from games.record.services.plans import planners
from games.sessions.services.sessions import session_create
from tests import evenings
from tests.games.phone import Phone
from tests.tournaments.tables.tables import Tables, told
from tests.worlds import built_once
from tournaments.events.services import draws, entries
from tournaments.models import Round
from tournaments.tables.services.tables import table_leave

pytestmark = pytest.mark.django_db


class Tapper(Phone):
    """The director's phone at a table; what waits for a commit is heard at the end of a tap."""

    def __init__(self, event: Tables, number: int = 1) -> None:
        client = Client()
        client.force_login(event.director)
        session = event.table(number).session
        assert session is not None
        super().__init__(client, session)
        self.names = {key: name for name, key in self.ids.items()}

    def press(self, button: str) -> str:
        """Tap a button of the page as it is shown; return the page after it."""
        form = next(
            one
            for one in re.findall(r"<form[^>]*>.*?</form>", self.show(), re.S)
            if f'id="{button}"' in one
        )
        found = re.search(r'action="([^"]*)"', form)
        assert found is not None
        fields: dict[str, list[str]] = {}
        for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form):
            fields.setdefault(name, []).append(html.unescape(value))
        with told():
            answer = self.client.post(found.group(1), fields, headers={"HX-Request": "true"})
        assert answer.status_code == 200, answer.content.decode()
        return answer.content.decode()

    def enter(self, **points: int) -> None:
        """Enter the points of a game by the names of members; others have none."""
        game = self.table.game
        assert game is not None, "it has just begun"
        fields = {f"points-{member}": "0" for member in game.team}
        for name, value in points.items():
            fields[f"points-{self.ids[name]}"] = str(abs(value))
            if value < 0:
                fields[f"sign-{self.ids[name]}"] = "-"
        with told():
            answer = self.tap("enter_points", winner="team", **fields)
        assert answer.status_code == 200, answer.content.decode()

    @property
    def line(self) -> list[str]:
        """The names of box and team in the game in progress."""
        game = self.table.game
        assert game is not None, "it has just begun"
        return [self.names[one] for one in (game.box, *game.team)]

    def lose(self, points: int) -> tuple[str, str]:
        """The box loses so many points to the captain; return the names of both."""
        self.press("b-play")
        box, captain, *_crew = self.line
        self.enter(**{captain: points})
        return box, captain


def seats_shown(page: str) -> list[str]:
    """The names in the line, top to bottom; not those below it who have left."""
    seats = re.findall(r'<li class="seat seat--(\w+).*?seat__name"[^>]*>([^<]*)</span>', page, re.S)
    return [name for kind, name in seats if kind != "left"]


def plan_shown(page: str) -> str:
    """What is said about the next game."""
    found = re.search(r'<div class="plan" id="plan">(.*?)</div>', page, re.S)
    return re.sub("<[^>]*>", " ", found.group(1)) if found else ""


@pytest.fixture(scope="module")
def four_built(django_db_setup, django_db_blocker):
    """Four players by the fixed schedule, the round released."""
    with built_once(django_db_blocker):
        event = Tables(evenings.club("built"), names="Ann Bob Cid Dee", format="fixed")
        event.next_round()
        yield event


@pytest.fixture
def four(four_built, db):
    return deepcopy(four_built)


@pytest.mark.slow
def test_twelve_games_of_a_schedule_need_only_the_planned_button_and_points(four):
    phone = Tapper(four)
    pairs: Counter[tuple[str, str]] = Counter()
    cubes = []
    for _ in range(12):
        page = phone.show()
        shown = seats_shown(page)
        cube = re.search(r"The cubes start at (\d+)\.", plan_shown(page))
        assert cube is not None
        phone.press("b-play")
        # What was shown is what began.
        assert phone.line == shown
        game = phone.table.game
        assert game is not None
        assert game.start == int(cube.group(1))
        cubes.append(game.start)
        box, captain, *_crew = shown
        pairs[box, captain] += 1
        phone.enter(**{captain: 1})
    assert cubes == [1, 2, 4] * 4
    # Everyone once against each other as captain: four times three.
    assert len(pairs) == 12
    page = phone.show()
    assert "This table has finished its round." in page
    assert 'id="b-play"' not in page
    phone.press("b-end-table")
    four_session = Session.objects.get(pk=phone.session.pk)
    assert four_session.status == Session.Status.ENDED


def test_the_plan_is_said_in_words_before_the_first_game(four):
    phone = Tapper(four)
    page = phone.show()
    box, captain, *crew = seats_shown(page)
    said = plan_shown(page)
    assert f"Box {box} · captain {captain} · crew {crew[0]} and {crew[1]}" in said
    # The usual ways are there, too: by hand the line is as it is planned.
    assert 'id="b-roll"' in page
    by_hand = re.findall(r'<span class="next__name">([^<]*)</span>', phone.show("line"))
    assert by_hand == [box, captain, *crew]


def test_the_sheet_of_a_game_does_not_contradict_the_plan(four):
    phone = Tapper(four)
    box, captain = phone.lose(1)
    # The schedule gives everyone their games as box in turn; the house rules go by who has won.
    assert seats_shown(phone.show())[0] == box
    why = f"By the house rules alone: The team won: captain {captain} becomes box"
    assert why in phone.show()


def test_a_planned_game_is_not_begun_by_points_alone(four):
    phone = Tapper(four)
    phone.lose(1)
    assert 'id="b-points"' not in phone.show("between-more")


def test_a_game_by_hand_is_still_possible(four):
    phone = Tapper(four)
    phone.lose(1)
    line = [phone.ids[name] for name in ("Dee", "Cid", "Bob", "Ann")]
    assert phone.tap("play_by_hand", line=line).status_code == 200
    assert phone.line == ["Dee", "Cid", "Bob", "Ann"]


def test_the_same_tap_twice_starts_one_game(four):
    phone = Tapper(four)
    for _ in range(2):
        phone.session.refresh_from_db()
        fields = {"do": "start_planned", "version": 1, "key": "once"}
        answer = phone.client.post(f"{phone.url}act/", fields, headers={"HX-Request": "true"})
        assert answer.status_code == 200
    assert phone.session.log.filter(payload__type="start_game").count() == 1


def test_who_taps_too_late_is_told_and_may_start_the_next_game(four):
    phone = Tapper(four)
    phone.lose(1)
    fields = {"do": "start_planned", "version": 1, "key": "late"}
    answer = phone.client.post(f"{phone.url}act/", fields, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "start the next game" in answer.content.decode()


def test_onlookers_see_the_plan_and_no_button(four, client):
    four.club.visibility = "public"
    four.club.save()
    phone = Tapper(four)
    page = client.get(phone.url).content.decode()
    assert plan_shown(page) == plan_shown(phone.show())
    assert "b-play" not in page
    answer = client.post(f"{phone.url}act/", {"do": "start_planned", "version": 1, "key": "k"})
    assert answer.status_code == 302


def test_the_cubes_of_a_freeze_out_start_higher_with_every_level():
    event = Tables(names="Ann Bob Cid", format="freeze_out", params={"level_minutes": 30})
    event.next_round()
    phone = Tapper(event)
    # Nobody says who is first box: dice do.
    page = phone.show()
    assert "Who is box?" in page
    assert "The cubes start at 1." in plan_shown(page)
    phone.press("b-roll")
    phone.lose(1)
    begun = timezone.now() - datetime.timedelta(minutes=61)
    Round.objects.update(released_at=begun)
    page = phone.show()
    assert "The cubes start at 4." in plan_shown(page)
    phone.press("b-play")
    game = phone.table.game
    assert game is not None
    assert game.start == 4


def test_who_has_nothing_left_goes_and_the_next_game_begins_without_him():
    event = Tables(names="Ann Bob Cid Dee", format="freeze_out", params={"chips": 5})
    event.next_round()
    phone = Tapper(event)
    phone.press("b-roll")
    box, captain = phone.lose(5)
    page = phone.show()
    assert f"Out of it now: {box}." in plan_shown(page)
    assert box not in seats_shown(page)
    # By the house rules they would go to the end of the line; the others move up.
    assert seats_shown(page)[0] == captain
    assert "The next line is planned" not in page
    phone.press("b-play")
    assert phone.line == seats_shown(page)
    assert box not in phone.line


def test_who_cannot_cover_the_cube_is_not_shown_as_box_or_captain():
    event = Tables(names="Ann Bob Cid Dee", format="bank", params={"bank": 10})
    event.next_round()
    phone = Tapper(event)
    phone.press("b-roll")
    poor, _captain = phone.lose(8)
    for _ in range(3):
        page = phone.show()
        shown = seats_shown(page)
        assert poor not in shown[:2]
        assert f"{poor} cannot cover" in plan_shown(page)
        phone.press("b-play")
        assert phone.line == shown
        phone.enter(**{shown[1]: 0})


def test_a_table_of_a_club_night_goes_on_by_the_house_rules():
    event = Tables(names="Ann Bob Cid Dee", format="club_night")
    event.next_round()
    phone = Tapper(event)
    phone.press("b-roll")
    standing = phone.table.line
    assert standing is not None
    page = phone.show()
    assert seats_shown(page) == [phone.names[one] for one in standing.order]
    phone.press("b-play")
    assert phone.line == seats_shown(page)


def test_names_are_kept_from_strangers_in_what_is_said_about_the_next_game(client):
    event = Tables(names="Ann Bob Cid Dee", format="bank", params={"bank": 10})
    event.next_round()
    phone = Tapper(event)
    phone.press("b-roll")
    poor, _captain = phone.lose(8)
    player = event.player(poor)
    player.name, player.shown = "Annabel Lee", "initials"
    player.save()
    event.club.visibility = "public"
    event.club.save()
    page = client.get(phone.url).content.decode()
    assert "A. L. cannot cover" in plan_shown(page)
    assert "Annabel Lee" not in page


def test_other_sessions_show_no_plan_and_cost_one_query(four, django_assert_num_queries):
    players = [four.player(name) for name in ("Ann", "Bob", "Cid", "Dee")]
    session = session_create(club=four.club, by=four.director, players=players)
    client = Client()
    client.force_login(four.director)
    phone = Phone(client, session)
    page = phone.show()
    assert 'id="plan"' not in page
    assert "Who is box?" in page
    with django_assert_num_queries(1):
        assert planners.plan_of(session) is None
    answer = phone.tap("start_planned")
    assert answer.status_code == 404
    assert not phone.table.ordered


def test_a_round_that_is_taken_back_leaves_no_open_session(four):
    session = four.table().session
    assert session is not None
    draws.draw_discard(division=four.division, by=four.director)
    session.refresh_from_db()
    assert session.status == Session.Status.VOID
    assert not four.division.rounds.exists()
    # It can be drawn again.
    four.next_round()
    assert four.table().session != session


def test_a_round_is_not_taken_back_while_a_game_is_running(four):
    from tournaments.errors import EventRefused

    four.start(four.table())
    with pytest.raises(EventRefused) as caught:
        draws.draw_discard(division=four.division, by=four.director)
    assert caught.value.code == "event_playing"
    assert four.table().session.is_open


def test_who_withdraws_leaves_his_table_after_the_game_that_is_running():
    event = Tables(names="Ann Bob Cid Dee", format="club_night")
    event.next_round()
    session = event.start(event.table())
    entries.entry_withdraw(entry=event.entry("Dee"), by=event.director)
    assert "Dee" not in event.names_at(event.table())
    event.enter_points(session)
    session.refresh_from_db()
    assert event.player("Dee").public_id not in table_of(session).present
    # The player has left already: withdrawing again, or leaving, finds them at no table.
    entries.entry_withdraw(entry=event.entry("Dee"), by=event.director)


def test_who_pauses_stays_at_his_table():
    event = Tables(names="Ann Bob Cid Dee", format="club_night")
    event.next_round()
    session = event.start(event.table())
    entries.entry_pause(entry=event.entry("Dee"), by=event.director)
    event.enter_points(session)
    assert event.player("Dee").public_id in table_of(session).present
    assert "Dee" in event.names_at(event.table())


def test_who_has_left_a_schedule_leaves_the_line_to_the_house_rules(four):
    phone = Tapper(four)
    phone.lose(1)
    assert table_leave(entry=four.entry("Dee"), by=four.director) == 3
    page = phone.show()
    assert "Dee" not in seats_shown(page)
    phone.press("b-play")
    assert phone.line == seats_shown(page)
