"""Pages about ratings: every figure is explained, and can be worked out again from the download."""

import datetime
import json
import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Club, Game, Player
from games.rules.chouette import EndGame, EnterPoints, StartGame
from tests import evenings
from tests.evenings import MONDAY, Evening
from tests.worlds import built_once
from tournaments.ladders.selectors.people import record_get
from tournaments.ladders.selectors.ratings import rating_explained
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.ladders.services.skills import ratings_refresh
from tournaments.models import RatingMonth, RatingPoint, RatingState, SkillRating
from tournaments.ratings.rates import Rate

pytestmark = pytest.mark.django_db


def played_club(number: int = 14, **fields: Any) -> Club:
    """A club with some evenings over half a year."""
    chance = random.Random(5)
    club = evenings.club(visibility="public", **fields)
    for evening_number in range(number):
        names = chance.sample(["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"], 4)
        day = MONDAY - datetime.timedelta(days=13 * (number - evening_number))
        evening = Evening(club, " ".join(names), day=day)
        for _game in range(3):
            _box, team = evening.start()
            points = tuple((one, 100 * chance.choice([-4, -2, -1, 1, 2, 4])) for one in team)
            evening.do(EnterPoints(points, None))
        evening.end()
    ratings_refresh(club_id=club.pk)
    return club


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[Club]:
    with built_once(django_db_blocker):
        yield played_club(slug="built")


@pytest.fixture
def club(built: Club, db: None) -> Club:
    return deepcopy(built)


def address(club: Club, player: Player) -> str:
    return f"/clubs/{club.slug}/players/{player.public_id}/rating/"


def test_what_the_evenings_add_makes_the_very_figure(club: Club) -> None:
    for player in club.players.all():
        found = rating_explained(player)
        assert found.rating is not None
        total = 1500 + found.older + sum(evening.adds for evening in found.evenings)
        assert total == pytest.approx(found.rating.estimate.figure, abs=1e-9)


def test_what_dice_do_to_an_evening_follows_from_the_club_s_spread() -> None:
    # Ann is box against two with a cube of 1, then crew: 2 (1 + rho) and 1 times sigma2.
    club = evenings.club()
    evening = Evening(club)
    evening.start()
    bob, cid = (evening.player(name).public_id for name in ("Bob", "Cid"))
    evening.do(EnterPoints(((bob, 200), (cid, 200)), None))
    _box, team = evening.start()
    evening.do(EnterPoints(tuple((one, 100) for one in team), None))
    evening.end()
    ratings_refresh(club_id=club.pk)
    found = rating_explained(evening.player("Ann"))
    assert found.state is not None
    spread = found.state.spread
    (played,) = found.evenings
    assert [game.role for game in played.games] == ["box", "crew"]
    variance = spread.sigma2 * (2 * (1 + spread.rho) + 1)
    assert played.width == pytest.approx(1.959964 * variance**0.5, rel=1e-6)


def test_with_all_evenings_shown_nothing_older_is_left() -> None:
    club = played_club(number=5)
    for player in club.players.all():
        assert rating_explained(player).older == pytest.approx(0, abs=1e-9)


def test_the_page_tells_expected_from_won_and_has_the_chart_as_a_table(
    club: Club, client: Any
) -> None:
    ann = Player.objects.get(name="Ann")
    page = client.get(address(club, ann)).content.decode()
    for words in (
        "Expected",
        "Beyond",
        "All evenings before",
        "What the figure cannot tell",
        "270",
        "<svg",
    ):
        assert words in page
    assert f"{SkillRating.objects.get(player=ann).estimate.figure:.0f}" in page


def test_the_page_takes_the_same_queries_however_much_was_played(club: Club, client: Any) -> None:
    ann = Player.objects.get(name="Ann")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        rating_explained(ann)
    assert len(queries) <= 9
    assert client.get(address(club, ann)).status_code == 200


def test_who_has_no_figure_yet_reads_why(client: Any) -> None:
    club = evenings.club(visibility="public")
    evening = Evening(club).game(Bob=-1)
    page = client.get(address(club, evening.player("Ann"))).content.decode()
    assert "evenings that have ended" in page


def test_strangers_see_nothing_of_a_members_club(client: Any) -> None:
    club = evenings.club()
    evening = Evening(club).game(Bob=-1).end()
    for path in (
        address(club, evening.player("Ann")),
        f"/clubs/{club.slug}/ratings/",
        f"/clubs/{club.slug}/ratings/inputs.csv",
    ):
        assert client.get(path).status_code == 404


def test_the_method_has_its_numbers(client: Any) -> None:
    club = played_club(number=1)
    page = client.get(f"/clubs/{club.slug}/ratings/").content.decode()
    for words in ("1500", "60", "18 months", "manage.py rate", "inputs.csv"):
        assert words in page


