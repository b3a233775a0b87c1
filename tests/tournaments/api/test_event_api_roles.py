"""Every address of events for every role: one table, and no address that is not in it."""

from collections.abc import Callable
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import URLPattern
from django.utils import timezone

from games.models import Club
from tests import evenings
from tests.games.api.conftest import API
from tests.tournaments.api.api_world import ROLES, World
from tests.tournaments.leagues.cups import Playing
from tournaments.api.urls import urlpatterns
from tournaments.events.services import draws, removals
from tournaments.leagues.services import fixtures
from tournaments.models import Fixture, Match
from tournaments.results.services import results

# Some three hundred requests, each by every role.
pytestmark = pytest.mark.slow

VERBS = ("get", "post", "patch", "put", "delete")
MEMBERS = {"owner", "director", "scorer", "member", "ann"}
DIRECTORS = {"owner", "director"}
SCORERS = {"owner", "director", "scorer"}
PLAYERS = {"owner", "director", "ann"}
EVERYBODY = set(ROLES)
SIGNED_IN = EVERYBODY - {"anonymous"}
KEY = {"key": "k"}
NONSENSE = {"nonsense": True}

SOON = (timezone.now() + timedelta(days=2)).strftime("%Y-%m-%dT19:00Z")

Body = Callable[[World], Any]


def keyed(**fields: Any) -> Body:
    """A change that goes by its key."""
    return lambda _world: {**KEY, **fields}


def step(**fields: Any) -> Body:
    """A step of Ann's match, by its version."""
    return lambda world: {**KEY, "version": Match.objects.get(pk=world.about.pk).version, **fields}


def answer(**fields: Any) -> Body:
    """A word about dates that were proposed."""
    return lambda world: {**KEY, "proposal": world.proposal.pk, **fields}


def two(world: World) -> Any:
    """Two entries of the Swiss event."""
    return {one: world.swiss.entry(name).public_id for one, name in _TWO.items()}


_TWO = {"first": "Ann", "second": "Bob"}


def players(world: World) -> Any:
    """Two players."""
    return {one: world.swiss.player(name).public_id for one, name in _TWO.items()}


