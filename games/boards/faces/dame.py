"""Dame as the page and its script read it: pieces, the steps of legal moves, and sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.boards.errors import sentence
from games.boards.faces.squares.picture import Piece, Squares
from games.boards.faces.squares.words import Kind, SquaresWords
from games.rules.dame import (
    Game,
    Huff,
    MoveError,
    Position,
    capturing_moves,
    read_move,
)
from games.rules.dame.game import Step
from games.rules.dame.generator import capture_paths, captures, jumps, quiet_moves
from games.rules.dame.move_text import move_along
from games.rules.dame.pdn import write_pdn
from games.rules.dame.record import GameRecord
from games.rules.dame.squares import LAST_ROW, SQUARES, squares_in

FILE: Final = "pdn"
CROWN: Final = "M-9 6.5L-11 -5.5L-5 -0.5L0 -8.5L5 -0.5L11 -5.5L9 6.5Z"


def _places() -> list[tuple[str, int, int]]:
    found = []
    for square in SQUARES:
        row, rest = divmod(square - 1, 4)
        found.append((str(square), row, 2 * rest + (row + 1) % 2))
    return found


BOARD: Final = Squares(_places(), {"king": CROWN})


def words(game: Game) -> SquaresWords:
    return SquaresWords(
        kinds=[
            Kind("man", _("your man"), _("man of {name}")),
            Kind("king", _("your king"), _("king of {name}")),
        ],
        example="22-18",
        typed=_(
            "A move is 22-18, a capture 22x15x8 with every square where the piece lands, Blasen "
            "x14. Also $claim, $undo, $quit, $remis."
        ),
        claim=_("Claim a draw: three times the same position"),
        places=_(
            "Squares are numbered from 1 to 32: 1 is b8, 29 is a1. White starts on 21 to 32 and "
            "moves towards 1."
        ),
    )


def shown(text: str) -> str:
    return text


def pieces_of(game: Game) -> list[Piece]:
    """Return all pieces, White's first."""
    position = game.position
    return [
        (str(square), side, "king" if position.is_king(square) else "man")
        for side, pieces in enumerate((position.white, position.black))
        for square in squares_in(pieces)
    ]


def graph_of(game: Game) -> list[list[list[Any]]]:
    """Return the legal moves step by step: `[from, to, 0, next, captured, kind]` by partial move.

    Partial move 0 has no step yet; one without further steps is complete. Captured pieces leave
    at the last step.
    """
    position, options = game.position, game.options
    nodes: list[list[list[Any]]] = [[]]
    known: dict[tuple[int, int, int], int] = {}
    done = len(nodes)
    nodes.append([])
    origins = {origin for origin, _target, _taken in captures(position, options)}
    open_ones = [(0, origin, origin, 0) for origin in sorted(origins, reverse=True)]
    while open_ones:
        node, origin, square, taken = open_ones.pop()
        for target, over in jumps(position, options, origin, square, taken):
            state = (origin, target, taken | over)
            if not jumps(position, options, *state):
                gone = [[str(one), ""] for one in squares_in(taken | over)]
                kind = kind_at(position, origin, target)
                nodes[node].append([str(square), str(target), 0, done, gone, kind])
                continue
            if state not in known:
                known[state] = len(nodes)
                nodes.append([])
                open_ones.append((known[state], *state))
            nodes[node].append([str(square), str(target), 0, known[state], [], ""])
    if options.huffing or not origins:
        for source, target in quiet_moves(position):
            kind = kind_at(position, source, target)
            nodes[0].append([str(source), str(target), 0, done, [], kind])
    return nodes


def kind_at(position: Position, origin: int, target: int) -> str:
    """Return what a piece becomes there: a king, or blank where it stays what it is."""
    becomes = not position.is_king(origin) and LAST_ROW[position.turn] >> target & 1
    return "king" if becomes else ""


def stays(game: Game) -> Mapping[str, str]:
    """Return why no piece moves without a capture that is possible."""
    position, options = game.position, game.options
    if options.huffing or not captures(position, options):
        return {}
    for source, target in quiet_moves(position):
        try:
            move_along((source, target), position, options)
        except MoveError as error:
            return {"": sentence(error)}
    return {"": _("A capture is possible, so it must be made.")}


def huffable(game: Game) -> Sequence[str]:
    return [str(square) for square in game.huffable]


def status(game: Game) -> str:
    """Return whether something must or may be captured, or removed."""
    if game.huffable:
        return _("Your turn. A capture was missed: you may remove a piece first.")
    if not captures(game.position, game.options):
        return _("Your turn.")
    if game.options.huffing:
        return _("Your turn. A capture is possible: missing it may cost the piece.")
    return _("Your turn: you must capture.")


def said_of(game: Game) -> str:
    return ""


def steps_of(game: Game, text: str, steps: Sequence[Any]) -> list[list[Any]]:
    """Return a move that is made in a game as steps."""
    if not steps:
        return []
    position = game.position
    found: list[list[Any]] = [
        [str(source), str(target), [[str(one), ""] for one in captured], ""]
        for source, target, captured in steps
    ]
    found[-1][3] = kind_at(position, steps[0][0], steps[-1][1])
    return found


def rows_of(game: Game, side: int) -> Sequence[Sequence[tuple[str, str]]]:
    """Return each side's pieces in words: the reader's first."""
    position, rows = game.position, []
    for pieces in (position.white, position.black)[:: -1 if side else 1]:
        men = ", ".join(map(str, squares_in(pieces & ~position.kings)))
        kings = ", ".join(map(str, squares_in(pieces & position.kings)))
        rows.append([(_("Men"), men or "–"), (_("Kings"), kings or "–")])
    return rows


def plays_of(game: Game) -> Sequence[str]:
    """Return all legal moves as text, with every way of a capture."""
    position, options = game.position, game.options
    origins = sorted({move.origin for move in capturing_moves(position, options)})
    texts = [
        "x".join(map(str, path))
        for origin in origins
        for path in capture_paths(position, options, origin)
    ]
    return texts + [move.text for move in game.legal_moves() if not move.captured]


def record_of(
    texts: Sequence[str], first: Game, result: str, tags: Sequence[tuple[str, str]]
) -> str:
    """Return a game as PDN; `x14` is the removal of a piece."""
    game, steps = first, list[Step]()
    for text in texts:
        is_huff = text.startswith("x")
        step: Step = (
            Huff(int(text[1:])) if is_huff else read_move(text, game.position, game.options)
        )
        game = game.play(step)
        steps.append(step)
    record = GameRecord(tuple(steps), result, tuple(tags), first.position, first.options)
    return write_pdn((record,))
