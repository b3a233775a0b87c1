"""Phones without an account in an event: let in by code or link, parted again, each for one player.

Who may do what is written out in a table: every role against every action.
"""

import datetime
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.errors import NotAllowed
from games.models import Club, User
from tests import evenings
from tests.tournaments.events.directing import Directed, key
from tournaments.errors import Conflict, Refused
from tournaments.event_passes import cookie_name, pass_opened, token_sealed
from tournaments.models import Entry, EntryPass, Event, EventStep, Match
from tournaments.services import draws, events, results
from tournaments.services.entries import entry_check_in, entry_withdraw
from tournaments.services.passes import (
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

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _nothing_counted() -> Iterator[None]:
    """Let no test use up the patience of the next."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def open_event() -> Directed:
    """Ann, Bob, Cid and Dee are entered for matches to 3; nobody may see the club from outside."""
    return Directed(names="Ann Bob Cid Dee", match_length=3)


@pytest.fixture
def olga(open_event: Directed) -> Client:
    """The director, signed in."""
    return signed_in(open_event.director)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def account(of: Directed, name: str) -> User:
    """The account of a player, who is a member of the club."""
    user = evenings.member(of.club, name)
    player = of.player(name)
    player.user = user
    player.save()
    return user


class Phone:
    """A phone of its own, with its own cookies."""

    def __init__(self, of: Directed) -> None:
        self.client = Client(headers={"User-Agent": "Mozilla/5.0 (iPhone) Safari/604.1"})
        self.of = of
        self.here = f"/events/{of.event.public_id}/"

    def scan(self, name: str) -> Any:
        """Scan the event's code and tap a name."""
        self.of.event.refresh_from_db()
        where = f"/e/{self.of.event.code}/"
        return self.client.post(where, {"player": self.of.player(name).public_id})

    def open(self, name: str) -> Any:
        """Open a link that the director made."""
        made = pass_create(event=self.of.event, player=self.of.player(name), by=self.of.director)
        return self.client.get(f"/e/link/{token_sealed(made.token)}/")

    @property
    def holder(self) -> EntryPass:
        """The pass that this phone holds."""
        found = pass_opened(self.client.cookies[cookie_name(self.of.event)].value)
        assert found is not None
        return found

    def me(self, **extra: Any) -> Any:
        return self.client.get(f"{self.here}me/", **extra)

    def act(self, **fields: Any) -> Any:
        return self.client.post(f"{self.here}me/act/", {"key": key(), **fields}, headers=HTMX)


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
    open_event.event.refresh_from_db()
    assert "Bob" in phone.client.get(f"/e/{open_event.event.code}/").content.decode()
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
        with pytest.raises(Conflict):
            answer(holder=made.holder, by=open_event.director)
    assert EntryPass.objects.get().state == EntryPass.State.GRANTED


def test_the_same_phone_waits_once_however_often_it_chooses(open_event: Directed) -> None:
    check_in_open(event=open_event.event, by=open_event.director)
    phone = Phone(open_event)
    for name in ("Bob", "Cid", "Dee"):
        phone.client.post(f"{phone.here}waiting/stop/")
        phone.scan(name)
    assert [one.player.name for one in EntryPass.objects.all()] == ["Dee"]


def test_a_few_phones_may_say_they_are_one_player_and_no_more(open_event: Directed) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    bob = open_event.player("Bob").public_id
    for _phone in range(MOST_FOR_ONE):
        pass_claim(code=code, player=bob, device="")
    with pytest.raises(Refused) as refusal:
        pass_claim(code=code, player=bob, device="")
    assert refusal.value.code == "claims_waiting"


def test_nobody_asks_for_somebody_who_has_withdrawn_or_is_not_entered(
    open_event: Directed,
) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    entry_withdraw(entry=open_event.entry("Bob"), by=open_event.director)
    for name in ("Bob", "Zoe"):
        with pytest.raises(Refused) as refusal:
            pass_claim(code=code, player=open_event.player(name).public_id, device="")
        assert refusal.value.code == "not_entered"


def test_a_wrong_a_closed_and_a_finished_code_are_answered_alike(open_event: Directed) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    phone = Phone(open_event)
    wrong = phone.client.get("/e/zzzzzz/")
    check_in_close(event=open_event.event, by=open_event.director)
    closed = phone.client.get(f"/e/{code}/")
    again = check_in_open(event=open_event.event, by=open_event.director)
    events.event_cancel(event=open_event.event, by=open_event.director)
    over = phone.client.get(f"/e/{again}/")
    assert [one.status_code for one in (wrong, closed, over)] == [422, 422, 422]

    def plain(answer: Any, written: str) -> str:
        return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", answer.content.decode()).replace(
            written, ""
        )

    assert plain(wrong, "zzzzzz") == plain(closed, code) == plain(over, again)


