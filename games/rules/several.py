"""Texts of several games, as PGN and PDN have them: where each begins, and which cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar, cast

from games.rules.coded import CodedError

Record = TypeVar("Record")
Error = TypeVar("Error", bound=CodedError)

_ANEW: Final = re.compile(r"\n[ \t]*\n(?=[ \t]*\[[ \t]*\w+[ \t]+\")")
"""Where the next game begins, whatever was wrong with the one before."""


def games_each(
    text: str,
    result: str,
    read: Callable[[str, int], Iterator[Record]],
    empty: Error,
) -> tuple[Record | Error, ...]:
    """Return what each game of a text is, in order: its record, or what is wrong with it.

    `read` yields the games of a part of the text, of which the line is given where it begins, and
    raises errors of the type of `empty`. `result` is the pattern of a result, which ends a game.
    Only where something is wrong does a game end where the next one seems to begin.

    Raises:
        CodedError: what is wrong with the first, if none can be read; `empty` if there is none.
    """
    wrong = type(empty)
    plain = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    plain = plain.replace("\r\n", "\n").replace("\r", "\n")
    ends = re.compile(
        r"(?P<skipped>;[^\n]*|^%[^\n]*|\{[^}]*\})"
        r"|(?P<tag>^[ \t]*\[[^\n]*)"
        r"|(?P<bracket>[(){])"
        rf"|(?P<result>(?<![^\s)}}\]])(?:{result})(?![^\s(){{}};$]))"
        r"|(?P<word>[^\s(){};\[]+|\S)",
        re.MULTILINE,
    )
    found: list[Record | Error] = []
    for part, line in _parts(plain, 1, ends):
        games = _read(part, line, read, wrong)
        if any(isinstance(one, wrong) for one in games):
            pieces = list(_pieces(part, line))
            if len(pieces) > 1:
                games = [
                    one
                    for piece, first in pieces
                    for inner, begin in _parts(piece, first, ends)
                    for one in _read(inner, begin, read, wrong)
                ]
        found += games
    if all(isinstance(one, wrong) for one in found):
        whole(found, wrong)
        raise empty
    return tuple(found)


def _read(
    part: str, line: int, read: Callable[[str, int], Iterator[Record]], wrong: type[Error]
) -> list[Record | Error]:
    games: list[Record | Error] = []
    try:
        games.extend(read(part, line))  # what was read before an error stays
    except wrong as error:
        games.append(error)
    return games


def _parts(text: str, line: int, ends: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    """Divide a text where a game has ended, by its result or by the tags of the next."""
    begin, depth = 0, 0
    has_moves = has_ended = False
    for found in ends.finditer(text):
        kind = found.lastgroup
        if kind == "skipped":
            continue
        if kind == "bracket":
            if found[0] == "{":
                break  # a comment without an end: nobody knows what is in it
            depth = max(0, depth + (1 if found[0] == "(" else -1))
        if depth or found[0] == ")":
            continue
        if has_ended or (kind == "tag" and has_moves):
            yield text[begin : found.start()], line
            line += text.count("\n", begin, found.start())
            begin, has_moves, has_ended = found.start(), False, False
        if kind == "result":
            has_ended = True
        has_moves = has_moves or kind in ("word", "result")
    if text[begin:].strip():
        yield text[begin:], line


def _pieces(text: str, line: int) -> Iterator[tuple[str, int]]:
    """Divide a text wherever tags follow an empty line."""
    begin = 0
    for found in _ANEW.finditer(text):
        yield text[begin : found.end()], line
        line += text.count("\n", begin, found.end())
        begin = found.end()
    yield text[begin:], line


def whole(found: Sequence[Record | Error], wrong: type[Error]) -> tuple[Record, ...]:
    """Return the records of a text in which all games can be read.

    Raises:
        CodedError: what is wrong with the first that cannot.
    """
    records: list[Record] = []
    for one in found:
        if isinstance(one, wrong):
            raise one
        records.append(cast(Record, one))
    return tuple(records)
