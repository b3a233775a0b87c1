"""An earlier game as editable text: read from the log, checked before writing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.errors import Refused
from games.models import Session
from games.permissions import NOBODY, Reader
from games.record.log.history import Played, Position, replay
from games.record.selectors.sessions import names_of
from games.record.services.actions import line_of
from games.rules.chouette import Action, ChouetteError, GameResult, NotationError, StartGame, Table
from games.rules.chouette.notation import statements
from games.rules.chouette.notation.grammar import actions_of
from games.rules.chouette.notation.tokens import tokens
from games.rules.chouette.renaming import renamed

LONGEST_TEXT = 20_000


@dataclass(frozen=True, slots=True)
class Draft:
    """The game that a text describes. ``points`` are by name, ``actions`` by identifier."""

    text: str
    actions: tuple[Action, ...]
    result: GameResult


@dataclass(frozen=True, slots=True)
class GameText:
    """A finished game in statements, and the table at its start, with players' names."""

    number: int
    start: StartGame
    table: Table
    text: str
    identifiers: Mapping[str, str]

    def draft(self, text: str) -> Draft:
        """Read an edited text.

        Raises:
            NotationError: for the first line that cannot be read or breaks the rules.
            Refused: it is too long, or the game does not end with the last line.
        """
        if len(text) > LONGEST_TEXT:
            raise Refused("text_too_long", limit=LONGEST_TEXT)
        table, actions = self.table, list[Action]()
        for number, line in enumerate(text.splitlines(), 1):
            content = line.strip()
            if not content or content.startswith("#"):
                continue
            if table.game is None:
                raise Refused("amend_goes_on", game=self.number)
            try:
                for action in actions_of(table, tokens(content)):
                    table = table.apply(action)
                    actions.append(action)
            except NotationError:
                raise
            except ChouetteError as error:
                raise NotationError.at(number, error) from error
        if table.game is not None or table.last is None:
            raise Refused("amend_unfinished", game=self.number)
        return Draft(text, tuple(renamed(one, self.identifiers) for one in actions), table.last)


def game_text(session: Session, number: int, reader: Reader = NOBODY) -> GameText:
    """Return a finished game as statements, without the one for its line.

    Raises:
        Refused: the game does not exist.
    """
    names = names_of(session, reader)
    base, line = line_of(session)
    called = [replace(played, action=renamed(played.action, names)) for played in line]
    beginning = Position(_named(base.table, names))
    _position, games = replay(beginning, called)
    if not 1 <= number <= len(games):
        raise Refused("game_unknown", game=number)
    game = games[number - 1]
    table, actions = _started(beginning, called, game.start)
    inside = [played.action for played in called[game.start + 1 : game.end]]
    return GameText(
        number,
        actions,
        table,
        "\n".join(statement.strip() for statement in statements(table, inside)),
        {name: player for player, name in names.items()},
    )


def _started(beginning: Position, line: list[Played], start: int) -> tuple[Table, StartGame]:
    """Return the table just after a game began, and the action that began it."""
    action = line[start].action
    assert isinstance(action, StartGame)  # a game begins with this action
    position, _games = replay(beginning, line[: start + 1])
    return position.table, action


def _named(table: Table, names: Mapping[str, str]) -> Table:
    stakes = {names.get(player, player): stake for player, stake in table.stakes.items()}
    return Table.new([names.get(one, one) for one in table.players], table.rules, stakes)
