"""“Your next table”: what it says in every format, whatever keeps a player from their board."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from games.models import Player
from tests.tournaments.directing import Directed, key
from tournaments.events.selectors.phones import mine_read
from tournaments.events.services import entries, events
from tournaments.models import Event, Match
from tournaments.pages.presenters.phones import MePage, Spot, me_page
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


def page_of(of: Directed, name: str, *, sees_table: bool = True) -> MePage:
    """What the phone of somebody shows."""
    event = Event.objects.select_related("club").get(pk=of.event.pk)
    player = Player.objects.get(club=of.club, name=name)
    return me_page(mine_read(event, player), is_phone=True, sees_table=sees_table)


def spot_of(of: Directed, name: str) -> Spot:
    """What it shows to a player of one division."""
    (spot,) = page_of(of, name).spots
    return spot


def names(match: Match) -> tuple[str, str]:
    assert match.first is not None
    assert match.second is not None
    return match.first.name, match.second.name


def test_before_the_draw_one_hears_who_is_here() -> None:
    event = Directed(names="Ann Bob Cid", match_length=3)
    entries.entry_check_in(entry=event.entry("Bob"), by=event.director)
    spot = spot_of(event, "Ann")
    assert spot.wait == "Nothing is drawn yet: 1 of 3 are here."
    assert spot.may_check_in
    assert not spot_of(event, "Bob").may_check_in


def test_in_a_knockout_one_waits_goes_on_and_is_out() -> None:
    event = Directed(names="Ann Bob Cid Dee", format="single", match_length=3)
    event.next_round()
    one, other = event.open()
    event.win(one, 0)
    winner, loser = names(one)
    assert spot_of(event, winner).wait == "You are through. Your next opponent is still playing."
    assert spot_of(event, loser).wait == "You are out here. Thank you for playing."
    event.win(other, 1)
    now = spot_of(event, winner).now
    assert now is not None
    assert now.opponent == names(other)[1]
    (final,) = event.open()
    event.win(final, 0 if names(final)[0] == winner else 1)
    spot = spot_of(event, winner)
    assert spot.wait == "You have won all there was to win here."
    assert [(done.opponent, done.result) for done in spot.done] == [
        (names(other)[1], "won"),
        (loser, "won"),
    ]


def test_who_lost_with_a_second_chance_hears_where_they_play_on() -> None:
    event = Directed(names="Ann Bob Cid Dee", format="double", match_length=3)
    event.next_round()
    one, _other = event.open()
    event.win(one, 0)
    winner, loser = names(one)
    assert spot_of(event, winner).wait == "You are through. Your next opponent is still playing."
    said = spot_of(event, loser).wait
    assert said.startswith("You play on: ")
    assert said.endswith(". Your next opponent is still playing.")


def test_after_the_last_round_no_table_is_promised() -> None:
    event = Directed(names="Ann Bob Cid Dee", match_length=3, params={"rounds": 1})
    event.next_round()
    one, other = event.open()
    event.win(one, 0)
    assert spot_of(event, names(one)[0]).wait.startswith("1 match is still being played. That was")
    event.win(other, 0)
    assert spot_of(event, names(one)[0]).wait == (
        "That was the last round. Your place stands here once the event is ended."
    )


def test_a_bye_and_a_round_that_is_still_played_are_explained() -> None:
    event = Directed(names="Ann Bob Cid", match_length=3)
    event.next_round()
    (match,) = event.open()
    free = next(name for name in ("Ann", "Bob", "Cid") if name not in names(match))
    spot = spot_of(event, free)
    assert spot.wait.startswith("You have a bye in this round")
    assert [done.result for done in spot.done] == ["bye"]
    event.win(match, 0)
    assert spot_of(event, names(match)[0]).wait == (
        "Your next table stands here as soon as it is drawn."
    )


def test_who_has_played_hears_how_many_still_play() -> None:
    event = Directed(names="Ann Bob Cid Dee Eve Fay", match_length=3)
    event.next_round()
    first, *_rest = event.open()
    event.win(first, 0)
    assert spot_of(event, names(first)[1]).wait.startswith("2 matches are still being played.")


def test_without_a_free_table_one_waits_for_it() -> None:
    event = Directed(names="Ann Bob Cid Dee", match_length=3, event_fields={"tables": 1})
    event.next_round()
    waiting = next(one for one in event.open() if one.board is None)
    spot = spot_of(event, names(waiting)[0])
    assert spot.now is not None
    assert (spot.now.title, spot.now.board) == ("No table yet", None)
    assert spot.said == "As soon as a table is free, its number stands here."


def test_who_pauses_or_has_withdrawn_is_told_so() -> None:
    event = Directed(names="Ann Bob Cid Dee", match_length=3)
    entries.entry_pause(entry=event.entry("Ann"), by=event.director)
    entries.entry_withdraw(entry=event.entry("Bob"), by=event.director)
    assert spot_of(event, "Ann").wait.startswith("You pause")
    assert spot_of(event, "Bob").wait.startswith("You have withdrawn")


def test_when_the_event_is_over_one_is_thanked_and_sees_what_he_played() -> None:
    event = Directed(names="Ann Bob", format="round_robin", match_length=3)
    event.next_round()
    event.play_all()
    events.event_finish(event=event.event, by=event.director)
    spot = spot_of(event, "Ann")
    assert spot.wait == "This event is over. Thank you for playing."
    assert len(spot.done) == 1


def test_what_is_played_comes_first_where_one_plays_in_two_divisions() -> None:
    event = Directed(names="Ann Bob", match_length=3)
    side = events.division_add(
        event=event.event, by=event.director, format="swiss", name="Side", match_length=1
    )
    players = [event.player(name) for name in ("Ann", "Cid")]
    entries.entries_add(division=side, by=event.director, players=players)
    event.division, main = side, event.division
    event.next_round()
    spots = page_of(event, "Ann").spots
    assert [spot.heading for spot in spots] == ["Side", main.name]
    assert [spot.now is not None for spot in spots] == [True, False]


def test_at_a_chouette_one_sees_the_table_and_who_sits_there() -> None:
    event = Directed(names="Ann Bob Cid Dee", format="club_night")
    event.next_round()
    page = page_of(event, "Ann")
    now = page.spots[0].now
    assert now is not None
    assert now.title == "Table 1"
    assert sorted(now.mates) == ["Bob", "Cid", "Dee"]
    assert now.url.endswith("/table/")
    hidden = page_of(event, "Ann", sees_table=False).spots[0]
    assert hidden.now is not None
    assert hidden.now.url == "", "a phone that the club does not know would find nothing there"


def test_the_page_is_read_with_as_many_queries_after_many_rounds_as_after_one() -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            page = page_of(event, "Ann")
        assert len(page.spots) == 1
        return len(caught)

    event = Directed(names="Ann Bob Cid Dee Eve Fay Gus Hal", match_length=3)
    event.next_round()
    event.play_all()
    few = queries()
    for _round in range(2):
        event.next_round()
        event.play_all()
    assert queries() == few


def test_a_match_that_nobody_played_is_a_half_for_each_without_points() -> None:
    of = Directed(names="Ann Bob", params={"rounds": 2})
    of.next_round()
    (match,) = of.open()
    results.match_break_off(
        match=match, by=of.director, reason="Too late", version=match.version, key=key()
    )
    (done,) = spot_of(of, "Ann").done
    assert (done.result, done.score) == ("not played, a half for each", "")
    with override("de"):
        (done,) = spot_of(of, "Ann").done
    assert done.result == "nicht gespielt, ein halber Sieg für jeden"
