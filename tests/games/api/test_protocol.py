"""What every endpoint shares: tags, keys, pages, filters, limits, the shape of a refusal."""

import errno
import re

import psycopg
import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from rest_framework.throttling import SimpleRateThrottle

from games.api.problems import codes
from games.models import Debt, Game, Player, Season, Session
from games.sessions.services.sessions import session_create
from tests.games.api.conftest import Program, program_of


def test_a_session_that_has_not_changed_is_304(api, evening):
    first = api("get", f"sessions/{evening.public_id}")
    again = api("get", f"sessions/{evening.public_id}", If_None_Match=first["ETag"])

    assert re.fullmatch(r'"4-[0-9a-f]{16}"', first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert "Authorization" in first["Vary"]
    assert "private" in first["Cache-Control"]


def test_a_tag_is_another_after_a_change_and_for_another_reader(api, evening, member, scorer):
    path = f"sessions/{evening.public_id}/table"
    first = api("get", path)["ETag"]
    Session.objects.update(stake_amount="1.00", currency="EUR")
    scorer.play("game")

    changed = api("get", path, If_None_Match=first)
    assert changed.status_code == 200
    # A scorer is shown no stakes: so they get another view of the game in progress.
    theirs = program_of(member("scorer"))("get", path, If_None_Match=changed["ETag"])
    assert theirs.status_code == 200
    assert theirs["ETag"] != changed["ETag"]


def test_a_new_name_changes_the_tag_though_not_the_version(api, evening):
    path = f"sessions/{evening.public_id}"
    tag = api("get", path)["ETag"]

    api("patch", path, {"title": "Finals", "place": "Pub", "played_on": "2026-02-03"})

    shown = api("get", path, If_None_Match=tag)
    assert shown.status_code == 200
    assert shown.json()["title"] == "Finals"
    assert shown.json()["season"] is None


def test_a_program_says_later_what_a_point_is_worth(api, evening):
    path = f"sessions/{evening.public_id}"
    money = {"amount": "0.50", "currency": "EUR"}

    assert api("patch", path, {"money": money}).json()["money"] == money
    assert api("patch", path, {"title": "Finals"}).json()["money"] == money
    assert api("patch", path, {"money": {"amount": "1"}}).json()["code"] == "invalid"
    refused = api("patch", path, {"title": "x", "money": {"amount": "1", "currency": " "}})
    assert (refused.status_code, refused.json()["code"]) == (409, "currency_missing")
    assert api("get", path).json()["title"] == "Finals"
    assert api("patch", path, {"money": None}).json()["money"] is None


def test_if_match_stands_for_the_version(api, evening):
    tag = api("get", f"sessions/{evening.public_id}")["ETag"]
    undo = f"sessions/{evening.public_id}/undo"

    written = api("post", undo, {"key": "a"}, If_Match=tag)
    late = api("post", undo, {"key": "b"}, If_Match=tag)
    again = api("post", undo, {"key": "a"}, If_Match=tag)

    assert (written.status_code, written.json()["version"]) == (201, 5)
    assert (late.status_code, late.json()["code"], late.json()["version"]) == (
        412,
        "stale_version",
        5,
    )
    assert (again.status_code, again.json()["replayed"]) == (200, True)


@pytest.mark.parametrize("tag", ["7", '"x"', '"4-0123456789abcdef", "5-0123456789abcdef"'])
def test_a_tag_that_is_none_of_ours_is_refused(api, evening, tag):
    answer = api("post", f"sessions/{evening.public_id}/undo", {"key": "a"}, If_Match=tag)

    assert (answer.status_code, list(answer.json()["params"])) == (400, ["If-Match"])


def test_the_idempotency_key_stands_for_the_key(api, evening):
    undo = f"sessions/{evening.public_id}/undo"

    written = api("post", undo, {"version": 4}, Idempotency_Key="one")
    again = api("post", undo, {"version": 4}, Idempotency_Key="one")
    other = api("post", undo, {"version": 4, "key": "two"}, Idempotency_Key="one")

    assert (written.status_code, again.status_code) == (201, 200)
    assert (other.status_code, other.json()["code"]) == (409, "header_contradicts")
    for key in ("", "x" * 65, "a\tb", "é"):
        refused = api("post", undo, {"version": 5}, Idempotency_Key=key)
        assert (refused.status_code, refused.json()["code"]) == (400, "key_malformed")


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [({"version": 4}, 409, "key_missing"), ({"key": "k"}, 428, "version_missing")],
)
def test_version_and_key_are_needed_somewhere(api, evening, data, status, code):
    answer = api("post", f"sessions/{evening.public_id}/undo", data)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_refusal_names_everything(api, evening):
    answer = api("post", f"sessions/{evening.public_id}/undo", {"version": 3, "key": "k"})

    assert answer.json() == {
        "type": "/api/v1/problems#stale_version",
        "title": "Stale version",
        "status": 409,
        "detail": "Somebody was faster: the table has changed. Look again, then tap again.",
        "code": "stale_version",
        "params": {"version": 4},
        "version": 4,
    }


