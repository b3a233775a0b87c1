"""Tests of what a director with several divisions, or rounds played at once, has to see."""

import re

import pytest

from games.models import Player, User
from tests import evenings
from tests.tournaments.desk.desk import Desk, desk
from tests.tournaments.directing import Directed, key
from tournaments.events.services import draws, entries
from tournaments.events.services.events import division_add
from tournaments.models import Division, Match
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


def account(directed: Directed, name: str) -> User:
    """The account of a player."""
    user = evenings.member(directed.club, name)
    Player.objects.filter(club=directed.club, name=name).update(user=user)
    return user


def second_division(directed: Directed, *names: str) -> Division:
    """Add a division of its own with these players, and draw its first round."""
    by = directed.director
    division = division_add(event=directed.event, by=by, name="Beginners", format="swiss")
    players = [directed.player(name) for name in names]
    entries.entries_add(division=division, by=by, players=players)
    draws.draw_make(division=division, by=by)
    draws.draw_confirm(division=division, by=by)
    draws.draw_release(division=division, by=by)
    return division


def seats(page: str) -> list[tuple[str, ...]]:
    """Who sits where, as the list on paper says it."""
    rows = re.findall(r'<tr>\s*<th scope="row">(.*?)</th>(.*?)</tr>', page, re.DOTALL)
    return [(name, *re.findall("<td>(.*?)</td>", cells)) for name, cells in rows]


def test_a_dispute_is_seen_while_another_division_is_shown() -> None:
    olga = desk("Ann Bob Cid Dee")
    second_division(olga.directed, "Eva", "Fay")
    match = Match.objects.get(round__division__name="Beginners")
    eva, fay = account(olga.directed, "Eva"), account(olga.directed, "Fay")
    points = (match.length or 0, 0)
    match = results.match_report(
        match=match, by=eva, points=points, version=match.version, key=key()
    )
    assert "tag--disputed" not in olga.show()
    results.match_reject(match=match, by=fay, version=match.version, key=key())

    tab = re.search(r'<a [^>]*id="division-[^>]*>\s*Beginners(.*?)</a>', olga.show(), re.DOTALL)
    assert tab
    assert "1 disputed" in tab[1]


def test_everybody_who_sits_is_on_the_list_whatever_round_or_division_they_play() -> None:
    olga = desk("Ann Bob Cid Dee", format="progressive", seeding="entry")
    second_division(olga.directed, "Élodie", "Zoe")
    olga.directed.next_round()
    first, second = olga.directed.open()
    olga.directed.win(first, 0)
    url = f"/events/{olga.directed.event.public_id}/slips/"
    page = olga.client.get(url, {"what": "where"}).content.decode()

    playing = {one.name for one in (second.first, second.second) if one}
    assert [one[0] for one in seats(page)] == [*sorted(playing), "Élodie", "Zoe"]
    assert "Beginners · Round 1" in page
    olga.directed.win(second, 0)
    results.match_report(
        match=Match.objects.get(round__division__name="Beginners"),
        by=olga.directed.director,
        points=(7, 0),
        version=0,
        key=key(),
    )
    olga.directed.play_all()
    page = olga.client.get(url, {"what": "where"}).content.decode()
    assert "Every match that was drawn has been played out." in page
    chosen = olga.client.get(url, {"what": "where", "round": "1"}).content.decode()
    assert [one[0] for one in seats(chosen)] == ["Ann", "Bob", "Cid", "Dee"]


def test_what_is_confirmed_is_on_the_list_before_it_is_released() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    olga.directed.play_all()
    by, division = olga.directed.director, olga.directed.division
    draws.draw_make(division=division, by=by)
    draws.draw_confirm(division=division, by=by, in_spite=True)
    url = f"/events/{olga.directed.event.public_id}/slips/?what=where"

    shown = seats(olga.client.get(url).content.decode())
    assert [(name, title) for name, _table, _opponent, title in shown] == [
        (name, "Round 2") for name in ("Ann", "Bob", "Cid", "Dee")
    ]


def test_each_match_says_its_length_where_not_all_are_alike() -> None:
    olga = desk("Ann Bob Cid Dee", format="single", seeding="entry", params={"lengths": [5, 7]})
    olga.directed.next_round()
    assert "<span>to 5</span>" in olga.show()
    for match in olga.directed.open():
        olga.directed.win(match, 0)
    assert "<span>to 7</span>" in olga.show()
    alike = Desk(Directed(olga.directed.club, "Gil Hal"))
    alike.directed.next_round()
    assert "<span>to 7</span>" not in alike.show()
