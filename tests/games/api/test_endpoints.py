"""Every endpoint for every role: one table, and no endpoint that is not in it."""

from copy import deepcopy

import pytest
from django.urls import URLPattern, get_resolver
from rest_framework.views import APIView

from games.boards.services.boards import Terms, board_create, seat_give_to_assistant
from games.boards.services.invitations import invitation_make
from games.boards.services.sitters import Sitter
from games.clubs.services.clubs import club_create, player_create
from games.clubs.services.people import player_of_user
from games.files.services import analyses, jobs
from games.files.services.scores import score_file_keep
from games.models import Board, Club, User
from games.record.services.actions import record_action, undo
from games.record.services.declarations import offers_open
from games.record.services.voiding import game_void
from games.rules.chess import Options as ChessOptions
from games.rules.chouette import BoxDoubles, Leave, StartGame
from games.rules.dame import Options
from games.sessions.services.sessions import session_create, session_void
from games.sessions.services.settling import debt_pay
from tests.games.api.conftest import API, World, program_of
from tests.games.conftest import Scorer
from tests.worlds import built_once

VERBS = ("get", "post", "patch", "put", "delete")
ROLES = ("owner", "organizer", "director", "scorer", "player", "seated", "foreign", "anonymous")
# Who sees a members-only club, its session; and who, being one of them, may do what.
MEMBERS = {"owner", "organizer", "director", "scorer", "player"}
SEE_SESSION = MEMBERS | {"seated"}
SCORERS = {"owner", "organizer", "director", "scorer"}
DIRECTORS = {"owner", "organizer", "director"}
ORGANIZERS = {"owner", "organizer"}
EVERYBODY = set(ROLES)
SIGNED_IN = EVERYBODY - {"anonymous"}

OWN_STEPS = {"api-offers", "api-offers-close", "api-undo", "api-redo"}

OF_BOARDS = {
    "api-board", "api-board-log", "api-board-mat", "api-board-acts", "api-board-join",
    "api-board-decline", "api-board-withdraw", "api-board-pdn", "api-board-pgn",
    "api-board-analysis", "api-board-rematch",
}  # fmt: skip

# Those of events have a table of their own: tests/tournaments/api/test_event_api_roles.py.
ELSEWHERE = ("drf_", "tournaments.api", "games.api.views.schema")

