"""Players enter themselves: who may, when, how many, and what a director says to it."""

import datetime
import threading
from collections.abc import Callable

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from games.decisions.services.anonymising import player_anonymise
from games.errors import NotAllowed, NotFound, ServiceError
from games.models import Club, Player, User
from tests import evenings
from tests.tournaments.directing import Directed
from tests.tournaments.event_phones import account, signed_in
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services import entries, events, removals, wishes
from tournaments.models import Entry, EntryWish, EventStep
from tournaments.pages.presenters.entering import entering_link
from tournaments.record.services.passes import entry_passes_delete_old

HOUR = datetime.timedelta(hours=1)


@pytest.fixture
def open_one():
    """An event of Ann's club that anybody enters at once while its two places last."""
    return entered(Directed(names="Ann", places=3), asks=False)


def entered(of: Directed, *, asks: bool, until: datetime.datetime | None = None) -> Directed:
    """Let players enter themselves."""
    of.event = wishes.entering_open(event=of.event, by=of.director, asks=asks, until=until)
    return of


def wish(of: Directed, name: str, home_club: str = "", by: User | None = None) -> EntryWish:
    """Somebody types their name on their phone."""
    made = wishes.wish_make(
        code=of.event.entry_code or "",
        division=of.division.public_id,
        name=name,
        home_club=home_club,
        by=by,
    )
    made.wish.refresh_from_db()
    return made.wish


def names(of: Directed) -> list[str]:
    found = of.division.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number")
    return [one.player.name for one in found.select_related("player")]


def refused(do: Callable[[], object]) -> str:
    with pytest.raises(ServiceError) as caught:
        do()
    return caught.value.code


@pytest.mark.django_db
def test_who_enters_is_in_the_list_until_the_places_are_taken(open_one):
    states = [wish(open_one, name, home_club="Bern").state for name in ("Bea", "Cem", "Dag", "Eli")]
    assert states == ["entered", "entered", "listed", "listed"]
    assert names(open_one) == ["Ann", "Bea", "Cem"]
    assert open_one.entry("Bea").home_club == "Bern"


@pytest.mark.django_db
def test_who_withdraws_before_the_draw_makes_room_for_the_first_who_waits(open_one):
    for name in ("Bea", "Cem", "Dag", "Eli"):
        wish(open_one, name)
    entries.entry_withdraw(entry=open_one.entry("Bea"), by=open_one.director)
    assert names(open_one) == ["Ann", "Cem", "Dag"]
    removals.entry_remove(entry=open_one.entry("Ann"), by=open_one.director)
    assert names(open_one) == ["Cem", "Dag", "Eli"]


@pytest.mark.django_db
def test_more_places_are_filled_from_the_waiting_list(open_one):
    for name in ("Bea", "Cem", "Dag", "Eli"):
        wish(open_one, name)
    events.division_change(division=open_one.division, by=open_one.director, places=4)
    assert names(open_one) == ["Ann", "Bea", "Cem", "Dag"]


@pytest.mark.django_db
def test_where_a_director_says_yes_to_each_nobody_is_in_before(open_one):
    entered(open_one, asks=True)
    bea, cem = wish(open_one, "Bea"), wish(open_one, "Cem")
    assert (bea.state, names(open_one)) == ("asked", ["Ann"])
    wishes.wish_grant(wish=bea, by=open_one.director)
    wishes.wish_refuse(wish=cem, by=open_one.director)
    assert names(open_one) == ["Ann", "Bea"]
    assert refused(lambda: wishes.wish_grant(wish=cem, by=open_one.director)) == "wish_answered"


@pytest.mark.django_db
def test_a_yes_beyond_the_places_leads_to_the_waiting_list_and_a_second_one_in(open_one):
    entered(open_one, asks=True)
    last = [wish(open_one, name) for name in ("Bea", "Cem", "Dag")][-1]
    for one in EntryWish.objects.filter(state="asked").order_by("pk"):
        wishes.wish_grant(wish=one, by=open_one.director)
    last.refresh_from_db()
    assert (last.state, names(open_one)) == ("listed", ["Ann", "Bea", "Cem"])
    wishes.wish_grant(wish=last, by=open_one.director)
    assert names(open_one) == ["Ann", "Bea", "Cem", "Dag"]


@pytest.mark.django_db
def test_nobody_enters_twice_in_any_spelling(open_one):
    wish(open_one, "José")
    assert refused(lambda: wish(open_one, "  jose ")) == "entered_twice"
    entered(open_one, asks=True)
    wish(open_one, "Bea")
    assert refused(lambda: wish(open_one, "BEA")) == "wish_twice"


@pytest.mark.django_db
def test_nobody_enters_somebody_whom_the_club_knows_without_a_yes(open_one):
    open_one.player("Zoe")
    assert wish(open_one, "zoe").state == "asked"
    assert names(open_one) == ["Ann"]