def test_a_refusal_is_in_the_readers_language(api, evening):
    path = f"sessions/{evening.public_id}/undo"

    answer = api("post", path, {"version": 3, "key": "k"}, Accept_Language="de")

    assert answer.json()["title"] == "Stale version"
    assert answer.json()["detail"].startswith("Jemand war schneller")


@pytest.mark.parametrize(
    ("cause", "status", "code"),
    [
        (OSError(errno.ENOSPC, "secret detail"), 507, "disk_full"),
        (psycopg.OperationalError("secret detail"), 503, "database_away"),
    ],
)
def test_an_outage_is_a_problem_like_others(api, evening, cause, status, code):
    def broken(execute, sql, *rest):
        if sql.startswith(("INSERT", "UPDATE")):
            raise OperationalError("secret detail") from cause
        return execute(sql, *rest)

    with connection.execute_wrapper(broken):
        answer = api(
            "post", f"sessions/{evening.public_id}/undo", {"version": evening.version, "key": "k"}
        )

    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == code
    assert "secret detail" not in answer.content.decode()


def test_every_code_is_listed(db):
    listed = {row["code"] for row in Program()("get", "problems").json()}

    assert listed == set(codes())
    assert {"line_wrong", "stale_version", "token_expired", "throttled", "disk_full"} <= listed


def test_an_amendment_that_cannot_be_names_the_rule(api, evening):
    data = {"version": 4, "key": "k", "game": 1, "actions": [{"type": "end_game", "winner": "x"}]}
    amend = f"sessions/{evening.public_id}/amend"

    assert api("post", amend, data).status_code == 409
    good = data | {"actions": [{"type": "end_game", "winner": "box", "level": 2}]}
    [result] = api("post", amend, good).json()["results"]
    assert result["winner"] == "box"
    assert api("post", amend, good | {"game": 7, "key": "x", "version": 5}).json()["code"] == (
        "game_unknown"
    )


def test_the_log_is_read_from_where_one_stopped(api, evening):
    path = f"sessions/{evening.public_id}/actions"
    first = api("get", path, {"page_size": 2}).json()
    rest = api("get", first["next"].removeprefix("http://testserver")).json()
    since = api("get", path, {"after": 3}).json()["results"]

    rows = first["results"] + rest["results"]
    assert [row["sequence"] for row in rows] == [1, 2, 3, 4]
    assert [row["kind"] for row in rows] == ["setup", "play", "play", "play"]
    assert rows[3]["payload"] == {"type": "end_game", "winner": "team", "level": 1}
    assert rows[3]["sender"] == "Olga"
    assert [row["version"] for row in since] == [4]


def test_the_log_tells_stakes_to_those_they_concern_only(api, club, players, organizer, member):
    three = list(players.values())[:3]
    stakes = {player.public_id: 5 for player in three}
    session = session_create(club=club, by=organizer, players=three, stakes=stakes)
    order = {"type": "set_order", "line": [player.public_id for player in three]}
    join = {"type": "join", "player": players["Dee"].public_id, "stake": 5}
    path = f"sessions/{session.public_id}/actions"
    api("post", path, {"version": 1, "key": "j", "actions": [order, join]})

    told = str(api("get", path).json()["results"])
    untold = str(program_of(member("scorer"))("get", path).json()["results"])

    assert "stakes" in told
    assert "'stake': 5" in told
    assert "stake" not in untold


@pytest.mark.parametrize("page_size", ["0", "201", "-1", "x", "1.5", "", "٣"])
def test_a_page_size_that_is_none_is_refused(api, club, page_size):
    answer = api("get", "clubs", {"page_size": page_size})

    assert (answer.status_code, list(answer.json()["params"])) == (400, ["page_size"])