# (name of the address, verb): who may, the scope of a token, what it is about, what is sent.
ENDPOINTS: dict[tuple[str, str], tuple[set[str], str, str, Body | None]] = {
    ("event-formats", "get"): (EVERYBODY, "read", "", None),
    ("tie-breaks", "get"): (EVERYBODY, "read", "", None),
    ("events", "get"): (MEMBERS, "read", "club", None),
    ("events", "post"): (DIRECTORS, "organize", "club", lambda _: {"title": "Cup"}),
    ("event", "get"): (MEMBERS, "read", "event", None),
    ("event", "patch"): (DIRECTORS, "organize", "event", lambda _: {"place": "Pub"}),
    ("event-copy", "post"): (DIRECTORS, "organize", "event", lambda _: {}),
    ("event-finish", "post"): (DIRECTORS, "organize", "night", keyed()),
    ("event-cancel", "post"): (DIRECTORS, "organize", "event", keyed()),
    ("event-reopen", "post"): (DIRECTORS, "organize", "event", keyed()),
    ("event-log", "get"): (DIRECTORS, "read", "event", None),
    ("divisions", "post"): (DIRECTORS, "organize", "event", keyed(name="B", format="single")),
    ("event-code-open", "post"): (DIRECTORS, "organize", "event", None),
    ("event-code-close", "post"): (DIRECTORS, "organize", "event", None),
    ("event-passes", "get"): (DIRECTORS, "read", "event", None),
    ("event-passes", "post"): (
        DIRECTORS,
        "organize",
        "event",
        lambda world: {"player": players(world)["second"]},
    ),
    ("event-pass-grant", "post"): (DIRECTORS, "organize", "pass", None),
    ("event-pass-refuse", "post"): (DIRECTORS, "organize", "pass", None),
    ("event-pass-revoke", "post"): (DIRECTORS, "organize", "pass", None),
    ("event-import-entries", "post"): (DIRECTORS, "organize", "event", keyed(text="name\nEve")),
    ("event-import-results", "post"): (
        DIRECTORS,
        "organize",
        "event",
        keyed(text="round;player;points;opponent points\n1;Ann;5;3"),
    ),
    ("event-export-entries", "get"): (MEMBERS, "read", "event", None),
    ("event-export-results", "get"): (MEMBERS, "read", "event", None),
    ("event-export-standings", "get"): (MEMBERS, "read", "event", None),
    ("event-export-json", "get"): (MEMBERS, "read", "event", None),
    ("event-export-office-matches", "get"): (DIRECTORS, "read", "event", None),
    ("event-export-office-table", "get"): (DIRECTORS, "read", "event", None),
    ("cups", "get"): (MEMBERS, "read", "club", None),
    ("cup", "get"): (MEMBERS, "read", "cup", None),
    ("cup-fixtures", "get"): (MEMBERS, "read", "cup", None),
    ("leagues", "get"): (MEMBERS, "read", "club", None),
    ("league", "get"): (MEMBERS, "read", "league", None),
    ("league-season", "get"): (MEMBERS, "read", "league", None),
    ("league-fixtures", "get"): (MEMBERS, "read", "league", None),
    ("own-fixtures", "get"): (MEMBERS, "read", "own", None),
    ("fixture", "get"): (PLAYERS, "read", "fixture", None),
    ("fixture-propose", "post"): ({"ann"}, "score", "fixture", keyed(times=[SOON])),
    ("fixture-accept", "post"): ({"ann"}, "score", "asked", answer(at=SOON)),
    ("fixture-decline", "post"): ({"ann"}, "score", "asked", answer(text="I am away")),
    ("fixture-withdraw", "post"): ({"ann"}, "score", "proposed", answer()),
    ("fixture-say", "post"): (PLAYERS, "score", "fixture", keyed(text="Hello")),
    ("fixture-absent", "post"): ({"ann"}, "score", "agreed", keyed(text="Nobody here")),
    ("division", "get"): (MEMBERS, "read", "division", None),
    ("division", "patch"): (DIRECTORS, "organize", "division", lambda _: {"name": "A"}),
    ("division", "delete"): (DIRECTORS, "organize", "second", None),
    ("entries", "get"): (MEMBERS, "read", "division", None),
    ("entries", "post"): (
        DIRECTORS,
        "organize",
        "division",
        lambda world: {**KEY, "entries": [{"player": world.swiss.player("Eve").public_id}]},
    ),
    ("forbidden-pairs", "get"): (DIRECTORS, "read", "division", None),
    ("forbidden-pairs", "post"): (DIRECTORS, "organize", "division", two),
    ("forbidden-pairs-lift", "post"): (DIRECTORS, "organize", "division", two),
    ("rounds", "get"): (MEMBERS, "read", "division", None),
    ("standings", "get"): (MEMBERS, "read", "division", None),
    ("draw", "post"): (DIRECTORS, "organize", "undrawn", keyed()),
    ("draw-again", "post"): (DIRECTORS, "organize", "draft", keyed()),
    ("draw-discard", "post"): (DIRECTORS, "organize", "draft", keyed()),
    ("draw-swap", "post"): (
        DIRECTORS,
        "organize",
        "draft",
        lambda world: {
            **KEY,
            **{one: world.night.entry(name).public_id for one, name in _TWO.items()},
        },
    ),
    ("draw-confirm", "post"): (DIRECTORS, "organize", "draft", keyed()),
    ("draw-release", "post"): (DIRECTORS, "organize", "confirmed", keyed()),
    ("entry", "get"): (MEMBERS, "read", "entry", None),
    ("entry", "patch"): (DIRECTORS, "organize", "entry", lambda _: {"level": 2, "prize": "12.50"}),
    ("entry", "delete"): (DIRECTORS, "organize", "entry", None),
    ("entry-restore", "post"): (DIRECTORS, "organize", "removed", None),
    ("entry-check-in", "post"): (PLAYERS, "score", "entry", None),
    ("entry-check-out", "post"): (DIRECTORS, "organize", "entry", keyed()),
    ("entry-pause", "post"): (DIRECTORS, "organize", "entry", keyed()),
    ("entry-resume", "post"): (DIRECTORS, "organize", "entry", keyed()),
    ("entry-withdraw", "post"): (DIRECTORS, "organize", "entry", keyed()),
    ("entry-re-enter", "post"): (DIRECTORS, "organize", "entry", keyed()),
    ("entry-join", "post"): (DIRECTORS, "organize", "late", keyed()),
    ("entry-leave", "post"): (DIRECTORS, "organize", "seated", keyed()),
    ("entry-move", "post"): (
        DIRECTORS,
        "organize",
        "seated",
        lambda world: {**KEY, "table": world.night.table().public_id},
    ),
    ("round", "get"): (MEMBERS, "read", "round", None),
    ("round-clock-start", "post"): (DIRECTORS, "organize", "round", keyed(minutes=30)),
    ("round-clock-stop", "post"): (DIRECTORS, "organize", "round", keyed()),
    ("round-merge", "get"): (DIRECTORS, "read", "evening", None),
    ("round-merge", "post"): (DIRECTORS, "organize", "evening", keyed(proposal="1,2,3")),
    ("event-table", "get"): (MEMBERS, "read", "table", None),
    ("table-start-game", "post"): (SCORERS, "score", "table", keyed(version=1)),
    ("table-finish", "post"): (SCORERS, "score", "table", keyed(version=1)),
    ("table-split", "get"): (DIRECTORS, "read", "table", None),
    ("table-split", "post"): (DIRECTORS, "organize", "table", keyed(proposal="1,2,3")),
    ("matches", "get"): (MEMBERS, "read", "club", None),
    ("matches", "post"): (MEMBERS, "score", "club", lambda world: players(world) | {"length": 7}),
    ("match", "get"): (MEMBERS, "read", "match", None),
    ("match-log", "get"): (MEMBERS, "read", "match", None),
    ("match-play", "post"): (
        PLAYERS,
        "score",
        "match",
        step(event={"kind": "win", "side": 0, "level": "gammon"}),
    ),
    ("match-report", "post"): (PLAYERS, "score", "match", step(points=[5, 3])),
    ("match-confirm", "post"): (PLAYERS, "score", "reported", step()),
    ("match-reject", "post"): (PLAYERS, "score", "reported", step()),
    ("match-undo", "post"): (DIRECTORS, "score", "reported", step()),
    ("match-forfeit", "post"): (DIRECTORS, "organize", "match", step(loser=1, reason="ill")),
    ("match-no-show", "post"): (DIRECTORS, "organize", "match", step(reason="ill")),
    ("match-break-off", "post"): (DIRECTORS, "organize", "match", step(reason="late")),
    ("match-correct", "post"): (DIRECTORS, "organize", "match", step(points=[2, 5])),
    ("match-penalise", "post"): (DIRECTORS, "organize", "match", step(side=0, points=1)),
    ("match-rate", "post"): (DIRECTORS, "organize", "match", step(is_rated=False)),
    ("match-clock", "post"): (PLAYERS, "score", "match", step(control={"reserve": 60_000})),
    ("match-clock-press", "post"): (PLAYERS, "score", "timed", keyed(side=0)),
    ("match-clock-pause", "post"): (PLAYERS, "score", "ticking", keyed()),
}
# What the format or the state refuses everybody is not a question of permission.
REFUSED = {
    "entry-move",
    "entry-re-enter",
    "event-pass-grant",
    "event-pass-refuse",
    "round-merge",
    "table-split",
}