# (name of the address, verb): who may, whether it is about a club or one of its sessions, and what
# is sent. What is about neither is the same for all.
ENDPOINTS = {
    ("api-me", "get"): (SIGNED_IN, None, None),
    ("api-presets", "get"): (EVERYBODY, None, None),
    ("api-options", "get"): (EVERYBODY, None, None),
    ("api-problems", "get"): (EVERYBODY, None, None),
    ("api-clubs", "get"): (EVERYBODY, None, None),
    ("api-club", "get"): (MEMBERS, "club", None),
    ("api-players", "get"): (MEMBERS, "club", None),
    ("api-players", "post"): (SCORERS, "club", {"name": "Eve"}),
    ("api-seasons", "get"): (MEMBERS, "club", None),
    ("api-seasons", "post"): (
        DIRECTORS,
        "club",
        {"name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31"},
    ),
    ("api-groups", "get"): (SCORERS, "club", None),
    ("api-groups", "post"): (SCORERS, "club", "group"),
    ("api-group", "patch"): (SCORERS, "club", {"name": "Regulars"}),
    ("api-group", "delete"): (SCORERS, "club", None),
    ("api-debts", "get"): (MEMBERS, "club", None),
    ("api-payments", "get"): (MEMBERS, "club", None),
    ("api-import", "post"): (
        SCORERS,
        "club",
        {"text": '[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid'},
    ),
    # Only who sent the file looks at it.
    ("api-job", "get"): ({"owner"}, "job", None),
    ("api-paper-sheets", "post"): (
        SCORERS,
        "club",
        {"players": ["Ann", "Bob", "Cid"], "games": [{"cells": ["b 2", "c -1", "-1"]}]},
    ),
    ("api-evenings", "post"): (SCORERS, "club", "evening"),
    ("api-records", "post"): (MEMBERS, "club", {"type": "chess", "text": "1. e4 e5 *"}),
    ("api-leaderboard", "get"): (MEMBERS, "club", None),
    ("api-player", "get"): (MEMBERS, "club", None),
    ("api-player-ratings", "get"): (MEMBERS, "club", None),
    ("api-player-record", "get"): (MEMBERS, "club", None),
    ("api-player-against", "get"): (MEMBERS, "club", None),
    ("api-player-evenings", "get"): (MEMBERS, "club", None),
    ("api-player", "patch"): (DIRECTORS, "club", {"name": "Bobby"}),
    ("api-sessions", "get"): (EVERYBODY, None, None),
    ("api-sessions", "post"): (SCORERS, "club", "session"),
    ("api-session", "get"): (SEE_SESSION, "session", None),
    ("api-session", "patch"): (SCORERS, "session", {"title": "Late"}),
    ("api-session-board", "post"): (SCORERS, "session", {"on_board": True}),
    ("api-table", "get"): (SEE_SESSION, "session", None),
    ("api-actions", "get"): (SEE_SESSION, "session", None),
    ("api-actions", "post"): (
        SCORERS | {"seated"},
        "session",
        {"version": 4, "key": "k", "actions": "leave"},
    ),
    # Seated players answer for themselves; scorers record what concerns everybody.
    ("api-declarations", "post"): (SCORERS | {"seated"}, "asked", "double"),
    ("api-holding", "post"): (SCORERS | {"seated"}, "asked", "hold"),
    ("api-others", "post"): (SCORERS, "doubled", {"key": "k", "word": "take"}),
    ("api-offers", "post"): (SCORERS, "asked", {"key": "k"}),
    ("api-offers-close", "post"): (SCORERS, "open", {"key": "k"}),
    ("api-roll", "post"): (SCORERS, "fresh", {"version": 1, "key": "k"}),
    ("api-undo", "post"): (SCORERS, "session", {"version": 4, "key": "k"}),
    ("api-redo", "post"): (SCORERS, "undone", {"version": 5, "key": "k"}),
    ("api-amend", "post"): (
        SCORERS,
        "session",
        {"version": 4, "key": "k", "game": 1, "actions": [{"type": "end_game", "winner": "box"}]},
    ),
    ("api-end", "post"): (SCORERS, "session", {"version": 4, "key": "k"}),
    ("api-reopen", "post"): (SCORERS, "ended", {"version": 2, "key": "k"}),
    ("api-void", "post"): (DIRECTORS, "session", {"version": 4, "key": "k"}),
    # What organizers decide, with a reason.
    ("api-player-merge", "post"): (ORGANIZERS, "club", "merge"),
    ("api-player-separate", "post"): (ORGANIZERS, "club", {"dry_run": True}),
    ("api-player-anonymise", "post"): (ORGANIZERS, "club", {"dry_run": True}),
    ("api-reinstate", "post"): (ORGANIZERS, "void", {"version": 5, "reason": "It was one."}),
    ("api-session-season", "post"): (ORGANIZERS, "session", "season"),
    ("api-game-void", "post"): (ORGANIZERS, "session", {"version": 4, "reason": "Twice."}),
    ("api-game-reinstate", "post"): (
        ORGANIZERS,
        "void game",
        {"version": 5, "reason": "Once."},
    ),
    ("api-game-move", "post"): (ORGANIZERS, "two evenings", "move"),
    ("api-sheet", "get"): (SEE_SESSION, "session", None),
    ("api-notes", "get"): (SEE_SESSION, "session", None),
    ("api-notes", "post"): (SCORERS | {"seated"}, "session", {"game": 1, "text": "Ha"}),
    ("api-resolve", "post"): (DIRECTORS, "session", {"resolution": "Yes."}),
    ("api-settle-up", "get"): (ORGANIZERS | {"seated"}, "session", None),
    ("api-session-payments", "post"): (ORGANIZERS | {"seated"}, "left", "leaver"),
    ("api-pay", "post"): (ORGANIZERS | {"seated"}, "debt", {}),
    ("api-unpay", "post"): (ORGANIZERS | {"seated"}, "debt", {}),
    ("api-boards", "get"): (EVERYBODY, None, None),
    ("api-boards", "post"): (MEMBERS, "club", "board"),
    ("api-board", "get"): (MEMBERS, "board", None),
    ("api-board-log", "get"): (MEMBERS, "board", None),
    ("api-board-mat", "get"): (MEMBERS, "board", None),
    ("api-board-analysis", "get"): ({"owner"}, "board", None),
    ("api-board-analysis", "post"): ({"owner"}, "board", {}),
    ("api-board-pdn", "get"): (MEMBERS, "board", None),
    ("api-board-pgn", "get"): (MEMBERS, "board", None),
    # Only who sits there plays; the owner does.
    ("api-board-acts", "post"): (
        {"owner"},
        "board",
        {"do": "commit", "text": "0" * 64, "key": "k"},
    ),
    ("api-board-join", "post"): (MEMBERS, "open board", {}),
    ("api-board-decline", "post"): (MEMBERS, "open board", {}),
    ("api-board-withdraw", "post"): ({"owner"}, "board", {}),
    ("api-board-rematch", "post"): ({"owner"}, "board", {"do": "ask"}),
    ("api-csn", "get"): (SEE_SESSION, "session", None),
    ("api-csv", "get"): (SEE_SESSION, "session", None),
    ("api-json", "get"): (SEE_SESSION, "session", None),
}


