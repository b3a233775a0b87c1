"""Each setting of an event or a division is wherever it is looked for: page, programs, archive."""

import re

import pytest
from django.test import Client

from games.models import Club
from tests import evenings
from tests.tournaments.desk.desk import announce
from tournaments.api.serializers import DivisionFieldsSerializer, EventFieldsSerializer
from tournaments.api.shapes import DivisionSerializer, EventDetailSerializer
from tournaments.events.services.archive_shapes import DIVISION, EVENT
from tournaments.events.services.events import DIVISION_FIELDS, EVENT_FIELDS, of_division
from tournaments.models import Division, Event

pytestmark = pytest.mark.django_db

OF_CUPS = {"own_dates"}
"""Set by what makes the matches, and by nobody else."""
IN_EVERY_ARCHIVE = {
    *("title", "place", "starts_on", "notice", "status", "seed", "tables", "round_minutes"),
    *("late_first", "late_every", "self_reports", "is_rated", "rates_single_points"),
    *("fee", "reentry_fee", "currency", "prizes", "version", "beat", "created_at", "changed_at"),
    *("season", "divisions", "log"),
}
"""What the first archives with events have of them; all that came later they lack."""


def settings_page() -> str:
    """The settings of a new event, as its director sees them."""
    club: Club = evenings.club()
    announce(club)
    client = Client()
    client.force_login(evenings.user("Olga"))
    return client.get(f"/events/{Event.objects.get().public_id}/settings/").content.decode()


@pytest.mark.parametrize("name", EVENT_FIELDS)
def test_an_event_has_it_and_an_archive_keeps_it(name: str) -> None:
    assert Event._meta.get_field(name)
    assert name in EVENT.fields


def test_an_archive_from_before_a_setting_is_read_with_a_default() -> None:
    assert EVENT.fields.keys() - EVENT.later.keys() == IN_EVERY_ARCHIVE


@pytest.mark.parametrize("name", sorted(EVENT_FIELDS.keys() - OF_CUPS))
def test_programs_set_it_and_read_it(name: str) -> None:
    assert name in EventFieldsSerializer().fields
    assert name in EventDetailSerializer().fields


def test_the_page_of_the_settings_has_a_field_for_each() -> None:
    page = settings_page()
    fields = set(re.findall(r'name="([a-z_]+)"', page))
    assert EVENT_FIELDS.keys() - OF_CUPS - fields == set()


@pytest.mark.parametrize("name", DIVISION_FIELDS)
def test_a_division_has_it_and_programs_and_archives_do(name: str) -> None:
    assert Division._meta.get_field(name)
    assert name in DIVISION.fields
    assert name in DivisionFieldsSerializer().fields
    assert name in DivisionSerializer().fields


def test_the_page_of_the_settings_has_a_field_for_each_of_a_division() -> None:
    page = settings_page()
    fields = set(re.findall(r'name="([a-z_]+)(?:-[a-z0-9_]+)?"', page))
    in_parts = {"params": "swiss", "tie_breaks": "tie"}  # one field for each of them
    wanted = {in_parts.get(name, of_division(name)) for name in DIVISION_FIELDS}
    assert wanted - fields == set()