def test_codes_are_not_guessed_without_end(open_event: Directed) -> None:
    check_in_open(event=open_event.event, by=open_event.director)
    phone = Phone(open_event)
    answers = [phone.client.get("/e/wrong/").status_code for _guess in range(21)]
    assert answers == [422] * 20 + [429]
    open_event.event.refresh_from_db()
    right = phone.client.get(f"/e/{open_event.event.code}/")
    assert right.status_code == 429, "otherwise one would hear that a guess was right"
    typed = phone.client.post("/e/", {"code": open_event.event.code})
    assert typed.status_code == 429


def test_a_code_is_typed_in_any_way(open_event: Directed) -> None:
    code = check_in_open(event=open_event.event, by=open_event.director)
    typed = f" {code[:3].upper()} {code[3:].upper()} "
    answer = Phone(open_event).client.post("/e/", {"code": typed})
    assert answer["Location"] == f"/e/{code}/"


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


def next_opponent(of: Directed, name: str) -> str:
    """Whom somebody meets."""
    for match in of.open():
        assert match.first is not None
        assert match.second is not None
        names = [match.first.name, match.second.name]
        if name in names:
            names.remove(name)
            return names[0]
    raise AssertionError(f"{name} meets nobody")


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
    assert (kept.state, kept.device) == (EntryPass.State.REVOKED, "?")


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
    with pytest.raises(Refused) as refusal:
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
    assert f"You have reported: Ann wins 3 : 1. {opponent} confirms it." in said

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


# who may do what in a match

ROLES = [
    "director",
    "player",
    "opponent",
    "member",
    "phone",
    "opponents phone",
    "phone of another",
    "phone revoked",
    "phone waiting",
    "stranger",
    "nobody",
]
PLAYING = {"director", "player", "opponent", "phone", "opponents phone"}
LOOKING = PLAYING | {"member", "phone of another"}
ALLOWED = {
    "look": LOOKING,
    "play": PLAYING,
    "report": PLAYING,
    "clock_set": PLAYING,
    # Ann has reported in these.
    "confirm": {"director", "opponent", "opponents phone"},
    "reject": PLAYING,
    "undo": {"director", "player"},
}


@pytest.fixture
def paired(open_event: Directed) -> tuple[Directed, Match, str, str]:
    """The match of Ann, her opponent, and the name of one who does not play in it."""
    open_event.next_round()
    opponent = next_opponent(open_event, "Ann")
    rest = next(name for name in ("Bob", "Cid", "Dee") if name != opponent)
    return open_event, open_event.match("Ann", opponent), opponent, rest


