"""Sessions for programs: every answer and every refusal in one documented shape."""

import pytest

from games.models import Action, Club, Session
from games.sessions.services.sessions import session_end

URL = "/api/v1/sessions"


@pytest.fixture
def signed_in(client, organizer):
    """A client signed in as the club's owner."""
    client.force_login(organizer, backend="games.backends.AccountBackend")
    return client


def post(client, path, data):
    return client.post(f"{URL}{path}", data, content_type="application/json")


@pytest.fixture
def act(signed_in, session, scorer):
    """Posts the actions that statements stand for."""

    def send(statements, **changes):
        session.refresh_from_db()
        from games.rules.chouette import action_to_json

        data = {
            "version": session.version,
            "key": f"key {session.version}",
            "actions": [action_to_json(action) for action in scorer.actions(statements + "\n")],
        }
        answer = post(signed_in, f"/{session.public_id}/actions", data | changes)
        if answer.status_code == 201:
            scorer.text += statements + "\n"
        return answer

    return send


def test_a_session_is_set_up(signed_in, club, players):
    ids = [player.public_id for player in players.values()]

    answer = post(
        signed_in,
        "",
        {
            "club": club.slug,
            "players": ids,
            "rules": "amsterdam; jacoby=off",
            "stakes": {ids[0]: 2},
            "money": {"amount": "0.50", "currency": "EUR"},
            "title": "Club night",
        },
    )

    assert answer.status_code == 201, answer.content
    data = answer.json()
    assert data["version"] == 1
    assert data["rules"] == "amsterdam; jacoby=off"
    assert data["money"] == {"amount": "0.50", "currency": "EUR"}
    assert data["seats"][0] == {"player": ids[0], "name": "Ann", "stake": 2}
    assert data["table"]["phase"] == "order"
    assert Session.objects.get().public_id == data["id"]


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"players": []}, 400, "invalid"),
        ({"players": ["x", "y", "z"]}, 409, "player_elsewhere"),
        ({"rules": "no such preset"}, 409, "preset_unknown"),
        ({"rules": "jacoby=maybe"}, 409, "option_value"),
        ({"money": {"amount": "1.00", "currency": " "}}, 409, "currency_missing"),
        ({"money": {"amount": "1.00"}}, 400, "invalid"),
        ({"money": {"amount": "-1", "currency": "EUR"}}, 400, "invalid"),
        ({"stakes": {"x": 0}}, 400, "invalid"),
        ({"played_on": "yesterday"}, 400, "invalid"),
        ({"title": "x" * 121}, 400, "invalid"),
        ({"club": "elsewhere"}, 404, "not_found"),
    ],
)
def test_a_wrong_set_up_is_refused_with_a_code(signed_in, club, players, changes, status, code):
    data = {"club": club.slug, "players": [p.public_id for p in players.values()]}

    answer = post(signed_in, "", data | changes)

    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == code
    assert not Session.objects.exists()


def test_a_player_named_twice_is_refused(signed_in, club, players):
    ids = [players[name].public_id for name in ("Ann", "Ann", "Bob")]

    assert post(signed_in, "", {"club": club.slug, "players": ids}).json()["code"] == "player_twice"


def test_an_action_is_written_and_answered_with_the_table(act, session, scorer):
    answer = act("order Ann, Bob, Cid, Dee")

    assert answer.status_code == 201, answer.content
    data = answer.json()
    ids = scorer.ids()
    assert data["version"] == 2
    assert data["replayed"] is False
    assert data["table"]["line"] == {
        "box": ids["Ann"],
        "partner": None,
        "team": [ids["Bob"], ids["Cid"], ids["Dee"]],
    }


def test_a_game_that_ends_is_in_the_answer(act, scorer):
    act("order Ann, Bob, Cid, Dee")
    act("game")
    [result] = act("team wins").json()["results"]

    # Nobody turned a cube: each of the three wins 1 from Ann.
    assert scorer.names(result["points"]) == {"Ann": -300, "Bob": 100, "Cid": 100, "Dee": 100}
    assert result["winner"] == "team"


def test_bets_and_open_answers_are_shown(act, scorer):
    act("order Ann, Bob, Cid, Dee")
    act("game")
    game = act("Bob Cid double").json()["table"]["game"]

    ids = scorer.ids()
    assert game["waiting_for"] == [ids["Bob"], ids["Cid"]]
    assert game["bets"][0] == {
        "member": ids["Bob"],
        "holder": ids["Bob"],
        "value": 1,
        "owner": "centre",
        "turned": False,
        "closing": None,
        "stake": 1,
    }


def test_a_repeated_key_is_200_and_written_once(signed_in, session, scorer):
    from games.rules.chouette import action_to_json

    actions = [action_to_json(a) for a in scorer.actions("order Ann, Bob, Cid, Dee\n")]
    data = {"version": 1, "key": "tap", "actions": actions}
    first = post(signed_in, f"/{session.public_id}/actions", data)
    again = post(signed_in, f"/{session.public_id}/actions", data)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json() | {"replayed": True}
    assert session.log.count() == 2


