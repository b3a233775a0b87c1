"""Who leaves early settles up at once: what is open, with whom, and what becomes of it later."""

import io
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.errors import Conflict, NotAllowed, NotFound, Refused
from games.files.services.archive_making import archive_club_create
from games.files.services.archive_reading import archive_read
from games.files.services.archive_writing import archive_write
from games.files.services.job_files import Progress
from games.models import Club, Payment
from games.permissions import Reader
from games.record.services.amend import game_amend
from games.rules.chouette import EnterPoints
from games.sessions.presenters.leaving import leaving_page
from games.sessions.selectors.leaving import leaving_get, open_now
from games.sessions.selectors.settling import settlement
from games.sessions.services.debts import balances_now, debts_check
from games.sessions.services.settling import leaver_pay, payment_take_back
from tests import evenings
from tests.evenings import MONDAY, TUESDAY, Evening

pytestmark = pytest.mark.django_db

SYSTEM = Reader.system()


def owed(evening: Evening) -> list[str]:
    debts = evening.session.debts.filter(carried_to=None)
    found = debts.order_by("debtor__name", "creditor__name")
    return [f"{one.debtor} owes {one.creditor} {one.amount.normalize():f}" for one in found]


def evening_left(of: Club | None = None, **fields: object) -> Evening:
    """Ann is the box and wins 1 of Bob, 2 of Cid and 3 of Dee; then Dee goes home."""
    made = Evening(of or evenings.club(), "Ann Bob Cid Dee", **fields)  # type: ignore[arg-type]
    return made.game(Bob=-1, Cid=-2, Dee=-3).leave("Dee")


def pay(evening: Evening, player: str, other: str, amount: str) -> Payment:
    return leaver_pay(
        session=evening.session,
        player=evening.player(player),
        other=evening.player(other),
        amount=Decimal(amount),
        by=evening.organizer,
    )


def test_who_left_sees_what_they_owe_and_with_whom() -> None:
    evening = evening_left(stake="2", currency="EUR")
    found = leaving_get(evening.session, evening.player("Dee").public_id, SYSTEM)
    assert (found.left, found.evening, found.carried) == (Decimal("-6"), Decimal("-6"), Decimal(0))
    assert [(one.creditor.name, one.amount) for one in found.lines] == [("Ann", Decimal("6"))]
    assert [one.name for one in found.others] == ["Ann", "Bob", "Cid"]


@pytest.mark.parametrize(
    ("paid", "open_later"),
    [
        ([], ["Bob owes Ann 1", "Cid owes Ann 2", "Dee owes Ann 3"]),
        ([("Ann", "3")], ["Bob owes Ann 1", "Cid owes Ann 2"]),
        ([("Ann", "1.5")], ["Bob owes Ann 1", "Cid owes Ann 2", "Dee owes Ann 1.5"]),
        # Cid took the money that is Ann's: now they owe it.
        ([("Cid", "3")], ["Bob owes Ann 1", "Cid owes Ann 5"]),
        ([("Bob", "1"), ("Cid", "2")], ["Bob owes Ann 2", "Cid owes Ann 4"]),
    ],
)
def test_the_end_of_the_evening_counts_what_was_paid_before(
    paid: list[tuple[str, str]], open_later: list[str]
) -> None:
    evening = evening_left()
    for other, amount in paid:
        pay(evening, "Dee", other, amount)
    assert owed(evening.end()) == open_later
    seen = settlement(evening.session, SYSTEM)
    assert seen is not None
    assert sum(one.total for one in seen.rows) == 0
    assert debts_check(club=evening.club) == []


def test_who_is_owed_is_paid() -> None:
    evening = Evening(evenings.club(), "Ann Bob Cid").game(Bob=-2, Cid=-1).leave("Ann")
    page = leaving_page(evening.session, evening.player("Ann").public_id, SYSTEM)
    assert page.headline == "Ann is owed 3 points."
    assert [one.words for one in page.between_two] == [
        "Bob pays Ann 2 points",
        "Cid pays Ann 1 point",
    ]
    assert [one.words for one in page.with_one] == [
        "Bob pays Ann 3 points",
        "Cid pays Ann 3 points",
    ]
    made = pay(evening, "Ann", "Bob", "3")
    assert (made.payer.name, made.payee.name) == ("Bob", "Ann")
    assert owed(evening.end()) == ["Cid owes Bob 1"]


