"""Reads the Smart Game Format (``GM[6]``), and holds it against the rules."""

from __future__ import annotations

import re
from typing import Final

from games.rules.backgammon.errors import BackgammonError
from games.rules.backgammon.record import GameRecord, MatchRecord, UnreadGame
from games.rules.backgammon.record_errors import RecordError
from games.rules.backgammon.record_text import LINE_END, check_variant, text_of
from games.rules.backgammon.recorder import MOST_AUTOMATICS, Recorder
from games.rules.backgammon.series import Series
from games.rules.backgammon.sgf.points import SIDES, TAGS, point_of
from games.rules.backgammon.sgf.tree import Node, trees_of

_ROLL: Final = re.compile(r"([1-6])([1-6])((?:[a-z]{2})*)")
_RESULT: Final = re.compile(
    r"([WB])\s*\+\s*(?:(\d{1,6})\s*(?:R(?:esign)?)?|(R(?:esign)?)?|(F(?:orfeit)?|T(?:ime)?))",
    re.IGNORECASE,
)
_NO_RESULT: Final = frozenset({"", "?", "0", "void", "draw"})
_INFO: Final = re.compile(r"(length|game|ws|bs)\s*:\s*(\d{1,4})", re.IGNORECASE)
_SET_UP: Final = ("AB", "AW", "AE")
_OTHER_RULES: Final = re.compile(r"nack\w*|hyper\w*", re.IGNORECASE)
_OTHER_GAMES: Final = {
    "1": "Go",
    "2": "Othello",
    "3": "Chess",
    "4": "Gomoku",
    "5": "Nine Men's Morris",
    "7": "Chinese chess",
    "8": "Shogi",
    "9": "Lines of Action",
    "10": "Ataxx",
    "11": "Hex",
}
"""The first numbers of games, as the format counts them."""


def read_sgf(content: str | bytes) -> MatchRecord:
    """Read a match or a session of unlimited play, a game tree for each game.

    Comments, analyses, variations and text around the trees are left out. A game that cannot be
    read does not lose the others: it is among the record's `unread`. A last game that was not
    finished is there without points.

    Raises:
        RecordError: the text is no match, or none of its games can be read; it names line and
            reason.
    """
    trees = trees_of(LINE_END.sub("\n", text_of(content)))
    if not trees:
        raise RecordError("game_missing", 1)
    return _Reader(trees).record()


