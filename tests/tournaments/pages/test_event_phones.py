"""Phones without an account in an event: let in by code or link, parted again."""

import datetime
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.errors import NotAllowed
from games.models import Club
from tests.tournaments.directing import Directed, key
from tests.tournaments.event_phones import HTMX, Phone, account, next_opponent
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services import events
from tournaments.events.services.entries import entry_withdraw
from tournaments.models import EntryPass, Event, EventStep
from tournaments.pages.actors import cookie_name, pass_opened, token_sealed
from tournaments.record.services.passes import (
    LETTERS,
    MOST_FOR_ONE,
    check_in_close,
    check_in_open,
    entry_passes_delete_old,
    pass_claim,
    pass_create,
    pass_grant,
    pass_refuse,
    pass_revoke,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

# the code


def test_the_code_has_letters_that_are_not_mistaken_and_stays_while_it_is_open(
    open_event: Directed,
) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    assert 5 <= len(code) <= 8
    assert set(code) <= set(LETTERS)
    assert not set(LETTERS) & set("ilo01")
    assert check_in_open(event=open_event.event, by=open_event.director) == code
    check_in_close(event=open_event.event, by=open_event.director)
    assert Event.objects.get().code is None


def test_only_a_director_opens_and_closes_the_check_in(open_event: Directed) -> None:
    ann = account(open_event, "Ann")
    with pytest.raises(NotAllowed):
        check_in_open(event=open_event.event, by=ann)
    check_in_open(event=open_event.event, by=open_event.director)
    for do in (check_in_open, check_in_close):
        with pytest.raises(NotAllowed):
            do(event=open_event.event, by=ann)


def test_a_phone_asks_and_speaks_for_its_player_once_the_director_says_yes(
    open_event: Directed, olga: Client
) -> None:
    olga.post(f"/events/{open_event.event.public_id}/phones/code/open/")
    phone = Phone(open_event)
    assert "Bob" in phone.client.get(phone.link()).content.decode()
    answer = phone.scan("Bob")
    assert answer["Location"] == f"{phone.here}waiting/"
    assert phone.holder.state == EntryPass.State.ASKED
    assert phone.client.get(f"{phone.here}waiting/", headers=HTMX).status_code == 204
    assert phone.me().status_code == 404, "who was not let in sees nothing of a closed club"

    page = olga.get(f"/events/{open_event.event.public_id}/phones/").content.decode()
    assert "A phone says it is Bob." in page
    assert "Safari · iPhone" in page
    olga.post(f"/events/{open_event.event.public_id}/phones/{phone.holder.public_id}/grant/")
    assert phone.client.get(f"{phone.here}waiting/", headers=HTMX)["HX-Redirect"] == (
        f"{phone.here}me/"
    )
    assert "This phone speaks for Bob." in phone.me().content.decode()


def test_a_phone_that_is_refused_hears_so_and_may_choose_again(open_event: Directed) -> None:
    check_in_open(event=open_event.event, by=open_event.director)
    phone = Phone(open_event)
    phone.scan("Bob")
    pass_refuse(holder=phone.holder, by=open_event.director)
    waiting = phone.client.get(f"{phone.here}waiting/").content.decode()
    assert "The director said no" in waiting
    assert phone.me().status_code == 404
    phone.scan("Cid")
    assert phone.holder.state == EntryPass.State.ASKED
    assert phone.holder.player.name == "Cid"


def test_an_answer_is_given_once(open_event: Directed) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    made = pass_claim(code=code, player=open_event.player("Bob").public_id, device="")
    assert made is not None
    pass_grant(holder=made.holder, by=open_event.director)
    for answer in (pass_grant, pass_refuse):
        with pytest.raises(EventConflict):
            answer(holder=made.holder, by=open_event.director)
    assert EntryPass.objects.get().state == EntryPass.State.GRANTED


def test_the_same_phone_waits_once_however_often_it_chooses(open_event: Directed) -> None:
    check_in_open(event=open_event.event, by=open_event.director)
    phone = Phone(open_event)
    for name in ("Bob", "Cid", "Dee"):
        phone.client.post(f"{phone.here}waiting/stop/")
        phone.scan(name)
    assert [one.player.name for one in EntryPass.objects.all()] == ["Dee"]


@pytest.mark.parametrize("who", ["stranger", "withdrawn", "let in", "refused"])
def test_nobody_who_does_not_wait_is_told_the_events_code(open_event: Directed, who: str) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    phone = Phone(open_event)
    if who in {"withdrawn", "let in"}:
        phone.open("Bob")
        if who == "withdrawn":
            pass_revoke(holder=phone.holder, by=open_event.director)
    elif who == "refused":
        phone.scan("Bob")
        pass_refuse(holder=phone.holder, by=open_event.director)

    answer = phone.client.post(f"{phone.here}waiting/stop/")

    assert answer.status_code == (404 if who == "stranger" else 302)
    assert code not in str(answer.headers) + answer.content.decode()


def test_a_few_phones_may_say_they_are_one_player_and_no_more(open_event: Directed) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    bob = open_event.player("Bob").public_id
    for _phone in range(MOST_FOR_ONE):
        pass_claim(code=code, player=bob, device="")
    with pytest.raises(EventRefused) as refusal:
        pass_claim(code=code, player=bob, device="")
    assert refusal.value.code == "claims_waiting"


def test_nobody_asks_for_somebody_who_has_withdrawn_or_is_not_entered(
    open_event: Directed,
) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    entry_withdraw(entry=open_event.entry("Bob"), by=open_event.director)
    for name in ("Bob", "Zoe"):
        with pytest.raises(EventRefused) as refusal:
            pass_claim(code=code, player=open_event.player(name).public_id, device="")
        assert refusal.value.code == "not_entered"


def test_a_wrong_a_closed_and_a_finished_code_are_answered_alike(open_event: Directed) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    phone = Phone(open_event)
    wrong = phone.client.post("/e/", {"code": "zzzzzz"})
    check_in_close(event=open_event.event, by=open_event.director)
    closed = phone.client.post("/e/", {"code": code})
    again = check_in_open(event=open_event.event, by=open_event.director)
    events.event_cancel(event=open_event.event, by=open_event.director)
    over = phone.client.post("/e/", {"code": again})
    assert [one.status_code for one in (wrong, closed, over)] == [422, 422, 422]

    def plain(answer: Any, written: str) -> str:
        return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", answer.content.decode()).replace(
            written, ""
        )

    assert plain(wrong, "zzzzzz") == plain(closed, code) == plain(over, again)


