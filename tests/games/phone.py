"""A phone at the table: it shows the page and taps its buttons, without a browser."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.test import Client

from games.models import Session, User
from games.record.selectors.sessions import table_of
from games.rules.chouette import Table
from games.sessions.services.sessions import session_create


class Phone:
    """Somebody's phone with the table page open."""

    def __init__(self, client: Client, session: Session) -> None:
        self.client = client
        self.session = session
        self.ids = dict(session.club.players.values_list("name", "public_id"))

    def elsewhere(self, rules: str) -> "Phone":
        """The phone at another table of the club, with other rules."""
        club = self.session.club
        session = session_create(
            club=club,
            by=User.objects.get(name="Olga"),
            players=list(club.players.order_by("name")),
            rules=f"canberra; {rules}",
        )
        return Phone(self.client, session)

    @property
    def url(self) -> str:
        """Where the table is."""
        return f"/sessions/{self.session.public_id}/table/"

    @property
    def table(self) -> Table:
        """The table as it stands now."""
        self.session.refresh_from_db()
        return table_of(self.session)

    def show(self, pane: str = "", **fields: Any) -> str:
        """The page, with a pane of the thumb zone."""
        answer = self.client.get(self.url, {"pane": pane, **fields})
        assert answer.status_code == 200
        return answer.content.decode()

    def swap(self, pane: str = "", **fields: Any) -> str:
        """The part that htmx puts into the page."""
        answer = self.client.get(self.url, {"pane": pane, **fields}, headers={"HX-Request": "true"})
        return answer.content.decode()

    def tap(self, do: str, *, where: str = "act", **fields: Any) -> HttpResponse:
        """Post what a button posts."""
        self.session.refresh_from_db()
        data = {"do": do, "version": self.session.version, "key": uuid.uuid4().hex, **fields}
        answer: HttpResponse = self.client.post(
            f"{self.url}{where}/", data, headers={"HX-Request": "true"}
        )
        return answer

    def totals(self) -> dict[str, int]:
        """Everybody's total in whole points, by name."""
        names = {player: name for name, player in self.ids.items()}
        return {names[one]: amount // 100 for one, amount in self.table.totals.items()}
