"""Two scores of one evening side by side: what the log has, and what a device has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.errors import MESSAGES
from games.handover.services.handing import Stopped
from games.models import Session
from games.permissions import Reader
from games.record.selectors.log import told_since
from games.record.selectors.names import names_in
from games.rule_texts import Names, sentence
from games.rules.chouette import ChouetteError
from games.table.presenters.history import step_of, steps_as_told
from games.table.presenters.values import HistoryLine


@dataclass(frozen=True, slots=True)
class Total:
    """A player's points in both; None where there is no such branch."""

    name: str
    theirs: int | None
    mine: int | None

    @property
    def differs(self) -> bool:
        return self.theirs != self.mine


@dataclass(frozen=True, slots=True)
class Branches:
    """Why it stopped, what others did meanwhile, and both totals."""

    why: str
    reason: str
    since: tuple[HistoryLine, ...]
    totals: tuple[Total, ...]
    theirs_games: int
    mine_games: int | None
    may_append: bool
    may_anyhow: bool


def branches(
    session: Session, reader: Reader, stopped: Stopped, newcomers: Mapping[str, Any] | None = None
) -> Branches:
    """Return both branches. `newcomers` are names of players whom only the device knows."""
    known = newcomers if isinstance(newcomers, Mapping) else {}
    new = {str(one): str(name) for one, name in known.items()}
    names = Names({**new, **names_in(session, reader)})
    theirs = stopped.theirs.totals
    mine = stopped.mine.totals if stopped.mine is not None else {}
    people = dict.fromkeys([*theirs, *mine])
    totals = (
        Total(
            names[person],
            theirs.get(person),
            mine.get(person) if stopped.mine is not None else None,
        )
        for person in people
    )
    steps = steps_as_told(told_since(session, stopped.since, reader), stopped.theirs.players)
    return Branches(
        why=stopped.why,
        reason=_reason(stopped, names),
        since=tuple(step_of(one, names, "") for one in steps),
        totals=tuple(totals),
        theirs_games=stopped.theirs.played,
        mine_games=stopped.mine.played if stopped.mine is not None else None,
        may_append=stopped.may_append,
        may_anyhow=stopped.why == "rules_changed",
    )


def _reason(stopped: Stopped, names: Names) -> str:
    if isinstance(stopped.error, ChouetteError):
        return sentence(stopped.error, names)
    if stopped.error is not None:
        return str(stopped.error)
    return str(MESSAGES[f"handed_{stopped.why}"])
