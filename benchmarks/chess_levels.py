"""How strong the levels of the assistant at chess are: against random moves and each other.

Run ``python -m benchmarks.chess_levels --games 10 --positions 3000`` in the project's environment.
Two random moves first, colours changing, a draw half. Each level looks at so many positions a move
at most instead of a time, so that every machine prints the same; with ``--positions 0`` they think
as long as they do in clubs, and it says how long that was. With ``--mates 100`` it mates from so
many positions with a queen, a rook or two bishops against a bare king instead, and says what the
table of each ending takes: processor time, memory that stays, and the process's peak until then.
"""

import argparse
import resource
import sys
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from time import process_time

import chess

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.levels import Thinking, compared
from games.assistant.chess import choose_chess
from games.assistant.mating import QUEEN, ROOK, TWO_BISHOPS, Table, table_for
from games.rules.chess import Game

LONGEST = 160
"""A game that is not over after so many moves of both together is drawn."""
ENDINGS = {"queen": (QUEEN, "Q"), "rook": (ROOK, "R"), "bishops": (TWO_BISHOPS, "BB")}
"""The table of each, and White's pieces."""


def played(levels: tuple[str, str], seed: int, positions: int | None, thinking: Thinking) -> float:
    """Return what White gets in a game."""
    random, game = Random(seed), Game()
    for number in range(LONGEST):
        if game.turn is None:
            break
        level = levels[game.turn]
        if level == "random" or number < 2:
            move = random.choice(game.legal_moves())
        else:
            move = thinking.about(level, choose_chess, game, level, positions)
        game = game.play(move)
        if game.result is None and game.may_claim:
            game = game.claim()
    winner = game.result.winner if game.result else None
    return 0.5 if winner is None else float(winner == 0)


def sampled(ending: str, count: int, seed: int = 1) -> list[chess.Board]:
    """Positions of an ending with White to move, none of its pieces about to be captured."""
    table, pieces = ENDINGS[ending]
    chance, found = Random(seed), []
    while len(found) < count:
        men = f"kK{pieces}"
        squares = chance.sample(chess.SQUARES, len(men))
        board = chess.Board(None)
        for square, man in zip(squares, men, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        near = board.attacks_mask(squares[0]) & board.occupied
        if board.is_valid() and table_for(board) is table and not near:
            found.append(board)
    return found


def farthest(board: chess.Board, move: chess.Move) -> tuple[int, bool, str]:
    """How well a bare king defends: in the middle, and where it captures."""
    file, row = chess.square_file(move.to_square), chess.square_rank(move.to_square)
    return board.is_capture(move), -max(abs(2 * file - 7), abs(2 * row - 7)), move.uci()


def mated(starts: list[chess.Board], positions: int) -> list[int]:
    """Return on which move *strong* mates from each position; 0 where it does not."""
    found = []
    for start in starts:
        game, hunter, moves = Game(start.fen()), start.turn, 0
        while game.turn is not None:
            if game.board.turn == hunter:
                move, moves = choose_chess(game, "strong", positions), moves + 1
            else:
                move = max(game.legal_moves(), key=partial(farthest, game.board))
            game = game.play(move)
        is_mate = game.result is not None and game.result.reason == "checkmate"
        found.append(moves if is_mate else 0)
    return found


def built(table: Table) -> str:
    """Build the table of an ending, and say what it takes."""
    before = process_time()
    table.grow(inf)
    seconds = process_time() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"table in {seconds:.2f} s, {len(table.far) / 1024:,.0f} KiB, peak {peak:.0f} MiB"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--positions", type=int, default=3_000)
    parser.add_argument("--mates", type=int, default=0, help="positions of each ending")
    asked = parser.parse_args()
    if asked.mates:
        for name, (table, _pieces) in ENDINGS.items():
            costs = built(table)
            moves = mated(sampled(name, asked.mates), asked.positions)
            count = sum(0 < one <= 50 for one in moves)
            print(f"{name:<7}  {count} of {asked.mates} mated, longest {max(moves)}; {costs}")
        return
    thinking = Thinking()
    play = partial(played, positions=asked.positions or None, thinking=thinking)
    for first, second, points in compared(asked.games, play):
        print(f"{first:<6}  {second:<6}  {points:5.1f} of {asked.games}", flush=True)
    thinking.show()


if __name__ == "__main__":
    main()
