"""Fees ticked, pools split to the coin, side pools, and how an event ends for everybody."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.desk.desk import EIGHT, Desk, desk, version
from tournaments.models import Division, Entry
from tournaments.standings.payouts import Finish, among, payouts, prizes

MONEY = {"fee": Decimal("10.01"), "currency": "EUR", "prizes": [50, 30, 20]}


@given(st.integers(0, 10**7), st.lists(st.integers(1, 40), max_size=6))
def test_prizes_never_give_more_than_their_shares_and_all_of_it_for_the_whole(
    pool: int, some: list[int]
) -> None:
    given = sum(some)
    shares = [Decimal(one) for one in (*some, 100 - given) if one > 0 and given < 100]
    assert sum(prizes(pool, shares)) == (pool if shares else 0)


def test_who_shares_places_shares_their_prizes_and_a_coin_that_cannot_be_split_stays() -> None:
    finishes = [Finish(7, 1, 1), Finish(3, 2, 3), Finish(5, 2, 3), Finish(1, 4, 8)]
    paid = payouts((50, 30, 21), finishes)
    assert [(one.finish.number, one.coins) for one in paid] == [(7, 50), (3, 25), (5, 25)]


def test_a_side_pool_ranks_only_who_has_joined_it() -> None:
    finishes = [Finish(1, 1, 1), Finish(2, 2, 2), Finish(3, 3, 4), Finish(4, 3, 4)]
    ranked = among(finishes, [2, 3, 4])
    assert ranked == (Finish(2, 1, 1), Finish(3, 2, 3), Finish(4, 2, 3))


def played(format: str = "single", **fields: object) -> Desk:
    """An event of eight, played to its end; who stands first in a match wins it."""
    olga = desk(EIGHT, format=format, seeding="entry", event_fields={**MONEY, **fields})
    olga.directed.next_round()
    olga.directed.play_all(lambda _match: 0)
    return olga


@pytest.mark.django_db
def test_fees_are_ticked_for_all_and_for_one_less() -> None:
    olga = desk("Ann Bob Cid", event_fields=MONEY)
    assert "30.03" in olga.do("fees_all", view="money", version=version(olga))
    paid = [one.public_id for one in Entry.objects.exclude(player__name="Cid")]
    assert "20.02" in olga.do("fees", view="money", entry=paid, version=version(olga))
    assert list(Entry.objects.values_list("fees_paid", flat=True)) == [1, 1, 0]
    stale = olga.do("fees", status=409, view="money", entry=[], version=0)
    assert "Somebody was faster" in stale


@pytest.mark.django_db
def test_what_somebody_paid_of_several_fees_stays_until_their_tick_changes() -> None:
    olga = desk("Ann Bob", event_fields=MONEY)
    Entry.objects.filter(number=1).update(reentries=2, fees_paid=2)
    olga.do("fees", entry=[], version=version(olga))
    assert Entry.objects.get(number=1).fees_paid == 2
    olga.do("fees_all", version=version(olga))
    assert Entry.objects.get(number=1).fees_paid == 3


@pytest.mark.django_db
def test_the_payout_sheet_pays_the_pool_to_the_cent() -> None:
    olga = played()
    olga.do("fees_all", version=version(olga))
    sheet = olga.client.get(f"/events/{olga.directed.event.public_id}/slips/", {"what": "payout"})
    page = sheet.content.decode()
    for amount in ("40.04", "24.02", "8.01"):  # 80.08; who lost a semi-final has half of 16.02
        assert amount in page
    assert "left over" not in page
    olga.do("prizes_write")
    found = Entry.objects.exclude(prize=None).order_by("number").values_list("number", "prize")
    assert sum(prize for _number, prize in found) == Decimal("80.08")
    assert Decimal("40.04") in dict(found).values()


@pytest.mark.django_db
def test_a_prize_typed_by_hand_is_replaced_only_after_a_question() -> None:
    olga = played()
    olga.do("fees_all", version=version(olga))
    typed = Entry.objects.get(number=8)
    Entry.objects.filter(pk=typed.pk).update(prize=Decimal("5.00"))
    asked = olga.do("prizes_write")
    assert "Hal: 5.00 EUR becomes nothing." in asked.replace("\xa0", " ")
    assert list(Entry.objects.exclude(prize=None)) == [typed]
    olga.do("prizes_write", sure="1")
    assert Entry.objects.exclude(prize=None).count() == 4
    assert "Replace prizes" not in olga.do("prizes_write"), "they are the same"


@pytest.mark.django_db
def test_a_side_pool_for_the_consolation_is_sold_before_the_draw() -> None:
    olga = desk("Ann Bob Cid", format="progressive", event_fields=MONEY)
    page = olga.show(view="money")
    for part in ("main", "consolation", "last_chance"):
        assert f'<option value="{part}">' in page


@pytest.mark.django_db
def test_a_side_pool_of_a_swiss_event_asks_for_no_bracket() -> None:
    page = desk("Ann Bob", event_fields=MONEY).show(view="money")
    assert 'id="pool-new"' in page
    assert 'id="pool-bracket"' not in page


@pytest.mark.django_db
def test_prizes_that_are_written_down_say_so_and_stand_beside_the_names() -> None:
    olga = desk(EIGHT, format="single", seeding="entry", event_fields=MONEY)
    olga.do("fees_all")
    olga.directed.next_round()
    olga.directed.play_all(lambda _match: 0)
    assert 'id="prizes-write"' in olga.show(view="money")
    told = olga.do("prizes_write", view="money")
    assert "are written down" in told
    assert 'id="prizes-write"' not in told
    assert "Prize: " in olga.show(view="entries")
    Entry.objects.exclude(prize=None).update(prize="1")
    assert 'id="prizes-write"' in olga.show(view="money")


@pytest.mark.django_db
def test_a_payout_sheet_says_while_places_are_not_final() -> None:
    olga = desk(EIGHT, format="single", seeding="entry", event_fields=MONEY)
    olga.directed.next_round()
    sheet = f"/events/{olga.directed.event.public_id}/slips/"
    assert "Not final" in olga.client.get(sheet, {"what": "payout"}).content.decode()
    olga.directed.play_all(lambda _match: 0)
    assert "Not final" not in olga.client.get(sheet, {"what": "payout"}).content.decode()


@pytest.mark.django_db
def test_a_side_pool_is_paid_by_the_places_of_its_part_of_the_bracket() -> None:
    olga = desk(EIGHT, format="progressive", seeding="entry", event_fields=MONEY)
    olga.directed.next_round()
    fields = {"pool_name": "Jackpot", "pool_fee": "20", "pool_prizes": "100"}
    olga.do("pool_add", pool_bracket="consolation", **fields)
    joined = [one.public_id for one in Entry.objects.filter(number__in=[5, 8])]
    olga.do("pool_join", pool=1, entry=joined)
    assert "40.00" in olga.show(view="money")
    olga.directed.play_all(lambda match: 0 if (match.first_id or 0) < (match.second_id or 0) else 1)
    sheet = olga.client.get(f"/events/{olga.directed.event.public_id}/slips/", {"what": "payout"})
    page = sheet.content.decode()
    tail = page[page.index("Jackpot") :]
    assert "Eva" in tail
    assert "40.00" in tail
    assert "Hal" not in tail
    assert "The list of who has joined it is lost, too." in olga.do("pool_remove", pool=1)
    olga.do("pool_remove", pool=1, sure="1")
    assert Division.objects.get().side_pools == []


@pytest.mark.django_db
def test_one_pool_over_all_brackets_pays_their_winners_in_turn() -> None:
    olga = desk(EIGHT, format="progressive", event_fields=MONEY)
    olga.do(
        "pool_add", pool_name="All", pool_fee="10", pool_prizes="50, 30, 20", pool_bracket="all"
    )
    olga.do("pool_all", pool=1, view="money")
    olga.directed.next_round()
    olga.directed.play_all(lambda _match: 0)
    shown = olga.show(view="money").split('id="pool-1"')[1].split("</section>")[0]
    assert "Main bracket, Consolation, Last chance" in shown
    assert "Consolation: 1</td><td>30 %" in shown
    sheet = f"/events/{olga.directed.event.public_id}/slips/"
    pool = olga.client.get(sheet, {"what": "payout"}).content.decode()
    rows = re.findall(r"<tr>.*?</tr>", pool, re.DOTALL)
    paid = [re.sub(r"<[^>]+>|\s+", " ", row) for row in rows]
    for part, amount in (("Main bracket", "40"), ("Consolation", "24"), ("Last chance", "16")):
        assert any(f"{part}: " in row and f"{amount}.00" in row for row in paid), paid


@pytest.mark.django_db
def test_all_who_play_join_a_side_pool_with_one_tap() -> None:
    olga = desk(EIGHT, event_fields=MONEY)
    olga.do("withdraw", entry=olga.directed.entry("Hal").public_id, sure="1")
    olga.do("pool_add", pool_name="Jackpot", pool_fee="20", pool_prizes="100")
    assert 'id="pool-all-1"' in olga.show(view="money")
    page = olga.do("pool_all", pool=1, view="money")
    assert Division.objects.get().side_pools[0]["joined"] == [1, 2, 3, 4, 5, 6, 7]
    assert "140.00" in page
    assert 'id="pool-all-1"' not in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"pool_name": "", "pool_fee": "5", "pool_prizes": "100"}, "needs a name"),
        ({"pool_name": "Pot", "pool_fee": "5", "pool_prizes": "70, 40"}, "at most 100"),
        ({"pool_name": "Pot", "pool_fee": "", "pool_prizes": "100"}, "what it costs"),
        ({"pool_name": "Pot", "pool_fee": "0", "pool_prizes": "100"}, "what it costs"),
    ],
)
def test_a_side_pool_that_cannot_be_paid_is_refused_in_a_sentence(
    fields: dict[str, str], why: str
) -> None:
    olga = desk("Ann Bob")
    sent = {"do": "pool_add", "key": "k", "view": "money", **fields}
    answer = olga.client.post(f"{olga.url}act/", sent, headers={"HX-Request": "true"})
    assert answer.status_code in {400, 422}
    assert why in answer.content.decode()


# --- the end


@pytest.mark.django_db
def test_the_winners_stand_on_the_page_and_the_wall_and_everybody_reads_their_place() -> None:
    olga = played()
    event = olga.directed.event
    assert "The winners" not in olga.client.get(f"/events/{event.public_id}/").content.decode()
    olga.do("finish", sure="1", version=version(olga))
    for address in ("", "wall/"):
        page = olga.client.get(f"/events/{event.public_id}/{address}").content.decode()
        steps = page[page.index("podium__steps") :]
        steps = steps[: steps.index("</ol>")]
        assert steps.count("podium__step--1") == 1
        assert steps.count("podium__step--3") == 2
    eve = Entry.objects.get(number=8).player
    eve.user = olga.directed.director
    eve.save()
    phone = olga.client.get(f"/events/{event.public_id}/me/").content.decode()
    assert "You share places 5–8 of 8." in phone


@pytest.mark.django_db
def test_a_place_is_told_as_it_is_said() -> None:
    olga = desk(
        "Ann Bob Cid Dee", params={"rounds": 2}, seeding="entry", tie_breaks=["buchholz", "lots"]
    )
    for _round in range(2):
        olga.directed.next_round()
        olga.directed.play_all(lambda match: 0 if match.first_id < match.second_id else 1)
    olga.do("finish", sure="1", version=version(olga))
    told = []
    for entry in Entry.objects.order_by("number"):
        entry.player.user = olga.directed.director
        entry.player.save()
        event = olga.directed.event.public_id
        told.append(olga.client.get(f"/events/{event}/me/").content.decode())
        entry.player.user = None
        entry.player.save()
    for words in ("You have won, among 4 players", "2nd of 4", "3rd of 4", "4th of 4"):
        assert sum(words in page for page in told) == 1, words


@pytest.mark.django_db
def test_lots_stand_only_where_they_have_decided() -> None:
    olga = desk("Ann Bob Cid Dee", format="round_robin", tie_breaks=["head_to_head", "lots"])
    olga.directed.next_round()
    lots = '<th scope="col">Lots</th>'
    assert lots not in olga.show(view="standings"), "nobody has played"
    for number in range(3):
        olga.directed.play_all(lambda match: 0 if match.first_id < match.second_id else 1)
        assert number or lots in olga.show(view="standings"), "the winners have not met"
        if Division.objects.get().rounds.filter(state="confirmed").exists():
            olga.do("release")
    table = olga.show(view="standings")
    assert lots not in table
