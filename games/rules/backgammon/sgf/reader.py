"""Reads the Smart Game Format (``GM[6]``), and holds it against the rules."""

from __future__ import annotations

import re
from typing import Final

from games.rules.backgammon.errors import BackgammonError
from games.rules.backgammon.mat.reader import LINE_END, text_of
from games.rules.backgammon.match_id import score_at
from games.rules.backgammon.match_score import MatchScore
from games.rules.backgammon.record import GameRecord, MatchRecord
from games.rules.backgammon.record_errors import RecordError
from games.rules.backgammon.recorder import Recorder
from games.rules.backgammon.sgf.points import SIDES, TAGS, point_of
from games.rules.backgammon.sgf.tree import Node, trees_of

_ROLL: Final = re.compile(r"([1-6])([1-6])((?:[a-z]{2})*)")
_RESULT: Final = re.compile(r"([WB])\+(\d{1,6})\s*(?:R(?:esign)?)?", re.IGNORECASE)
_INFO: Final = re.compile(r"(length|game|ws|bs)\s*:\s*(\d{1,4})", re.IGNORECASE)
_SET_UP: Final = ("AB", "AW", "AE")


def read_sgf(content: str | bytes) -> MatchRecord:
    """Read a match or a session of unlimited play, a game tree for each game.

    Comments, analyses and variations are left out.

    Raises:
        RecordError: the text is no match, or breaks the rules; it names line and reason.
    """
    text = LINE_END.sub("\n", text_of(content))
    trees = trees_of(text)
    if not trees:
        raise RecordError("game_missing", 1)
    reader = _Reader()
    for nodes in trees:
        reader.read(nodes)
    return reader.finished()


class _Reader:
    """What has been read of a collection so far."""

    def __init__(self) -> None:
        self.length = 0
        self.players = ("", "")
        self.tags: list[tuple[str, str]] = []
        self.score = MatchScore(None)
        self.games: list[GameRecord] = []

    def read(self, nodes: list[Node]) -> None:
        """Take a game.

        Raises:
            RecordError: it is none, or breaks the rules.
        """
        root = nodes[0]
        if (root.text("GM") or "").strip() != "6":
            raise RecordError("not_backgammon", root.line)
        self._head(root)
        recorder = Recorder(self.score)
        unplayed: int | None = None
        for node in nodes:
            if any(name in node.properties for name in _SET_UP):
                raise RecordError("set_up", node.line)
            for side, name in enumerate(SIDES):
                move = node.text(name)
                if move is None:
                    continue
                if unplayed is not None:
                    raise RecordError("play_empty", unplayed)
                if recorder.is_decided:
                    raise RecordError("game_over", node.line)
                self._move(recorder, side, move.strip(), node)
                unplayed = node.line if recorder.game.phase == "play" else None
        self._end(recorder, root, nodes[-1].line)

    def finished(self) -> MatchRecord:
        """Return the record of all games."""
        return MatchRecord(self.length, self.players, tuple(self.games), tuple(self.tags))

    def _head(self, root: Node) -> None:
        """Take length, names and score, which must be those that the games before make."""
        info = {"length": 0, "ws": 0, "bs": 0}
        for value in root.properties.get("MI", []):
            if found := _INFO.fullmatch(value.strip()):
                info[found[1].lower()] = int(found[2])
        players = ((root.text("PW") or "White").strip(), (root.text("PB") or "Black").strip())
        at = (info["ws"], info["bs"])
        if not self.games:
            self.length, self.players = info["length"], players
            self.tags = [(tag, root.text(name) or "") for tag, name in TAGS if root.text(name)]
            rules = (root.text("RU") or "").lower()
            try:
                is_crawford = "crawfordgame" in rules
                self.score = score_at(self.length or None, at, is_crawford=is_crawford)
            except BackgammonError as error:
                raise RecordError.at(root.line, error) from error
        if info["length"] != self.length:
            raise RecordError("length_twice", root.line)
        if players != self.players:
            raise RecordError("names_changed", root.line)
        if self.score.is_over:
            raise RecordError("match_over", root.line)
        if "MI" in root.properties and at not in (self.score.score, self.score.shown):
            c, d = self.score.shown
            raise RecordError("score_wrong", root.line, a=at[0], b=at[1], c=c, d=d)

    def _move(self, recorder: Recorder, side: int, move: str, node: Node) -> None:
        try:
            match move.lower():
                case "double":
                    recorder.double(side, self._automatic(recorder, node))
                case "take":
                    recorder.take(side)
                case "drop":
                    recorder.drop(side)
                case _:
                    found = _ROLL.fullmatch(move)
                    if not found:
                        raise RecordError("property_malformed", node.line, text=move[:60])
                    pairs = re.findall("(.)(.)", found[3])
                    text = " ".join(
                        f"{point_of(source, side)}/{point_of(target, side)}"
                        for source, target in pairs
                    )
                    recorder.roll(side, (int(found[1]), int(found[2])), text)
        except RecordError:
            raise
        except BackgammonError as error:
            raise RecordError.at(node.line, error) from error

    def _automatic(self, recorder: Recorder, node: Node) -> int | None:
        """What the cube goes to where a `CV` before the first double says what it is."""
        value = node.text("CV")
        return int(value) * 2 if value and value.isdecimal() and len(value) < 6 else None

    def _end(self, recorder: Recorder, root: Node, last: int) -> None:
        """Take the result: as the root says or, where it does not, as the game itself does."""
        told = (root.text("RE") or "").strip()
        found = _RESULT.fullmatch(told)
        if told and told not in ("?", "0", "Void") and not found:
            raise RecordError("property_malformed", root.line, text=told[:60])
        try:
            if found:
                side, points = SIDES.index(found[1].upper()), int(found[2])
                self.games.append(recorder.end(side, points))
            else:
                self.games.append(recorder.record())
        except BackgammonError as error:
            raise RecordError.at(last, error) from error
        self.score = recorder.game.score