def test_through_a_pot_there_is_one_amount_and_somebody_hands_it_over() -> None:
    evening = evening_left(evenings.club(pot_first=True), stake="1", currency="EUR")
    page = leaving_page(evening.session, evening.player("Dee").public_id, SYSTEM)
    assert page.headline == "Dee pays in 3.00\N{NO-BREAK SPACE}EUR."
    assert [one.other.name for one in page.with_one] == ["Ann", "Bob", "Cid"]
    pay(evening, "Dee", "Bob", "3")
    evening.end()
    assert owed(evening) == ["Bob owes Ann 4", "Cid owes Ann 2"]


def test_a_game_that_is_put_right_later_leaves_only_the_difference() -> None:
    evening = evening_left()
    pay(evening, "Dee", "Ann", "3")
    ids = {name: evening.player(name).public_id for name in ("Bob", "Cid", "Dee")}
    points = ((ids["Bob"], -100), (ids["Cid"], -200), (ids["Dee"], -200))
    game_amend(
        session=evening.session,
        game=1,
        actions=[EnterPoints(points, "box")],
        version=evening.session.version,
        key="right",
        sender=evening.organizer,
    )
    evening.session.refresh_from_db()
    left = leaving_get(evening.session, ids["Dee"], SYSTEM)
    assert left.left == Decimal(1)
    assert owed(evening.end()) == ["Bob owes Dee 1", "Cid owes Ann 2"]
    assert debts_check(club=evening.club) == []


def test_what_was_paid_can_be_taken_back_while_the_evening_runs() -> None:
    evening = evening_left()
    payment = pay(evening, "Dee", "Ann", "3")
    assert payment_take_back(payment=payment, by=evening.organizer)
    assert balances_now(evening.session)[evening.player("Dee").pk] == -300
    assert owed(evening.end()) == ["Bob owes Ann 1", "Cid owes Ann 2", "Dee owes Ann 3"]


def test_what_is_open_from_earlier_evenings_is_in_it() -> None:
    club = evenings.club()
    Evening(club, "Ann Bob Dee", day=MONDAY).game(Bob=0, Dee=-4).end()
    evening = evening_left(club, day=TUESDAY)
    left = leaving_get(evening.session, evening.player("Dee").public_id, SYSTEM)
    assert (left.evening, left.carried, left.left) == (Decimal(-3), Decimal(-4), Decimal(-7))
    pay(evening, "Dee", "Ann", "7")
    assert owed(evening.end()) == ["Bob owes Ann 1", "Cid owes Ann 2"]
    assert debts_check(club=club) == []


def test_the_page_and_the_service_count_alike() -> None:
    club = evenings.club()
    Evening(club, "Ann Bob Dee", day=MONDAY, stake="0.25", currency="EUR").game(
        Bob="-1.5", Dee="0.5"
    ).end()
    evening = evening_left(club, day=TUESDAY, stake="0.25", currency="EUR")
    pay(evening, "Dee", "Bob", "0.10")
    found = settlement(evening.session, SYSTEM)
    assert found is not None
    shown = {pk: int(size * 100) for pk, size in open_now(found).items()}
    assert shown == balances_now(evening.session)
    assert sum(shown.values()) == 0


@pytest.mark.parametrize(
    ("player", "other", "amount", "refusal"),
    [
        ("Bob", "Ann", "1", Refused),  # has not left
        ("Dee", "Dee", "1", Refused),
        ("Dee", "Eve", "1", Refused),  # was not there
        ("Dee", "Ann", "3.01", Conflict),
        ("Dee", "Ann", "0", Conflict),
        ("Dee", "Ann", "-1", Conflict),
        ("Dee", "Ann", "0.001", Conflict),
        ("Dee", "Ann", "NaN", Conflict),
    ],
)
def test_what_makes_no_sense_is_refused(
    player: str, other: str, amount: str, refusal: type[Exception]
) -> None:
    evening = evening_left()
    with pytest.raises(refusal):
        pay(evening, player, other, amount)
    assert not Payment.objects.exists()


def test_paying_twice_and_paying_after_the_end_is_refused() -> None:
    evening = evening_left()
    pay(evening, "Dee", "Ann", "3")
    with pytest.raises(Conflict):
        pay(evening, "Dee", "Ann", "3")
    evening.end()
    with pytest.raises(Conflict):
        pay(evening, "Dee", "Ann", "3")
    with pytest.raises(NotFound):
        leaving_get(evening.session, evening.player("Dee").public_id, SYSTEM)


@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("organizer", True),
        ("owner", True),
        ("director", False),
        ("scorer", False),
        ("player", False),
    ],
)
def test_who_may_mark_it_paid(role: str, may: bool) -> None:
    evening = evening_left()
    evening.organizer = evenings.member(evening.club, "Moe", role)
    if may:
        assert pay(evening, "Dee", "Ann", "3").made_by == evening.organizer
        return
    with pytest.raises(NotAllowed):
        pay(evening, "Dee", "Ann", "3")