@pytest.fixture(autouse=True)
def nobody_has_asked_yet():
    """Throttles count across tests otherwise."""
    cache.clear()


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    """Everything that every address needs, made once."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


@pytest.fixture
def world(built, db):
    """The same for every test, whatever others did to it."""
    return deepcopy(built)


def addresses():
    """Every address with its verbs, as the program itself knows them."""
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        view = pattern.callback.cls
        for verb in VERBS:
            if hasattr(view, verb):
                yield (pattern.name.removeprefix("api-"), verb), str(pattern.pattern)


ADDRESSES = dict(addresses())


def test_every_address_stands_in_the_table():
    assert set(ADDRESSES) == set(ENDPOINTS)


def prepare(world: World, name: str, verb: str) -> tuple[str, str]:
    """Bring things where the request makes sense; return the address and the club's."""
    about = ENDPOINTS[name, verb][2]
    director, night, swiss = world.swiss.director, world.night, world.swiss
    by = {"by": director}
    if about in {"draft", "confirmed"}:
        draws.draw_make(division=night.division, **by)
    if about == "confirmed":
        draws.draw_confirm(division=night.division, in_spite=True, **by)
    if about in {"evening", "table", "late", "seated"}:
        assert world.table
    if about == "late":
        night.enter("Eve")
    match = world.match
    gone = swiss.entry("Ann").public_id
    if about == "removed":
        removals.entry_remove(entry=swiss.entry("Ann"), **by)
        return ADDRESSES[name, verb], gone
    if about == "reported":
        bob = next(one for one in (match.first, match.second) if one and one.name != "Ann")
        bob.user = evenings.member(world.club, "Rival")
        bob.save(update_fields=["user"])
        results.match_report(
            match=match, by=bob.user, points=(5, 2), version=match.version, key="r"
        )
    if about in {"timed", "ticking"}:
        from games.rules.clock import Control
        from tournaments.results.services.clocks import match_clock_press, match_clock_set

        control = Control(60_000)
        match_clock_set(match=match, control=control, version=match.version, key="c", **by)
        if about == "ticking":
            match_clock_press(match=match, side=0, key="p", **by)
    if about in OF_FIXTURES:
        return ADDRESSES[name, verb], arranged(world, about).public_id
    world.about = match
    found = {
        "club": world.club,
        "own": world.club,
        "event": swiss.event,
        "night": night.event,
        "division": swiss.division,
        "second": swiss.event.divisions.create(name="Z", position=9, format="swiss")
        if about == "second"
        else None,
        "undrawn": night.division,
        "draft": night.division,
        "confirmed": night.division,
        "entry": swiss.entry("Ann"),
        "late": night.entry("Eve") if about == "late" else None,
        "seated": night.entry("Dee"),
        "round": world.round,
        "league": world.league,
        "cup": Playing("Ann Gus", of=world.club).cup.event if about == "cup" else None,
        "evening": night.division.rounds.first(),
        "table": world.table if about == "table" else None,
        "pass": world.passed,
    }.get(about, match)
    return ADDRESSES[name, verb], getattr(found, "public_id", "")


