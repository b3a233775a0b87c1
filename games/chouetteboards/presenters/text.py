"""The text board of a chouette: position, plays and buttons in words; cubes are at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.boards.faces.backgammon.text import TextBoard
from games.boards.faces.base import TextButton, noted
from games.chouetteboards.presenters.page import ChouettePage, chouette_page
from games.models import Board
from games.permissions import Reader


@dataclass(frozen=True)
class ChouetteText(ChouettePage, TextBoard):
    """The page `boards/chouette_text.html`."""

    table_url: str = ""

    @property
    def count(self) -> str:
        """Who is waited for, and how long from now on; blank if nobody is."""
        count = self.state["count"]
        if count is None:
            return ""
        seconds = -(-count["left"] // 1000)
        if not seconds:
            return str(count["over"])
        return str(count["text"]).replace("{left}", f"{seconds // 60}:{seconds % 60:02}")

    @property
    def buttons(self) -> Sequence[TextButton]:
        """What can be done now."""
        offered = [
            TextButton("roll", pgettext("button", "Roll"), is_main=True),
            TextButton("automatic", _("Double all cubes"), text="yes", is_main=True),
            TextButton("automatic", _("Leave the cubes"), text="no"),
            TextButton("accept", _("Accept"), is_main=True),
            TextButton("refuse", pgettext("board", "Refuse, play on")),
            TextButton("agree", _("Agree to the settlement"), is_main=True),
            TextButton("decline", _("No settlement")),
            TextButton("resume", _("Resume the game"), is_main=True),
            TextButton("back", _("I am here"), is_main=True),
            TextButton("plead", _("Do not roll yet")),
            TextButton("flag", noted(_("Claim the flag"), self.state["notes"]["flag"])),
            TextButton("ask", _("Propose a settlement")),
            TextButton("stand", _("Play on without them")),
            TextButton("adjourn", _("Offer a pause")),
            TextButton("gone", _("They do not answer")),
        ]
        return [button for button in offered if button.do in self.state["can"]]


def chouette_text(
    board: Board,
    place: int | None,
    reader: Reader,
    *,
    scores: bool,
    key: str,
    problem: str = "",
    typed: str = "",
) -> ChouetteText:
    shown = chouette_page(board, place, reader, scores=scores)
    assert shown.evening is not None
    return ChouetteText(
        shown.seen,
        shown.title,
        act_url=shown.act_url,
        text_url=shown.text_url,
        board_url=reverse("board", args=[board.public_id]),
        table_url=reverse("table", args=[shown.evening.session.public_id]),
        evening=shown.evening,
        key=key,
        problem=problem,
        typed=typed,
    )
