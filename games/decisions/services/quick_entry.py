"""Enters an evening from a paper sheet: all of it or nothing, as actions in the log."""

import datetime
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.clubs.selectors.players import Roster
from games.clubs.services.clubs import player_create
from games.decisions.services.sheet_reading import MOST_ROWS, Problem, Row, SheetWrong, steps_of
from games.errors import Refused
from games.models import Club, Player, Session, User
from games.permissions import Capability, require
from games.record.log.bulk import steps_write
from games.record.log.projections import LARGEST_STAKE
from games.rules.chouette import HouseRules, RuleError, Table
from games.rules.chouette.renaming import renamed
from games.sessions.services.debts import debts_lock
from games.sessions.services.sessions import session_create, session_end, session_entered

FEWEST_PLAYERS: Final = 3


@transaction.atomic
def sheet_enter(
    *,
    club: Club,
    by: User,
    names: Sequence[str],
    rows: Sequence[Row],
    played_on: datetime.date,
    title: str = "",
    place: str = "",
    rules: str = "",
    add_players: bool = False,
    stakes: Sequence[str] = (),
    worth: tuple[Decimal | None, str] | None = None,
    key: str = "",
) -> Session:
    """Make a session from a typed sheet, marked as entered afterwards, and end it.

    `names` are the column headings, and each row has a cell for each. `stakes` are what everybody
    plays for, by column; empty is 1. `worth` is what a point is worth and the currency, if it is
    not as in the club. Rows with points only become games of points only, with a line by hand; rows
    with statements are played. Sent again with the same key, it returns the session made before.

    Raises:
        KeyReused, NotAllowed: the key came with another sheet before; the user may not do this.
        SheetWrong: it names rows and columns; nothing was written.
        OptionError: the house rules are unknown or contradict each other.
        Refused: a text is too long, or a number too large.
    """
    require(by, Capability.IMPORT_SESSION, club)
    said = [str(played_on), title, place, rules, add_players]
    content = _content(names, rows, said, stakes, worth)
    debts_lock(club.pk)
    if (there := session_entered(club=club, by=by, key=key, content=content)) is not None:
        return there
    _require_cells(names, rows, stakes)
    names = [" ".join(name.split()) for name in names]
    players = _players(club, by, names, add_players)
    played_for = _stakes(names, stakes)
    house_rules = HouseRules.parse(rules or club.default_rules)
    ids = {name: players[name].public_id for name in names}
    played = steps_of(_table(names, house_rules, played_for), rows)
    steps = [[renamed(action, ids) for action in step] for step in played]
    amount, currency = worth or (club.stake_amount, club.currency)
    session = session_create(
        club=club,
        by=by,
        players=[players[name] for name in names],
        rules=house_rules.text(),
        stakes={ids[name]: stake for name, stake in played_for.items()},
        stake_amount=amount,
        currency=currency if amount is not None else "",
        title=title,
        place=place,
        played_on=played_on,
        entered_afterwards=True,
    )
    steps_write(session=session, steps=steps, sender=by, at=timezone.now())
    version, key = session.version, key or "sheet"
    session_end(session=session, by=by, version=version, key=key, content=content)
    return session


def _content(
    names: Sequence[str],
    rows: Sequence[Row],
    said: Sequence[object],
    stakes: Sequence[str],
    worth: tuple[Decimal | None, str] | None,
) -> dict[str, Any]:
    """Return what a sheet says, by which one that is sent again is known."""
    return {
        "names": list(names),
        "rows": [[*row.cells, row.statements] for row in rows],
        "said": said,
        **({"stakes": list(stakes)} if any(stakes) else {}),
        **({"worth": list(map(str, worth))} if worth is not None else {}),
    }


def _table(names: Sequence[str], rules: HouseRules, stakes: Mapping[str, int]) -> Table:
    """Return the table as it is before the first row.

    Raises:
        SheetWrong: nobody can sit like that.
    """
    try:
        return Table.new(names, rules, stakes)
    except RuleError as error:
        raise SheetWrong([Problem(0, "", str(error))]) from error


def _require_cells(names: Sequence[str], rows: Sequence[Row], stakes: Sequence[str]) -> None:
    """Check that each row has a cell for each player, and so have the stakes, if there are any.

    Raises:
        SheetWrong: it names the rows that have not, or there are too many.
    """
    if len(rows) > MOST_ROWS:
        many = _("At most %(limit)s games on one sheet.") % {"limit": MOST_ROWS}
        raise SheetWrong([Problem(0, "", many)])
    wrong = [number for number, row in enumerate(rows, 1) if len(row.cells) != len(names)]
    problems = [Problem(number, "", _("A row has one cell for each player.")) for number in wrong]
    if len(stakes) not in (0, len(names)):
        problems.append(Problem(0, "", _("Say for each player what they play for, or for nobody.")))
    if problems:
        raise SheetWrong(problems)


def _stakes(names: Sequence[str], typed: Sequence[str]) -> dict[str, int]:
    """Return who plays for more than 1, by name.

    Raises:
        SheetWrong: a stake is no whole number from 1.
    """
    problems, found = [], {}
    for name, text in zip(names, typed, strict=False):
        stake = text.strip() or "1"
        if not (stake.isascii() and stake.isdigit() and 0 < int(stake) <= LARGEST_STAKE):
            problems.append(Problem(0, name, _("A stake is a whole number from 1.")))
        elif int(stake) > 1:
            found[name] = int(stake)
    if problems:
        raise SheetWrong(problems)
    return found


def _players(club: Club, by: User, names: Sequence[str], add: bool) -> dict[str, Player]:
    """Return the players by their names in the headings; creates new ones only with `add`.

    Raises:
        SheetWrong: a name is missing, unknown, invalid, or the same player as another.
    """
    problems: list[Problem] = []
    players: dict[str, Player] = {}
    roster, there = Roster(club), dict[str, Player]()
    for column, name in enumerate(names, 1):
        label = name or _("column %(number)s") % {"number": column}
        if not name:
            problems.append(Problem(0, label, _("A name is missing.")))
            continue
        known = roster.called(name)
        if known is not None:
            there[name] = known
        else:
            if not add:
                problems.append(Problem(0, label, _("The club has no player of this name.")))
                continue
            try:
                there[name] = player_create(club=club, by=by, name=name)
                roster.add(there[name])
            except Refused as error:
                problems.append(Problem(0, label, str(error)))
                continue
        if there[name] in players.values():
            problems.append(Problem(0, label, _("This player has a column already.")))
        players[name] = there[name]
    if not problems and len(names) < FEWEST_PLAYERS:
        problems.append(Problem(0, "", str(Refused("too_few_players"))))
    if problems:
        raise SheetWrong(problems)
    return players
