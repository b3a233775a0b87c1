"""Speaking for oneself by program: by the question's number, once, and unseen by the others."""

import re

import pytest
from django.contrib import admin
from django.test import Client

from games.files.services.archive_writing import archive_write
from games.files.services.job_files import Progress
from games.models import Action, Declaration, Delivery, Pass, Presence, Proxy, Session, User
from games.permissions import Reader
from games.rules.chouette import BoxDoubles
from games.sessions.services.csn import csn_export
from games.table.live.source import fragment
from games.table.presenters.values import Audience
from games.webhooks.services.webhooks import webhook_create
from tests.games.api.conftest import program_of
from tests.games.record.declaring import Phones


@pytest.fixture
def phones(session, scorer, players):
    """Ann is the box, Bob the captain; the first game is on, and replies are hidden."""
    scorer.play("order Ann, Bob, Cid, Dee\ngame")
    Session.objects.filter(pk=session.pk).update(replies_hidden=True)
    return Phones(session, players)


@pytest.fixture
def program(phones, players):
    """Makes programs of players with accounts of their own."""

    def make(name):
        player = players[name]
        if player.user is None:
            player.user = User.objects.create_user(f"{name.lower()}@example.org", name=name)
            player.save()
        return program_of(player.user)

    return make


@pytest.fixture
def path(phones):
    return f"sessions/{phones.session.public_id}"


def question(api, path):
    return api("get", f"{path}/table").json()["question"]


