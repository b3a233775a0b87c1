"""The five doors of a club: always the same, and the one that is open is marked.

What is behind a door has tabs of its own. Table, board, desk and wall are full screens without
doors, and so is what one does in the middle of an evening and goes back from to the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Club

RUN: Final = "run"
"""A tab for those who run the club."""
MEMBERS: Final = "members"
"""A tab for those who are signed in."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A page behind a door, and the other pages that belong to it."""

    page: str
    title: str | Promise
    others: frozenset[str] = frozenset()
    only: str = ""

    @property
    def name(self) -> str:
        """The name of its own address, as the request has it."""
        return self.page.rpartition(":")[2]

    @property
    def pages(self) -> frozenset[str]:
        return self.others | {self.name}


@dataclass(frozen=True, slots=True)
class Door:
    """A door: its word, its icon, and the tabs behind it; the first is where it leads."""

    code: str
    title: str | Promise
    icon: str
    tabs: tuple[Tab, ...]
    own: frozenset[str] = frozenset()
    """Pages of an account that are behind it, in the club that the member has used last."""


SETTINGS: Final = frozenset(
    {
        "club_settings",
        "club_rules",
        "club_rules_options",
        "club_look",
        "seasons",
        "season",
        "members",
        "invitations",
        "invitations_all",
        "webhooks",
        "webhook_log",
        "club_screens",
        "club_screen",
        "files",
        "job",
    }
)
DOORS: Final = (
    Door(
        "play",
        pgettext_lazy("door of a club", "Play"),
        "dices",
        (
            Tab("club", _("Now"), frozenset({"session_new", "session_rules", "session_worth"})),
            Tab("club_boards", _("Play online"), frozenset({"board_new", "record_read"})),
        ),
        frozenset({"boards"}),
    ),
    Door(
        "events",
        _("Events"),
        "trophy",
        (
            Tab(
                "event_list",
                _("Events"),
                frozenset(
                    {
                        "event",
                        "event_new",
                        "event_entering",
                        "event_settings",
                        "event_files",
                        "event_log",
                        "event_pass_new",
                        "event_passes_new",
                        "event_phones",
                        "event_me",
                        "match",
                    }
                ),
            ),
            Tab(
                "league_list",
                _("Leagues"),
                frozenset(
                    {
                        "league",
                        "league_direct",
                        "league_me",
                        "league_new",
                        "league_print",
                        "cup_direct",
                        "cup_me",
                        "cup_new",
                        "cup_of_event",
                        "fixture",
                    }
                ),
            ),
        ),
    ),
    Door(
        "standings",
        pgettext_lazy("door of a club", "Standings"),
        "chart-column",
        (
            Tab(
                "tournaments:leaderboard",
                _("Leaderboard"),
                frozenset({"official_lists", "official_list", "ratings_method", "game_ratings"}),
            ),
            Tab("tournaments:records", _("Records")),
            Tab("tournaments:compare", _("Compare")),
        ),
    ),
    Door(
        "results",
        _("Results"),
        "calendar-days",
        (
            Tab(
                "results",
                _("Results"),
                frozenset(
                    {
                        "session_list",
                        "match_list",
                        "match_new",
                        "boards_finished",
                        "analyses",
                        "analysis",
                        "analysis_game",
                        "sheet",
                        "game_story",
                        "game_amend",
                        "game_note",
                        "session_import",
                        "sheet_entering",
                        "evening_new",
                        "evening_right",
                        "session_decision",
                        "game_decision",
                    }
                ),
            ),
        ),
    ),
    Door(
        "club",
        _("Club"),
        "users",
        (
            Tab(
                "tournaments:player_list",
                _("Players"),
                frozenset(
                    {
                        "player",
                        "player_edit",
                        "player_merge",
                        "player_decision",
                        "player_rating",
                        "players_add",
                    }
                ),
            ),
            Tab("balances", _("Balances"), only=MEMBERS),
            Tab("club_settings", _("Settings"), SETTINGS, only=RUN),
        ),
        frozenset({"account", "password", "tokens"}),
    ),
)
WITHOUT_DOORS: Final = frozenset({"event_direct", "event_wall", "event_print", "sheet_print"})
"""Full screens, and what is printed, though they are made in the frame of the club's pages."""


@dataclass(frozen=True, slots=True)
class Link:
    """A door or tab of a page: where it leads, and whether one is behind it, or at its page."""

    title: str | Promise
    where: str
    icon: str = ""
    code: str = ""
    is_open: bool = False
    is_page: bool = False


_DOORS: Final = {
    page: door
    for door in DOORS
    for pages in (door.own, *(tab.pages for tab in door.tabs))
    for page in pages
}


def door_of(page: str) -> Door | None:
    """Return the door that a page, by the name of its address, is behind."""
    return _DOORS.get(page)


def doors(club: Club, page: str) -> list[Link]:
    """Return a club's doors, the one of this page marked; none on a full screen."""
    if page in WITHOUT_DOORS:
        return []
    here = door_of(page)
    return [
        Link(
            door.title,
            reverse(door.tabs[0].page, args=[club.slug]),
            door.icon,
            door.code,
            is_open=door is here,
            is_page=page == door.tabs[0].name,
        )
        for door in DOORS
    ]


def tabs(club: Club, page: str, *, is_known: bool, to_run_it: str) -> list[Link]:
    """Return what stands behind the door of a page; nothing where that is one page alone.

    `to_run_it` is the first page of settings that the reader may open, blank if there is none.
    """
    door = door_of(page)
    found = []
    for tab in door.tabs if door else ():
        if (tab.only == MEMBERS and not is_known) or (tab.only == RUN and not to_run_it):
            continue
        where = to_run_it if tab.only == RUN else reverse(tab.page, args=[club.slug])
        found.append(Link(tab.title, where, is_open=page in tab.pages))
    return found if len(found) > 1 else []