@pytest.mark.django_db
def test_an_account_enters_its_own_player_at_once(open_one):
    zoe = account(open_one, "Zoe")
    assert wish(open_one, "", by=zoe).state == "entered"
    assert names(open_one) == ["Ann", "Zoe"]
    assert Player.objects.filter(name="Zoe").count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "until", "code", "said"),
    [
        ("", None, None, "wish_nameless"),
        ("Bea", -HOUR, None, "wish_over"),
        ("Bea", None, "zzzzzz", "not_found"),
        ("Bea", None, "", "not_found"),
    ],
)
def test_what_cannot_be_is_refused_and_writes_nothing(open_one, name, until, code, said):
    if until is not None:
        open_one.event.entry_until = timezone.now() + until
        open_one.event.save(update_fields=["entry_until"])
    if code is not None:
        open_one.event.entry_code = code
    assert refused(lambda: wish(open_one, name)) == said
    assert not EntryWish.objects.exists()
    assert names(open_one) == ["Ann"]


@pytest.mark.django_db
def test_after_the_draw_nobody_enters_themselves(open_one):
    wish(open_one, "Bea")
    wish(open_one, "Cem")
    wish(open_one, "Dag")
    open_one.next_round()
    assert refused(lambda: wish(open_one, "Eli")) == "wish_drawn"
    entries.entry_withdraw(entry=open_one.entry("Bea"), by=open_one.director)
    assert names(open_one) == ["Ann", "Cem"]


@pytest.mark.django_db
def test_so_many_may_wait_and_no_more(open_one, monkeypatch):
    monkeypatch.setattr(wishes, "MOST_WISHES", 2)
    entered(open_one, asks=True)
    wish(open_one, "Bea")
    wish(open_one, "Cem")
    assert refused(lambda: wish(open_one, "Dag")) == "wishes_many"


@pytest.mark.django_db
def test_only_directors_open_close_and_answer(open_one):
    member = evenings.member(open_one.club, "Max")
    asked = wish(entered(open_one, asks=True), "Bea")
    for do in (
        lambda: wishes.entering_open(event=open_one.event, by=member),
        lambda: wishes.entering_close(event=open_one.event, by=member),
        lambda: wishes.wish_grant(wish=asked, by=member),
        lambda: wishes.wish_refuse(wish=asked, by=member),
    ):
        with pytest.raises(NotAllowed):
            do()
    assert names(open_one) == ["Ann"]


@pytest.mark.django_db
def test_a_closed_or_finished_event_is_entered_by_nobody(open_one):
    code = open_one.event.entry_code
    closed = wishes.entering_close(event=open_one.event, by=open_one.director)
    assert closed.entry_code is None
    open_one.event.entry_code = code
    with pytest.raises(NotFound):
        wish(open_one, "Bea")


@pytest.mark.django_db
def test_a_wish_that_nobody_answered_is_taken_back(open_one):
    asked = wish(entered(open_one, asks=True), "Bea")
    assert wishes.wish_withdraw(wish=asked)
    assert not wishes.wish_withdraw(wish=asked)
    assert wish(open_one, "Bea").state == "asked"


@pytest.mark.django_db
def test_the_log_has_no_names(open_one):
    wish(open_one, "Bea")
    row = EventStep.objects.get(kind="wish")
    assert "Bea" not in str(row.payload)


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_the_last_place_one_has_it_and_the_other_waits(open_one):
    events.division_change(division=open_one.division, by=open_one.director, places=2)
    open_one.event.refresh_from_db()
    gate, failures = threading.Barrier(4), list[BaseException]()

    def run(name: str) -> None:
        try:
            gate.wait()
            wish(open_one, name)
        except Exception as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(name,)) for name in ("Bea", "Cem", "Dag", "Eli")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert len(names(open_one)) == 2
    states = sorted(EntryWish.objects.values_list("state", flat=True))
    assert states == ["entered", "listed", "listed", "listed"]


# on the phone and at the desk


@pytest.mark.django_db
def test_a_phone_comes_by_the_code_and_reads_what_became_of_it(open_one):
    events.event_change(event=open_one.event, by=open_one.director, fee="25", currency="EUR")
    open_one.event.refresh_from_db()
    phone = Client()
    where = phone.post("/e/", {"code": open_one.event.entry_code})["Location"]
    page = phone.get(where).content.decode()
    assert "2 places are left" in page
    assert "25.00" in page
    sent = {"division": open_one.division.public_id, "name": "Bea", "home_club": "Bern"}
    mine = phone.post(where, sent)["Location"]
    said = phone.get(mine).content.decode()
    assert "You are entered in" in said
    assert "25.00" in said
    nowhere = phone.post(where, {**sent, "division": ""})
    assert (nowhere.status_code, "Choose what" in nowhere.content.decode()) == (422, True)
    again = phone.post(where, sent)
    assert again.status_code == 422
    assert "Bea is entered already." in again.content.decode()
    swap = phone.get(f"{mine}?have=", headers={"HX-Request": "true"})
    assert "<html" not in swap.content.decode()


