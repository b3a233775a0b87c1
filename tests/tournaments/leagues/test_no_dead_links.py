"""Whatever a player's page leads to is there for them, with an account or a phone only."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from games.models import Club
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.test_phones_follow import Phone
from tournaments.leagues.services import seasons

pytestmark = pytest.mark.django_db
MOST = 150


def links(page: str) -> Iterator[str]:
    for found in re.findall(r'<a [^>]*href="(/[^"#]*)', page):
        yield found.replace("&amp;", "&")


def dead(client: Client, start: str) -> list[str]:
    """The addresses to which pages lead that are not there, each with the page that names it."""
    seen, waits, found = {start}, [(start, "")], []
    while waits and len(seen) < MOST:
        path, source = waits.pop(0)
        answer = client.get(path, follow=True)
        if answer.status_code != 200:
            found.append(f"{path} {answer.status_code} on {source}")
            continue
        if "html" not in answer["Content-Type"]:
            continue
        for one in links(answer.content.decode()):
            if one not in seen and not one.startswith(("/static/", "/docs/")):
                seen.add(one)
                waits.append((one, path))
    return found


@pytest.mark.parametrize("who", ["phone", "member", "guest"])
@pytest.mark.parametrize("visibility", [Club.Visibility.PUBLIC, Club.Visibility.MEMBERS])
@pytest.mark.parametrize("stage", ["running", "over", "next released"])
def test_no_link_of_a_league_leads_nowhere(stage: str, visibility: str, who: str) -> None:
    phone = Phone(visibility)
    if stage != "running":
        phone.of.play()
        phone.of.close()
        phone.of.draft()
        following = phone.of.follow()
    if stage == "next released":
        seasons.season_release(season=following, by=phone.by)
        phone.of.season = following
        phone.of.play()
    clients = {
        "phone": phone.client,
        "guest": Client(),
        "member": client_of(phone.of.account("Bob")),
    }
    league = f"/leagues/{phone.of.league.public_id}/"
    start = league if who == "guest" else f"{league}me/"
    if who == "guest" and visibility == Club.Visibility.MEMBERS:
        assert clients[who].get(start).status_code in (302, 404)
        return
    assert dead(clients[who], start) == []