def test_an_old_version_is_a_conflict_that_names_the_current_one(act):
    act("order Ann, Bob, Cid, Dee")

    answer = act("game", version=1)

    assert answer.status_code == 409
    assert answer.json()["code"] == "stale_version"
    assert answer.json()["version"] == 2


def test_a_reused_key_is_a_conflict(act):
    act("order Ann, Bob, Cid, Dee", key="k")

    answer = act("game", key="k")

    assert (answer.status_code, answer.json()["code"]) == (409, "key_reused")


def test_a_breach_of_the_rules_has_the_rules_code_and_names_people(signed_in, session, act, scorer):
    act("order Ann, Bob, Cid, Dee")
    ids = scorer.ids()
    start = {
        "type": "start_game",
        "box": ids["Bob"],
        "partner": None,
        "team": [ids["Ann"], ids["Cid"], ids["Dee"]],
    }

    answer = post(
        signed_in, f"/{session.public_id}/actions", {"version": 2, "key": "k", "actions": [start]}
    )

    assert answer.status_code == 409
    assert answer.json()["code"] == "line_wrong"
    assert "Ann" in answer.json()["detail"]
    assert answer.json()["params"]["players"][0] == ids["Ann"]


@pytest.mark.parametrize(
    ("actions", "status"),
    [
        ([{}], 400),
        ([{"type": "fly"}], 400),
        ([{"type": "end_game", "winner": 7}], 400),
        ([{"type": "end_game", "winner": "box", "level": True}], 400),
        ([{"type": "join", "player": None}], 400),
        ([{"type": "join", "player": "no\0body"}], 409),
        ([{"type": "join", "player": "\ud800"}], 409),
        ([{"type": "leave", "player": "\ud800"}], 409),
        ([{"type": "set_order", "line": "Ann"}], 400),
        ([{"type": "settle", "member": "x", "points": 1.5}], 400),
        (["end_game"], 400),
        ([], 400),
        (None, 400),
    ],
)
def test_malformed_actions_are_refused(signed_in, session, act, actions, status):
    act("order Ann, Bob, Cid, Dee")
    data = {"version": 2, "key": "k", "actions": actions}

    answer = post(signed_in, f"/{session.public_id}/actions", data)

    assert answer.status_code == status, answer.content
    assert session.log.count() == 2


@pytest.mark.parametrize(
    ("body", "code"),
    [("{", "parse_error"), ("[" * 100_000, "parse_error"), ("[]", "invalid"), ("7", "invalid")],
)
def test_a_body_that_is_none_is_refused(signed_in, session, body, code):
    answer = signed_in.post(
        f"{URL}/{session.public_id}/actions", body, content_type="application/json"
    )

    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_another_content_type_is_refused(signed_in, session):
    answer = signed_in.post(f"{URL}/{session.public_id}/actions", {"version": 1})

    assert answer.status_code == 415
    assert answer["Content-Type"] == "application/problem+json"


def test_a_wrong_verb_is_refused(signed_in, session):
    answer = signed_in.delete(f"{URL}/{session.public_id}")

    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


@pytest.mark.parametrize("key", ["", "x" * 65, "\ud800", "a\nb"])
def test_a_strange_key_is_refused(act, key):
    assert act("order Ann, Bob, Cid, Dee", key=key).status_code == 400


def test_undo_redo_and_end(signed_in, session, act):
    act("order Ann, Bob, Cid, Dee")
    act("game")

    def send(what, version, **data):
        return post(
            signed_in,
            f"/{session.public_id}/{what}",
            {"version": version, "key": what, **data},
        )

    assert send("undo", 3).json()["table"]["phase"] == "between"
    assert send("redo", 4, steps=1).json()["table"]["phase"] == "play"
    assert send("end", 5).json()["code"] == "game_running"
    assert send("undo", 5, steps=9).json()["code"] == "key_reused"
    post(signed_in, f"/{session.public_id}/undo", {"version": 5, "key": "u2", "steps": 1})
    assert send("end", 6).status_code == 201
    session.refresh_from_db()
    assert session.status == "ended"


def test_what_has_ended_is_a_conflict(act, session, organizer):
    session_end(session=session, by=organizer, version=1, key="end")

    answer = act("order Ann, Bob, Cid, Dee")

    assert (answer.status_code, answer.json()["code"]) == (409, "session_ended")


def test_strangers_see_no_session_of_a_members_only_club(
    client, session, member, django_user_model
):
    stranger = django_user_model.objects.create_user("x@example.org", name="X")

    for user in (None, stranger):
        if user is not None:
            client.force_login(user, backend="games.backends.AccountBackend")
        assert client.get(URL).json()["results"] == []
        for path in ("", "/sheet"):
            answer = client.get(f"{URL}/{session.public_id}{path}")
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert post(client, f"/{session.public_id}/actions", {}).status_code == 404
    client.logout()
    assert post(client, f"/{session.public_id}/actions", {}).status_code == 401


def test_who_is_not_signed_in_changes_nothing(client, session, club):
    Club.objects.update(visibility="public")

    answer = post(client, f"/{session.public_id}/actions", {"version": 1, "key": "k"})
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    assert answer["WWW-Authenticate"].startswith("Bearer")
    assert post(client, "", {"club": club.slug}).status_code == 401


