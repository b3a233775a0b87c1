"""An earlier game as editable text: read from the log, checked before writing."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.errors import Refused
from games.models import Session
from games.permissions import NOBODY, Reader
from games.record.log.history import Played, Position, replay
from games.record.selectors.sessions import names_of
from games.record.services.actions import line_of
from games.rules.chouette import Action, ChouetteError, GameResult, NotationError, StartGame, Table
from games.rules.chouette.actions import (
    ACCEPT,
    BOX,
    TAKE,
    BoxAnimals,
    BoxDoubles,
    BoxReplies,
    ExtraReply,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.notation import statements
from games.rules.chouette.notation.grammar import actions_of
from games.rules.chouette.notation.tokens import tokens
from games.rules.chouette.renaming import renamed

LONGEST_TEXT = 20_000
ANSWERS = (BoxReplies, TeamReplies, BoxAnimals, TeamAnimals)


@dataclass(frozen=True, slots=True)
class Draft:
    """The game that a text describes. ``points`` are by name, ``actions`` by identifier."""

    text: str
    actions: tuple[Action, ...]
    result: GameResult
    steps: tuple[Action, ...]
    """The actions again, by name."""

    @property
    def digest(self) -> str:
        """Another one for every other draft."""
        said = "\n".join(self.text.splitlines())
        return hashlib.sha256(said.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class GameText:
    """A finished game in statements, and the table at its start, with players' names."""

    number: int
    start: StartGame
    table: Table
    text: str
    identifiers: Mapping[str, str]
    actions: tuple[Action, ...]
    result: GameResult

    @property
    def order(self) -> tuple[str, ...]:
        """Everybody in the line, as they sat: box, partner, captain, crew."""
        start = self.start
        return (start.box, *([start.partner] if start.partner else []), *start.team)

    def fitted(self, wanted: Sequence[Action]) -> Draft:
        """Play the steps that somebody wants, each as far as it is possible now.

        Whoever has dropped doubles no more, and who is asked now and was not before takes. What
        comes after the end is left out.

        Raises:
            RuleError: a step is against the rules even so.
            Refused: the game does not end with the last step.
        """
        table, actions = self.table, list[Action]()
        for action in _joined(wanted):
            while table.game is not None and (due := _answers_due(table)) is not None:
                fitting = _fitting(action, due)
                table = table.apply(fitting or due)
                actions.append(fitting or due)
                if fitting is not None:
                    break
            else:
                possible = None if table.game is None else _possible(table, action)
                if possible is not None:
                    table = table.apply(possible)
                    actions.append(possible)
        if table.game is not None or table.last is None:
            raise Refused("amend_unfinished", game=self.number)
        return self._draft(actions, table)

    def _draft(self, actions: Sequence[Action], table: Table, text: str | None = None) -> Draft:
        assert table.last is not None  # the game has ended
        return Draft(
            _text_of(self.table, actions) if text is None else text,
            tuple(renamed(one, self.identifiers) for one in actions),
            table.last,
            tuple(actions),
        )

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
        return self._draft(actions, table, text)


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
    inside = _joined([played.action for played in called[game.start + 1 : game.end]])
    return GameText(
        number,
        actions,
        table,
        _text_of(table, inside),
        {name: player for player, name in names.items()},
        tuple(inside),
        game.result,
    )


def _joined(actions: Sequence[Action]) -> list[Action]:
    """Join the answers of one round that came one after another, as phones send them."""
    found = list[Action]()
    for action in actions:
        before = found[-1] if found else None
        if isinstance(action, ANSWERS) and isinstance(before, type(action)):
            replies = (*before.replies, *action.replies)
            found[-1] = replace(action, replies=replies)
        else:
            found.append(action)
    return found


def _text_of(table: Table, actions: Sequence[Action]) -> str:
    return "\n".join(statement.strip() for statement in statements(table, actions))


def _answers_due(table: Table) -> Action | None:
    """Return the answers that the game waits for: everybody takes, or accepts."""
    game = table.game
    if game is None:
        return None
    if game.open_extra is not None and game.open_extra.offered_by is not None:
        by = game.open_extra.offered_by
        [answerer] = game.open_extra.parties - {by}
        return ExtraReply(answerer, by, TAKE)
    if game.round is None:
        return None
    if game.round.animals:
        side = game.round.animals[0].answerer
        due = tuple((one.member, ACCEPT) for one in game.round.animals if one.answerer == side)
        return BoxAnimals(due) if side == BOX else TeamAnimals(due)
    replies = tuple((one, TAKE) for one in game.round.waiting)
    return BoxReplies(replies) if game.round.answerer == BOX else TeamReplies(replies)


def _fitting(wanted: Action, due: Action) -> Action | None:
    """Return the answers that are due with the words that are wanted, or None for other steps."""
    if type(wanted) is not type(due):
        return None
    if isinstance(wanted, ExtraReply):
        return wanted
    if not isinstance(wanted, ANSWERS) or not isinstance(due, ANSWERS):
        return None
    said = dict(wanted.replies)
    return replace(due, replies=tuple((one, said.get(one, word)) for one, word in due.replies))


def _possible(table: Table, wanted: Action) -> Action | None:
    """Return a step with those who can take part in it; None if nobody can."""
    if isinstance(wanted, (*ANSWERS, ExtraReply)):
        return None
    if isinstance(wanted, TeamDoubles | BoxDoubles):
        by_team = isinstance(wanted, TeamDoubles)
        offers = table.team_offers() if by_team else table.box_offers()
        members = tuple(one for one in wanted.members if offers.get(one, True) is None)
        return replace(wanted, members=members) if members else None
    return wanted


def _started(beginning: Position, line: list[Played], start: int) -> tuple[Table, StartGame]:
    """Return the table just after a game began, and the action that began it."""
    action = line[start].action
    assert isinstance(action, StartGame)  # a game begins with this action
    position, _games = replay(beginning, line[: start + 1])
    return position.table, action


def _named(table: Table, names: Mapping[str, str]) -> Table:
    stakes = {names.get(player, player): stake for player, stake in table.stakes.items()}
    return Table.new([names.get(one, one) for one in table.players], table.rules, stakes)