def test_an_address_with_a_code_never_tells_whether_there_is_one(open_event: Directed) -> None:
    """Codes that were printed before lead to the form, with the code written in."""
    code = check_in_open(event=open_event.event, by=open_event.director)
    phone = Phone(open_event)
    pages = []
    for one in (code, "zzzzzz"):
        answer = phone.client.get(f"/e/{one}/")
        assert answer.status_code == 200
        text = answer.content.decode()
        assert f'value="{one}"' in text
        pages.append(re.sub(r'csrfmiddlewaretoken" value="\w+"', "", text).replace(one, ""))
    assert pages[0] == pages[1]
    assert phone.client.get(f"{phone.link()[:-2]}/").status_code == 422
    assert phone.client.get("/e/2222222222222222/abc/").status_code == 422


def test_a_link_and_a_phone_that_is_in_are_never_refused(open_event: Directed) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    phone, other = Phone(open_event), Phone(open_event)
    link = phone.link()
    phone.open("Bob")
    for _guess in range(20):
        assert other.client.post("/e/", {"code": "wrong"}).status_code == 422
    assert other.client.post("/e/", {"code": code}).status_code == 429
    assert "Bob" in other.client.get(link).content.decode()
    assert phone.client.post("/e/", {"code": code})["Location"] == f"{phone.here}me/"
    assert phone.client.post("/e/", {"code": "wrong"}).status_code == 429
    check_in_close(event=open_event.event, by=open_event.director)
    assert phone.client.get(link)["Location"] == f"{phone.here}me/"
    assert other.client.get(link).status_code == 422


def test_codes_are_not_guessed_without_end(open_event: Directed) -> None:
    check_in_open(event=open_event.event, by=open_event.director)
    phone = Phone(open_event)
    answers = [phone.client.post("/e/", {"code": "wrong"}).status_code for _guess in range(21)]
    assert answers == [422] * 20 + [429]
    open_event.event.refresh_from_db()
    typed = phone.client.post("/e/", {"code": open_event.event.code})
    assert typed.status_code == 429, "otherwise one would hear that a guess was right"


def test_a_code_is_typed_in_any_way(open_event: Directed) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    typed = f" {code[:3].upper()} {code[3:].upper()} "
    phone = Phone(open_event)
    answer = phone.client.post("/e/", {"code": typed})
    assert answer["Location"] == phone.link()


# links


def test_a_link_becomes_a_cookie_which_no_script_reads_and_a_look_uses_nothing_up(
    open_event: Directed,
) -> None:
    made = pass_create(
        event=open_event.event, player=open_event.player("Ann"), by=open_event.director
    )
    before = list(EntryPass.objects.values())
    for _preview in range(3):  # messengers look at a link before anybody opens it
        answer = Client().get(f"/e/link/{token_sealed(made.token)}/")
        assert answer["Location"] == f"/events/{open_event.event.public_id}/me/"
        assert answer["Referrer-Policy"] == "no-referrer"
        cookie = answer.cookies[cookie_name(open_event.event)]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
    assert list(EntryPass.objects.values()) == before
    assert Client().head(f"/e/link/{token_sealed(made.token)}/").status_code == 302