def test_a_member_who_may_not_score_is_told_so(client, session, member, scorer):
    from games.rules.chouette import action_to_json

    client.force_login(member("player"), backend="games.backends.AccountBackend")
    actions = [action_to_json(a) for a in scorer.actions("order Ann, Bob, Cid, Dee\n")]
    answer = post(
        client, f"/{session.public_id}/actions", {"version": 1, "key": "k", "actions": actions}
    )

    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert Action.objects.count() == 1


def test_money_and_stakes_are_for_players_and_organizers(client, session, member, players):
    Session.objects.update(stake_amount="1.00", currency="EUR")
    scorer_user, player_user = member("scorer"), member("player")
    players["Ann"].user = player_user
    players["Ann"].save()

    client.force_login(scorer_user, backend="games.backends.AccountBackend")
    shown = client.get(f"{URL}/{session.public_id}").json()
    assert shown["money"] is None
    assert "stake" not in shown["seats"][0]
    assert "view_money" not in shown["may"]
    assert "stakes" not in client.get(f"{URL}/{session.public_id}/sheet").json()

    client.force_login(player_user, backend="games.backends.AccountBackend")
    shown = client.get(f"{URL}/{session.public_id}").json()
    assert shown["money"] == {"amount": "1.00", "currency": "EUR"}
    assert "stakes" in client.get(f"{URL}/{session.public_id}/sheet").json()


def test_a_session_is_turned_to_the_board_for_its_next_game_and_back(signed_in, session, act):
    path = f"/{session.public_id}/board"
    act("order Ann, Bob, Cid, Dee")

    shown = post(signed_in, path, {"on_board": True, "minutes": 15}).json()
    assert (shown["on_board"], shown["board_minutes"], shown["replies_hidden"]) == (True, 15, True)
    act("game")
    board = session.boards.get()
    assert board.pace == "bank"

    during = post(signed_in, path, {"on_board": False})
    assert (during.status_code, during.json()["code"]) == (409, "board_between")
    act("team wins")
    back = post(signed_in, path, {"on_board": False}).json()
    assert (back["on_board"], back["board_minutes"], back["replies_hidden"]) == (False, 0, False)
    act("game")
    assert list(session.boards.all()) == [board]


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({}, 400, "invalid"),
        ({"on_board": "yes"}, 400, "invalid"),
        ({"on_board": True, "minutes": 7}, 400, "invalid"),
        ({"on_board": True, "minutes": -15}, 400, "invalid"),
    ],
)
def test_a_wrong_word_about_the_board_changes_nothing(signed_in, session, sent, status, code):
    answer = post(signed_in, f"/{session.public_id}/board", sent)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    session.refresh_from_db()
    assert session.on_board is False


def test_an_ended_session_is_not_turned_to_the_board(signed_in, organizer, session):
    session_end(session=session, by=organizer, version=1, key="end")

    answer = post(signed_in, f"/{session.public_id}/board", {"on_board": True})

    assert (answer.status_code, answer.json()["code"]) == (409, "session_ended")


def test_the_list_is_filtered(signed_in, session, players):
    def found(**query):
        return len(signed_in.get(URL, query).json()["results"])

    day = session.played_on.isoformat()
    assert found() == 1
    assert found(status="open", club="tuesday-club", played_from=day, played_until=day) == 1
    assert found(player=players["Ann"].public_id) == 1
    assert found(status="ended") == found(club="other") == found(played_from="2999-01-01") == 0
    assert signed_in.get(URL, {"status": "lost"}).status_code == 400


def test_the_sheet_has_a_line_for_each_game(signed_in, session, act):
    act("order Ann, Bob, Cid, Dee")
    act("game")
    act("team wins")

    sheet = signed_in.get(f"{URL}/{session.public_id}/sheet").json()

    ann, bob, cid, dee = (player["id"] for player in sheet["players"])
    points = {ann: -300, bob: 100, cid: 100, dee: 100}
    assert [game["points"] for game in sheet["games"]] == [points]


def test_the_schema_documents_every_refusal(client):
    schema = client.get("/api/v1/schema/", HTTP_ACCEPT="application/json").json()

    answers = schema["paths"]["/api/v1/sessions/{public_id}/actions"]["post"]["responses"]
    refusals = {"400", "401", "403", "404", "406", "409", "412", "413", "415", "428", "429"}
    refusals |= {"503", "507"}
    assert answers.keys() == {"200", "201"} | refusals
    for status in refusals:
        # Described once for all operations, or here with an example.
        described = answers[status]
        if "$ref" in described:
            assert described["$ref"] == f"#/components/responses/Refused{status}"
            described = schema["components"]["responses"][f"Refused{status}"]
        assert list(described["content"]) == ["application/problem+json"]


def test_the_documentation_needs_no_inline_code(client):
    page = client.get("/api/v1/docs/").content.decode()

    assert "swagger" in page
    assert "<style" not in page
    assert "<script>" not in page
