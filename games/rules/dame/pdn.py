"""Games as text in Portable Draughts Notation (PDN), read and written.

Besides what the notation has, a tag ``Rules`` says the options, and ``x22`` is Blasen: the side to
move removes the piece on 22. Comments, variations and marks are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final

from games.rules.dame.errors import DameError, RecordError
from games.rules.dame.game import Game, Huff, Step
from games.rules.dame.move_text import read_move
from games.rules.dame.options import AS_USUAL, Options
from games.rules.dame.position import START, Position
from games.rules.dame.record import GameRecord, result_text
from games.rules.dame.squares import BLACK
from games.rules.said_results import RESULT, result_said
from games.rules.several import games_each, whole

VARIANT: Final = "Dame"
FIRST_TAGS: Final = ("Event", "Site", "Date", "Round", "White", "Black")
COUNTED: Final = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2"}
"""Results in the other way of counting, as they are written here."""
RESULTS: Final = rf"{RESULT}|2-0|0-2|1-1"
WIDTH: Final = 79
_SHOWN: Final = 60

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_NUMBER = re.compile(r"(\d{1,4})\.(?:\.\.)?")
_HUFF = re.compile(r"x(\d{1,2})", re.IGNORECASE)
_SKIPPED = re.compile(r"\s+|;[^\n]*|^%[^\n]*|\$\d+|[!?]+", re.MULTILINE)
_WORD = re.compile(r"\d{1,4}\.(?:\.\.)?|[^\s\[\]{}();$!?]+")


@dataclass(slots=True)
class _Sheet:
    """One game while it is read."""

    line: int
    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    game: Game | None = None
    steps: list[Step] = field(default_factory=list)
    result: str | None = None


def read_pdn_games(text: str) -> tuple[GameRecord | RecordError, ...]:
    """Read games; every move is held against the rules.

    A game that cannot be read does not lose the others: in its place is what is wrong with it.

    Raises:
        RecordError: there is none, or none can be read; what is wrong with the first: it is
            malformed, of another variant, or breaks the rules.
    """
    return games_each(text, RESULTS, _games, RecordError("pdn_empty", 1))


def read_pdn(text: str) -> tuple[GameRecord, ...]:
    """Read games, all of which must be readable.

    Raises:
        RecordError: there is none, or one cannot be read.
    """
    return whole(read_pdn_games(text), RecordError)


def write_pdn(records: tuple[GameRecord, ...]) -> str:
    """Write games with the tags everybody expects first, an empty line between them."""
    return "\n".join(map(_written, records))


# reading


def _games(text: str, first: int) -> Iterator[GameRecord]:
    """Read the games of a part of a text, which begins in that line."""
    sheet = _Sheet(first)
    for line, token in _tokens(text, first):
        if sheet.result or (token[0] == "[" and sheet.game):
            yield _record(sheet, line)
            sheet = _Sheet(line)
        if token[0] == "[":
            _read_tag(sheet, line, token)
        else:
            _read_word(sheet, line, token)
    if sheet.tags or sheet.game or sheet.result:
        yield _record(sheet, first + text.count("\n"))


def _tokens(text: str, line: int) -> Iterator[tuple[int, str]]:
    """Yield tags and words with their lines, without comments, variations and marks."""
    place = 0
    while place < len(text):
        skipped = _SKIPPED.match(text, place)
        found = skipped.end() if skipped else _comment_end(text, place, line)
        if found == place:
            kind = _TAG if text[place] == "[" else _WORD
            match = kind.match(text, place)
            if not match:
                rest = text[place:].partition("\n")[0][:_SHOWN]
                raise RecordError(
                    "tag_malformed" if kind is _TAG else "token_unknown", line, text=rest
                )
            yield line, match[0]
            found = match.end()
        line += text.count("\n", place, found)
        place = found


def _comment_end(text: str, place: int, line: int) -> int:
    """Return where the comment or variation that begins here ends; `place` if none does."""
    if text[place] == "{":
        end = text.find("}", place) + 1
    elif text[place] == "(":
        end = _variation_end(text, place)
    else:
        return place
    if not end:
        raise RecordError("comment_open", line)
    return end


def _variation_end(text: str, place: int) -> int:
    """Return the place behind a variation, which may hold others and comments; 0 if it is open."""
    depth = 0
    for found in re.compile(r"\{[^}]*\}|[()]").finditer(text, place):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return 0


def _read_tag(sheet: _Sheet, line: int, token: str) -> None:
    found = _TAG.fullmatch(token)
    assert found
    name, value = found[1], re.sub(r"\\(.)", r"\1", found[2])
    if name == "GameType" and value.strip().lower() != VARIANT.lower():
        raise RecordError("variant_other", line, text=f"GameType {value}"[:_SHOWN])
    sheet.tags[name] = value, line


def _read_word(sheet: _Sheet, line: int, word: str) -> None:
    if sheet.game is None:
        sheet.game = _begun(sheet)
    game = sheet.game
    number, huff = _NUMBER.fullmatch(word), _HUFF.fullmatch(word)
    if (result := _result_of(word)) is not None:
        sheet.result = result
        _check_result(game, sheet.result, word, line)
    elif number:
        _check_number(sheet, int(number[1]), line)
    elif word[0].isdigit() or huff:
        try:
            step: Step
            if huff:
                step = Huff(int(huff[1]))
            elif game.result:
                raise RecordError("game_over", line)
            else:
                step = read_move(word, game.position, game.options)
            sheet.game = game.play(step)
        except RecordError:
            raise
        except DameError as error:
            raise RecordError.at(line, error) from None
        sheet.steps.append(step)
    else:
        raise RecordError("token_unknown", line, text=word[:_SHOWN])


def _result_of(word: str) -> str | None:
    return COUNTED.get(word) or result_said(word)


def _begun(sheet: _Sheet) -> Game:
    """Return the game as its tags begin it."""
    line = sheet.line
    try:
        rules, line = sheet.tags.get("Rules", ("", line))
        options = Options.parse(rules)
        fen, line = sheet.tags.get("FEN", ("", line))
        return Game.begin(Position.from_fen(fen) if fen else START, options)
    except DameError as error:
        raise RecordError.at(line, error) from None


def _check_number(sheet: _Sheet, number: int, line: int) -> None:
    """Check a move's number; some programs repeat it before Black's move."""
    expected = _number_of(_start_turn(sheet.tags), _moves(sheet.steps))
    if number != expected:
        raise RecordError("number_wrong", line, expected=expected, number=number)


def _start_turn(tags: dict[str, tuple[str, int]]) -> int:
    fen, _line = tags.get("FEN", ("", 0))
    return Position.from_fen(fen).turn if fen else START.turn


def _moves(steps: list[Step]) -> int:
    return sum(not isinstance(step, Huff) for step in steps)


def _number_of(turn: int, moves: int) -> int:
    """Return the number of the next move of a game that `turn` began."""
    return (moves + turn) // 2 + 1


def _check_result(game: Game, result: str, word: str, line: int) -> None:
    """A game may be given up or drawn at any time, but one that is over has its own result."""
    expected = result_text(game)
    if game.result and result != expected:
        raise RecordError("result_wrong", line, text=word, result=expected)


def _record(sheet: _Sheet, line: int) -> GameRecord:
    game = sheet.game or _begun(sheet)
    tagged, tag_line = sheet.tags.get("Result", ("*", line))
    in_tags = _result_of(tagged.strip())
    if in_tags is None:
        raise RecordError("token_unknown", tag_line, text=tagged[:_SHOWN])
    result = sheet.result or (in_tags if in_tags != "*" else result_text(game))
    _check_result(game, result, tagged, tag_line)
    if "Result" in sheet.tags and in_tags not in ("*", result):
        raise RecordError("result_tag_wrong", tag_line, text=result, result=tagged)
    said = ("Result", "Rules", "FEN", "SetUp", "GameType")
    tags = tuple((name, value) for name, (value, _) in sheet.tags.items() if name not in said)
    start = game.position if not sheet.steps else _begun(sheet).position
    return GameRecord(tuple(sheet.steps), result, tags, start, game.options)


# writing


def _written(record: GameRecord) -> str:
    names = [name for name, _value in record.tags]
    firsts = [(name, dict(record.tags).get(name, "?")) for name in FIRST_TAGS if name in names]
    others = [(name, value) for name, value in record.tags if name not in FIRST_TAGS]
    tags = [*firsts, ("Result", record.result), *others, ("GameType", VARIANT)]
    if record.options != AS_USUAL:
        tags.append(("Rules", record.options.text()))
    if record.start != START:
        tags += [("SetUp", "1"), ("FEN", record.start.fen)]
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags]
    words = [*_words(record), record.result]
    # A number stays with its move: the blank between them does not break.
    moves = wrap(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    text = "\n".join([*lines, "", *moves]).replace("\N{NO-BREAK SPACE}", " ")
    return text + "\n"


def _words(record: GameRecord) -> Iterator[str]:
    """Yield the steps, with the number before White's move and before the first of Black."""
    turn, moves = record.start.turn, 0
    is_numbered = False
    for step in record.steps:
        mover = (turn + moves) % 2
        number = _number_of(turn, moves)
        text = str(step)
        if not is_numbered and (mover != BLACK or moves == 0):
            text = f"{number}{'...' if mover == BLACK else '.'}\N{NO-BREAK SPACE}{text}"
        yield text
        is_numbered = isinstance(step, Huff)
        moves += not is_numbered


def _escaped(value: str) -> str:
    flat = " ".join(value.split())
    return flat.replace("\\", "\\\\").replace('"', '\\"')
