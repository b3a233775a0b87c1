"""Organizers decide over the interface as on the club's pages: with a trial, a reason, and once."""

import pytest

from games.models import Decision, GameScore
from games.sessions.services.sessions import session_create, session_void
from tests.games.api.conftest import program_of
from tests.games.conftest import Scorer


@pytest.fixture
def place(world):
    return f"sessions/{world.running.public_id}"


@pytest.fixture
def wednesday(world):
    """Another evening of the club, where the order stands."""
    evening = session_create(
        club=world.club, by=world.owner, players=list(world.players.values()), title="Wednesday"
    )
    Scorer(evening, world.owner).play("order Ann, Bob, Cid, Dee")
    evening.refresh_from_db()
    return evening


def points_of(session):
    scores = GameScore.objects.filter(game__session=session, game__is_void=False, points__gt=0)
    return {score.player.name: score.points for score in scores.select_related("player")}


def kept(**about):
    return list(Decision.objects.filter(**about).values_list("kind", "reason", "game_number"))


def test_a_dry_run_says_what_would_change_and_writes_nothing(world, place):
    api = program_of(world.users["organizer"])

    tried = api("post", f"{place}/games/1/void", {"dry_run": True})

    assert tried.status_code == 200
    assert (tried.json()["is_written"], tried.json()["version"]) == (False, 4)
    effect = tried.json()["effect"]
    assert {"label": "Games that count", "before": "1", "after": "0"} in effect["figures"]
    assert {"label": "Ann", "before": "−3", "after": "0"} in effect["players"]
    world.running.refresh_from_db()
    assert (world.running.version, kept(), world.running.games.get().is_void) == (4, [], False)


def test_a_game_is_void_and_counts_again_and_both_reasons_are_kept(world, place):
    api = program_of(world.users["organizer"])
    before = points_of(world.running)

    void = api("post", f"{place}/games/1/void", {"version": 4, "reason": "Counted twice"})
    assert (void.status_code, void.json()) == (
        201,
        {"is_written": True, "version": 5, "effect": None},
    )
    assert points_of(world.running) == {}

    again = api("post", f"{place}/games/1/reinstate", {"version": 5, "reason": "It was one"})
    assert (again.status_code, again.json()["version"]) == (201, 6)
    assert points_of(world.running) == before
    assert kept(session=world.running, made_by=world.users["organizer"]) == [
        ("game_reinstate", "It was one", 1),
        ("game_void", "Counted twice", 1),
    ]


def test_the_same_request_decides_once(world, place):
    api = program_of(world.owner)
    content = {"version": 4, "reason": "Counted twice"}

    first = api("post", f"{place}/games/1/void", content, Idempotency_Key="one")
    again = api("post", f"{place}/games/1/void", content, Idempotency_Key="one")
    other = api("post", f"{place}/games/1/void", content | {"reason": "x"}, Idempotency_Key="one")

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    assert len(kept()) == 1


def test_a_version_is_needed_and_an_old_one_refused(world, place):
    api = program_of(world.owner)
    tag = api("get", place)["ETag"]
    without = api("post", f"{place}/games/1/void", {"reason": "x"})
    old = api("post", f"{place}/games/1/void", {"reason": "x", "version": 3})
    by_tag = api("post", f"{place}/games/1/void", {"reason": "x"}, If_Match=tag)
    outdated = api("post", f"{place}/games/1/reinstate", {"reason": "x"}, If_Match=tag)

    assert (without.status_code, without.json()["code"]) == (428, "version_missing")
    assert (old.status_code, old.json()["code"], old.json()["version"]) == (409, "stale_version", 4)
    assert by_tag.status_code == 201
    assert (outdated.status_code, outdated.json()["version"]) == (412, 5)


@pytest.mark.parametrize("reason", [{}, {"reason": "  "}])
def test_without_a_reason_nothing_is_decided(world, place, reason):
    answer = program_of(world.owner)("post", f"{place}/games/1/void", {"version": 4, **reason})

    assert (answer.status_code, answer.json()["code"]) == (409, "reason_missing")
    assert not world.running.games.get().is_void


def test_a_game_that_does_not_exist_is_not_found_and_one_that_counts_not_reinstated(world, place):
    api = program_of(world.owner)
    content = {"version": 4, "reason": "x"}

    assert api("post", f"{place}/games/2/void", content).status_code == 404
    for number in (0, 10**30):
        answer = api("post", f"{place}/games/{number}/void", content)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    counted = api("post", f"{place}/games/1/reinstate", content)
    assert (counted.status_code, counted.json()["code"]) == (409, "game_not_void")


def test_a_game_moves_to_another_evening_with_its_points(world, place, wednesday):
    api = program_of(world.users["organizer"])
    won = points_of(world.running)
    content = {"into": wednesday.public_id}

    tried = api("post", f"{place}/games/1/move", {**content, "dry_run": True})
    assert tried.status_code == 200
    assert {"label": "Games", "before": "1", "after": "2"} in tried.json()["effect"]["figures"]
    assert not wednesday.games.exists()

    content |= {"version": 4, "reason": "Played later"}
    moved = api("post", f"{place}/games/1/move", content)
    assert (moved.status_code, moved.json()["version"]) == (201, 5)
    assert (points_of(world.running), points_of(wednesday)) == ({}, won)
    assert kept(kind="game_move", session=wednesday) == [("game_move", "Played later", 1)]


