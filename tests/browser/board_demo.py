"""A board without a server: its pages are made here, what they send is done on a game of the rules.

Every request of the browser is answered by `DemoBoard.answer`, so that a test decides what is
rolled, what the other side plays and when the network fails.
"""

import mimetypes
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import parse_qs, urlparse

from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils.translation import override
from playwright.sync_api import BrowserContext, Page, Route

from games.boards.faces.backgammon.judged import JudgedShown
from games.boards.faces.backgammon.page import BoardPage
from games.boards.faces.backgammon.replay import ReplayPage
from games.boards.faces.backgammon.state import BackgammonSeen as Seen
from games.boards.faces.backgammon.state import LastPlay
from games.boards.faces.backgammon.text import TextBoard
from games.boards.faces.base import board_state, status_of
from games.rules.backgammon import BackgammonError, Game, GameRecord, read_play
from games.rules.backgammon.match_score import MatchScore

ORIGIN = "http://board.test"
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'"
NAMES = ("Ann", "Bob")


def opened(white: int = 3, black: int = 1, length: int | None = 7) -> Game:
    """A match whose first game has been opened with these dice."""
    return Game(MatchScore(length)).open(white, black)


class DemoBoard:
    """A board that the page's reader sees from `side`; the other side plays what it is told."""

    def __init__(self, game: Game, *, side: int = 0, rolls: Sequence[tuple[int, int]] = ()) -> None:
        self.game = game
        self.side = side
        self.rolls = list(rolls)
        self.version = 1
        self.last: LastPlay | None = None
        self.sent: list[dict[str, str]] = []
        self.failing = 0
        self.waiting: list[Route] | None = None
        self.language = "en"
        self.record: GameRecord | None = None
        self.judged: list[JudgedShown] = []
        self.assistant: int | None = None
        self.count: dict[str, Any] | None = None
        self.phase = ""
        self.names: tuple[str, str] = NAMES

    # the game

    @property
    def seen(self) -> Seen:
        """What the reader sees now."""
        return Seen(
            game=self.game,
            id="demo",
            version=self.version,
            side=self.side,
            names=self.names,
            can=list(self._can()),
            last=self.last,
            assistant=self.assistant,
            count=self.count,
            phase=self.phase,
        )

    def _can(self) -> Iterator[str]:
        game = self.game
        if game.phase == "over" and not game.score.is_over:
            yield "next"
        if game.actor != self.side:
            return
        if game.phase == "roll":
            yield from ["roll"] if game.cube_problem(self.side) else ["roll", "double"]
        elif game.phase == "play":
            yield "play"
        elif game.phase == "answer":
            yield from ("take", "drop")
        elif game.phase == "resignation":
            yield from ("accept", "refuse")
        if game.phase in ("roll", "play"):
            yield from ("resign", "draw")

    def play(self, text: str) -> None:
        """Whoever is to play plays this."""
        game = self.game
        assert game.roll is not None
        assert game.turn is not None
        play = read_play(text, game.position, game.roll, game.turn)
        self.last = LastPlay(game.turn, game.roll, game.position, play)
        self.game = game.plays(play.result)

    def other_side(self, roll: tuple[int, int], text: str) -> None:
        """The other side rolls and plays; the page learns of it when it asks."""
        self.game = self.game.rolls(*roll)
        self.play(text)
        self.version += 1

    def _do(self, do: str, text: str) -> None:
        match do:
            case "roll":
                self.game = self.game.rolls(*self.rolls.pop(0))
            case "play" | "type":
                self.play(text)
            case "double":
                self.game = self.game.double(self.side)
            case "take":
                self.game = self.game.take()
            case "drop":
                self.game = self.game.drop()
            case "resign":
                self.game = self.game.resign(self.side, text)  # type: ignore[arg-type]
        self.version += 1

    # the pages

    def opens(self, context: BrowserContext, path: str = "/board/") -> Page:
        """Open a page of this board in a browser."""
        context.route("**/*", self.answer)
        page = context.new_page()
        page.goto(ORIGIN + path)
        return page

    def answer(self, route: Route) -> None:
        """Answer a request of the browser."""
        address = urlparse(route.request.url)
        if address.path.startswith("/static/"):
            found = finders.find(address.path.removeprefix("/static/"))
            if not isinstance(found, str):
                route.fulfill(status=404)
                return
            kind = mimetypes.guess_type(found)[0]
            route.fulfill(path=found, content_type=kind or "text/plain")
        elif address.path == "/act/":
            self._act(route)
        elif address.path == "/live/":
            self._live(route)
        elif address.path in ("/board/", "/text/", "/replay/"):
            at = int(parse_qs(address.query).get("at", ["0"])[0])
            self._show(route, address.path, at)
        else:
            route.fulfill(status=404)

    def _show(self, route: Route, path: str, at: int = 0) -> None:
        body = self._page(path, at)
        headers = {"Content-Security-Policy": POLICY}
        route.fulfill(body=body, content_type="text/html; charset=utf-8", headers=headers)

    def _act(self, route: Route) -> None:
        if self.failing:
            self.failing -= 1
            self.sent.append(self._fields(route))
            route.abort()
            return
        if self.waiting is not None:
            self.waiting.append(route)
            return
        fields = self._fields(route)
        self.sent.append(fields)
        status, said = 200, ""
        try:
            self._do(fields["do"], fields.get("text", ""))
        except BackgammonError as error:
            status, said = 422, str(error)
        if fields.get("back") == "text":
            # Shown at once: a redirect after a form never ends in the browser without its windows.
            self._show(route, "/text/")
            return
        state = board_state(self.seen)
        route.fulfill(status=status, json={"message": said, "state": state})

    def _live(self, route: Route) -> None:
        """Tell whoever asks how the board stands; there is no stream here."""
        if "event-stream" in (route.request.headers.get("accept") or ""):
            route.fulfill(status=204)
            return
        if route.request.headers.get("if-none-match") == f'"{self.version}"':
            route.fulfill(status=304)
            return
        context = {"state": board_state(self.seen)}
        body = Template('{{ state|json_script:"board-state" }}').render(Context(context))
        route.fulfill(body=body, content_type="text/html", headers={"ETag": f'"{self.version}"'})

    def release(self) -> None:
        """Answer what was held back."""
        held, self.waiting = self.waiting or [], None
        for route in held:
            self._act(route)

    @staticmethod
    def _fields(route: Route) -> dict[str, str]:
        return {name: values[-1] for name, values in parse_qs(route.request.post_data).items()}

    def _page(self, path: str, at: int) -> str:
        addresses = {"act_url": "/act/", "text_url": "/text/"}
        page: Any
        with override(self.language):
            if path == "/text/":
                page = TextBoard(self.seen, "Ann – Bob", **addresses, board_url="/board/", key="k")
                return render_to_string("boards/text.html", {"page": page}, request=_request())
            if path == "/replay/":
                assert self.record is not None
                page = ReplayPage(
                    "Ann – Bob", self.record, NAMES, "/replay/", at, judged=self.judged
                )
                found = {"table": "Kazaross-XG2"}
                context = {"page": page, "found": found, "job": {"public_id": "analysis"}}
                template = "files/analysis_game.html" if self.judged else "boards/replay.html"
                return render_to_string(template, context, request=_request())
            page = BoardPage(self.seen, "Ann – Bob", **addresses, live_url="/live/")
            return render_to_string("boards/board.html", {"page": page}, request=_request())

    @property
    def status(self) -> str:
        """What the page says that the board waits for."""
        return status_of(self.seen)


def _request() -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    request.htmx = False  # type: ignore[attr-defined]
    return request
