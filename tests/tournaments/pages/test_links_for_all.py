"""Links for the phones of all who have none, made in one step, for paper."""

import datetime
import html
import re

import pytest
from django.test import Client
from django.utils import timezone

from games.errors import NotAllowed
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_small_faults import read
from tournaments.errors import EventRefused
from tournaments.events.services.entries import entry_withdraw
from tournaments.models import EntryPass
from tournaments.record.services import passes
from tournaments.record.services.passes import pass_create, passes_create
from tournaments.results.services.results import match_report

pytestmark = pytest.mark.django_db


def phones_of(of: Running) -> str:
    return f"/events/{of.season.event.public_id}/phones/"


def linked(of: Running) -> list[str]:
    found = EntryPass.objects.filter(event=of.season.event, state="granted")
    return sorted(found.values_list("player__name", flat=True))


def test_all_who_have_none_get_a_link_on_one_sheet() -> None:
    of = Running("Ann Bob Cid Dee", "Eve Fay Gus")
    of.account("Ann")
    pass_create(event=of.season.event, player=of.player("Bob"), by=of.director)
    entry_withdraw(entry=of.entry("Gus"), by=of.director)
    page = read(of, phones_of(of))
    assert "Links for all 4 who have neither account nor phone nor link" in page
    assert "Links für alle 4 ohne Konto, Handy und Link" in read(of, phones_of(of), language="de")
    olga = Client()
    olga.force_login(of.director)
    sheet = html.unescape(olga.post(f"{phones_of(of)}all/").content.decode())
    assert re.findall(r"<strong>(\w+)</strong>", sheet) == ["Cid", "Dee", "Eve", "Fay"]
    assert sheet.count("<svg") >= 4
    assert "shown this once: print them" in sheet
    assert linked(of) == ["Bob", "Cid", "Dee", "Eve", "Fay"]
    links = re.findall(r"https?://[^/]+(/e/link/[^<\s]+)", sheet)
    assert len(set(links)) == 4
    assert Client().get(links[0]).status_code == 302, "it lets the phone in"

    step = of.season.event.log.get(kind="passes_create")
    assert len(step.payload["players"]) == 4
    assert "Links for all" not in read(of, phones_of(of))
    again = olga.post(f"{phones_of(of)}all/", follow=True).content.decode()
    assert "Everybody who plays has an account, a phone or a link." in again
    assert len(linked(of)) == 5, "a second tap makes no second link"
    log = read(of, f"/events/{of.season.event.public_id}/log/")
    assert "made links for the phones of all who had none" in log


def test_of_many_each_sheet_has_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passes, "MOST_AT_ONCE", 2)
    of = Running("Ann Bob Cid")
    olga = Client()
    olga.force_login(of.director)
    sheet = olga.post(f"{phones_of(of)}all/").content.decode()
    assert re.findall(r"<strong>(\w+)</strong>", sheet) == ["Ann", "Bob"]
    assert "1 player has none yet: print these, then make another sheet." in sheet
    assert "Cid" in olga.post(f"{phones_of(of)}all/").content.decode()


def test_only_directors_make_links() -> None:
    of = Running("Ann Bob Cid")
    with pytest.raises(NotAllowed):
        passes_create(event=of.season.event, by=of.account("Ann"))
    member = Client()
    member.force_login(evenings.member(of.club, "Max"))
    assert member.post(f"{phones_of(of)}all/").status_code in {403, 404}
    assert linked(of) == []


def test_a_second_step_refuses_before_it_writes() -> None:
    of = Running("Ann Bob Cid")
    passes_create(event=of.season.event, by=of.director)
    with pytest.raises(EventRefused, match="has an account, a phone or a link"):
        passes_create(event=of.season.event, by=of.director)
    assert of.season.event.log.filter(kind="passes_create").count() == 1


def test_two_links_of_a_player_are_told_apart_before_one_is_blocked() -> None:
    of = Running("Ann Bob Cid")
    first = pass_create(event=of.season.event, player=of.player("Ann"), by=of.director).holder
    day = timezone.now() - datetime.timedelta(days=3)
    EntryPass.objects.filter(pk=first.pk).update(created_at=day)
    pass_create(event=of.season.event, player=of.player("Ann"), by=of.director)
    page = read(of, phones_of(of))
    made = re.findall(r"link, made on ([^<]+), nothing sent with it yet", page)
    assert len(set(made)) == 2
    match = of.match("Ann", "Bob")
    first.refresh_from_db()
    match_report(match=match, by=first, points=(11, 3), version=match.version, key=key())
    page = read(of, phones_of(of))
    assert f"link, made on {made[0]}, used" in page
    assert f"link, made on {made[1]}, nothing sent with it yet" in page
    german = read(of, phones_of(of), language="de")
    assert re.search(r"Link vom [^<]+, benutzt", german)
    assert "noch nichts damit gesendet" in german
