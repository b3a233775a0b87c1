"""Settings from the surroundings: variables, the data folder, the key."""

import os
import sqlite3
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from chouette import environment


@pytest.mark.parametrize("text", ["1", "on", "True", " yes "])
def test_a_flag_is_switched_on_in_several_words(text: str) -> None:
    assert environment.flag({"CHOUETTE_HTTPS": text}, "CHOUETTE_HTTPS") is True


@pytest.mark.parametrize("text", ["0", "off", "FALSE", "no"])
def test_a_flag_is_switched_off_in_several_words(text: str) -> None:
    assert environment.flag({"X": text}, "X", default=True) is False


def test_a_flag_not_set_has_its_default() -> None:
    assert environment.flag({"X": ""}, "X", default=True) is True
    assert environment.flag({}, "X") is False


def test_a_misspelled_flag_is_refused_by_name() -> None:
    with pytest.raises(ImproperlyConfigured, match="CHOUETTE_HTTPS is 'onn'"):
        environment.flag({"CHOUETTE_HTTPS": "onn"}, "CHOUETTE_HTTPS")


def test_words_are_separated_by_commas() -> None:
    assert environment.words({"HOSTS": "a.example, b.example,"}, "HOSTS") == [
        "a.example",
        "b.example",
    ]
    assert environment.words({}, "HOSTS", ("localhost",)) == ["localhost"]


def test_the_data_folder_is_made_for_its_owner_only(tmp_path: Path) -> None:
    folder = environment.data_folder({"CHOUETTE_DATA": str(tmp_path / "a" / "b")}, Path("/"))
    assert folder == tmp_path / "a" / "b"
    assert folder.is_dir()
    if sys.platform != "win32":
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_new_data_folder_lies_where_the_system_keeps_a_users_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = tmp_path / "home" / "chouette"
    monkeypatch.setattr(environment, "user_data_path", lambda name, appauthor: usual)
    assert environment.data_folder({}, tmp_path) == usual
    assert not (tmp_path / "data").exists()


def test_a_data_folder_beside_the_program_stays_there(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    assert environment.data_folder({}, tmp_path) == tmp_path / "data"


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured, match="data folder"):
        environment.data_folder({"CHOUETTE_DATA": str(tmp_path / "file" / "data")}, tmp_path)


def test_the_key_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    key = environment.secret_key({}, tmp_path)
    assert len(key) >= 50
    assert environment.secret_key({}, tmp_path) == key
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_the_key_of_web_push_follows_from_the_secret_key_and_does_not_tell_it() -> None:
    key = environment.vapid_key("a secret that is long enough for everybody")
    assert 0 < int(key, 16) < environment.ORDER_OF_P256
    assert len(key) == 64
    assert key == environment.vapid_key("a secret that is long enough for everybody")
    assert key != environment.vapid_key("a secret that is long enough for nobody...")


def test_several_first_starts_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as starts:
        keys = set(starts.map(lambda _: environment.secret_key({}, tmp_path), range(8)))
    assert len(keys) == 1


def test_the_key_may_come_from_the_environment(tmp_path: Path) -> None:
    given = "given, and long enough that nobody guesses it"
    assert environment.secret_key({"CHOUETTE_SECRET_KEY": given}, tmp_path) == given
    assert list(tmp_path.iterdir()) == []


def test_an_empty_key_file_is_named_and_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret_key").touch()
    monkeypatch.setattr(environment.time, "sleep", lambda seconds: None)
    with pytest.raises(ImproperlyConfigured, match=r"secret_key is empty: delete it"):
        environment.secret_key({}, tmp_path)


def test_sqlite_is_the_default_and_waits_its_turn(tmp_path: Path) -> None:
    database = environment.database({}, tmp_path)
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == tmp_path / "chouette.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert database["OPTIONS"]["timeout"] == 20


def test_a_database_url_means_postgresql_with_a_pool(tmp_path: Path) -> None:
    url = "postgres://ann:p%40ss@db.example:5433/club?sslmode=require"
    database = environment.database({"DATABASE_URL": url}, tmp_path)
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"]) == ("ann", "p@ss")
    assert (database["HOST"], database["PORT"]) == ("db.example", "5433")
    assert database["NAME"] == "club"
    assert database["OPTIONS"]["pool"]["max_size"] >= 12, "a connection for each thread"
    assert database["OPTIONS"]["pool"]["timeout"] < 10, "a phone waits no longer than that"
    assert database["OPTIONS"]["sslmode"] == "require"


@pytest.mark.parametrize(
    ("url", "reason"),
    [("mysql://a/b", "must begin with postgres"), ("postgres://a/", "names no database")],
)
def test_a_wrong_database_url_is_refused(url: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match=reason):
        environment.database({"DATABASE_URL": url}, tmp_path)


def test_messages_for_the_worker_lie_in_the_data_folder(tmp_path: Path) -> None:
    broker = environment.broker({}, tmp_path)
    assert broker["url"].startswith("filesystem://")
    for folder in broker["options"].values():
        assert Path(folder).is_relative_to(tmp_path)
        assert Path(folder).is_dir()


def test_a_redis_url_serves_worker_and_cache(tmp_path: Path) -> None:
    given = {"REDIS_URL": "redis://cache.example:6379/0"}
    assert environment.broker(given, tmp_path)["url"] == given["REDIS_URL"]
    assert environment.cache(given)["LOCATION"] == given["REDIS_URL"]
    assert environment.cache({})["BACKEND"] == "chouette.caching.KeptCache"


@pytest.mark.parametrize("given", ["secret", "x" * 50, "0123456789" * 3])
def test_a_key_that_could_be_guessed_starts_nothing(given: str, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="at least 32 random characters"):
        environment.secret_key({"CHOUETTE_SECRET_KEY": given}, tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights otherwise")
def test_nobody_else_reads_the_database(tmp_path: Path) -> None:
    path = tmp_path / "chouette.sqlite3"
    environment.sqlite(path)
    assert path.stat().st_mode & 0o777 == 0o600
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE one (a)")
        files = list(tmp_path.iterdir())
        assert len(files) == 3
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    for file in tmp_path.iterdir():  # as earlier versions have left them
        file.chmod(0o644)
    environment.sqlite(path)
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