def endpoints(patterns=None, prefix=""):
    """Every address under /api/v1/ with its verbs, as the program itself knows them."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            view = getattr(pattern.callback, "view_class", None) or getattr(
                pattern.callback, "cls", None
            )
            ours = path.startswith("api/v1/") and view is not None
            if ours and issubclass(view, APIView) and not view.__module__.startswith(ELSEWHERE):
                for verb in VERBS:
                    if hasattr(view, verb):
                        yield (pattern.name, verb), path
        else:
            yield from endpoints(pattern.url_patterns, path)


ADDRESSES = dict(endpoints())


@pytest.fixture(autouse=True)
def waiting(monkeypatch):
    """There is an engine on every machine, and no worker that makes analyses."""
    monkeypatch.setattr(analyses, "has_sage", lambda: True)
    monkeypatch.setattr(jobs, "_queue", lambda _pk: None)


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    """Everything that every endpoint needs, made once."""
    with built_once(django_db_blocker):
        organizer = User.objects.create_user("olga@example.org", name="Olga")
        club = club_create(by=organizer, name="Tuesday Club")
        players = {
            name: player_create(club=club, by=organizer, name=name)
            for name in ("Ann", "Bob", "Cid", "Dee")
        }
        running = session_create(club=club, by=organizer, players=list(players.values()))
        Scorer(running, organizer).play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
        running.refresh_from_db()
        yield World(organizer, club, players, running)


@pytest.fixture
def world(built, db):
    """The same for every test, whatever others did to it."""
    return deepcopy(built)


def test_every_endpoint_stands_in_the_table():
    assert set(ADDRESSES) == set(ENDPOINTS)


def sent(world):
    """A score file at the worker's."""
    return score_file_keep(club=world.club, by=world.owner, data=b"long")


