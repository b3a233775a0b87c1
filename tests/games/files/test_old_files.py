"""Files written by the program of commit 9da5eef, which kept wrong debts, are still read.

Its club has a debt that outlived its void evening (10 EUR for 1), one that was put right after it
had been carried (9 and 6 the other way for 3), one paid for an evening that was declared void, and
one carried and paid as it should be.
"""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import Club, Debt, Payment, Recount, User
from games.sessions.services.debts import debts_check
from tests import evenings
from tests.games.files.test_backups import Installation

OLD = Path(__file__).parents[2] / "data" / "old"
OPEN = [
    "Bob → Ann 1 EUR",
    "Eve → Dee 3",
    "Fay → Dee 1",
    "Gus → Hal 5 CHF",
    "Lou → Jim 0.5",
]
PAID = ["Hal → Gus 5 CHF", "Kay → Jim 4"]
ASK = """
import json
from games.models import Debt, Payment, Recount
said = lambda a, b, row: f"{a} → {b} {row.amount.normalize():f} {row.currency}".strip()
club = {"session__club__slug": "old"}
debts = Debt.objects.filter(carried_to=None, **club)
print(json.dumps([
    sorted(said(row.debtor, row.creditor, row) for row in debts),
    sorted(said(row.payer, row.payee, row) for row in Payment.objects.filter(**club)),
    [recount.club.slug for recount in Recount.objects.all()],
]))
"""


@pytest.mark.slow
@pytest.mark.long
def test_a_backup_of_the_old_program_is_restored_with_its_debts_reckoned_anew(
    tmp_path: Path,
) -> None:
    empty = Installation(tmp_path / "empty")
    assert "9 sessions" in empty.run("restore", str(OLD / "backup-9da5eef.zip"))
    assert json.loads(empty.ask(ASK)) == [OPEN, PAID, ["old"]]
    assert "2 clubs checked" in empty.run("check_debts")
    assert "9 sessions checked" in empty.run("check_ledger")


@pytest.mark.django_db
def test_a_club_of_the_old_program_is_read_with_its_debts_reckoned_anew(client: Client) -> None:
    reader = evenings.user("Rea")
    call_command("club_import", str(OLD / "club-9da5eef.json"), by=reader.email)
    club = Club.objects.get()
    debts = Debt.objects.filter(carried_to=None)
    found = [f"{d.debtor} → {d.creditor} {d.amount.normalize():f} {d.currency}" for d in debts]
    assert sorted(one.strip() for one in found) == OPEN
    assert Payment.objects.count() == 2
    assert debts_check(club=club) == []
    seen_once(client, reader, club)


def seen_once(client: Client, reader: User, club: Club) -> None:
    """Organizers see before and after, nobody else does; once it is put away it is gone."""
    notice = "Debts were reckoned anew"
    address = f"/clubs/{club.slug}/"
    client.force_login(
        evenings.member(club, "Max", "scorer"), backend="games.backends.AccountBackend"
    )
    assert notice not in client.get(address).content.decode()
    assert client.post(f"{address}recounted/").status_code in {403, 404}
    client.force_login(reader, backend="games.backends.AccountBackend")
    page = client.get(address).content.decode()
    assert notice in page
    for told in ("Bob → Ann", "10.00\xa0EUR", "1.00\xa0EUR", "9 points", "5.00\xa0CHF"):
        assert told in page
    assert "Lou → Jim" not in page
    assert client.post(f"{address}recounted/").headers["Location"] == address
    assert notice not in client.get(address).content.decode()
    assert Recount.objects.get().seen_by == reader


@pytest.mark.django_db
def test_a_club_whose_debts_were_right_gets_no_notice() -> None:
    reader = evenings.user("Rea")
    call_command("club_import", str(OLD / "club-9da5eef-right.json"), by=reader.email)
    assert [str(debt.amount) for debt in Debt.objects.filter(carried_to=None)] == ["1.000"]
    assert not Recount.objects.exists()
