"""Events of Dame and chess: each match is one game, a draw is half a point for each."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from games.rules.online import GAME_TYPES
from tests import evenings
from tests.games.boards.table import Playing
from tests.tournaments.desk.desk import Desk
from tests.tournaments.directing import Directed, key
from tests.tournaments.results.test_results import two
from tournaments.errors import EventRefused
from tournaments.events.services.draws import draw_release
from tournaments.events.services.events import event_change, event_copy
from tournaments.events.services.result_files import results_file
from tournaments.formats import EVENT_FORMATS, FORMATS
from tournaments.models import Event, Match
from tournaments.record.selectors.results import standings_of
from tournaments.results.services import results
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db

DRAW = (0, 0)
BASES = {
    "swiss": "a draw a half for each",
    "keizer": "half of it for a draw",
    "free": "of equals who has lost fewer is ahead",
    "round_robin": "a draw a half for each",
    "all_play_all": "By points: 3 for a match won, 1 for a match lost",
}
COUNTS = BASES.keys()


def four_of(game: str, format: str) -> Directed:
    """An event of four in which everybody meets everybody."""
    return Directed(
        names="Ann Bob Cid Dee",
        format=format,
        params={"rounds": 3} if format in {"swiss", "keizer"} else {},
        event_fields={"game": game},
    )


def three_rounds(event: Directed, format: str) -> Iterator[Match]:
    """The matches of three rounds, each round drawn once the one before is reported."""
    for number in range(1 if format == "all_play_all" else 3):
        if format != "round_robin" or not number:
            event.next_round()
        else:
            draw_release(division=event.division, by=event.director)
        yield from event.open()


def chess(names: str = "Ann Bob", **fields: object) -> Directed:
    return Directed(names=names, event_fields={"game": "chess"}, **fields)  # type: ignore[arg-type]


def report(match: Match, event: Directed, points: tuple[int, int]) -> Match:
    return results.match_report(
        match=match, by=event.director, points=points, version=match.version, key=key()
    )


@pytest.mark.parametrize("game", GAME_TYPES)
@pytest.mark.parametrize("format", [one.code for one in EVENT_FORMATS])
def test_each_format_takes_the_games_that_it_can_count(format: str, game: str) -> None:
    if game == "backgammon" or format in COUNTS:
        made = Directed(format=format, event_fields={"game": game})
        length = made.division.match_length
        assert length == (None if FORMATS[format].is_chouette else 7 if game == "backgammon" else 1)
        return
    with pytest.raises(EventRefused, match="choose Swiss system, Keizer or round robin"):
        Directed(format=format, event_fields={"game": game})
    assert not Event.objects.exists()


@pytest.mark.parametrize("game", ["dame", "chess"])
@pytest.mark.parametrize("format", sorted(COUNTS))
def test_draws_are_halves_in_the_standings(format: str, game: str) -> None:
    event = four_of(game, format)
    for match in three_rounds(event, format):
        names = {match.first.name, match.second.name}
        ann = 0 if match.first.name == "Ann" else 1
        report(match, event, ((1, 0), (0, 1))[ann] if "Ann" in names else DRAW)
    lines = {line.key: line for line in standings_of(event.division)[0].lines}
    found = {
        entry.player.name: lines[entry.number].score_text
        for entry in event.division.entries.select_related("player")
    }
    assert found == {"Ann": "3", "Bob": "1", "Cid": "1", "Dee": "1"}
    assert {(line.wins, line.halves, line.losses) for line in lines.values()} == {
        (3, 0, 0),
        (0, 2, 1),
    }
    client = Client()
    client.force_login(event.director)
    page = client.get(f"/events/{event.event.public_id}/").content.decode()
    assert "Won–drawn–lost" in page
    assert page.count("0–2–1") >= 3
    assert BASES[format] in page


def test_a_draw_is_reported_by_one_and_confirmed_by_the_other() -> None:
    event = chess(params={"rounds": 1})
    match, first, second = two(event)
    client = Client()
    client.force_login(first)
    url = f"/matches/{match.public_id}/"
    page = client.get(url).content.decode().split("<main")[1]
    assert re.search(r'name="result" value="draw"', page)
    assert "Game of chess" in page
    assert not re.search(r"double-0|needs 1|cube", page)
    sent = {"do": "report", "result": "draw", "version": match.version, "key": key()}
    client.post(f"{url}act/", sent)
    match.refresh_from_db()
    assert (match.state, match.winner, match.is_draw) == ("reported", None, True)
    client.force_login(second)
    said = f"{first.name} has reported: A draw: half a point for each. Is that right?"
    assert said in client.get(url).content.decode()
    results.match_confirm(match=match, by=second, version=match.version, key=key())
    page = client.get(url).content.decode()
    assert page.count("½") >= 2
    match.refresh_from_db()
    assert (match.is_settled, match.is_rated, match.figures) == (True, True, ("½", "½"))


def test_the_desk_enters_corrects_and_exports_draws() -> None:
    event = chess("Ann Bob Cid Dee", params={"rounds": 1})
    event.next_round()
    one, other = event.open()
    desk = Desk(event)
    assert "The loser has" not in desk.show()
    sent = {"match": one.public_id, "version": one.version}
    assert "½ : ½" in desk.do("quick", result="draw", **sent)
    typed = f"{other.first.name} 1 0"
    desk.type(typed)
    other.refresh_from_db()
    assert (other.winner, other.is_settled) == (0, True)
    shown = desk.show(sheet=other.public_id)
    assert 'name="result"' in shown
    desk.do("result", match=other.public_id, version=other.version, result="draw")
    other.refresh_from_db()
    assert other.is_draw
    assert "½ : ½" in desk.show(sheet=other.public_id)
    public = desk.client.get(f"/events/{event.event.public_id}/").content.decode()
    assert public.count("½–½") >= 2
    assert '<span class="match__note">a draw</span>' in public


def test_a_result_in_a_file_may_be_halves() -> None:
    event = chess(params={"rounds": 1})
    event.next_round()
    match = event.open()[0]
    text = "round;player;points;opponent points\n1;Ann;½;½\n"
    results_file(event=event.event, by=event.director, data=text.encode(), key=key())
    match.refresh_from_db()
    assert match.is_draw


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"kind": "double", "side": 0}, "single game without a cube"),
        ({"kind": "win", "side": 0, "level": "gammon"}, "single game without a cube"),
        ({"kind": "points", "side": 0, "points": 2}, "single game without a cube"),
        ({"kind": "time"}, "single game without a cube"),
    ],
)
def test_a_game_of_chess_has_no_cube_and_no_gammon(row: dict[str, object], sentence: str) -> None:
    event = chess(params={"rounds": 1})
    match, first, _second = two(event)
    with pytest.raises(EventRefused, match=sentence):
        results.match_play(match=match, by=first, event=row, version=match.version, key=key())
    with pytest.raises(EventRefused, match=sentence):
        report(match, event, (2, 1))


def test_a_match_of_backgammon_has_no_draw() -> None:
    event = Directed(names="Ann Bob", match_length=1, params={"rounds": 1})
    match, first, _second = two(event)
    with pytest.raises(EventRefused, match="backgammon has no draw"):
        results.match_play(
            match=match, by=first, event={"kind": "draw"}, version=match.version, key=key()
        )
    with pytest.raises(EventRefused, match="Somebody must have 1 point"):
        report(match, event, DRAW)


def test_the_game_of_an_event_changes_until_something_is_drawn() -> None:
    event = Directed(names="Ann Bob", match_length=5)
    event_change(event=event.event, by=event.director, game="dame")
    event.event.refresh_from_db()
    event.division.refresh_from_db()
    assert event.division.match_length == 1
    assert event_copy(event=event.event, by=event.director).game == "dame"
    event.next_round()
    assert event.open()[0].game == "dame"
    with pytest.raises(EventRefused, match="the game of this event stays"):
        event_change(event=event.event, by=event.director, game="backgammon")
    single = Directed(format="single", of=event.club)
    with pytest.raises(EventRefused, match="somebody has to go on"):
        event_change(event=single.event, by=event.director, game="chess")
    single.event.refresh_from_db()
    assert single.event.game == "backgammon"


@pytest.mark.parametrize("game", ["dame", "chess"])
def test_a_draw_on_the_board_counts_by_itself(game, django_capture_on_commit_callbacks) -> None:
    event = Directed(names="Ann Bob", params={"rounds": 1}, event_fields={"game": game})
    match, first, second = two(event)
    board = match_board_open(match=match, by=first)
    assert (board.type, board.match_length) == (game, None)
    looker = Client()
    looker.force_login(evenings.member(event.club, "Cy"))
    page = looker.get(f"/matches/{match.public_id}/").content.decode()
    assert f'href="/boards/{board.public_id}/">Watch at the board, online' in page
    playing = Playing(board, (first, second))
    with django_capture_on_commit_callbacks(execute=True):
        playing.act(0, "draw")
        playing.act(1, "accept")
    match.refresh_from_db()
    assert (match.state, match.winner, match.is_draw) == ("settled", None, True)
    client = Client()
    client.force_login(first)
    there, back = f"/boards/{board.public_id}/", f"/matches/{match.public_id}/"
    assert f'href="{there}">Played on the board' in client.get(back).content.decode()
    assert f'href="{back}">To the match' in client.get(there).content.decode()


def test_who_gives_up_on_the_board_has_lost(django_capture_on_commit_callbacks) -> None:
    event = chess(params={"rounds": 1})
    match, first, second = two(event)
    playing = Playing(match_board_open(match=match, by=first), (first, second))
    with django_capture_on_commit_callbacks(execute=True):
        playing.act(0, "resign")
    match.refresh_from_db()
    assert (match.winner, match.figures) == (1, ("0", "1"))


@pytest.mark.parametrize("format", sorted(COUNTS))
def test_colours_change_from_round_to_round_and_the_pages_say_who_has_white(format: str) -> None:
    event = four_of("dame", format)
    for match in three_rounds(event, format):
        report(match, event, DRAW)
    names = ["Ann", "Bob", "Cid", "Dee"]
    whites = {name: Match.objects.filter(first__name=name).count() for name in names}
    assert set(whites.values()) == {1, 2}
    match = Match.objects.filter(first__isnull=False).first()
    assert match is not None
    client = Client()
    client.force_login(event.director)
    page = client.get(f"/matches/{match.public_id}/").content.decode()
    assert re.search(r"score__needs\">White</p>.*score__needs\">Black</p>", page, re.DOTALL)
    rounds = client.get(f"/events/{event.event.public_id}/?show=rounds").content.decode()
    assert "Who stands first has White." in rounds


@pytest.mark.parametrize("game", ["chess", "dame"])
@pytest.mark.parametrize("without", [0, 1])
@pytest.mark.parametrize("missing", [0, 1, None])
def test_who_got_a_point_without_a_game_has_had_no_colour(
    game: str, without: int, missing: int | None
) -> None:
    """Two have played, two have not: in the next round the played colours alone decide."""
    event = four_of(game, "swiss")
    event.next_round()
    first = event.open()
    walkover, played = first[without], first[1 - without]
    sent = {"match": walkover, "by": event.director, "version": walkover.version}
    sent |= {"key": key(), "reason": "asleep"}
    if missing is None:
        results.match_no_show(**sent)
    else:
        results.match_forfeit(**sent, loser=missing)
    report(played, event, (1, 0))
    event.next_round()
    for match in event.open():
        white = match.first_id
        if played.first_id in {match.first_id, match.second_id}:
            assert white != played.first_id
        else:
            assert white == played.second_id