class TestSpeaking:
    def test_a_double_opens_a_round_that_all_may_see_but_not_what_was_said(
        self, program, path, phones
    ):
        cid, ann = program("Cid"), program("Ann")
        body = {"question": 1, "key": "k", "player": phones.ids["Cid"], "word": "double"}

        answer = cid("post", f"{path}/declarations", body)

        assert answer.status_code == 201
        told = {
            "number": 1,
            "kind": "offers",
            "asked": [phones.ids[name] for name in ("Bob", "Cid", "Dee")],
            "spoken": 1,
        }
        given = answer.json()
        assert (given["question"], given["is_settled"], given["replayed"]) == (1, False, False)
        assert given["version"] == 3
        assert given["table"]["question"] == told
        assert question(ann, path) == told
        assert ann("get", path).json()["table"]["question"] == told

    def test_the_last_word_is_one_step(self, program, path, phones):
        for name in ("Bob", "Cid", "Dee"):
            body = {"key": "k", "player": phones.ids[name], "word": "double"}
            answer = program(name)("post", f"{path}/declarations", body).json()

        assert (answer["is_settled"], answer["version"]) == (True, 4)
        assert answer["table"]["phase"] == "replies"
        assert answer["table"]["question"] == {
            "number": 2,
            "kind": "replies",
            "asked": [phones.ids["Ann"]],
            "spoken": 0,
        }

    def test_again_with_the_same_key_is_200(self, program, path, phones):
        cid = program("Cid")
        body = {"question": 1, "player": phones.ids["Cid"], "word": "double"}

        first = cid("post", f"{path}/declarations", body, Idempotency_Key="one")
        again = cid("post", f"{path}/declarations", body | {"key": "one"})
        other = cid("post", f"{path}/declarations", body | {"key": "one", "word": "hold"})
        torn = cid("post", f"{path}/declarations", body | {"key": "two"}, Idempotency_Key="one")

        assert (first.status_code, again.status_code) == (201, 200)
        assert again.json()["replayed"] is True
        assert (other.status_code, other.json()["code"]) == (409, "key_reused")
        assert (torn.status_code, torn.json()["code"]) == (409, "header_contradicts")

    def test_the_captain_asks_and_closes(self, program, path, phones):
        bob = program("Bob")

        opened = bob("post", f"{path}/offers", {"key": "a"})
        closed = bob("post", f"{path}/offers/close", {"question": 1, "key": "b"})
        late = bob("post", f"{path}/offers/close", {"question": 1, "key": "c"})

        assert (opened.status_code, opened.json()["question"]) == (201, 1)
        assert (closed.status_code, closed.json()["is_settled"]) == (201, True)
        assert closed.json()["table"]["question"] is None
        assert (late.status_code, late.json()["code"]) == (409, "question_closed")

    @pytest.mark.parametrize(
        ("name", "verb", "body", "status", "code"),
        [
            ("Cid", "declarations", {"player": "Dee", "word": "double"}, 403, "not_yours"),
            ("Cid", "declarations", {"player": "Cid", "word": "hold"}, 409, "question_closed"),
            ("Cid", "declarations", {"player": "Cid", "word": "jump"}, 400, "invalid"),
            ("Cid", "declarations", {"player": "Cid", "word": "double", "question": 7}, 409, None),
            ("Cid", "declarations", {"player": "Cid"}, 400, "invalid"),
            ("Cid", "declarations", {"player": "Ann", "word": "double"}, 403, "not_yours"),
            ("Cid", "offers", {}, 403, "not_yours"),
            ("Bob", "offers/close", {}, 409, "question_closed"),
        ],
    )
    def test_a_refusal_has_a_code(self, program, path, phones, name, verb, body, status, code):
        body = {"key": "k", **body}
        if "player" in body:
            body["player"] = phones.ids[body["player"]]

        answer = program(name)("post", f"{path}/{verb}", body)

        assert (answer.status_code, answer.json()["code"]) == (status, code or "question_closed")
        assert Declaration.objects.count() == 0

    def test_a_key_is_needed(self, program, path, phones):
        body = {"player": phones.ids["Cid"], "word": "double"}

        answer = program("Cid")("post", f"{path}/declarations", body)

        assert (answer.status_code, answer.json()["code"]) == (409, "key_missing")

    @pytest.mark.parametrize("key", ["", "x" * 65, "a\tb", "é"])
    def test_a_key_that_is_none_is_refused(self, program, path, phones, key):
        body = {"player": phones.ids["Cid"], "word": "double"}

        answer = program("Cid")("post", f"{path}/declarations", body, Idempotency_Key=key)

        assert (answer.status_code, answer.json()["code"]) == (400, "key_malformed")

    def test_a_rule_that_forbids_it_names_the_rule(self, program, path, phones):
        phones.record("Ann", BoxDoubles((phones.ids["Cid"],)))
        body = {"key": "k", "player": phones.ids["Bob"], "word": "take"}

        answer = program("Bob")("post", f"{path}/declarations", body)

        assert (answer.status_code, answer.json()["code"]) == (409, "answer_not_due")

    def test_a_player_records_what_is_his_own_only(self, program, path, phones):
        ann, cid = program("Ann"), program("Cid")
        doubles = {"type": "box_doubles", "members": [phones.ids["Cid"]]}
        body = {"version": 3, "key": "k", "actions": [doubles]}

        assert cid("post", f"{path}/actions", body).json()["code"] == "not_yours"
        assert ann("post", f"{path}/actions", body).status_code == 201
        undone = cid("post", f"{path}/undo", {"version": 4, "key": "u"})
        assert (undone.status_code, undone.json()["code"]) == (403, "undo_of_another")
        assert ann("post", f"{path}/undo", {"version": 4, "key": "u"}).status_code == 201

    def test_a_session_says_whether_replies_are_hidden(self, api, club, players, path):
        ids = [player.public_id for player in players.values()]
        made = {"club": club.slug, "players": ids}

        assert api("get", path).json()["replies_hidden"] is True
        assert api("post", "sessions", made).json()["replies_hidden"] is False
        hidden = api("post", "sessions", made | {"replies_hidden": True}).json()
        assert hidden["replies_hidden"] is True