# "p=yesterday", "p=9999999999999999999999", "o=x", and no base 64 at all.
CURSORS = ["cD15ZXN0ZXJkYXk=", "cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "bz14", "abc", "é", "cD0A"]


@pytest.mark.parametrize("cursor", CURSORS)
@pytest.mark.parametrize("path", ["clubs", "sessions", "clubs/tuesday-club/players", "log"])
def test_a_cursor_that_was_made_up_leads_nowhere(api, evening, path, cursor):
    path = f"sessions/{evening.public_id}/actions" if path == "log" else path

    answer = api("get", path, {"cursor": cursor})

    # A name may begin with anything: in lists by name a made-up cursor is merely a place.
    assert answer.status_code in ({200, 404} if path not in {"sessions"} else {404})
    assert answer.status_code == 404 or path.endswith(("clubs", "players", "actions"))


def test_pages_follow_each_other(api, club, organizer, players):
    names = sorted(p.name for p in club.players.all())
    found, path = [], f"clubs/{club.slug}/players?page_size=1"
    while path:
        page = api("get", path).json()
        found += [row["name"] for row in page["results"]]
        path = page["next"] and page["next"].removeprefix("http://testserver")

    assert found == names


@pytest.mark.parametrize(
    ("path", "query", "number"),
    [
        ("sessions", {"status": "open"}, 1),
        ("sessions", {"status": "ended"}, 1),
        ("sessions", {"season": "none"}, 0),
        ("sessions", {"played_from": "2999-01-01"}, 0),
        ("clubs", {"mine": "true"}, 2),
        ("clubs", {"mine": "false"}, 0),
        ("clubs", {"visibility": "public"}, 0),
        ("clubs/tuesday-club/players", {"name": "a"}, 1),
        ("clubs/tuesday-club/players", {"is_active": "false"}, 0),
        ("clubs/tuesday-club/debts", {"carried": "false"}, 1),
        ("clubs/tuesday-club/debts", {"carried": "true"}, 0),
        ("clubs/tuesday-club/payments", {"taken_back": "false"}, 0),
        ("clubs/tuesday-club/debts", {"debtor": "x"}, 0),
        ("notes", {"is_dispute": "true", "resolved": "false", "game": 1}, 1),
        ("notes", {"resolved": "true"}, 0),
    ],
)
def test_lists_are_filtered(world, path, query, number):
    path = f"sessions/{world.running.public_id}/notes" if path == "notes" else path

    assert len(program_of(world.owner)("get", path, query).json()["results"]) == number


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("sessions", {"status": "lost"}),
        ("sessions", {"played_from": "yesterday"}),
        ("sessions", {"played_from": "20261121"}),
        ("sessions", {"played_until": "2026-02-30"}),
        ("sessions", {"played_until": ""}),
        ("sessions", {"club": "x" * 61}),
        ("sessions", {"club": "a\0b"}),
        ("clubs", {"visibility": "secret"}),
        ("clubs/tuesday-club/leaderboard", {"order": "luck"}),
        ("clubs/tuesday-club/leaderboard", {"active": "null"}),
    ],
)
def test_a_filter_that_makes_no_sense_is_refused(api, club, path, query):
    answer = api("get", path, query)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_a_body_without_end_is_refused(api, monkeypatch):
    monkeypatch.setattr("games.api.parsers.LARGEST", 1000)

    answer = api("post", "sessions", {"club": "x" * 1000})

    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("kind", ["address", "user", "token"])
