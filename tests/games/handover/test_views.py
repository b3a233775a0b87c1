"""What a device asks over the line, and what others are told of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games import language
from games.handover.services.keeping import keeping_begin
from games.models import Club, Pass, Session
from games.offline import calls
from games.offline.position import Base, begun, fingerprint
from games.permissions import Reader
from games.record.selectors.keeping import keeper_told
from games.record.selectors.sessions import table_of
from tests import evenings
from tests.evenings import Evening
from tests.games.handover.device import Device

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db: None) -> Evening:
    return Evening(evenings.club(), "Ann Bob Cid").doubled_game()


@pytest.fixture
def olga(client: Client, evening: Evening) -> Client:
    client.force_login(evening.organizer)
    return client


def ask(client: Client, evening: Evening, what: str, **content: object) -> tuple[int, dict]:
    address = f"/sessions/{evening.session.public_id}/offline/{what}/"
    answer = client.post(address, json.dumps(content), content_type="application/json")
    return answer.status_code, answer.json()


def test_a_device_gets_all_that_it_needs_to_show_the_table(olga: Client, evening: Evening) -> None:
    status, given = ask(olga, evening, "keep", device="one")
    assert status == 200
    assert set(given["parts"]) == {"base", "files", "info", "code"}
    server = language.spoken_now()
    try:
        calls.speak(**given["speech"])
        view = calls.open(given["base"])
    finally:
        language.plug(server)
    assert view["version"] == evening.session.version
    assert "Ann" in view["html"]
    assert given["base"]["steps"][-1]["by"] == "Olga"


def test_the_texts_of_another_language_come_along(olga: Client, evening: Evening) -> None:
    olga.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    _status, given = ask(olga, evening, "keep", device="one")
    assert given["speech"]["texts"]["Team doubles"] == "Team doppelt"
    assert given["speech"]["point"] == ","


def test_the_base_leads_to_the_very_table_of_the_server(olga: Client, evening: Evening) -> None:
    evening.join("Dee").doubled_game("team", 2)
    evening.start()
    _status, given = ask(olga, evening, "keep", device="one")
    session = Session.objects.get(pk=evening.session.pk)
    assert fingerprint(begun(Base.from_json(given["base"])).table) == fingerprint(table_of(session))


def test_others_are_told_who_keeps_the_score_and_the_wall_too(
    olga: Client, evening: Evening
) -> None:
    Device(evening.session, evening.organizer)
    table = olga.get(f"/sessions/{evening.session.public_id}/table/").content.decode()
    wall = olga.get(f"/sessions/{evening.session.public_id}/wall/").content.decode()
    for page in (table, wall):
        assert "Olga keeps the score without network." in page
    session = Session.objects.get(pk=evening.session.pk)
    assert keeper_told(session) == "Another device keeps the score without network."
    reader = Reader.of(evening.organizer, session.club, session)
    assert keeper_told(session, reader) == "Olga keeps the score without network."


def test_the_clubs_home_says_who_keeps_the_score_of_what_runs(
    olga: Client, evening: Evening, django_assert_max_num_queries: Any
) -> None:
    address = f"/clubs/{evening.club.slug}/"
    assert "without network" not in olga.get(address).content.decode()
    Device(evening.session, evening.organizer)
    assert "Olga keeps the score without network." in olga.get(address).content.decode()
    with django_assert_max_num_queries(100) as few:
        olga.get(address)
    # A phone's player is named, a tablet and, to strangers, an account are not.
    second, third = Evening(evening.club, "Dee Eve Fay"), Evening(evening.club, "Gus Hal Ida")
    dee = Pass.objects.create(
        club=evening.club,
        session=second.session,
        role=Pass.Role.SCORER,
        player=second.player("Dee").public_id,
    )
    tablet = Pass.objects.create(club=evening.club, session=third.session, role=Pass.Role.SCORER)
    for one, holder in ((second, dee), (third, tablet)):
        keeping_begin(session=one.session, device="a" * 32, sender=holder)
    with django_assert_max_num_queries(len(few) + 2):  # passes, and who sits there
        shown = olga.get(address).content.decode()
    assert "Dee keeps the score without network." in shown
    assert "Another device keeps the score without network." in shown
    Club.objects.update(visibility=Club.Visibility.PUBLIC)
    shown = Client().get(address).content.decode()
    assert "keeps the score without network." in shown
    assert "Olga" not in shown


def test_a_second_device_is_told_before_it_begins_and_may_begin_all_the_same(
    olga: Client, evening: Evening
) -> None:
    ask(olga, evening, "keep", device="one")
    page = olga.get(f"/sessions/{evening.session.public_id}/offline/").content.decode()
    assert "Two devices would write two scores" in page
    assert "data-over" in page
    status, answer = ask(olga, evening, "keep", device="two")
    assert (status, answer["code"]) == (409, "kept_elsewhere")
    assert ask(olga, evening, "keep", device="two", over=True)[0] == 200


def test_what_was_scored_is_handed_over_and_the_note_taken_away(
    olga: Client, evening: Evening
) -> None:
    device = Device(evening.session, evening.organizer)
    device.start()
    content = {
        "device": device.key,
        "entries": [entry.to_json() for entry in device.entries],
        "shown": fingerprint(device.table),
    }
    status, answer = ask(olga, evening, "hand-over", **content)
    assert (status, answer["left"], answer["taken"]) == (200, 0, [device.entries[0].key])
    table = olga.get(f"/sessions/{evening.session.public_id}/table/").content.decode()
    assert "without network." not in table


def test_two_scores_are_shown_side_by_side_with_the_ways_out(
    olga: Client, evening: Evening
) -> None:
    device = Device(evening.session, evening.organizer)
    device.newcomer("Kim")
    evening.doubled_game("team", 2)
    content = {
        "device": device.key,
        "entries": [entry.to_json() for entry in device.entries],
        "shown": fingerprint(device.table),
        "names": {"new1": "Kim"},
    }
    status, answer = ask(olga, evening, "hand-over", **content)
    assert (status, answer["stopped"], answer["taken"]) == (200, "others_wrote", [])
    for text in ("Somebody else has written", "Kim", 'data-cellar="append"', "give-up"):
        assert text in answer["html"]


@pytest.mark.parametrize(
    "content", [{}, {"device": "one", "entries": [{"key": "x"}], "shown": ""}, {"entries": 7}]
)
def test_nonsense_is_refused_with_a_sentence(olga: Client, evening: Evening, content: dict) -> None:
    status, answer = ask(olga, evening, "hand-over", **content)
    assert status == 400
    assert "Load it again" in answer["problem"]


def test_who_may_not_score_is_refused_and_who_is_signed_out_is_sent_to_sign_in(
    client: Client, evening: Evening
) -> None:
    evening.club.visibility = "public"
    evening.club.save()
    status, answer = ask(client, evening, "hand-over", device="one", entries=[], shown="")
    assert status == 403
    assert answer["sign_in"].startswith("/sign-in/?next=")
    client.force_login(evenings.member(evening.club, "Pat"))
    assert ask(client, evening, "keep", device="one")[0] == 403
    assert client.get(f"/sessions/{evening.session.public_id}/offline/").status_code == 403


def test_the_page_without_network_is_about_nobody(client: Client, evening: Evening) -> None:
    stranger = client.get("/offline/table/").content
    client.force_login(evening.organizer)
    answer = client.get("/offline/table/")
    assert answer.content == stranger
    assert "sessionid" not in answer.cookies