class TestUnseen:
    """Cid has said "beaver", and nothing reveals that it was not "take"."""

    @pytest.fixture
    def said(self, phones):
        phones.record("Ann", BoxDoubles(tuple(phones.ids[one] for one in ("Bob", "Cid", "Dee"))))

        def change(word):
            phones.say("Cid", word)

        change("take")
        return change

    def test_in_no_answer_of_the_interface(self, said, program, path, api):
        def all_answers():
            found = []
            for one in (api, program("Ann"), program("Dee")):
                for what in ("", "/table", "/actions", "/sheet", "/notes", "/export/json"):
                    answer = one("get", f"{path}{what}")
                    found.append((answer.status_code, answer.content))
                found.append(one("get", f"{path}/table")["ETag"])
            return found

        before = all_answers()
        said("beaver")

        assert all_answers() == before

    def test_in_no_fragment_of_the_stream(self, said, phones):
        def fragments():
            topic = f"session:{phones.session.pk}"
            audiences = [
                *(Audience(player=phones.ids[name]) for name in ("Ann", "Bob", "Dee")),
                Audience(),
                Audience(may_score=True),
                Audience(may_score=True, player=phones.ids["Cid"]),
            ]
            keys = [f"{audience.key}|en" for audience in audiences]
            shown = [fragment(topic, key) for key in (*keys, "wall|en")]
            beat = phones.fresh().beat
            return [one[1].replace(f'"{beat}"', "") for one in shown]

        before = fragments()
        said("beaver")

        assert fragments() == before

    def test_not_in_the_back_office(self, said, phones, organizer):
        User.objects.create_superuser("root@example.org", name="Root")
        client = Client()
        client.force_login(User.objects.get(email="root@example.org"))
        for model in (Declaration, Pass, Presence, Proxy):
            assert model not in admin.site._registry

        def pages():
            found = []
            for address in (
                f"/admin/games/session/{phones.session.pk}/change/",
                f"/admin/games/session/{phones.session.pk}/history/",
                "/admin/games/action/",
                "/admin/games/session/",
                "/admin/",
            ):
                page = client.get(address)
                assert page.status_code == 200, address
                found.append(re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page.content.decode()))
            return found

        before = pages()
        said("beaver")

        assert pages() == before

    def test_in_no_message_to_another_program(
        self, phones, organizer, django_capture_on_commit_callbacks
    ):
        club = phones.session.club
        webhook_create(
            club=club,
            by=organizer,
            url="https://hooks.example/chouette",
            events=["game.ended", "session.ended"],
        )
        with django_capture_on_commit_callbacks(execute=True):
            phones.say("Cid", "double")

        assert Delivery.objects.count() == 0

    def test_in_no_file(self, said, phones, organizer, tmp_path):
        def files():
            with (tmp_path / "club").open("w+b") as file:
                archive_write(club=phones.session.club, file=file, progress=Progress())
                file.seek(0)
                lines = file.read().splitlines()
            return csn_export(session=phones.fresh(), reader=Reader.system()), lines

        before = files()
        said("beaver")

        assert files() == before

    def test_in_no_row_of_the_log_before_all_have_spoken(self, said, phones):
        said("beaver")
        rows = Action.objects.filter(payload__type="team_replies")
        assert not rows.exists()

        phones.say("Bob", "drop")
        phones.say("Dee", "drop")

        assert [phones.ids["Cid"], "beaver"] in rows.get().payload["replies"]


class TestOverridden:
    @pytest.fixture
    def answered(self, phones):
        phones.record("Ann", BoxDoubles(tuple(phones.ids[name] for name in ("Cid", "Dee"))))
        phones.say("Cid", "beaver")
        return phones

    @pytest.fixture
    def body(self, answered):
        replies = [[answered.ids[name], "take"] for name in ("Cid", "Dee")]
        action = {"type": "team_replies", "replies": replies}
        return {"version": answered.fresh().version, "key": "k", "actions": [action]}

    def test_a_step_over_answers_names_who_has_answered_and_never_what(
        self, answered, body, path, organizer
    ):
        answer = program_of(organizer)("post", f"{path}/actions", body)

        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (409, "answers_given")
        assert problem["params"] == {"question": 1, "players": [answered.ids["Cid"]]}
        assert "Cid" in problem["detail"]
        assert "beaver" not in answer.content.decode()
        assert answered.words() == {"Cid": "beaver"}

    def test_over_names_the_question_and_what_is_set_aside_is_told_to_nobody(
        self, answered, body, path, organizer
    ):
        ask = program_of(organizer)

        done = ask("post", f"{path}/actions", body | {"over": 1})

        assert done.status_code == 201
        assert ask("post", f"{path}/actions", body | {"over": 1}).json()["replayed"]
        for address in (path, f"{path}/table", f"{path}/actions", f"{path}/notation"):
            assert not re.search(r"\bbeaver\b", ask("get", address).content.decode())
        undo = {"version": answered.fresh().version, "key": "u"}
        assert ask("post", f"{path}/undo", undo).status_code == 201
        assert answered.words() == {"Cid": "beaver"}
        assert "beaver" not in ask("get", f"{path}/table").content.decode()
