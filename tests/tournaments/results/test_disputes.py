"""A reported result that the opponent calls wrong: players, director and programs see it."""

import re
from typing import Any

import pytest

from tests.games.api.conftest import program_of
from tests.tournaments.desk.desk import Desk
from tests.tournaments.directing import Directed, key
from tests.tournaments.event_phones import Phone
from tournaments.models import Match
from tournaments.record.services.writing import Doer
from tournaments.results.selectors.versions import versions_of
from tournaments.results.services import results

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]


def disputed() -> tuple[Directed, Match, Phone, Phone]:
    """Ann has reported 7 : 4, and Bob's phone says that it is wrong."""
    of = Directed(names="Ann Bob", params={"rounds": 1})
    of.next_round()
    match = of.match("Ann", "Bob")
    ann, bob = Phone(of), Phone(of)
    ann.open("Ann")
    bob.open("Bob")
    sent = {"match": match.public_id, "version": 0, "winner": 0, "loser_points": 4}
    winner = 0 if match.first == of.player("Ann") else 1
    assert ann.act(do="report", **{**sent, "winner": winner}).status_code == 200
    assert bob.act(do="reject", match=match.public_id, version=1).status_code == 200
    match.refresh_from_db()
    return of, match, ann, bob


def test_a_dispute_stands_on_both_phones_with_what_can_be_done() -> None:
    _, match, ann, bob = disputed()
    assert match.state == "disputed"
    his, hers = bob.me().content.decode(), ann.me().content.decode()
    assert "Ann has reported: Ann wins 7 : 4. You have said that this is wrong." in his
    assert "You have reported: Ann wins 7 : 4. Bob says that this is wrong." in hers
    for page in (his, hers):
        assert "The director decides, unless you both enter the same." in page
        assert 'name="do" value="report"' in page
        assert 'value="reject"' not in page
        assert f"Table {match.board} · Match to 7 points" in page
        assert "next-table--disputed" in page
    assert "Right after all: Ann wins 7 : 4" in his
    assert "Right after all: Ann wins 7 : 4" not in hers


A, B, B_TOO = (11, 5), (7, 11), (6, 11)
"""Results of Anna, who stands first, and of Niels."""
RED, CALM, OPEN, OVER = "disputed", "reported", "open", "settled"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("sequence", "state", "says"),
    [
        ([("anna", A)], CALM, (A, None)),
        ([("anna", A), ("anna", B)], CALM, (B, None)),
        ([("anna", A), ("niels", A)], OVER, None),
        ([("anna", A), ("niels", "yes")], OVER, None),
        ([("anna", A), ("niels", "no")], RED, (A, "no")),
        ([("anna", A), ("niels", B)], RED, (A, B)),
        ([("anna", A), ("niels", "no"), ("niels", B)], RED, (A, B)),
        ([("niels", B), ("anna", "no"), ("anna", A)], RED, (A, B)),
        ([("anna", A), ("niels", "no"), ("niels", B), ("niels", B_TOO)], RED, (A, B_TOO)),
        ([("anna", A), ("niels", "no"), ("anna", B)], RED, (B, "no")),
        # The two agree after all: by a yes, or by the same score.
        ([("anna", A), ("niels", "no"), ("niels", "yes")], OVER, None),
        ([("anna", A), ("niels", "no"), ("niels", B), ("anna", "yes")], OVER, None),
        ([("anna", A), ("niels", "no"), ("niels", B), ("anna", B)], OVER, None),
        ([("anna", A), ("niels", "no"), ("niels", B), ("niels", A)], OVER, None),
        # What somebody said is taken back.
        ([("anna", A), ("niels", "no"), ("niels", "undo")], CALM, (A, None)),
        ([("anna", A), ("niels", "no"), ("niels", B), ("niels", "undo")], RED, (A, "no")),
        ([("anna", A), ("niels", "no"), ("niels", B), ("niels", "no")], RED, (A, "no")),
        ([("anna", A), ("niels", "no"), ("anna", "no")], OPEN, None),
        # The director decides.
        ([("anna", A), ("niels", B), ("olga", "yes")], OVER, None),
        ([("anna", A), ("niels", B), ("olga", A)], OVER, None),
        ([("anna", A), ("niels", B), ("olga", "no")], OPEN, None),
        ([("anna", A), ("niels", B), ("olga", A), ("olga", "undo")], RED, (A, B)),
    ],
)
def test_what_two_phones_say_is_red_until_they_agree_or_the_director_decides(
    sequence: list[tuple[str, object]], state: str, says: tuple[object, object] | None
) -> None:
    of = Directed(names="Anna Niels", match_length=11, params={"rounds": 1}, seeding="entry")
    of.next_round()
    match = of.match("Anna", "Niels")
    two = {name: Phone(of) for name in ("Anna", "Niels")}
    for name, phone in two.items():
        phone.open(name)
    by = {name.lower(): phone.holder for name, phone in two.items()} | {"olga": of.director}
    for who, what in sequence:
        match = said(match, by[who], what)

    assert match.state == state
    versions = versions_of(match)
    if says is None:
        assert versions == (None, None)
    else:
        for version, expected in zip(versions, says, strict=True):
            assert (version and version.points) == (None if expected == "no" else expected)
            assert (version is None) == (expected is None)
    pages = {
        "desk": Desk(of).show(),
        "anna": two["Anna"].me().content.decode(),
        "niels": two["Niels"].me().content.decode(),
        "match": Desk(of).client.get(f"/matches/{match.public_id}/").content.decode(),
    }
    assert ("bout--disputed" in pages["desk"]) == (state == RED)
    assert ('value="match_confirm"' in pages["desk"]) == (state == CALM)
    for page in ("anna", "niels"):
        assert ("next-table--disputed" in pages[page]) == (state == RED)
        assert state != RED or "Is that right?" not in pages[page]
    for points in [one for one in says or () if state == RED and isinstance(one, tuple)]:
        name, high, low = ("Anna", *points) if points[0] == 11 else ("Niels", *points[::-1])
        assert f"{points[0]} : {points[1]}" in pages["desk"]
        for page in ("anna", "niels", "match"):
            assert f"<b>{name} wins {high} : {low}</b>" in pages[page]
    told = program_of(of.director)("get", f"matches/{match.public_id}").json()
    assert told["state"] == state
    kept = {one["side"]: one["points"] for one in told["reports"]}
    wanted = {side: one for side, one in enumerate(says or ()) if one is not None}
    assert kept == {side: None if one == "no" else list(one) for side, one in wanted.items()}