OF_FIXTURES = {"fixture", "asked", "proposed", "agreed"}


def arranged(world: World, about: str) -> Match:
    """Ann's match of the league, about which its two have said something already."""
    match = world.season.match("Ann", "Gus")
    by = world.season.account("Gus") if about == "asked" else world.users["ann"]
    if about == "agreed":
        ago = timezone.now() - timedelta(hours=1)
        Fixture.objects.create(match=match, agreed_at=ago)
    elif about != "fixture":
        times = [datetime.fromisoformat(SOON)]
        world.proposal = fixtures.fixture_propose(match=match, by=by, times=times, key="before")
    return match


def sent(world: World, role: str, name: str, verb: str, more: Any = None, **limits: Any) -> Any:
    """Send what the table says, or that and more; the world is prepared already."""
    address, public_id = world.prepared
    path = address.replace("<str:slug>", world.club.slug).replace("<str:public_id>", public_id)
    path = path.replace("<int:number>", "1")
    body = ENDPOINTS[name, verb][3]
    content = body(world) if body else None
    if more is not None:
        content = {**(content or {}), **more}
    return world.program(role, **limits)(verb, f"{API}/{path}", content)


def roles_may(world: World, name: str, verb: str, allowed: set[str], *, public: bool) -> None:
    """Send it for everybody, and compare with who may."""
    about = ENDPOINTS[name, verb][2]
    # Those who may not go first: nothing they do changes what the next one finds.
    for role in sorted(ROLES, key=lambda role: role in allowed):
        answer = sent(world, role, name, verb)
        if role in allowed:
            gone = {404} if verb == "delete" or name == "entry-restore" else set()
            assert answer.status_code in {200, 201, 204, 409} | gone, (role, answer.content)
            continue
        if role == "anonymous" and (
            verb != "get" or allowed in (DIRECTORS, PLAYERS) or name == "own-fixtures"
        ):
            expected = 401
        else:
            expected = 403 if role in MEMBERS or public or not about else 404
        assert answer.status_code == expected, (role, answer.content)
        assert answer["Content-Type"] == "application/problem+json"
        own_step = role == "ann" and name == "match-undo"  # only the steps tell whose the last is
        if verb != "get" and ENDPOINTS[name, verb][3] and not own_step:
            # Who may not is told so before the content is looked at.
            assert sent(world, role, name, verb, NONSENSE).status_code == expected, role