def prepare(world, name, about):
    """Bring the session where the request makes sense; return its address with the ids in it."""
    session = world.running if about != "job" else sent(world)
    if about == "fresh":
        session = session_create(
            club=world.club, by=world.owner, players=list(world.players.values())
        )
    elif about == "undone":
        undo(session=session, version=4, key="u", sender=world.owner)
    elif about == "ended":
        session = world.ended
    elif about == "void":
        session_void(session=session, by=world.owner, version=4, key="v")
    elif about == "void game":
        game_void(session=session, game=1, version=4, key="v", sender=world.owner)
    elif about == "two evenings":
        players = list(world.players.values())
        world.elsewhere = session_create(club=world.club, by=world.owner, players=players)
        Scorer(world.elsewhere, world.owner).play("order Ann, Bob, Cid, Dee")
    elif about in {"asked", "open", "left", "doubled"}:
        go_on(world, session, about)
    if name == "api-unpay":
        debt_pay(debt=world.debt, by=world.owner)
    ids = {
        "api-player": world.players["Bob"].public_id,
        "api-player-ratings": world.players["Bob"].public_id,
        "api-player-record": world.players["Bob"].public_id,
        "api-player-against": world.players["Bob"].public_id,
        "api-player-merge": world.players["Bob"].public_id,
        "api-player-separate": world.players["Bob"].public_id,
        "api-player-anonymise": world.players["Bob"].public_id,
        "api-player-evenings": world.players["Bob"].public_id,
        "api-group": world.group.public_id,
        "api-resolve": world.note.public_id,
        "api-pay": world.debt.public_id,
        "api-unpay": world.debt.public_id,
    }
    if name in OF_BOARDS:
        host = "player" if about == "open board" else "owner"
        terms = {
            "api-board-pdn": Terms(type="dame", options=Options()),
            "api-board-pgn": Terms(type="chess", options=ChessOptions()),
        }.get(name, Terms())
        board = board_create(club=world.club, by=world.users[host], terms=terms, is_challenge=True)
        ids[name] = board.public_id
        if name == "api-board-rematch":
            seat_give_to_assistant(board=board, by=Sitter(0, world.users[host]), level="easy")
            Board.objects.filter(pk=board.pk).update(status="ended")
        if name in OF_SITTERS:
            Board.objects.filter(pk=board.pk).update(status="ended")
            board.seats.update(figures={"pr": 4.5})
        if name == "api-board-decline":
            asked = player_of_user(club=world.club, user=world.owner)
            invitation_make(board=board, by=Sitter(0, world.users[host]), player=asked)
    other = world.players["Ann"].public_id
    place = {"slug": world.club.slug, "public_id": ids.get(name, session.public_id)}
    return {**place, "other": other}


def go_on(world, session, about):
    """Dee leaves, or the next game begins, and perhaps the team is asked who doubles."""
    bob, cid, dee, ann = (world.players[one].public_id for one in ("Bob", "Cid", "Dee", "Ann"))
    step = Leave(dee) if about == "left" else StartGame(bob, None, (cid, dee, ann))
    record_action(session=session, actions=[step], version=4, key="g", sender=world.owner)
    if about == "doubled":
        doubles = BoxDoubles((cid, dee, ann))
        at = session.version
        record_action(session=session, actions=[doubles], version=at, key="d", sender=world.owner)
    if about == "open":
        offers_open(session=session, question=None, key="o", sender=world.owner)


def path_of(name, verb, ids):
    address = ADDRESSES[name, verb].replace("<str:slug>", ids["slug"])
    address = address.replace("<int:number>", ids.get("number", "1"))
    address = address.replace("<str:other_id>", ids.get("other", "0000000000000000"))
    return "/" + address.replace("<str:public_id>", ids["public_id"])


def body_of(world, body):
    if body == "board":
        return {"club": world.club.slug, "length": 3}
    if body == "session":
        ids = [player.public_id for player in world.players.values()]
        return {"club": world.club.slug, "players": ids}
    if body == "season":
        return {"version": 4, "reason": "In it.", "season": world.season.public_id}
    if body == "evening":
        return {"totals": {world.players[one].public_id: 0 for one in ("Ann", "Bob")}}
    if body == "group":
        return {"name": "Two", "players": [world.players[one].public_id for one in ("Ann", "Bob")]}
    if body == "leaver":
        dee, ann = (world.players[one].public_id for one in ("Dee", "Ann"))
        return {"player": dee, "other": ann, "amount": "0.01"}
    if body == "merge":
        return {"reason": "One person.", "into": world.guest.public_id}
    if body == "move":
        return {
            "version": 4,
            "reason": "Wrong one.",
            "into": getattr(world, "elsewhere", world.ended).public_id,
        }
    ann = world.players["Ann"].public_id
    if isinstance(body, dict) and body.get("actions") == "leave":
        return body | {"actions": [{"type": "leave", "player": ann}]}
    if body == "hold":
        return {"key": "k", "player": ann, "stands": False}
    if body == "double":
        return {"key": "k", "player": ann, "word": "double"}
    return body


MONEY = {"api-settle-up", "api-debts", "api-payments"}
OF_SITTERS = {"api-board-analysis"}
"""What only those read who sat there."""
NEVER_PUBLIC = {*OF_SITTERS, "api-groups", "api-job"}


