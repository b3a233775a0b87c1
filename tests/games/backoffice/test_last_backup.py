"""Those who run a club see how old the last good backup is, and machines that watch see it too."""

import datetime
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils import timezone

from games.files.services.kept_backups import NAME, folder_of_backups

HOUR = datetime.timedelta(hours=1)
WARNING = "too long ago"


@pytest.fixture
def backup_of(data_folder: Path):
    def put(age: datetime.timedelta) -> None:
        folder_of_backups().mkdir(parents=True, exist_ok=True)
        made = timezone.now() - age - datetime.timedelta(seconds=1)
        (folder_of_backups() / made.strftime(NAME)).touch()

    return put


@pytest.fixture(params=["admin:index", "club_settings"])
def the_page(request, enter, organizer, club, settings, data_folder: Path):
    """What an organizer reads at one of the two places."""
    settings.BACKUPS_BY_THEMSELVES = True
    address = reverse(request.param, args=[club.slug] if request.param == "club_settings" else [])

    def read(language: str = "en") -> str:
        answer = enter(organizer).get(address, headers={"accept-language": language})
        assert answer.status_code == 200
        return answer.content.decode().replace("\xa0", " ")

    return read


def test_the_age_of_a_fresh_backup_is_said_without_a_warning(the_page, backup_of) -> None:
    backup_of(5 * HOUR)
    backup_of(3 * HOUR)
    assert "Last backup: 3 hours ago." in the_page()
    assert WARNING not in the_page()
    assert "Letzte Sicherung: vor 3 Stunden." in the_page("de")


def test_a_backup_older_than_two_days_is_a_warning(the_page, backup_of) -> None:
    backup_of(49 * HOUR)
    text = the_page()
    assert "Last backup: 2 days, 1 hour ago." in text
    assert WARNING in text


def test_an_installation_without_a_backup_says_so_unless_it_wants_none(the_page, settings) -> None:
    assert "No backup of this installation has been made yet." in the_page()
    settings.BACKUPS_BY_THEMSELVES = False
    assert "backup" not in the_page()


@pytest.mark.parametrize(("age", "status"), [(3 * HOUR, 200), (47 * HOUR, 200), (49 * HOUR, 503)])
def test_readiness_asks_for_a_backup_of_the_last_two_days(
    client, db, backup_of, age: datetime.timedelta, status: int
) -> None:
    backup_of(age)
    answer = client.get("/readyz?of=backup")
    assert answer.status_code == status
    assert answer.json()["parts"]["backup"]["age_seconds"] == pytest.approx(
        age.total_seconds(), abs=30
    )


@pytest.mark.parametrize(("age", "status"), [(5 * HOUR, 200), (72 * HOUR, 503)])
def test_a_new_installation_is_ready_until_its_first_backup_is_due(
    client, db, data_folder: Path, age: datetime.timedelta, status: int
) -> None:
    rows = MigrationRecorder(connection).migration_qs
    rows.update(applied=timezone.now() - age)
    assert client.get("/readyz?of=backup").status_code == status
