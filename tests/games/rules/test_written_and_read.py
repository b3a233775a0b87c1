"""What a writer writes its reader reads: random games x every format x the rules played."""

from functools import cache
from random import Random

import pytest

from games.rules.backgammon import (
    Doubled,
    Dropped,
    Game,
    GameRecord,
    MatchRecord,
    Options,
    Play,
    Resigned,
    Rolled,
    Took,
    legal_plays,
)
from games.rules.backgammon.mat import read_mat, write_mat
from games.rules.backgammon.match_score import LEVELS, MatchScore
from games.rules.backgammon.options import UNLIMITED
from games.rules.backgammon.record_file import read_record
from games.rules.backgammon.sgf import read_sgf, write_sgf
from games.rules.chess import Game as ChessGame
from games.rules.chess import Options as ChessOptions
from games.rules.chess.pgn import GameRecord as ChessRecord
from games.rules.chess.pgn import read_pgn, result_text, write_pgn
from games.rules.chouette import EndGame, HouseRules, Leave, StartGame, Table
from games.rules.chouette.notation import parse, write
from games.rules.dame import Game as DameGame
from games.rules.dame import Huff
from games.rules.dame import Options as DameOptions
from games.rules.dame.pdn import read_pdn, write_pdn
from games.rules.dame.record import GameRecord as DameRecord

NAMES = ("Team 1:2", "Jörg “Ace” O’Neil [x] \\ ; 3")
TAGS = (("Site", "Club"), ("EventDate", "2026.11.25"), ("Round", "3"))
SEEDS = range(3)

MONEY = [
    Options(jacoby=jacoby, automatics=automatics, animals=animals)
    for jacoby in (True, False)
    for automatics in (0, 1, UNLIMITED)
    for animals in (0, 2)
]
RULES = [
    *[(0, options, True) for options in MONEY],
    *[(length, Options(), crawford) for length in (1, 2, 3, 5) for crawford in (True, False)],
    (3, Options(early_resignation=True), True),
]


class Match:
    """A match that is played at random: many doubles, and every way to end a game."""

    def __init__(self, seed: int, length: int, options: Options, with_crawford: bool) -> None:
        self.chance = Random(f"{seed} {length} {options} {with_crawford}")
        self.score = MatchScore(length or None, with_crawford=with_crawford or length < 2)
        self.options = options
        games: list[GameRecord] = []
        while not self.score.is_over and len(games) < 4:
            games.append(self.played())
        if not self.score.is_over and self.chance.random() < 0.5:
            games.append(self.played(most=self.chance.randint(1, 30)))
        self.record = MatchRecord(length, NAMES, tuple(games), TAGS, self.score.with_crawford)

    def played(self, most: int = 10_000) -> GameRecord:
        chance, before = self.chance, self.score
        game, moves = Game(before, self.options), []
        while game.phase == "opening":
            first, second = chance.choice([(1, 1), (6, 3), (2, 5)])
            game = game.open(first, second)
            if game.turn is not None:
                game, moves = self.played_roll(game, game.turn, (first, second), moves)
        while game.phase != "over" and len(moves) < most:
            game, moves = self.step(game, moves)
        result, crawford, cube = game.result, before.is_crawford, 1 << game.automatics
        if result is None:
            return GameRecord(before.shown, tuple(moves), 0, 0, "resign", crawford, cube)
        self.score = game.score
        points = result.points
        if before.needs is not None:
            points = min(points, before.needs[result.winner])
        return GameRecord(
            before.shown, tuple(moves), result.winner, points, result.how, crawford, cube
        )

    def step(self, game, moves):
        chance, side = self.chance, game.actor
        if game.phase == "answer":
            word = chance.choice(["take", "take", "drop", "beaver"])
            if word == "drop":
                return game.drop(), [*moves, Dropped(side)]
            try:
                value = game.score.cube.value * 4
                return (
                    (game.beaver(), [*moves, Doubled(side, value)])
                    if word == "beaver"
                    else (game.take(), [*moves, Took(side)])
                )
            except ValueError:
                return game.take(), [*moves, Took(side)]
        if chance.random() < 0.02:
            loser, level = chance.randrange(2), chance.choice(list(LEVELS))
            after = game.resign(loser, level)
            after = after if after.phase == "over" else after.accept()
            return after, [*moves, Resigned(loser, level)]
        if game.cube_problem(side) is None and chance.random() < 0.2:
            return game.double(side), [*moves, Doubled(side, game.score.cube.value * 2)]
        roll = (chance.randint(1, 6), chance.randint(1, 6))
        return self.played_roll(game.rolls(*roll), side, roll, moves, before=game)

    def played_roll(self, game, side, roll, moves, before=None):
        if game.phase != "play":  # nothing could be played
            return game, [*moves, Rolled(side, roll, Play((), before.position.flipped()))]
        play = self.chance.choice(legal_plays(game.position, roll))
        return game.plays(play.result), [*moves, Rolled(side, roll, play)]