def expected(verb, role, allowed, about, *, public):
    """The status a role is answered with, from who it is."""
    if role in allowed:
        return None
    if role == "anonymous" and (verb != "get" or about in (None, "money")):
        return 401
    sees = MEMBERS if about in (None, "club", "debt", "board", "open board") else SEE_SESSION
    if role in sees or public:
        return 403
    return 404


@pytest.mark.parametrize("public", [False, True], ids=["members", "public"])
@pytest.mark.parametrize(("name", "verb"), ENDPOINTS, ids=lambda each: each)
def test_each_role_may_what_the_table_says(world, name, verb, public):
    allowed, about, body = ENDPOINTS[name, verb]
    if public:
        Club.objects.filter(pk=world.club.pk).update(visibility="public")
        if verb == "get" and about and name not in MONEY | NEVER_PUBLIC:
            allowed = EVERYBODY
        if name in {"api-debts", "api-payments"}:
            allowed = SIGNED_IN
    ids = prepare(world, name, about)
    # Those who may not go first: nothing they do changes what the next one finds.
    for role in sorted(ROLES, key=lambda role: role in allowed):
        status = expected(verb, role, allowed, about, public=public)
        if name in MONEY | {"api-job"} and role == "anonymous":
            status = 401
        if about in {"debt", "job"} and status in {403, 404}:
            status = 404  # who may not tick a debt off is not told that there is one
        if status is None and verb == "delete":  # somebody before has deleted it
            world.group = world.group_made()
            ids = prepare(world, name, about)
        answer = program_of(world.users[role])(verb, path_of(name, verb, ids), body_of(world, body))
        if status is None:
            assert answer.status_code in {200, 201, 202, 204, 409}, (role, answer.content)
            if answer.status_code == 409:  # somebody before was allowed to do just this
                again = {"stale_version", "invalid", "dispute_resolved", "session_ended"}
                again |= {"question_closed", "seat_taken", "seat_own", "board_over", "board_begun"}
                again |= {"season_same", "session_not_void", "merge_itself"}
                again |= {"invitation_closed"}  # nobody challenged them
                assert answer.json()["code"] in again | {"field_invalid", "key_reused"}, role
        else:
            assert answer.status_code == status, (role, answer.content)
            assert answer["Content-Type"] == "application/problem+json"
            # Who may not is told so before the content is looked at; a player of the session may
            # undo some steps, and open some rounds, which only the content tells.
            if verb != "get" and not (role == "seated" and name in OWN_STEPS):
                nonsense = {"nonsense": True, "club": world.club.slug}
                shapeless = program_of(world.users[role])(verb, path_of(name, verb, ids), nonsense)
                assert shapeless.status_code == status, (role, shapeless.content)


def test_a_misspelt_field_is_refused_everywhere(world):
    api = program_of(world.owner)
    for name, verb in ENDPOINTS:
        if verb == "get":
            continue
        _allowed, about, body = ENDPOINTS[name, verb]
        ready = (
            about
            if about in {"club", "session", "ended", "debt", "board", "open board"}
            else "session"
        )
        ids = prepare(world, name, ready)
        answer = api(verb, path_of(name, verb, ids), (body_of(world, body) or {}) | {"staek": 2})

        assert (answer.status_code, answer.json()["code"]) == (400, "invalid"), name
        assert list(answer.json()["params"]) == ["staek"]


def test_a_misspelt_parameter_is_refused_everywhere(world):
    api = program_of(world.owner)
    for name, verb in ENDPOINTS:
        ids = prepare(world, name, "session")
        path = path_of(name, verb, ids) + ("" if verb == "get" else "?palyer=x")
        answer = api(verb, path, {"palyer": "x"} if verb == "get" else {})

        assert (answer.status_code, list(answer.json()["params"])) == (400, ["palyer"]), name


@pytest.mark.database
@pytest.mark.parametrize(("name", "verb"), ENDPOINTS, ids=lambda each: each)
def test_the_first_who_may_can(world, name, verb):
    _allowed, about, body = ENDPOINTS[name, verb]
    ids = prepare(world, name, about)

    answer = program_of(world.owner)(verb, path_of(name, verb, ids), body_of(world, body))

    assert answer.status_code in {200, 201, 202, 204}, answer.content


