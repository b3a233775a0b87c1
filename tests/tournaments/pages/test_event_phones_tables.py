"""Phones in an event: their players check in, find their tables and report from there."""

import re

import pytest
from django.test import Client

from tests import evenings
from tests.tournaments.directing import Directed
from tests.tournaments.event_phones import HTMX, Phone, account, next_opponent, signed_in
from tournaments.errors import EventRefused
from tournaments.events.selectors.phones import people_of
from tournaments.events.services import draws
from tournaments.events.services.entries import entry_check_in, entry_withdraw
from tournaments.models import Entry, EntryPass, Event, Match
from tournaments.record.services.passes import check_in_open

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

# checking in


def test_a_phone_and_an_account_check_their_own_player_in(open_event: Directed) -> None:
    phone = Phone(open_event)
    phone.open("Ann")
    assert "I am here" in phone.me().content.decode()
    phone.act(do="check_in", entry=open_event.entry("Ann").public_id)
    assert open_event.entry("Ann").state == Entry.State.PRESENT
    assert "I am here" not in phone.me().content.decode()

    bob = signed_in(account(open_event, "Bob"))
    where = f"/events/{open_event.event.public_id}/me/"
    bob.post(f"{where}act/", {"do": "check_in", "entry": open_event.entry("Bob").public_id})
    assert open_event.entry("Bob").state == Entry.State.PRESENT


def test_nobody_checks_somebody_else_in(open_event: Directed) -> None:
    phone = Phone(open_event)
    phone.open("Ann")
    bobs = open_event.entry("Bob").public_id
    assert phone.act(do="check_in", entry=bobs).status_code == 404
    answer = signed_in(account(open_event, "Cid")).post(
        f"{phone.here}me/act/", {"do": "check_in", "entry": bobs}
    )
    assert answer.status_code == 404
    assert open_event.entry("Bob").state == Entry.State.ENTERED


def test_who_has_withdrawn_is_told_so_when_he_checks_in(open_event: Directed) -> None:
    phone = Phone(open_event)
    phone.open("Ann")
    entry = open_event.entry("Ann")
    entry_withdraw(entry=entry, by=open_event.director)
    assert phone.act(do="check_in", entry=entry.public_id).status_code == 400
    with pytest.raises(EventRefused) as refusal:
        entry_check_in(entry=open_event.entry("Ann"), by=phone.holder)
    assert refusal.value.code == "entry_withdrawn"


# your next table


def test_your_next_table_says_where_against_whom_and_takes_the_result_in_two_taps(
    open_event: Directed,
) -> None:
    open_event.next_round()
    phone, other = Phone(open_event), Phone(open_event)
    opponent = next_opponent(open_event, "Ann")
    phone.open("Ann")
    other.open(opponent)
    match = open_event.match("Ann", opponent)
    page = phone.me().content.decode()
    assert f"against {opponent}" in page
    assert f'next-table__number">{match.board}<' in page
    side = 0 if match.first == open_event.player("Ann") else 1
    sent = {"do": "report", "match": match.public_id, "version": match.version, "winner": side}
    said = phone.act(**sent, loser_points=1).content.decode()
    assert f"You have reported: Ann wins 3 : 1. {opponent} has to confirm it." in said

    heard = other.me().content.decode()
    assert "Ann has reported: Ann wins 3 : 1. Is that right?" in heard
    match.refresh_from_db()
    other.act(do="confirm", match=match.public_id, version=match.version)
    match.refresh_from_db()
    assert (match.state, match.winner) == (Match.State.SETTLED, side)
    assert [step.sent_by.player.name for step in match.log.all() if step.sent_by] == [
        "Ann",
        opponent,
    ]
    assert "lost" in other.me().content.decode()


def test_your_next_table_hears_nothing_while_nothing_is_new(open_event: Directed) -> None:
    phone = Phone(open_event)
    phone.open("Ann")
    page = phone.me().content.decode()
    known = re.findall(r"have=(\w+)", page)[0]
    assert phone.me(data={"have": known}, headers=HTMX).status_code == 204
    open_event.next_round()
    news = phone.me(data={"have": known}, headers=HTMX)
    assert news.status_code == 200
    assert "against" in news.content.decode()


def test_a_draft_is_not_to_be_seen_on_phones(open_event: Directed) -> None:
    draws.draw_make(division=open_event.division, by=open_event.director)
    match = Match.objects.first()
    assert match is not None
    phone = Phone(open_event)
    phone.open("Ann")
    assert "against" not in phone.me().content.decode()
    assert phone.client.get(f"/matches/{match.public_id}/").status_code == 404
    assert signed_in(open_event.director).get(f"/matches/{match.public_id}/").status_code == 200


def test_who_is_not_entered_is_asked_who_he_is(open_event: Directed) -> None:
    evenings.member(open_event.club, "Zoe")
    page = signed_in(evenings.user("Zoe")).get(f"/events/{open_event.event.public_id}/me/")
    assert page.status_code == 200
    assert "Who are you?" in page.content.decode()


def test_who_looks_for_their_name_needs_no_accents(open_event: Directed) -> None:
    open_event.enter("Müller", "Øre")
    event = open_event.event
    assert [one.name for one in people_of(event, "mull")] == ["Müller"]
    assert [one.name for one in people_of(event, "ore")] == ["Øre"]


def test_only_directors_see_the_page_of_phones_and_answer(open_event: Directed) -> None:
    check_in_open(event=open_event.event, by=open_event.director)
    phone = Phone(open_event)
    phone.scan("Bob")
    holder = phone.holder
    here = f"/events/{open_event.event.public_id}/phones/"
    ann = signed_in(account(open_event, "Ann"))
    stranger = signed_in(evenings.user("Zoe"))
    assert ann.get(here).status_code == 403
    assert stranger.get(here).status_code == 404
    for client in (ann, stranger, phone.client):
        for do in (f"{holder.public_id}/grant/", "new/", "code/close/"):
            sent = {"player": open_event.player("Bob").public_id}
            assert client.post(f"{here}{do}", sent).status_code in {302, 403, 404}
    open_event.event.refresh_from_db()
    assert open_event.event.code is not None
    assert [one.state for one in EntryPass.objects.all()] == [EntryPass.State.ASKED]


def test_nothing_is_written_by_looking(open_event: Directed, olga: Client) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    open_event.next_round()
    phone = Phone(open_event)
    phone.open("Ann")
    match = open_event.open()[0]
    before = [list(model.objects.values()) for model in (Event, Entry, EntryPass, Match)]
    for where in (
        f"/e/{code}/",
        "/e/",
        f"{phone.here}me/",
        f"/matches/{match.public_id}/",
        f"/matches/{match.public_id}/live/",
    ):
        assert phone.client.get(where).status_code in {200, 302}
    for where in (f"{phone.here}phones/", f"/clubs/{open_event.club.slug}/matches/"):
        assert olga.get(where).status_code == 200
    for where in (f"/matches/{match.public_id}/act/", f"{phone.here}me/act/"):
        assert phone.client.get(where).status_code == 302
    after = [list(model.objects.values()) for model in (Event, Entry, EntryPass, Match)]
    assert after == before


def test_posts_need_the_token_of_the_form(open_event: Directed) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    strict = Client(enforce_csrf_checks=True)
    sent = {"player": open_event.player("Ann").public_id}
    assert strict.post(f"/e/{code}/", sent).status_code == 403
    assert not EntryPass.objects.exists()