@pytest.mark.django_db
def test_the_director_answers_on_a_page_of_its_own(open_one):
    entered(open_one, asks=True)
    first, second = wish(open_one, "Bea"), wish(open_one, "Cem")
    olga = signed_in(open_one.director)
    here = f"/events/{open_one.event.public_id}/entering/"
    page = olga.get(here).content.decode()
    assert (open_one.event.entry_code or "-") in page
    assert "Bea" in page
    olga.post(here, {"do": "grant", "wish": first.public_id})
    olga.post(here, {"do": "refuse", "wish": second.public_id})
    assert names(open_one) == ["Ann", "Bea"]
    olga.post(here, {"do": "close"})
    assert Client().get(entering_link(open_one.event)).status_code == 410


@pytest.mark.django_db
def test_a_flood_of_one_address_is_answered_with_when_to_come_back(open_one, monkeypatch):
    monkeypatch.setattr("tournaments.pages.views.entering.MOST_OF_ADDRESS", 1)
    phone, where = Client(REMOTE_ADDR="203.0.113.77"), entering_link(open_one.event)
    sent = {"division": open_one.division.public_id}
    assert phone.post(where, {**sent, "name": "Bea"}).status_code == 302
    late = phone.post(where, {**sent, "name": "Cem"})
    assert late.status_code == 429
    assert late["Retry-After"]
    assert names(open_one) == ["Ann", "Bea"]


@pytest.mark.django_db
def test_an_answer_that_comes_twice_is_one(open_one):
    asked = wish(entered(open_one, asks=True), "Bea")
    for _time in range(2):
        wishes.wish_grant(wish=asked, by=open_one.director, key="k")
    assert names(open_one) == ["Ann", "Bea"]
    with pytest.raises(EventConflict):
        wishes.wish_refuse(wish=asked, by=open_one.director)
    with pytest.raises(EventRefused):
        wish(open_one, "Bea")


@pytest.mark.django_db
def test_who_is_made_anonymous_has_never_wanted_to_play(open_one):
    wish(open_one, "Bea")
    player_anonymise(player=open_one.player("Bea"), by=open_one.director)
    assert not EntryWish.objects.exists()


@pytest.mark.django_db
def test_long_after_an_event_nobody_knows_who_wanted_to_play(open_one):
    wish(open_one, "Bea")
    events.event_cancel(event=open_one.event, by=open_one.director)
    open_one.event.refresh_from_db()
    assert open_one.event.entry_code is None
    later = timezone.now() + datetime.timedelta(days=31)
    entry_passes_delete_old(now=later)
    assert not EntryWish.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("is_public", [True, False])
def test_who_entered_is_led_to_the_event_only_if_they_may_see_it(open_one, is_public):
    kind = Club.Visibility.PUBLIC if is_public else Club.Visibility.MEMBERS
    Club.objects.filter(pk=open_one.event.club_id).update(visibility=kind)
    made = wishes.wish_make(
        code=open_one.event.entry_code, division=open_one.division.public_id, name="Bea"
    )
    page = Client().get(f"/e/wish/{made.token}/").text
    assert (f'href="/events/{open_one.event.public_id}/"' in page) is is_public
    assert ("ask the director for a link" in page) is not is_public


@pytest.mark.django_db
@pytest.mark.parametrize("fee", [None, 20])
def test_who_enters_reads_where_a_fee_is_paid_if_there_is_one(open_one, fee):
    open_one.event.fee = fee
    open_one.event.save()
    page = Client().get(entering_link(open_one.event)).content.decode()
    assert "Name and club stand in the list of players." in page
    assert ("Fees are paid to the director." in page) == bool(fee)


SINCE = {
    "nothing": ("You are entered in A with number 2.", True),
    "paid": ("You are entered in A with number 2.", False),
    "withdrawn": ("You do not play in Open any more.", False),
    "withdrawn and entered elsewhere": ("You are entered in Seniors with number 1.", True),
    "paid, withdrawn and entered elsewhere": ("You are entered in Seniors with number 1.", True),
    "removed": ("Nobody can enter by this code now. Ask the director.", False),
    "called otherwise": ("You are entered in A with number 2.", True),
}


@pytest.mark.django_db
@pytest.mark.parametrize("since", SINCE)
def test_who_has_entered_reads_where_they_play_now_and_what_they_owe(open_one, since):
    of, by = open_one, open_one.director
    of.event.fee = 20
    of.event.save()
    type(of.division).objects.filter(pk=of.division.pk).update(name="A")
    seniors = events.division_add(event=of.event, by=by, name="Seniors", format="swiss", params={})
    made = wishes.wish_make(code=of.event.entry_code, division=of.division.public_id, name="Bea")
    entry = Entry.objects.get(player__name="Bea")
    if "paid" in since:
        Entry.objects.filter(pk=entry.pk).update(fees_paid=1)
    if "withdrawn" in since:
        entries.entry_withdraw(entry=entry, by=by)
    if "removed" in since:
        removals.entry_remove(entry=entry, by=by)
    if "called" in since:
        Player.objects.filter(name="Bea").update(name="Beatrix")
    if "elsewhere" in since:
        there = Player.objects.get_or_create(club=of.club, name="Bea")[0]
        entries.entries_add(division=seniors, by=by, players=[there])
    said, owes = SINCE[since]
    page = Client().get(f"/e/wish/{made.token}/").text
    assert said in page
    assert ("Pay it to the director." in page) is owes
    assert ("Beatrix" in page) is (since == "called otherwise")