def test_the_download_gives_the_same_list_without_the_database(
    club: Club, client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    client.force_login(evenings.user("Olga"), backend="games.backends.AccountBackend")
    file = tmp_path / "games.csv"
    file.write_bytes(client.get(f"/clubs/{club.slug}/ratings/inputs.csv").content)
    call_command("rate", str(file), format="json")
    lines = json.loads(capsys.readouterr().out)
    rows = SkillRating.objects.select_related("player").order_by("row")
    assert [line["player"] for line in lines] == [row.player.name for row in rows]
    for line, row in zip(lines, rows, strict=True):
        assert line["figure"] == pytest.approx(row.estimate.figure, abs=1e-6)
        assert line["lower"] == pytest.approx(row.lower, abs=1e-6)
        assert line["games"] == row.games
        assert (line["low"], line["high"]) == pytest.approx(row.estimate.interval, abs=1e-6)
        assert (line["place"], line["first"], line["last"]) == (row.place, row.first, row.last)
        assert (line["wide"], line["evenings"]) == (row.is_wide, row.evenings)
        assert line["above_next"] == pytest.approx(row.above_next, abs=1e-9)
    call_command("rate", str(file))
    text = capsys.readouterr().out
    assert "games" in text
    assert "above the next" in text


def test_the_download_gives_every_month_and_the_club_s_spread_in_it(
    club: Club, client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    client.force_login(evenings.user("Olga"), backend="games.backends.AccountBackend")
    file = tmp_path / "games.csv"
    file.write_bytes(client.get(f"/clubs/{club.slug}/ratings/inputs.csv").content)
    call_command("rate", str(file), format="json", history=True)
    lines = json.loads(capsys.readouterr().out)
    points = RatingPoint.objects.select_related("player")
    published = {(f"{one.month:%Y-%m}", one.player.name): one for one in points}
    assert {(line["month"], line["player"]) for line in lines} == set(published)
    spreads = {f"{one.month:%Y-%m}": one for one in RatingMonth.objects.all()}
    assert len(spreads) > 3
    for line in lines:
        point, month = published[line["month"], line["player"]], spreads[line["month"]]
        assert line["figure"] == pytest.approx(point.estimate.figure, abs=1e-6)
        assert (line["low"], line["high"]) == pytest.approx(point.estimate.interval, abs=1e-6)
        assert line["games"] == point.games
        spread = line["sigma2"], line["rho"], line["tau"]
        judged = month.judged_sigma2, month.judged_rho, month.judged_tau
        assert spread == pytest.approx(judged, abs=1e-9)
    state = RatingState.objects.get(club=club)
    assert state.tau == pytest.approx(lines[-1]["tau"], abs=1e-9)
    call_command("rate", str(file), history=True)
    assert capsys.readouterr().out.startswith("month\tplayer\tfigure")


def test_the_download_gives_what_every_evening_was_expected_to_bring_and_adds(
    club: Club, client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    client.force_login(evenings.user("Olga"), backend="games.backends.AccountBackend")
    file = tmp_path / "games.csv"
    file.write_bytes(client.get(f"/clubs/{club.slug}/ratings/inputs.csv").content)
    call_command("rate", str(file), format="json", evenings=True)
    lines = {
        (line["session"], line["player"]): line for line in json.loads(capsys.readouterr().out)
    }
    named = 0
    for player in club.players.all():
        found = client.get(f"/api/v1/players/{player.public_id}/evenings").json()
        for one in found["evenings"]:
            line = lines[one["session"], player.name]
            assert (line["date"], line["games"]) == (one["played_on"], one["games"])
            for figure in ("won", "expected", "beyond", "width"):
                assert round(100 * line[figure]) == one[figure]
            assert line["adds"] == pytest.approx(one["adds"], abs=1e-6)
            named += 1
        mine = [line["adds"] for (_session, name), line in lines.items() if name == player.name]
        figure = SkillRating.objects.get(player=player).estimate.figure
        assert 1500 + sum(mine) == pytest.approx(figure, abs=1e-6)
    assert named > 40
    call_command("rate", str(file), evenings=True)
    assert capsys.readouterr().out.startswith("session\tdate\tplayer\tgames")


def test_every_rate_of_a_player_follows_from_the_results_of_the_games() -> None:
    club = played_club(number=6)
    evenings_refresh(club_id=club.pk)
    for player in club.players.all():
        played: dict[int, list[tuple[str, int, int, int]]] = {}
        for game in Game.objects.filter(session__club=club).order_by("session", "number"):
            line, points = game.result["line"], game.result["points"]
            who, team = player.public_id, line["team"]
            if who not in points:
                continue
            role = "box" if who == line["box"] else "captain" if who == team[0] else "crew"
            bets = len(team) if role == "box" else 1
            played.setdefault(game.session_id, []).append((role, points[who], bets, len(points)))
        record = record_get(player)
        everything = [game for games in played.values() for game in games]
        assert record.points == sum(points for _role, points, _bets, _size in everything)
        assert record.average == by_hand(
            [[(points, 1) for _role, points, _bets, _size in games] for games in played.values()]
        )
        assert record.per_bet == by_hand(
            [[(points, bets) for _r, points, bets, _size in games] for games in played.values()]
        )
        for role in record.roles:
            mine = [[game for game in games if game[0] == role.role] for games in played.values()]
            assert role.average == by_hand([[(game[1], 1) for game in games] for games in mine])
        for box in record.boxes:
            mine = [
                [game for game in games if game[0] == "box" and game[3] == box.others + 1]
                for games in played.values()
            ]
            assert box.games == sum(map(len, mine))
            won = [[(100 * (game[1] > 0), 1) for game in games] for games in mine]
            assert box.won == by_hand(won)


def by_hand(evenings: list[list[tuple[int, int]]]) -> Rate:
    """The rate of some games, evening by evening, and half of its interval as docs/ratings.md has
    it.
    """
    units = [tuple(map(sum, zip(*games, strict=True))) for games in evenings if games]
    made, counted = (sum(column) for column in zip(*units, strict=True))
    value = int(abs(made) / counted + 0.5) * (1 if made > 0 else -1)
    k = len(units)
    if k < 3:
        return Rate(value, None)
    left = sum((p - made / counted * g) ** 2 for p, g in units)
    t = {2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706}[k - 1]
    return Rate(value, round(t * (k / (k - 1) * left) ** 0.5 / counted))


def test_partners_stakes_and_bought_cubes_are_read_as_the_page_says() -> None:
    from tournaments.ratings.inputs import game_of

    # Box A with partner P, captain B, crew C: B won 4 with a stake of 2, that is 2 for one; C sold
    # the cube to B for 1. The cube began at 2 after an automatic double.
    result = {
        "line": {"box": "a", "partner": "p", "team": ["b", "c"]},
        "points": {"a": -300, "p": 0, "b": 400, "c": -100},
        "bets": [
            {"member": "b", "holder": "b", "stake": 2, "closed": {"amount": 400}},
            {"member": "c", "holder": "b", "stake": 1, "closed": {"amount": 200}},
        ],
        "start": 2,
        "automatics": 1,
    }
    game = game_of(result, {name: name.upper() for name in "apbc"})
    assert game.box == (("A", 0.5), ("P", 0.5))
    assert (game.members, game.points, game.cube) == (("B", "C"), (2.0, -1.0), 2.0)


def test_a_cube_that_an_automatic_has_doubled_is_doubled_once() -> None:
    from games.rules.chouette import Open
    from tournaments.ratings.inputs import game_of

    evening = evenings.Evening(evenings.club("automatic"))
    ann, bob, cid = (evening.player(name).public_id for name in ("Ann", "Bob", "Cid"))
    evening.do(StartGame(ann, None, (bob, cid)), Open(3, 3, None), Open(5, 2), EndGame("box"))
    (game,) = evening.session.games.all()
    assert game_of(game.result, {one: one for one in (ann, bob, cid)}).cube == 2.0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a,b\n", "line 1: expected the columns"),
        ("HEAD\nx,2026-01-01,1,Ann,,,Bob,Bob,viele,1\n", "line 2: no number: viele"),
        ("HEAD\nx,2026-01-01,1,Ann,,,Cid,Bob,1,1\n", "line 2: the captain is not among"),
        ("HEAD\nx,2026-01-01,1,Ann,,,Bob,Ann,1,1\n", "line 2: the captain is not among"),
        ("HEAD\nx,gestern,1,Ann,,,Bob,Bob,1,1\n", "line 2: Invalid isoformat"),
        ("HEAD\nx,2026-01-01,1,Ann,,,Bob,Bob,1\n", "line 2: expected 10 cells"),
        ("HEAD\nx,2026-01-01,1,Ann,,,Bob,Bob,1,0\n", "line 2: a cube is more than 0"),
        ("HEAD\nx,2026-01-01,1,Ann,,,Bob,Bob,nan,1\n", "line 2: no number: nan"),
    ],
)
def test_a_row_that_cannot_be_is_named(tmp_path: Path, text: str, reason: str) -> None:
    head = "session,date,game,box,partner,share,captain,member,points,cube"
    file = tmp_path / "games.csv"
    file.write_text(text.replace("HEAD", head), encoding="utf-8")
    with pytest.raises(CommandError, match=reason):
        call_command("rate", str(file))


def test_a_file_of_matches_gives_fibs_ratings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "matches.csv"
    file.write_text("date,winner,loser,length\n2026-01-01,Ann,Bob,9\n", encoding="utf-8")
    call_command("rate", str(file), format="json", variant="no-ramp")
    lines = json.loads(capsys.readouterr().out)
    # Equals: 4 sqrt(9) times a half is 6.
    assert [(line["player"], line["figure"]) for line in lines] == [("Ann", 1506), ("Bob", 1494)]
    call_command("rate", str(file))
    assert "Ann" in capsys.readouterr().out