def test_a_game_moves_to_no_evening_that_cannot_take_it(world, place, wednesday):
    api = program_of(world.owner)
    theirs = session_create(
        club=world.other,
        by=world.foreigner,
        players=[world.other.players.create(name=name) for name in ("Xenia", "Yves", "Zoe")],
    )
    session_void(session=wednesday, by=world.owner, version=wednesday.version, key="v")

    for into in (theirs, world.running, wednesday):
        content = {"version": 4, "reason": "x", "into": into.public_id}
        answer = api("post", f"{place}/games/1/move", content)
        assert (answer.status_code, answer.json()["code"]) == (409, "evening_same")


def test_an_evening_that_had_ended_is_ended_again_when_it_counts_again(world):
    api = program_of(world.users["organizer"])
    place = f"sessions/{world.ended.public_id}"
    void = api("post", f"{place}/void", {"version": 2, "key": "k", "reason": "A test"})
    again = api("post", f"{place}/void", {"version": 2, "key": "k", "reason": "A test"})
    assert (void.status_code, again.status_code) == (201, 200)
    assert kept(session=world.ended) == [("session_void", "A test", None)]

    tried = api("post", f"{place}/reinstate", {"dry_run": True})
    assert {"label": "State", "before": "void", "after": "ended"} in tried.json()["effect"][
        "figures"
    ]
    counts = api("post", f"{place}/reinstate", {"version": 3, "reason": "It was none"})

    world.ended.refresh_from_db()
    assert (counts.status_code, world.ended.status) == (201, "ended")
    assert counts.json()["version"] == world.ended.version
    running = api("post", f"{place}/reinstate", {"version": 5, "reason": "Once more"})
    assert (running.status_code, running.json()["code"]) == (409, "session_not_void")


def test_without_a_reason_a_director_voids_and_no_decision_is_kept(world, place):
    api = program_of(world.users["director"])

    assert api("post", f"{place}/void", {"version": 4, "key": "k"}).status_code == 201
    assert kept() == []


def test_an_evening_moves_to_another_season_or_to_none(world, place):
    api = program_of(world.users["organizer"])
    season = world.season.public_id

    tried = api("post", f"{place}/season", {"season": season, "dry_run": True})
    assert {"label": "Season", "before": "–", "after": "2026"} in tried.json()["effect"]["figures"]
    content = {"season": season, "version": 4, "reason": "It was one of them"}
    old = api("post", f"{place}/season", content | {"version": 3})
    moved = api("post", f"{place}/season", content)
    world.running.refresh_from_db()
    assert (old.status_code, old.json()["code"]) == (409, "stale_version")
    assert (moved.status_code, world.running.season) == (201, world.season)

    none = api("post", f"{place}/season", content | {"season": None})
    theirs = api("post", f"{place}/season", content | {"season": "2222222222222222"})
    world.running.refresh_from_db()
    assert (none.status_code, world.running.season) == (201, None)
    assert (theirs.status_code, theirs.json()["code"]) == (409, "season_elsewhere")


def test_a_player_is_merged_after_a_look_at_what_it_changes(world):
    api = program_of(world.users["organizer"])
    bob, gus = world.players["Bob"], world.guest
    place, content = f"players/{bob.public_id}/merge", {"into": gus.public_id}

    tried = api("post", place, content | {"dry_run": True})
    assert tried.status_code == 200
    first, other = tried.json()["effect"]["people"]
    assert first == {
        "label": "Bob",
        "before": "evenings: 2, games: 1, points: 1",
        "after": "counts as Gus",
    }
    assert (other["label"], other["after"]) == ("Gus", first["before"])
    bob.refresh_from_db()
    assert bob.merged_into is None

    content |= {"reason": "One person"}
    merged = api("post", place, content, Idempotency_Key="one")
    again = api("post", place, content, Idempotency_Key="one")
    bob.refresh_from_db()
    assert (merged.status_code, again.status_code, bob.merged_into) == (201, 200, gus)
    assert merged.json() == {"is_written": True, "version": None, "effect": None}
    assert api("get", f"players/{bob.public_id}").json()["id"] == gus.public_id
    assert kept(player=bob, other_player=gus) == [("player_merge", "One person", None)]


@pytest.mark.parametrize("dry_run", [True, False])
def test_whoever_cannot_be_the_same_person_is_not_merged(world, dry_run):
    api = program_of(world.owner)
    place = f"players/{world.players['Bob'].public_id}/merge"
    theirs = world.other.players.get()
    codes = {
        "merge_itself": world.players["Bob"],
        "merge_together": world.players["Cid"],
        "merge_clubs": theirs,
    }

    for code, into in codes.items():
        content = {"into": into.public_id, "reason": "x", "dry_run": dry_run}
        answer = api("post", place, content)
        assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert kept() == []
