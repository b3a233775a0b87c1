"""No number that somebody sends is too large, too small or too odd: the answer is a sentence."""

import uuid
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from games.ledger.figures import amount_read, whole_read
from games.models import Session, User
from games.web.input import Unreadable, hundredths
from tests.games.conftest import *  # noqa: F403

ODD = [
    "1E+999999",
    "1e999999999",
    "-1E-999999",
    "NaN",
    "sNaN",
    "Infinity",
    "-inf",
    "9" * 19,
    "9" * 400,
    "9" * 5000,
    "-" + "9" * 400,
    "0." + "0" * 400 + "1",
    "²",
    "٣",
    "1_000",
    "0x10",
    "",
    " ",
    "\0",
]


# Everything over HTTP reads numbers with the functions below: it is asked with one of each kind.
KINDS = ["9" * 19, "-" + "9" * 400, "9" * 5000, "1E+999999", "NaN", "²", "1_000", ""]


@pytest.mark.parametrize("text", ODD)
def test_it_is_no_amount(text: str) -> None:
    assert amount_read(text) in (None, Decimal("9" * 19))
    with pytest.raises(Unreadable):
        hundredths(text + "x")
    assert whole_read(text) is None


@pytest.mark.parametrize(
    ("text", "amount"),
    [("1.5", "1.5"), ("1,5", "1.5"), (" 7 ", "7"), ("\N{MINUS SIGN}2", "-2"), (".5", ".5")],
)
def test_it_is_an_amount(text: str, amount: str) -> None:
    assert amount_read(text) == Decimal(amount)


@pytest.fixture
def desk(organizer: User) -> Client:
    organizer.is_superuser = True
    organizer.save(update_fields=["is_superuser"])
    client = Client(raise_request_exception=False)
    client.force_login(organizer)
    return client


LISTS = {
    "games_session": ["season", "club", "season__id__exact", "club__id__exact", "p", "o"],
    "games_player": ["club", "club__id__exact", "id", "pk", "p"],
    "games_game": ["evening", "season", "level", "session__id__exact", "number"],
    "games_action": ["season", "evening", "session__id__exact"],
    "games_season": ["club", "club__id__exact"],
    "tournaments_ratingrun": ["club", "club__id__exact", "p"],
}


@pytest.mark.parametrize("text", ["9" * 19, "9" * 400, "e" + "9" * 400, "1E+999999", "NaN", "²"])
def test_lists_of_the_back_office_answer(desk: Client, session: Session, text: str) -> None:
    for name, fields in LISTS.items():
        for field in fields:
            answer = desk.get(reverse(f"admin:{name}_changelist"), {field: text})
            assert answer.status_code < 500, f"{name}?{field}={text[:30]}"
        answer = desk.get(reverse(f"admin:{name}_change", args=[text]))
        assert answer.status_code < 500, f"{name}/{text[:30]}/change/"


@pytest.mark.parametrize("text", KINDS)
def test_pages_answer(desk: Client, session: Session, text: str) -> None:
    club, table = session.club.slug, session.public_id
    for address, fields in {
        f"/clubs/{club}/leaderboard/": ["least", "size", "page", "season", "over", "official"],
        f"/sessions/{table}/": ["page", "version", "game", "v"],
        f"/sessions/{table}/sheet/": ["page", "game"],
        f"/clubs/{club}/sessions/": ["page", "season"],
        f"/clubs/{club}/": ["page", "season"],
        f"/clubs/{club}/members/": ["page"],
        f"/clubs/{club}/sessions/new/": ["season", "players", "stake"],
        "/api/v1/clubs": ["page_size", "cursor"],
        "/api/v1/sessions": ["page_size", "cursor", "season", "club"],
        f"/api/v1/sessions/{table}/games": ["page_size", "number", "after", "since"],
        f"/api/v1/clubs/{club}/leaderboard": ["least", "page", "minimum"],
    }.items():
        for field in fields:
            answer = desk.get(address, {field: text})
            assert answer.status_code < 500, f"{address}?{field}={text[:30]}"


@pytest.mark.parametrize("text", [*KINDS, "\0"])
def test_taps_answer(desk: Client, scorer: "Scorer", text: str) -> None:  # noqa: F405
    scorer.play("order Ann, Bob, Cid, Dee\ngame")
    table = scorer.session.public_id
    ids = list(scorer.ids().values())
    for action in ("by_hand", "points", "end", "join", "undo", "redo", "cube", "start", "stake"):
        data = {
            "action": action,
            "do": action,
            "version": scorer.session.version,
            "key": uuid.uuid4().hex,
            "steps": text,
            "player": ids[0],
            "stake": text,
            "value": text,
            "points": text,
            "name": "Eve",
            **{f"points-{one}": text for one in ids},
        }
        answer = desk.post(f"/sessions/{table}/act/", data)
        assert answer.status_code < 500, action
    for field in ("version", "question", "game"):
        answer = desk.post(f"/sessions/{table}/act/", {"do": "undo", "key": "k", field: text})
        assert answer.status_code < 500, field


@pytest.mark.parametrize(
    "number", ["1E+999999", "9" * 19, "9" * 400, "-" + "9" * 400, "NaN", "Infinity", '"1E+999999"']
)
def test_the_interface_for_programs_answers(desk: Client, session: Session, number: str) -> None:
    ids = list(session.club.players.values_list("public_id", flat=True))
    bodies = {
        f"/api/v1/sessions/{session.public_id}/actions": (
            f'{{"version": {number}, "key": "k", "actions": [{{"type": "by_hand", '
            f'"points": {{"{ids[0]}": {number}}}}}]}}'
        ),
        f"/api/v1/sessions/{session.public_id}/undo": f'{{"version": 1, "steps": {number}}}',
        "/api/v1/sessions": (
            f'{{"club": "{session.club.public_id}", "players": [], "stakes": {{"x": {number}}}, '
            f'"money": {{"amount": {number}, "currency": "EUR"}}}}'
        ),
        f"/api/v1/clubs/{session.club.slug}/events": (
            f'{{"title": "E", "fee": {number}, "divisions": [{{"match_length": {number}}}]}}'
        ),
    }
    for address, body in bodies.items():
        answer = desk.post(address, body, content_type="application/json")
        assert answer.status_code < 500, f"{address} {number[:30]}"