class _Reader:
    """What has been read of a collection so far."""

    def __init__(self, trees: list[list[Node] | RecordError]) -> None:
        self.trees = trees
        self.length = 0
        self.with_crawford = True
        self.players = ("", "")
        self.tags: list[tuple[str, str]] = []
        self.series: Series | None = None
        self.games: list[GameRecord] = []

    def record(self) -> MatchRecord:
        """Read every tree.

        Raises:
            RecordError: none can be read.
        """
        unread: list[UnreadGame] = []
        for place, tree in enumerate(self.trees):
            try:
                if isinstance(tree, RecordError):
                    raise tree
                self._read(tree, place)
            except RecordError as error:
                unread.append(UnreadGame(place + 1, error))
                if self.series is not None:
                    self.series.lose()
        if not self.games:
            raise unread[0].error
        return MatchRecord(
            self.length,
            self.players,
            tuple(self.games),
            tuple(self.tags),
            self.with_crawford,
            tuple(unread),
        )

    def _read(self, nodes: list[Node], place: int) -> None:
        root = nodes[0]
        game = (root.text("GM") or "").strip()
        if game != "6":
            named = _OTHER_GAMES.get(game)
            if named is None:
                raise RecordError("not_backgammon", root.line)
            raise RecordError("game_other", root.line, text=named)
        recorder = self._begun(root)
        unplayed: int | None = None
        for node in nodes:
            self._check_setting(node, recorder)
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
        self._end(recorder, root, nodes[-1].line, place)

    def _begun(self, root: Node) -> Recorder:
        """Take length, names and score, which must be those that the games before make."""
        info = _info(root)
        rules = " ".join(root.properties.get("RU", []))
        if other := _OTHER_RULES.search(rules):
            check_variant(other[0], root.line)
        players = ((root.text("PW") or "White").strip(), (root.text("PB") or "Black").strip())
        try:
            if self.series is None:
                with_crawford = info["length"] < 2 or "crawford" in rules.lower()
                self.series = Series(info["length"] or None, with_crawford=with_crawford)
                self.length, self.players = info["length"], players
                self.with_crawford = with_crawford
                self.tags = [(tag, root.text(name) or "") for tag, name in TAGS if root.text(name)]
            if info["length"] != self.length:
                raise RecordError("length_twice", root.line)
            if players != self.players:
                raise RecordError("names_changed", root.line)
            told = (info["ws"], info["bs"]) if "MI" in root.properties else None
            is_crawford = "crawfordgame" in rules.lower()
            score = self.series.begin(told, root.line, is_crawford=is_crawford)
        except RecordError:
            raise
        except BackgammonError as error:
            raise RecordError.at(root.line, error) from error
        return Recorder(score, _cube_of(root, self.length))

    def _check_setting(self, node: Node, recorder: Recorder) -> None:
        """Refuse positions that were set up, and a cube that is not where the game has it."""
        cube = recorder.game.score.cube
        value, place = node.text("CV"), (node.text("CP") or "c").strip().lower()
        owner = {"w": 0, "b": 1}.get(place)
        is_doubling = any((node.text(name) or "").lower() == "double" for name in SIDES)
        is_moved = "CP" in node.properties and owner != cube.owner
        is_other = value is not None and value.strip() != str(cube.value) and not is_doubling
        if is_moved or is_other or any(name in node.properties for name in _SET_UP):
            raise RecordError("set_up", node.line)

    def _move(self, recorder: Recorder, side: int, move: str, node: Node) -> None:
        try:
            match move.lower():
                case "double":
                    recorder.double(side, _automatic(node))
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

    def _end(self, recorder: Recorder, root: Node, last: int, place: int) -> None:
        """Take the result: as the root says or, where it does not, as the game itself does."""
        told = (root.text("RE") or "").strip()
        found = _RESULT.fullmatch(told)
        if not found and told.lower() not in _NO_RESULT:
            raise RecordError("property_malformed", root.line, text=told[:60])
        try:
            if found:
                winner = SIDES.index(found[1].upper())
                points = int(found[2]) if found[2] else None
                if points is None and not recorder.is_decided:
                    points = self._points_of(winner, recorder, place, is_lost=bool(found[4]))
                game = recorder.end(winner, points)
            elif recorder.is_decided:
                game = recorder.end()
            elif place + 1 == len(self.trees) and recorder.moves:
                game = recorder.record()
            else:
                raise RecordError("game_unfinished", last)
        except RecordError:
            raise
        except BackgammonError as error:
            raise RecordError.at(last, error) from error
        self.games.append(game)
        assert self.series is not None
        self.series.go_on(recorder.game.score)

    def _points_of(
        self, winner: int, recorder: Recorder, place: int, *, is_lost: bool
    ) -> int | None:
        """Return what the winner got: by the next game's score; for a match that was lost by time
        or by leaving it all that was missing.
        """
        following = self.trees[place + 1] if place + 1 < len(self.trees) else None
        if isinstance(following, list) and "MI" in following[0].properties:
            info = _info(following[0])
            return (info["ws"], info["bs"])[winner] - recorder.before.shown[winner]
        needs = recorder.before.needs
        return needs[winner] if is_lost and needs is not None else None


def _info(root: Node) -> dict[str, int]:
    info = {"length": 0, "ws": 0, "bs": 0}
    for value in root.properties.get("MI", []):
        if found := _INFO.fullmatch(value.strip()):
            info[found[1].lower()] = int(found[2])
    return info


def _cube_of(root: Node, length: int) -> int | None:
    """Return what the cube begins at, where automatic doubles have raised it.

    Raises:
        RecordError: a cube does not begin at that.
    """
    told = (root.text("CV") or "1").strip()
    value = int(told) if told.isascii() and told.isdigit() and len(told) < 6 else 0
    if value not in [1 << times for times in range(MOST_AUTOMATICS + 1)] or (length and value > 1):
        raise RecordError("set_up", root.line)
    return value if "CV" in root.properties else None


def _automatic(node: Node) -> int | None:
    """What the cube goes to where a `CV` in the first double's node says what it is."""
    value = node.text("CV")
    return int(value) * 2 if value and value.isdecimal() and len(value) < 6 else None