def test_a_link_that_was_changed_or_withdrawn_opens_nothing(open_event: Directed) -> None:
    made = pass_create(
        event=open_event.event, player=open_event.player("Ann"), by=open_event.director
    )
    sealed = token_sealed(made.token)
    for wrong in (sealed[:-2] + "xx", made.token, "x", token_sealed("x" * 43)):
        assert Client().get(f"/e/link/{wrong}/").status_code == 410
    pass_revoke(holder=made.holder, by=open_event.director)
    assert Client().get(f"/e/link/{sealed}/").status_code == 410


def test_the_secret_of_a_pass_is_nowhere_but_on_its_phone(
    open_event: Directed, olga: Client, caplog: pytest.LogCaptureFixture
) -> None:
    here = f"/events/{open_event.event.public_id}/phones/"
    with caplog.at_level("DEBUG"):
        shown = olga.post(f"{here}new/", {"player": open_event.player("Ann").public_id})
        sealed = re.findall(r"/e/link/([^/]+)/", shown.content.decode())[0]
        phone = Phone(open_event)
        phone.client.get(f"/e/link/{sealed}/")
        pages = [phone.me().content.decode(), olga.get(here).content.decode()]
    holder = pass_opened(sealed)
    assert holder is not None
    assert phone.client.cookies[cookie_name(open_event.event)].value == sealed
    rows = repr(list(EntryPass.objects.values())) + repr(list(EventStep.objects.values()))
    for place in (*pages, rows, caplog.text):
        assert sealed not in place
    assert holder.token_hash not in "".join(pages)


def test_a_pass_of_one_event_opens_no_other(open_event: Directed) -> None:
    other = Directed(of=open_event.club, names="Ann Bob", match_length=3)
    phone = Phone(open_event)
    phone.open("Ann")
    # Somebody copies the cookie under the other event's name.
    sealed = phone.client.cookies[cookie_name(open_event.event)].value
    phone.client.cookies[cookie_name(other.event)] = sealed
    assert phone.me().status_code == 200
    assert phone.client.get(f"/events/{other.event.public_id}/me/").status_code == 404


def test_a_revoked_phone_hears_why_and_nothing_else(open_event: Directed) -> None:
    open_event.next_round()
    match = open_event.match("Ann", next_opponent(open_event, "Ann"))
    phone = Phone(open_event)
    phone.open("Ann")
    assert phone.client.get(f"/matches/{match.public_id}/").status_code == 200
    pass_revoke(holder=phone.holder, by=open_event.director)
    for where in (f"{phone.here}me/", f"/matches/{match.public_id}/"):
        answer = phone.client.get(where)
        assert answer.status_code == 403
        assert "This link is not valid any more" in answer.content.decode()
    for poll in (f"{phone.here}me/?have=x", f"/matches/{match.public_id}/live/?version=0"):
        assert phone.client.get(poll, headers=HTMX)["HX-Refresh"] == "true"
    act = f"/matches/{match.public_id}/act/"
    sent = {"do": "play", "kind": "double", "side": 0, "version": 0, "key": key()}
    assert phone.client.post(act, sent, headers=HTMX)["HX-Refresh"] == "true"
    assert phone.act(do="check_in", entry="x")["HX-Refresh"] == "true"

    Club.objects.update(visibility=Club.Visibility.PUBLIC)
    told = phone.client.post(act, sent, headers=HTMX)
    assert told.status_code == 403
    assert "This link is not valid any more" in told.content.decode()
    match.refresh_from_db()
    assert match.version == 0


def test_what_led_to_nothing_is_deleted_and_old_events_part_their_phones(
    open_event: Directed,
) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    pass_claim(code=code, player=open_event.player("Bob").public_id, device="Safari · iPhone")
    made = pass_claim(code=code, player=open_event.player("Ann").public_id, device="Firefox")
    assert made is not None
    pass_grant(holder=made.holder, by=open_event.director)
    entry_passes_delete_old(now=timezone.now())
    assert EntryPass.objects.count() == 2
    entry_passes_delete_old(now=timezone.now() + datetime.timedelta(days=2))
    assert [one.player.name for one in EntryPass.objects.all()] == ["Ann"]
    events.event_cancel(event=open_event.event, by=open_event.director)
    entry_passes_delete_old(now=timezone.now() + datetime.timedelta(days=31))
    kept = EntryPass.objects.get()
    assert (kept.state, kept.device) == (EntryPass.State.PARTED, "?")