@cache
def random_match(seed, length, options, with_crawford):
    return Match(seed, length, options, with_crawford).record


def other_dialect(record):
    """Match text as the other programs write it: each step in numbers, a dance left empty."""
    lines = [f'; [{name} "{text}"]\r' for name, text in record.tags]
    lines += [] if record.with_crawford else ['; [Crawford "Off"]']
    lines += ["", f"{record.length} point match"]
    for number, game in enumerate(record.games, 1):
        if game.cube > 1:
            lines.append(f'; [Automatics "{game.cube.bit_length() - 1}"]')
        left, right = (f"{name} : {a}" for name, a in zip(record.players, game.score, strict=True))
        lines += ["", f" Game {number}", f" {left:<31} {right}"]
        cells, row = [], ["", ""]
        for move in game.moves:
            if isinstance(move, Resigned):
                continue
            if row[move.side] or (move.side == 0 and row[1]):
                cells.append(row)
                row = ["", ""]
            row[move.side] = cell_of(move)
        cells.append(row)
        lines += [f"{place:3}) {a:<30} {b}" for place, (a, b) in enumerate(cells, 1)]
        if game.is_finished and game.winner:
            lines.append(f"{len(cells) + 1:3})  Losses {game.points} point".ljust(36))
            lines[-1] += f"Wins {game.points} point"
        elif game.is_finished:
            lines.append(f"{len(cells) + 1:3})  Wins {game.points} point")
    return "\r\n".join(lines)


def cell_of(move):
    if isinstance(move, Rolled):
        steps = " ".join(f"{one.source}/{one.target}" for one in move.play.steps)
        return f"{move.roll[0]}{move.roll[1]}: {steps}"
    if isinstance(move, Doubled):
        return f" Doubles => {move.value}"
    return " Takes" if isinstance(move, Took) else " Drops"


BACKGAMMON = {
    "mat": (write_mat, read_mat),
    "mat of others": (other_dialect, read_mat),
    "sgf": (write_sgf, read_sgf),
    "mat, whatever it is": (write_mat, read_record),
    "sgf, whatever it is": (write_sgf, read_record),
}


def told(record):
    """What a record tells: everything but the level of a resignation, which the points show."""
    return (
        record.length,
        record.players,
        record.with_crawford,
        dict(record.tags).items() & dict(TAGS[:3]).items(),
        [
            (
                *(game.score, game.winner, game.points, game.how, game.is_crawford, game.cube),
                [
                    (move.side, move.roll, move.play.result)
                    if isinstance(move, Rolled)
                    else (type(move).__name__, move.side, getattr(move, "value", None))
                    for move in game.moves
                    if not isinstance(move, Resigned)
                ],
            )
            for game in record.games
        ],
    )


