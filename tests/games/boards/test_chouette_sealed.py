"""What is sealed at a chouette changes nothing of what others are sent, whichever way they ask.

Every secret is told twice, once so and once otherwise, in two worlds that are the same in all else.
Who must not know it is sent the same in both, on every page, stream, file and address of the API.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.boards.presenters import begin, show
from games.boards.services import writing
from games.boards.services.sitters import Sitter
from games.chouetteboards.presenters import evening as seen
from games.chouetteboards.presenters import page as chouette_page
from games.chouetteboards.services import acts as chouette_acts
from games.chouetteboards.services import crew as crew_service
from games.chouetteboards.services.crew import crew_act, crew_say
from games.clubs.services.clubs import club_create, player_create
from games.models import Board, Club, Membership, Pass, User
from games.rules.chouette import BoxDoubles, NamePartner, SetOrder
from games.sessions.actors import cookie_name, pass_sealed
from games.sessions.services.sessions import session_create
from games.table.services.passes import pass_create
from tests.games.api.conftest import program_of
from tests.games.boards.chouettes import Chouette

# Eighteen readers ask for everything; test_crew and test_chouette_page have quick tests of parts.
pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EACH = {
    "board": "board",
    "text": "board_text",
    "stream": "board_live",
    "crew's stream": "board_crew_live",
    "said": "board_lines",
    "log": "board_file json",
    "match": "board_file mat",
    "table's stream": "table_live",
    "wall's stream": "session_wall_live",
    "list": "club_boards",
    "club's wall": "club_wall_live",
}
"""The pages and streams that all with a browser ask, by what they show."""
MORE = {
    "replay": "board_replay",
    "proof": "board_proof",
    "proof, offline": "board_proof_file",
    "sgf": "board_file sgf",
    "a member's match": "board_file mat-2",
    "evening": "session_board",
    "table": "table",
    "wall": "session_wall",
    "board's wall": "board_wall",
    "board's wall, stream": "board_wall_live",
    "sheet": "sheet",
    "record": "sheet_csn",
    "club": "club",
}
"""What the box and an onlooker ask besides, from whom most is kept."""
INTERFACE = (
    "boards",
    "boards/{board}",
    "boards/{board}/log",
    "boards/{board}/export/mat",
    "sessions/{session}/table",
    "sessions/{session}/actions",
    "sessions/{session}/export/json",
)
CHANCE = re.compile(
    r'csrf[^>]*|"X-CSRFToken": "\w+"|value="[0-9a-f]{12,}"|nonce="[^"]*"|"at":"[^"]*Z"'
    r"|(?<= · )\d\d:\d\d\b"  # the minute in which an action was written
)
"""What differs from answer to answer."""


@dataclass
class Evening:
    """Ann in the box with Pat, her partner; Bob captain; Cid, who speaks for Bob; Dee on a phone.

    `asks` are, by what somebody is, the ways in which they ask.
    """

    chouette: Chouette
    asks: dict[str, dict[str, Callable[[], Any]]] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        return Board.objects.select_related("club", "session__club").get(pk=self.chouette.board.pk)

    def web(self, who: str, client: Client, *, asks_all: bool) -> None:
        """Let somebody ask with a browser, whose session the API knows, too."""
        board, session = self.chouette.board, self.chouette.session
        of = {"board": board.public_id, "club": session.club.slug}
        found = {}
        for name, said in ({**EACH, **MORE} if asks_all else EACH).items():
            page, *rest = said.split()
            of_page = of.get(page.partition("_")[0], session.public_id)
            found[name] = partial(client.get, reverse(page, args=[of_page, *rest]))
        if asks_all:
            found |= {name: partial(client.get, way) for name, way in self.interface.items()}
        self.asks[who] = found

    def token(self, who: str, user: User, *scopes: str, club: Club | None = None) -> None:
        """Let somebody's program ask."""
        program = program_of(user, scopes or ("read",), club)
        self.asks[who] = {
            name: partial(program.client.get, way, headers=program.headers)
            for name, way in self.interface.items()
        }

    @property
    def interface(self) -> dict[str, str]:
        names = {
            "board": self.chouette.board.public_id,
            "session": self.chouette.session.public_id,
        }
        return {f"API {way}": f"/api/v1/{way.format(**names)}" for way in INTERFACE}

    def answers(self) -> dict[tuple[str, str], tuple[int, str]]:
        """What everybody is sent."""
        found = {}
        for who, ways in self.asks.items():
            cache.clear()  # of how much was asked
            for name, ask in ways.items():
                answer = ask()
                found[who, name] = (answer.status_code, CHANCE.sub("", answer.content.decode()))
        return found


PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Pat")


@pytest.fixture
def evening(session, organizer, monkeypatch) -> Evening:
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    # Clocks that go on would differ on a slow machine, whatever was said.
    for module in (writing, crew_service, chouette_acts, begin, show, chouette_page, seen):
        monkeypatch.setattr(module, "now_ms", lambda: round(now.timestamp() * 1000))
    club = session.club
    Club.objects.update(visibility="public", board_seconds=120)
    pat = player_create(club=club, by=organizer, name="Pat")
    there = [*club.players.exclude(pk=pat.pk).order_by("pk"), pat]
    session = session_create(club=club, by=organizer, players=there)
    chouette = Chouette(session, organizer, monkeypatch).on_board()
    ids = chouette.ids
    chouette.record(SetOrder(tuple(ids[name] for name in PEOPLE)))
    chouette.record(NamePartner(ids["Pat"]))
    session.proxies.create(player=ids["Bob"], speaker=ids["Cid"])
    return Evening(chouette)


def open_doors(evening: Evening) -> Evening:
    """Everybody comes: who plays, who keeps the score, who looks on, and their programs."""
    chouette, users = evening.chouette, evening.chouette.users
    club = chouette.session.club
    others = {}
    for role in ("player", "scorer"):
        others[role] = User.objects.create_user(f"{role}@example.org", name=role)
        Membership.objects.create(club=club, user=others[role], role=role)
    admin = User.objects.create_superuser("root@example.org", "x")
    elsewhere = club_create(by=users["Cid"], name="Elsewhere")
    for who, user in {
        "box": users["Ann"],
        "partner": users["Pat"],
        "captain": users["Bob"],
        "deputy": users["Cid"],
        "onlooker": others["player"],
        "scorer": others["scorer"],
        "organizer": chouette.organizer,
        "admin": admin,
    }.items():
        client = Client()
        client.force_login(user)
        evening.web(who, client, asks_all=who in ("box", "onlooker"))
    for who, role, player in (
        ("crew's phone", Pass.Role.PLAYER, chouette.ids["Dee"]),
        ("onlooker's phone", Pass.Role.ONLOOKER, ""),
    ):
        holder = pass_create(
            session=chouette.session, by=chouette.organizer, role=role, player=player
        )
        client = Client()
        client.cookies[cookie_name(chouette.session)] = pass_sealed(holder)
        evening.web(who, client, asks_all=False)
    evening.web("stranger", Client(), asks_all=True)
    evening.token("box's token", users["Ann"])
    evening.token("captain's token", users["Bob"])
    evening.token("captain's token for another club", users["Cid"], club=elsewhere)
    evening.token("organizer's token", chouette.organizer)
    for scope in ("read", "score", "organize"):
        evening.token(f"onlooker's token to {scope}", others["player"], "read", scope)
    return evening


PLAYS = frozenset({"box", "partner", "captain", "deputy", "crew's phone"})
SCORES = frozenset({"scorer", "organizer", "admin"})
TOKENS = frozenset({"box's token", "captain's token", "organizer's token"})
TEAM = frozenset({"captain", "deputy", "crew's phone"})


# what was sealed: how it comes to it, what is told so or otherwise, and who may know


def box_has_moved(chouette):
    chouette.begin((6, 1))


def moves(chouette, text):
    chouette.act("Ann", "play", text)


def team_is_asked(chouette):
    chouette.begin((6, 1))
    chouette.act("Ann", "play", "13/7 8/7")


def says(chouette, word, name="Dee"):
    chouette.declare(name, word)


def box_has_doubled(chouette):
    chouette.begin((1, 6), (6, 1))
    chouette.act("Bob", "play", "13/7 8/7")
    ids = [chouette.ids[name] for name in ("Bob", "Cid", "Dee")]
    chouette.record(BoxDoubles(tuple(ids)), by="Ann")


def captain_moved_before_the_box_doubles(chouette):
    chouette.begin((1, 6), (6, 1))


def moves_and_is_doubled(chouette, text):
    chouette.act("Bob", "play", text)
    ids = [chouette.ids[name] for name in ("Bob", "Cid", "Dee")]
    chouette.record(BoxDoubles(tuple(ids)), by="Ann", key="doubled")


def team_consults(chouette):
    chouette.begin((1, 6))
    does(chouette, "Bob", "ask", str(chouette.state.team.line.index(chouette.ids["Dee"])))