def said(match: Match, by: Doer, what: object) -> Match:
    """Let somebody say something of a match: a result, yes, no, or that it was not meant so."""
    tap: dict[str, Any] = {"match": match, "by": by, "version": match.version, "key": key()}
    if isinstance(what, tuple):
        return results.match_report(points=what, **tap)
    does = {"yes": results.match_confirm, "no": results.match_reject, "undo": results.match_undo}
    return does[str(what)](**tap)


def test_the_director_reads_both_versions_with_who_and_when_and_makes_one_the_result() -> None:
    of, match, _ann, bob = disputed()
    winner = 0 if match.first == of.player("Bob") else 1
    fields = {"match": match.public_id, "winner": winner, "loser_points": 6}
    assert bob.act(do="report", version=2, **fields).status_code == 200
    olga = Desk(of)
    sheet = olga.show(sheet=match.public_id)
    for name, score in (("Ann", "Ann wins 7 : 4"), ("Bob", "Bob wins 7 : 6")):
        found = re.search(rf"<strong>{name}</strong>.*?{name}’s phone.*?{score}", sheet, re.DOTALL)
        assert found, name
    match.refresh_from_db()
    points = {"first_points": match.first_points, "second_points": match.second_points}
    olga.do("result", match=match.public_id, version=match.version, **points)
    match.refresh_from_db()
    assert (match.state, match.winner) == ("settled", winner)


def test_the_desk_marks_a_dispute_and_does_not_confirm_it_with_the_others() -> None:
    of, match, _, _ = disputed()
    olga = Desk(of)
    page = olga.show()
    assert "Disputed" in page
    assert "Bob: says that it is wrong" in page
    assert "1 is disputed: decide it." in olga.step()
    assert 'value="confirm_all"' not in page
    assert '<b class="count__number">1</b> <span>Disputed' in page
    assert "missing" not in olga.step()
    olga.do("confirm_all", shown=f"{match.public_id}:{match.version}")
    match.refresh_from_db()
    assert match.state == "disputed"
    olga.do("match_confirm", match=match.public_id, version=match.version)
    match.refresh_from_db()
    assert match.state == "settled"


def test_programs_read_the_dispute_as_a_state_of_its_own() -> None:
    of, match, _, _ = disputed()
    told = program_of(of.director)("get", f"matches/{match.public_id}").json()
    assert (told["state"], told["winner"], told["reported_by"]) == (
        "disputed",
        match.winner,
        match.reported_by,
    )


def test_the_match_page_tells_everybody_of_a_dispute() -> None:
    of, match, ann, bob = disputed()
    address = f"/matches/{match.public_id}/"
    seen = Desk(of).client.get(address).content.decode()
    assert "Ann has reported: Ann wins 7 : 4. Bob says that this is wrong." in seen
    assert "Bob says that this is wrong." in ann.client.get(address).content.decode()
    assert "You have said that this is wrong." in bob.client.get(address).content.decode()