def client_of(role: str, of: Directed, opponent: str, rest: str) -> Client:
    """The browser of somebody of this role."""
    accounts: dict[str, Callable[[], User]] = {
        "director": lambda: of.director,
        "player": lambda: evenings.user("Ann"),
        "opponent": lambda: account(of, opponent),
        "member": lambda: account(of, rest),
        "stranger": lambda: evenings.user("Zoe"),
    }
    if role in accounts:
        return signed_in(accounts[role]())
    phone = Phone(of)
    if role == "phone waiting":
        check_in_open(event=of.event, by=of.director)
        phone.scan("Ann")
    elif role != "nobody":
        names = {"opponents phone": opponent, "phone of another": rest}
        phone.open(names.get(role, "Ann"))
    if role == "phone revoked":
        pass_revoke(holder=phone.holder, by=of.director)
    return phone.client


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("action", list(ALLOWED))
def test_each_role_does_what_is_his_and_nothing_else(
    role: str, action: str, paired: tuple[Directed, Match, str, str]
) -> None:
    of, match, opponent, rest = paired
    ann = account(of, "Ann")
    if action in {"confirm", "reject", "undo"}:
        side = 0 if match.first == of.player("Ann") else 1
        points = (3, 1) if side == 0 else (1, 3)
        match = results.match_report(match=match, by=ann, points=points, version=0, key=key())
    client = client_of(role, of, opponent, rest)
    where = f"/matches/{match.public_id}/"
    fields: dict[str, dict[str, Any]] = {
        "play": {"kind": "win", "side": 0, "level": "single"},
        "report": {"winner": 0, "loser_points": 1},
        "clock_set": {"minutes": 6, "delay": 12},
    }
    may = role in ALLOWED[action]
    if action == "look":
        assert (client.get(where).status_code == 200) == may
        return
    sent = {"do": action, "version": match.version, "key": key(), **fields.get(action, {})}
    before = Match.objects.values().get(pk=match.pk)
    answer = client.post(f"{where}act/", sent)
    after = Match.objects.values().get(pk=match.pk)
    if may:
        assert answer.status_code == 302
        assert after["version"] == before["version"] + 1
    else:
        assert answer.status_code in {302, 403, 404}
        if answer.status_code == 302:
            assert answer["Location"].startswith("/sign-in/")
        assert after == before


@pytest.mark.parametrize("role", ["nobody", "stranger"])
def test_guests_of_a_public_club_look_and_do_nothing_and_names_stay_veiled(
    role: str, paired: tuple[Directed, Match, str, str]
) -> None:
    of, match, opponent, rest = paired
    Club.objects.filter(pk=of.club.pk).update(visibility=Club.Visibility.PUBLIC)
    ann = of.player("Ann")
    ann.shown = ann.Shown.HIDDEN
    ann.save()
    results.match_play(
        match=match,
        by=account(of, "Ann"),
        event={"kind": "win", "side": 0, "level": "single"},
        version=0,
        key=key(),
    )
    client = client_of(role, of, opponent, rest)
    where = f"/matches/{match.public_id}/"
    page = client.get(where).content.decode()
    assert opponent in page
    assert "Ann" not in page
    assert "Who entered what" not in page
    live = client.get(f"{where}live/?version=0", headers=HTMX).content.decode()
    assert "Ann" not in live
    listed = client.get(f"/clubs/{of.club.slug}/matches/").content.decode()
    assert opponent in listed
    assert "Ann" not in listed
    only = client.get(f"/clubs/{of.club.slug}/matches/", {"player": ann.public_id})
    assert "Ann" not in only.content.decode()
    match.refresh_from_db()
    sent = {"do": "play", "kind": "double", "side": 0, "version": match.version, "key": key()}
    assert client.post(f"{where}act/", sent).status_code in {302, 403}
    match.refresh_from_db()
    assert match.version == 1


def test_where_the_director_enters_results_players_do_not(
    paired: tuple[Directed, Match, str, str],
) -> None:
    of, match, opponent, rest = paired
    events.event_change(event=of.event, by=of.director, self_reports=False)
    client = client_of("phone", of, opponent, rest)
    where = f"/matches/{match.public_id}/"
    page = client.get(where).content.decode()
    assert "In this event the director enters the results." in page
    assert "win-0-single" not in page
    assert "I have won" not in client.get(f"/events/{of.event.public_id}/me/").content.decode()
    sent = {"do": "report", "winner": 0, "loser_points": 1, "version": 0, "key": key()}
    assert client.post(f"{where}act/", sent).status_code == 403