def does(chouette, name, what, text):
    board = Board.objects.select_related("club", "session__club").get(pk=chouette.board.pk)
    crew_act(
        board=board,
        reader=chouette.reader(name),
        do=what,
        text=text,
        roll=chouette.state.dice.rolled,
    )


def consults(chouette, words):
    """The captain tries a step, Dee is for a play, and Bob says something."""
    step, play, code = words.split(", ")
    does(chouette, "Bob", "try", step)
    does(chouette, "Dee", "put", play)
    board = Board.objects.select_related("club", "session__club").get(pk=chouette.board.pk)
    seat = board.snapshot["team"]["line"].index(chouette.ids["Bob"])
    crew_say(board=board, by=Sitter(seat), code=code)


SECRETS = {
    "the play before the team's doubles": (
        box_has_moved,
        moves,
        ("13/7 8/7", "24/18 24/23"),
        PLAYS | SCORES | TOKENS,
    ),
    "the play before the answers to the box": (
        captain_moved_before_the_box_doubles,
        moves_and_is_doubled,
        ("13/7 8/7", "24/18 24/23"),
        PLAYS | SCORES | TOKENS,
    ),
    "a double": (team_is_asked, says, ("double", "hold"), {"crew's phone"}),
    "an answer": (box_has_doubled, says, ("take", "drop"), {"crew's phone"}),
    "what captain and crew say to each other": (
        team_consults,
        consults,
        ("1-7, 13/7 8/7, safe", "12-18, 24/18 24/23, bold"),
        TEAM,
    ),
}


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_reaches_those_whom_it_concerns_and_nobody_else(evening, secret):
    before, tell, versions, may_know = SECRETS[secret]
    before(evening.chouette)
    open_doors(evening)
    told = []
    for version in versions:
        with transaction.atomic():
            tell(evening.chouette, version)
            told.append(evening.answers())
            transaction.set_rollback(True)
    first, second = told
    differ = {asked for asked in first if first[asked] != second[asked]}
    assert sorted(asked for asked in differ if asked[0] not in may_know) == []
    assert {who for who, _way in differ} == set(may_know)


def test_who_is_not_of_the_team_has_no_way_to_it_and_who_is_no_member_to_nothing(evening):
    team_is_asked(evening.chouette)
    Club.objects.update(visibility="members")
    open_doors(evening)
    found = {asked: status for asked, (status, _text) in evening.answers().items()}
    ways = {name for _who, name in found}

    def opened(who):
        return {name for name in ways if found.get((who, name)) == 200}

    at_club = {"list", "club's wall"}
    here = {*EACH} - {"crew's stream", "log"} - at_club
    programs = {f"API {way}" for way in INTERFACE}
    big_screen = {"board's wall", "board's wall, stream"}
    rest = {"sheet", "table", "wall", "record", "club", "proof", "replay", "sgf"}
    assert {who: opened(who) for who in evening.asks} == {
        "box": here | {"log"} | (rest - {"club"}) | programs,
        "partner": here | {"log"},
        "captain": here | {"log", "crew's stream"},
        "deputy": here | {"log", "crew's stream"},
        "onlooker": here | at_club | rest | big_screen | programs,
        "scorer": here | at_club,
        "organizer": here | at_club,
        "admin": here | at_club,
        "crew's phone": here | {"log", "crew's stream"},
        "onlooker's phone": here,
        "stranger": {"API boards"},
        "box's token": programs,
        "captain's token": programs,
        "captain's token for another club": {"API boards"},
        "organizer's token": programs,
        "onlooker's token to read": programs,
        "onlooker's token to score": programs,
        "onlooker's token to organize": programs,
    }


def test_a_program_that_looks_on_is_a_turn_behind_and_then_is_not(evening):
    chouette = evening.chouette
    box_has_moved(chouette)
    open_doors(evening)

    def seen(who):
        board = evening.asks[who]["API boards/{board}"]().json()
        log = evening.asks[who]["API boards/{board}/log"]().json()["results"]
        return board["position"], board["last_play"], [step["kind"] for step in log][-2:]

    start = seen("onlooker's token to read")[0]
    chouette.act("Ann", "play", "13/7 8/7")
    assert seen("onlooker's token to read") == (start, "", ["reveal", "reveal"])
    now = seen("captain's token")
    assert now[0] != start
    assert now[1:] == ("13/7 8/7", ["roll", "play"])
    assert seen("organizer's token") == now
    chouette.hold("Bob", "Cid", "Dee")
    assert seen("onlooker's token to read") == now
