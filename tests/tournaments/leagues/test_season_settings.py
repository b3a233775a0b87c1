"""The settings of a season: what a league needs, and nothing that needs an evening."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.leagues.seasons import Running
from tournaments.desk.presenters.forms import OF_AN_EVENING, OF_ITS_TABLES
from tournaments.events.services.events import DIVISION_FIELDS, EVENT_FIELDS
from tournaments.models import Event

pytestmark = pytest.mark.django_db

FORM = re.compile(r"<form[^>]*method=\"post\".*?</form>", re.DOTALL)
FIELD = re.compile(r"<(input)\b([^>]*)>()|<(textarea|select)\b([^>]*)>(.*?)</", re.DOTALL)


def form_of(page: str, about: str) -> dict[str, Any]:
    """Return what a browser sends of the form about something, as it stands."""
    [text] = [one for one in FORM.findall(page) if f'name="about" value="{about}"' in one]
    sent: dict[str, Any] = {}
    for field in FIELD.findall(re.sub(r"</option>", "", text)):
        tag, attributes, inside = field[:3] if field[0] else field[3:]
        name = re.search(r'\bname="([^"]*)"', attributes)
        if name is None or 'type="file"' in attributes:
            continue
        value = re.search(r'\bvalue="([^"]*)"', attributes)
        if 'type="checkbox"' in attributes or 'type="radio"' in attributes:
            if "checked" in attributes:
                sent[name[1]] = value[1] if value else "on"
        elif tag == "select":
            chosen = re.search(r'<option value="([^"]*)" selected', inside)
            sent[name[1]] = chosen[1] if chosen else ""
        else:
            sent[name[1]] = inside if tag == "textarea" else (value[1] if value else "")
    return sent


def settings_of(of: Running) -> tuple[Client, str, str]:
    client = Client()
    client.force_login(of.director)
    address = f"/events/{of.season.event.public_id}/settings/"
    return client, address, client.get(address).content.decode()


def values(event: Event) -> list[dict[str, Any]]:
    event = Event.objects.get(pk=event.pk)
    return [
        {name: getattr(event, name) for name in EVENT_FIELDS},
        *({name: getattr(one, name) for name in DIVISION_FIELDS} for one in event.divisions.all()),
    ]


@pytest.mark.parametrize("asked", ["Number of tables", "Minutes for a round", "House rules"])
def test_a_season_is_not_asked_for_what_only_an_evening_needs(asked: str) -> None:
    _client, _address, page = settings_of(Running("Ann Bob Cid"))
    assert asked not in page
    assert page.count('type="radio" name="format"') == page.count('name="division_name"')


@pytest.mark.parametrize("name", [*OF_AN_EVENING, *OF_ITS_TABLES])
def test_what_a_season_is_not_asked_is_sent_unseen(name: str) -> None:
    _client, _address, page = settings_of(Running("Ann Bob Cid"))
    assert f'<input type="hidden" name="{name}"' in page
    assert len(re.findall(rf'name="{name}"', page)) == len(
        re.findall(rf'<input type="hidden" name="{name}"', page)
    )


def test_settings_of_a_season_saved_as_they_stand_change_nothing() -> None:
    of = Running("Ann Bob Cid")
    event = of.season.event
    event.tables, event.late_first, event.reentry_fee = 4, 15, 3
    event.save()
    division = event.divisions.get()
    division.rules, division.first_table, division.last_table = "jacoby", 2, 3
    division.save()
    before = values(event)
    for about in ("event", division.public_id):
        client, address, page = settings_of(of)
        assert client.post(address, form_of(page, about)).status_code == 302
    assert values(event) == before


def test_a_division_that_is_added_to_a_season_is_played_like_the_others() -> None:
    of = Running("Ann Bob Cid", is_released=False)
    client, address, page = settings_of(of)
    sent = form_of(page, "new") | {"division_name": "Second", "names": "Dee\nEve\nFay"}
    sent = client.post(address, sent)
    assert sent.status_code == 302, sent.content.decode()
    first, *others = of.season.event.divisions.order_by("position")
    assert [(one.format, one.params, one.match_length) for one in others] == [
        (first.format, first.params, first.match_length)
    ]