def one_of(name: str, verb: str) -> str:
    """Somebody who may: what only players say is not an owner's."""
    return "owner" if "owner" in ENDPOINTS[name, verb][0] else "ann"


BODIES = [(name, verb) for name, verb in ENDPOINTS if verb != "get"]
"""Those that want no content refuse any, too."""


@pytest.mark.parametrize(("name", "verb"), BODIES, ids=lambda each: each)
def test_a_misspelt_field_is_refused(world, name, verb):
    world.prepared = prepare(world, name, verb)

    answer = sent(world, one_of(name, verb), name, verb, NONSENSE)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid"), answer.content
    assert list(answer.json()["params"]) == ["nonsense"]


@pytest.mark.parametrize(("name", "verb"), ENDPOINTS, ids=lambda each: each)
def test_each_role_may_what_the_table_says(world, name, verb):
    world.prepared = prepare(world, name, verb)

    roles_may(world, name, verb, ENDPOINTS[name, verb][0], public=False)


READS = [(name, verb) for name, verb in ENDPOINTS if verb == "get"]


@pytest.mark.parametrize(("name", "verb"), [*READS, ("match-report", "post")])
def test_what_everybody_may_do_in_a_public_club(world, name, verb):
    Club.objects.filter(pk=world.club.pk).update(visibility="public")
    world.club.refresh_from_db()
    world.prepared = prepare(world, name, verb)
    allowed = ENDPOINTS[name, verb][0]
    if name == "own-fixtures":
        allowed = SIGNED_IN

    roles_may(world, name, verb, EVERYBODY if allowed == MEMBERS else allowed, public=True)


@pytest.mark.database
@pytest.mark.parametrize(("name", "verb"), ENDPOINTS, ids=lambda each: each)
def test_who_may_can(world, name, verb):
    world.prepared = prepare(world, name, verb)

    answer = sent(world, one_of(name, verb), name, verb)

    expected = {409} if name in REFUSED else {200, 201, 204}
    assert answer.status_code in expected, answer.content


@pytest.mark.parametrize(("name", "verb"), ENDPOINTS, ids=lambda each: each)
def test_a_token_needs_the_scope_of_the_address(world, name, verb):
    needed = ENDPOINTS[name, verb][1]
    world.prepared = prepare(world, name, verb)
    others = [scope for scope in ("read", "score", "organize") if scope != needed]

    who = one_of(name, verb)
    refused = sent(world, who, name, verb, scopes=others)
    enough = sent(world, who, name, verb, scopes=[needed])

    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
    assert refused.json()["params"] == {"scope": needed}
    assert enough.status_code in {200, 201, 204, 409}, enough.content


@pytest.mark.parametrize(("name", "verb"), ENDPOINTS, ids=lambda each: each)
def test_what_is_of_another_club_answers_like_what_is_not_there(world, name, verb):
    world.prepared = address, _public_id = prepare(world, name, verb)
    foreign = sent(world, "foreign", name, verb)
    Club.objects.update(visibility="public")
    # Olga may direct this one: her token is for the other.
    limited = sent(world, "owner", name, verb, club=world.other)

    if not ENDPOINTS[name, verb][2]:
        assert (foreign.status_code, limited.status_code) == (200, 200)
        return
    assert (foreign.status_code, limited.status_code) == (404, 404)
    for strange in ("2222222222222222", "%00", "%F0%9F%8E%B2"):
        path = address.replace("<str:slug>", strange).replace("<str:public_id>", strange)
        path = path.replace("<int:number>", "1")
        unknown = world.program("foreign")(verb, f"{API}/{path}", {})
        assert (unknown.status_code, unknown.json()) == (404, foreign.json())