def test_who_sits_there_may_mark_it_paid() -> None:
    evening = evening_left()
    ann = evening.player("Ann")
    ann.user = evenings.user("Ann")
    ann.save()
    evening.organizer = ann.user
    assert pay(evening, "Dee", "Ann", "3").made_by == ann.user


def link(evening: Evening, name: str = "Dee") -> str:
    return reverse("leaver", args=[evening.session.public_id, evening.player(name).public_id])


def test_one_tap_on_the_page_marks_it_paid_and_a_second_tap_changes_nothing() -> None:
    evening = evening_left(stake="1", currency="EUR")
    client = Client()
    client.force_login(evening.organizer)
    table = client.get(reverse("table", args=[evening.session.public_id])).content.decode()
    assert link(evening) in table
    page = client.get(link(evening)).content.decode()
    assert "Dee owes 3.00\N{NO-BREAK SPACE}EUR." in page
    form = {"other": evening.player("Ann").public_id, "amount": "3.00", "once": "one-form"}
    for _tap in range(2):
        answer = client.post(link(evening), form, follow=True)
        assert "Dee is even." in answer.content.decode()
    payment = Payment.objects.get()
    assert (payment.payer.name, payment.payee.name, payment.amount) == ("Dee", "Ann", 3)
    sheet = client.get(reverse("sheet", args=[evening.session.public_id])).content.decode()
    assert link(evening) in sheet
    back = {"leaver": evening.player("Dee").public_id}
    answer = client.post(reverse("debt_unpaid", args=[payment.public_id]), back, follow=True)
    assert "Dee owes 3.00\N{NO-BREAK SPACE}EUR." in answer.content.decode()


@pytest.mark.parametrize("sent", [{"amount": "NaN"}, {"amount": "x"}, {"other": "nobody"}, {}])
def test_a_form_that_says_nothing_sensible_writes_nothing(sent: dict[str, str]) -> None:
    evening = evening_left()
    client = Client()
    client.force_login(evening.organizer)
    form = {"other": evening.player("Ann").public_id, **({"amount": "3"} if sent else {}), **sent}
    assert client.post(link(evening), form).status_code in (404, 409)
    assert not Payment.objects.exists()


@pytest.mark.parametrize("role", ["director", "scorer", "player", ""])
def test_whom_money_does_not_concern_sees_nothing_of_it(role: str) -> None:
    evening = evening_left(evenings.club(visibility=Club.Visibility.PUBLIC))
    client = Client()
    if role:
        client.force_login(evenings.member(evening.club, "Moe", role))
    assert client.get(link(evening)).status_code == 404
    for name in ("table", "sheet"):
        page = client.get(reverse(name, args=[evening.session.public_id]))
        assert page.status_code == 200
        assert link(evening) not in page.content.decode()


def test_programs_record_it_once_with_their_key() -> None:
    evening = evening_left(stake="1", currency="EUR")
    client = Client()
    client.force_login(evening.organizer)
    dee, ann = evening.player("Dee").public_id, evening.player("Ann").public_id
    where = reverse("api-session-payments", args=[evening.session.public_id])

    def post(key: str, player: str, other: str) -> Any:
        said = {"player": player, "other": other, "amount": "3.00"}
        header = {"Idempotency-Key": key}
        return client.post(where, said, content_type="application/json", headers=header)

    first, again = post("one", dee, ann), post("one", dee, ann)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert (first.json()["payer"], first.json()["amount"]) == (dee, "3.00")
    assert post("two", dee, ann).json()["code"] == "debts_changed"
    assert post("three", ann, dee).json()["code"] == "leaver_stays"
    assert Payment.objects.count() == 1


def test_an_archive_carries_it_in_the_running_evening() -> None:
    evening = evening_left()
    pay(evening, "Dee", "Ann", "3")
    file = io.BytesIO()
    archive_write(club=evening.club, file=file, progress=Progress())
    archive = archive_read(data=file.getvalue(), progress=Progress())
    made = archive_club_create(archive=archive, by=evening.organizer, progress=Progress())
    payment = Payment.objects.get(session__club=made)
    assert (payment.payer.name, payment.payee.name, payment.amount) == ("Dee", "Ann", 3)
    assert payment.session.is_open
    dee = made.players.get(name="Dee")
    assert leaving_get(payment.session, dee.public_id, SYSTEM).left == 0