def test_who_asks_too_often_is_told_to_wait(monkeypatch, client, organizer, kind):
    rates = {"address": "2/min", "user": "2/min", "token": "2/min"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    cache.clear()
    api = program_of(organizer) if kind == "token" else Program()
    if kind == "user":
        api.client.force_login(organizer, backend="games.backends.AccountBackend")

    answers = [api("get", "presets") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "throttled"
    assert 1 <= int(answers[2]["Retry-After"]) <= 61
    # Another token of the same person is not held up.
    assert program_of(organizer)("get", "presets").status_code == 200


def test_what_a_client_says_about_its_address_does_not_help(monkeypatch, db):
    rates = {"address": "1/min", "user": "9/min", "token": "9/min"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    api = Program()

    answers = [api("get", "presets", X_Forwarded_For=f"10.0.0.{n}") for n in range(2)]

    assert [answer.status_code for answer in answers] == [200, 429]


LISTS = (
    "clubs",
    "clubs/tuesday-club",
    "clubs/tuesday-club/players",
    "clubs/tuesday-club/seasons",
    "clubs/tuesday-club/debts",
    "clubs/tuesday-club/payments",
    "clubs/tuesday-club/leaderboard",
    "sessions",
    "{session}",
    "{session}/table",
    "{session}/actions",
    "{session}/notes",
    "{session}/sheet",
    "{session}/settle-up",
    "{session}/export/json",
    "{session}/export/csv",
    "{session}/export/csn",
)


@pytest.mark.parametrize("path", LISTS)
def test_an_endpoint_takes_the_same_queries_however_much_there_is(world, scorer, path, organizer):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games.record.services.notes import note_add

    api = program_of(world.owner)
    path = path.replace("{session}", f"sessions/{world.running.public_id}")
    api("get", path)  # the day of the token's last use is written once
    with CaptureQueriesContext(
        connection,
    ) as few:
        assert api("get", path).status_code == 200
    scorer.play("\n".join(["game\nteam wins", "game\nbox wins"] * 3))
    for number in range(5):
        player = Player.objects.create(club=world.club, name=f"Player {number}")
        Season.objects.create(
            club=world.club, name=str(number), starts_on="2020-01-01", ends_on="2020-02-01"
        )
        note_add(session=world.running, game=1, text=str(number), by=organizer)
        Debt.objects.create(
            session=world.ended, debtor=player, creditor=world.players["Ann"], amount=1
        )
        session_create(club=world.club, by=organizer, players=list(world.players.values()))
    with CaptureQueriesContext(connection) as many:
        assert api("get", path).status_code == 200

    assert len(many) == len(few)
    assert Game.objects.count() == 7


def test_writing_takes_the_same_queries_however_long_the_evening(world, scorer):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    api, counts = program_of(world.owner), []
    path = f"sessions/{world.running.public_id}/actions"
    api("get", path)
    for key in range(2):
        world.running.refresh_from_db()
        leave = {"type": "leave", "player": world.players["Dee"].public_id}
        data = {"version": world.running.version, "key": f"k{key}", "actions": [leave]}
        with CaptureQueriesContext(connection) as queries:
            assert api("post", path, data).status_code == 201
        counts.append(len(queries))
        api(
            "post",
            f"sessions/{world.running.public_id}/undo",
            {"version": world.running.version + 1, "key": f"u{key}"},
        )
        world.running.refresh_from_db()
        scorer.session.refresh_from_db()
        if key == 0:
            scorer.play("\n".join(["game\nteam wins"] * 5))

    assert counts[0] == counts[1]


def test_debts_are_paid_and_not_paid_after_all(world):
    api = program_of(world.owner)
    debt = f"debts/{world.debt.public_id}"

    paid = api("post", f"{debt}/pay").json()
    assert (paid["id"], paid["amount"], paid["taken_back_at"]) == (
        world.debt.public_id,
        "3.00",
        None,
    )
    assert api("post", f"{debt}/pay").json() == paid
    assert api("get", "clubs/tuesday-club/payments").json()["results"] == [paid]
    assert api("post", f"{debt}/unpay").status_code == 204
    assert api("post", f"{debt}/unpay").status_code == 204
    (taken_back,) = api("get", "clubs/tuesday-club/payments").json()["results"]
    assert taken_back["taken_back_at"] is not None
    settle_up = api("get", f"sessions/{world.ended.public_id}/settle-up").json()
    assert settle_up["is_final"] is True
    assert all(not payment["paid"] for payment in settle_up["payments"])


def test_a_player_sees_his_own_debts_only(world):
    theirs = program_of(world.users["seated"])
    world.club.visibility = "public"
    world.club.save()
    assert len(theirs("get", "clubs/tuesday-club/debts").json()["results"]) == 1
    assert (
        program_of(world.users["player"])("get", "clubs/tuesday-club/debts").json()["results"] == []
    )


def test_a_file_comes_in_and_goes_out_again(world):
    api = program_of(world.owner)
    text = '[Players "Ann, Bob, Eve"]\norder Ann, Bob, Eve\n'
    text += "game\nall double\nbox takes all\nteam wins gammon\n"

    made = api("post", "clubs/tuesday-club/import", {"text": text}).json()

    assert made["status"] == "ended"
    out = api("get", f"sessions/{made['id']}/export/csn")
    assert out["Content-Type"] == "text/plain; charset=utf-8"
    assert "team wins gammon" in out.content.decode()
    assert api("get", f"sessions/{made['id']}/export/csv").content.decode().count("\n") == 2
    sheet = api("get", f"sessions/{made['id']}/export/json").json()
    ann, bob, eve = (player["id"] for player in sheet["players"])
    assert sheet["games"][0]["points"] == {ann: -800, bob: 400, eve: 400}


def test_a_file_that_breaks_the_rules_names_line_and_rule(world):
    text = '[Players "Ann, Bob, Eve"]\norder Ann, Bob, Eve\ngame\nAnn doubles'

    answer = program_of(world.owner)("post", "clubs/tuesday-club/import", {"text": text})

    assert answer.status_code == 409
    assert answer.json()["params"]["line"] == 4
    assert not world.club.players.filter(name="Eve").exists()


def test_options_and_presets_come_with_their_help(db):
    program = Program()
    options = program("get", "options", Accept_Language="de").json()
    presets = program("get", "presets").json()

    [jacoby] = [option for option in options if option["name"] == "jacoby"]
    assert [value["value"] for value in jacoby["values"]] == ["off", "cube", "game"]
    assert jacoby["help"] != "When a gammon or backgammon counts double or triple."
    assert presets[0]["name"] == "canberra"
    assert len(presets[0]["options"]) == len(options)