@pytest.mark.parametrize("form", BACKGAMMON)
@pytest.mark.parametrize(("length", "options", "with_crawford"), RULES)
def test_matches_are_read_as_they_were_written(form, length, options, with_crawford):
    writes, reads = BACKGAMMON[form]
    for seed in SEEDS:
        record = random_match(seed, length, options, with_crawford)
        text = writes(record)
        again = reads(text.encode("utf-8" if seed else "utf-16"))
        assert again.unread == ()
        assert told(again) == told(record)
        assert told(reads(writes(again))) == told(again)


@pytest.mark.thorough
def test_the_random_matches_have_everything_in_them():
    games = [
        (length, options, game)
        for length, options, crawford in RULES
        for seed in SEEDS
        for game in random_match(seed, length, options, crawford).games
    ]
    assert {game.how for *_, game in games} == {"win", "drop", "resign"}
    assert {game.cube for *_, game in games} >= {1, 2, 4}
    assert any(game.is_crawford for *_, game in games)
    assert any(not game.is_finished for *_, game in games)
    assert {type(move) for *_, game in games for move in game.moves} == {
        *(Rolled, Doubled, Took, Dropped, Resigned),
    }


TEXTS = ("Ann", 'Bo "The Rook" \\ Lee', "½–½ {x} ; (y) [z]", "ツ 1-0")


@pytest.mark.parametrize("options", [ChessOptions(), ChessOptions(ending="rook")])
@pytest.mark.parametrize("seed", range(6))
def test_games_of_chess_are_read_as_they_were_written(seed, options):
    chance, game = Random(seed), ChessGame.begin(options)
    for _ in range(chance.randint(1, 50)):
        if game.result is None:
            game = game.play(chance.choice(list(game.board.legal_moves)))
    if game.result is None and seed % 3:
        game = game.resign(seed % 2) if seed % 3 == 1 else game.agree()
    tags = tuple((name, chance.choice(TEXTS)) for name in ("White", "Black", "Event", "Note"))
    (again,) = read_pgn(write_pgn(ChessRecord(game, result_text(game), tags)))
    assert (again.game.start, again.game.moves) == (game.start, game.moves)
    assert again.result == result_text(game)
    assert dict(again.tags).items() >= dict(tags).items()


@pytest.mark.parametrize(
    "options",
    [
        DameOptions(landing=landing, backward=backward, huffing=huffing)
        for landing in ("free", "strict")
        for backward in (False, True)
        for huffing in (False, True)
    ],
)
def test_games_of_dame_are_read_as_they_were_written(options):
    records = []
    for seed in range(4):
        chance, game, steps = Random(seed), DameGame.begin(options=options), []
        while not game.result and len(steps) < 60:
            steps.append(chance.choice([*game.legal_moves(), *map(Huff, game.huffable)]))
            game = game.play(steps[-1])
        tags = tuple((name, chance.choice(TEXTS)) for name in ("White", "Black", "Note"))
        records.append(DameRecord.of(game, tuple(steps), tags=tags))
    assert read_pdn(write_pdn(tuple(records))) == tuple(records)


@pytest.mark.parametrize("animals", [0, 2, UNLIMITED])
@pytest.mark.parametrize("jacoby", ["off", "cube", "game"])
@pytest.mark.parametrize("seed", SEEDS)
def test_evenings_are_read_as_they_were_written(seed, animals, jacoby):
    """Random evenings under every house rule are in `chouette/test_invariants.py`."""
    chance = Random(seed)
    rules = HouseRules(animals=animals, jacoby=jacoby, automatics=UNLIMITED)
    people = ("O’Brien", 'Ann "Ace" Lee', "Zoë, the 3rd", "box")
    table = start = Table.new(people, rules)
    actions = []
    for _ in range(60):
        legal = [one for one in table.legal_actions() if not isinstance(one, Leave)]
        ends = [one for one in legal if isinstance(one, EndGame | StartGame)]
        actions.append(chance.choice(ends if ends and chance.random() < 0.3 else legal))
        table = table.apply(actions[-1])
    text = write(start, actions)
    record = parse(text)
    assert record.table.totals == table.totals
    assert write(start, record.actions) == text.replace("# The game in progress is left out.\n", "")
