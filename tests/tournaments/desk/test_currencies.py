"""Fees and prizes have the decimals of their currency: on pages and paper, for programs."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from tests.tournaments.desk.desk import desk, version
from tournaments.models import Entry

# currency: fee, pool, prizes of the first and the second place; as programs read them
AMOUNTS = {
    "EUR": ("10.01", "20.02", "13.35", "6.67"),
    "JPY": ("1501", "3002", "2001", "1001"),
    "KWD": ("1.255", "2.510", "1.673", "0.837"),
    "": ("10.01", "20.02", "13.35", "6.67"),
}


def plain(text: str) -> str:
    """Return a page's text without what groups thousands."""
    return re.sub(r"(?<=\d),(?=\d{3})", "", text.replace("\xa0", " "))


@pytest.mark.django_db
@pytest.mark.parametrize("currency", AMOUNTS)
def test_every_place_writes_the_decimals_of_the_currency(currency):
    fee, pool, first, second = AMOUNTS[currency]
    money = {"fee": Decimal(fee), "currency": currency, "prizes": [66.67, 33.33]}
    olga = desk("Ann Bob", format="single", seeding="entry", event_fields=money)
    event = olga.directed.event
    api, address = "/api/v1", f"/events/{event.public_id}"
    olga.do("fees_all", version=version(olga))
    olga.directed.next_round()
    olga.directed.play_all(lambda _match: 0)
    olga.do("prizes_write")
    get = olga.client.get

    paid = Entry.objects.order_by("number").values_list("prize", flat=True)
    assert sorted(paid) == sorted([Decimal(first), Decimal(second)])
    for place, amounts in {
        f"{address}/?show=entries": (fee, pool, first, second),
        f"{address}/direct/?view=money": (pool, first, second),
        f"{address}/direct/?view=entries": (first, second),
        f"{address}/slips/?what=payout": (pool, first, second),
        f"{address}/settings/": (fee,),
    }.items():
        page = plain(get(place, follow=True).content.decode())
        for amount in amounts:
            assert re.search(rf"(?<![\d.]){re.escape(amount)}(?![\d.]*\d)", page), (place, amount)

    division = olga.directed.division.public_id
    read = get(f"{api}/events/{event.public_id}").json()
    assert (read["fee"], read["added"]) == (fee, f"{0:.{len(fee.partition('.')[2])}f}")
    client = {"content_type": "application/json"}
    sent = olga.client.patch(f"{api}/divisions/{division}", {"fee": first}, **client)
    assert sent.json()["fee"] == first
    entries = get(f"{api}/divisions/{division}/entries").json()
    rows = entries["results"] if isinstance(entries, dict) else entries
    assert sorted(one["prize"] for one in rows) == sorted([first, second])
