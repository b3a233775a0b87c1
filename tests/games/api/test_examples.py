"""The examples of the description are true: they are sent, and answered as they say."""

import pytest

from games.api.examples import ANN, BOB, CID, SESSION, STORY
from games.models import Player, Session
from games.sessions.services.sessions import session_create
from tests.games.api.conftest import program_of


@pytest.fixture
def evening(club, organizer, monkeypatch):
    """The session of the examples, with the identifiers that they use."""
    names = {ANN: "Ann", BOB: "Bob", CID: "Cid"}
    players = [
        Player.objects.create(club=club, public_id=key, name=name) for key, name in names.items()
    ]
    session = session_create(
        club=club,
        by=organizer,
        players=players,
        rules="canberra",
        stake_amount="0.50",
        currency="EUR",
    )
    Session.objects.filter(pk=session.pk).update(public_id=SESSION)
    return session


def holds(shown, answer):
    """Everything that is shown is answered so; lists of rows as long as they are."""
    if isinstance(shown, dict):
        return all(key in answer and holds(value, answer[key]) for key, value in shown.items())
    return shown == answer


def test_the_examples_are_a_true_story(evening, organizer):
    api = program_of(organizer)
    for step in STORY:
        answer = api(step.verb, step.path, step.request)

        assert answer.status_code == step.status, (step.name, answer.content)
        assert holds(step.answer, answer.json()), (step.name, answer.json())


def test_every_example_stands_in_the_description(client, db):
    schema = client.get("/api/v1/schema/", headers={"Accept": "application/json"}).json()

    for step in STORY:
        operation = schema["paths"][step.template][step.verb]
        [content] = operation["responses"][str(step.status)]["content"].values()
        assert content["examples"][step.name]["value"] == step.answer
        if step.request:
            body = operation["requestBody"]["content"]["application/json"]
            assert body["examples"][step.name]["value"] == step.request


def test_every_action_of_the_rules_is_described(client, db):
    from games.rules.chouette.actions import ACTIONS

    schema = client.get("/api/v1/schema/", headers={"Accept": "application/json"}).json()

    described = schema["components"]["schemas"]
    assert schema["openapi"].startswith("3.1")
    assert {f"Action_{kind}" for kind in ACTIONS} <= described.keys()
    assert len(described["Action"]["oneOf"]) == len(ACTIONS)
    assert described["Action_join"]["properties"]["stake"]["type"] == ["integer", "null"]
    assert described["Action_join"]["required"] == ["type", "player"]