@pytest.mark.parametrize(("name", "verb"), ENDPOINTS, ids=lambda each: each)
def test_what_is_unknown_and_what_is_not_ones_own_answer_alike(world, name, verb):
    _allowed, about, body = ENDPOINTS[name, verb]
    foreigner = program_of(world.foreigner)
    ids = prepare(world, name, about)
    path = path_of(name, verb, ids)
    if path == f"{API}/sessions" and verb == "post":
        unknown = {"club": "nowhere", "players": ["a", "b", "c"]}
        foreign = foreigner(verb, path, body_of(world, body))
        assert foreign.status_code == 404
        assert foreign.json() == foreigner(verb, path, unknown).json()
    elif about:
        nowhere = path_of(name, verb, {"slug": "nowhere", "public_id": "2222222222222222"})
        foreign = foreigner(verb, path, body_of(world, body))
        unknown = foreigner(verb, nowhere, body_of(world, body))
        assert (foreign.status_code, unknown.status_code) == (404, 404)
        assert foreign.json() == unknown.json()
        for strange in ("%00", "a" * 500, "%F0%9F%8E%B2", "..", "'--"):
            odd = path_of(name, verb, {"slug": strange, "public_id": strange})
            assert foreigner(verb, odd, body_of(world, body)).status_code == 404


@pytest.mark.parametrize(("name", "verb"), ENDPOINTS, ids=lambda each: each)
def test_a_token_needs_the_scope_of_the_endpoint(world, name, verb):
    _allowed, about, body = ENDPOINTS[name, verb]
    needed = "read" if verb == "get" else "organize"
    scoring = {"api-sessions", "api-session", "api-actions", "api-roll", "api-undo", "api-redo"}
    scoring |= {"api-others", "api-declarations", "api-holding", "api-offers", "api-offers-close"}
    scoring |= {"api-boards", "api-board-acts", "api-board-join", "api-board-withdraw"}
    scoring |= {"api-board-rematch"}
    scoring |= {"api-board-decline", "api-board-analysis", "api-records"}
    scoring |= {"api-session-board"}
    scoring |= {"api-amend", "api-end", "api-reopen", "api-void", "api-notes", "api-resolve"}
    if verb != "get" and name in scoring:
        needed = "score"
    ids = prepare(world, name, about)
    without = [scope for scope in ("read", "score", "organize") if scope != needed]

    refused = program_of(world.owner, without)(verb, path_of(name, verb, ids), body_of(world, body))
    enough = program_of(world.owner, [needed])(verb, path_of(name, verb, ids), body_of(world, body))

    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
    assert refused.json()["params"] == {"scope": needed}
    assert enough.status_code in {200, 201, 202, 204}, enough.content


@pytest.mark.parametrize(("name", "verb"), ENDPOINTS, ids=lambda each: each)
def test_a_token_for_one_club_knows_no_other(world, name, verb):
    _allowed, about, body = ENDPOINTS[name, verb]
    Club.objects.update(visibility="public")
    ids = prepare(world, name, about)
    elsewhere = program_of(world.owner, club=world.other)
    answer = elsewhere(verb, path_of(name, verb, ids), body_of(world, body))

    if about:
        assert answer.status_code == 404, answer.content
    elif name in {"api-clubs", "api-sessions"}:
        assert {row.get("club", row["id"]) for row in answer.json()["results"]} <= {"other-club"}


def test_what_is_seen_of_another_club_is_nothing(world):
    foreigner = program_of(world.foreigner)

    assert [club["id"] for club in foreigner("get", "clubs").json()["results"]] == ["other-club"]
    assert foreigner("get", "sessions").json()["results"] == []
    for query in ({"club": world.club.slug}, {"player": world.players["Ann"].public_id}):
        assert foreigner("get", "sessions", query).json()["results"] == []


def test_a_player_of_another_club_is_refused_like_one_who_does_not_exist(world):
    theirs = world.other.players.get().public_id
    ours = [player.public_id for player in world.players.values()]
    api = program_of(world.owner)

    answers = [
        api("post", "sessions", {"club": world.club.slug, "players": [*ours[:2], player]})
        for player in (theirs, "2222222222222222")
    ]

    assert answers[0].status_code == 409
    assert answers[0].json() == answers[1].json()
