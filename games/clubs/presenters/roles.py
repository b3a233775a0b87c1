"""Who may do what, as a table: for the page of members, and for `docs/roles.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.permissions import TABLE, Capability, Role
from games.rules.chouette.voices import MAY, Deed, Stand

ROLE_TITLES: Mapping[Role, str] = {
    Role.OWNER: gettext_noop("Owner"),
    Role.ORGANIZER: gettext_noop("Organizer"),
    Role.DIRECTOR: gettext_noop("Director"),
    Role.SCORER: gettext_noop("Scorer"),
    Role.PLAYER: gettext_noop("Player"),
    Role.SEATED: gettext_noop("Seated that evening"),
    Role.TABLE_SCORER: gettext_noop("Tablet that keeps the score"),
    Role.TABLE_PLAYER: gettext_noop("Player's phone"),
    Role.TABLE_ONLOOKER: gettext_noop("Onlooker's phone or screen"),
    Role.GUEST: gettext_noop("Guest of a public club"),
    Role.STRANGER: gettext_noop("Guest of a members-only club"),
}

CAPABILITY_TITLES: Mapping[Capability, str] = {
    Capability.VIEW_CLUB: gettext_noop("See the club, its evenings, players and leaderboard"),
    Capability.SEE_NAMES: gettext_noop("See the names of players who are not shown to everybody"),
    Capability.VIEW_MONEY: gettext_noop("See stakes, and what others owe"),
    Capability.START_SESSION: gettext_noop("Start an evening, change its title, place and date"),
    Capability.SCORE: gettext_noop("Keep the score at the table, undo and redo"),
    Capability.PLAY: gettext_noop("Speak for oneself at the table: double, take, drop"),
    Capability.ADMIT: gettext_noop("Let phones in at the table, and name who speaks for whom"),
    Capability.AMEND: gettext_noop("Put a finished game right"),
    Capability.END_SESSION: gettext_noop("End an evening"),
    Capability.REOPEN_SESSION: gettext_noop("Reopen an ended evening"),
    Capability.VOID_SESSION: gettext_noop("Declare an evening void, or take that back"),
    Capability.IMPORT_SESSION: gettext_noop("Import evenings"),
    Capability.NOTE: gettext_noop("Add notes, dispute a game"),
    Capability.RESOLVE: gettext_noop("Resolve a dispute"),
    Capability.SETTLE: gettext_noop("Mark payments as paid"),
    Capability.ADD_PLAYER: gettext_noop("Add players"),
    Capability.MANAGE_PLAYERS: gettext_noop("Rename players, take them off the lists"),
    Capability.MANAGE_SEASONS: gettext_noop("Add, change and close seasons"),
    Capability.INVITE: gettext_noop("Invite people, withdraw invitations"),
    Capability.MANAGE_ROLES: gettext_noop("See members, change roles, remove members"),
    Capability.MANAGE_CLUB: gettext_noop("Change the club's settings"),
    Capability.DIRECT: gettext_noop("Run events: entries, draws, results"),
    Capability.START_MATCH: gettext_noop("Start a match between two players"),
    Capability.USE_ADMIN: gettext_noop("Use the back office"),
}


@dataclass(frozen=True, slots=True)
class RoleRow:
    """A capability, and whether each role has it."""

    what: str
    marks: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """The whole table."""

    roles: tuple[str, ...]
    lines: tuple[RoleRow, ...]


def role_matrix() -> Matrix:
    """Return the table in the reader's language."""
    return Matrix(
        roles=tuple(_(title) for title in ROLE_TITLES.values()),
        lines=tuple(
            RoleRow(
                _(CAPABILITY_TITLES[capability]), tuple(role in allowed for role in ROLE_TITLES)
            )
            for capability, allowed in TABLE.items()
        ),
    )


STANDS: Final = {
    Stand.SELF: "The player themselves",
    Stand.STANDS_IN: "Who was named by them, and has no bet against them",
    Stand.SCORES: "Who keeps the score, and has no bet against them",
    Stand.AGAINST: "Who has a bet against them, whatever else they are",
    Stand.OTHER: "Others",
}
DEEDS: Final = {
    Deed.SAY: "Double or hold, once or until they say otherwise, answer a double or a beaver, "
    "choose what equal dice do, an extra",
    Deed.CLOSE: "End the team's round of doubles, in which silence is hold (for the captain)",
    Deed.MOVE: "Roll, move, resign, offer a pause, go on, claim the flag (for who moves)",
    Deed.AGREE: "Agree to a resignation, a pause, a settlement, or refuse it",
    Deed.RECORD: "Write a result, points or a settlement at the table (for all whom it concerns)",
    Deed.TAKE_BACK: "Take back what was said; players only what they alone have said",
    Deed.NAME: "Choose who speaks for them",
}


def deeds_as_markdown() -> str:
    """Return who speaks for whom at a board, as `docs/roles.md` has it, in English."""
    rows = [["", *STANDS.values()], ["---", *(":-:" for _stand in STANDS)]]
    rows += [
        [words, *("yes" if stand in MAY[deed] else "" for stand in STANDS)]
        for deed, words in DEEDS.items()
    ]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def role_matrix_as_markdown() -> str:
    """Return the table as `docs/roles.md` has it, in English."""
    head = ["", *ROLE_TITLES.values()]
    rows = [head, ["---", *(":-:" for _role in ROLE_TITLES)]]
    for capability, allowed in TABLE.items():
        marks = ["yes" if role in allowed else "" for role in ROLE_TITLES]
        rows.append([f"{CAPABILITY_TITLES[capability]} (`{capability}`)", *marks])
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)
