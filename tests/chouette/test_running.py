"""The program as it is run: by `up` on one computer, and by the commands of the compose file."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.servers import (
    ROOT,
    Server,
    free_port,
    postgres_database,
    redis_database,
    wait_until_ready,
)

pytestmark = pytest.mark.slow

QUEUE = "from tournaments.tasks import rebuild_leaderboard; rebuild_leaderboard.delay(0)"


def wait_for(condition: Callable[[], bool], what: str, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def waiting(data: Path) -> list[Path]:
    """Return the messages that no worker has taken yet."""
    return list((data / "queue" / "messages").glob("*.msg"))


def test_the_page_is_strict_about_where_things_come_from(server: Server) -> None:
    with urllib.request.urlopen(server.url) as answer:
        policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_the_first_start_prints_a_link_that_signs_the_organizer_in(server: Server) -> None:
    assert server.sign_in_link().startswith(server.url)


def test_a_strange_host_is_refused_without_a_traceback(server: Server) -> None:
    request = urllib.request.Request(server.url, headers={"Host": "elsewhere.example"})
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request)
    body = caught.value.read().decode()
    assert caught.value.code == 400
    assert "Traceback" not in body
    assert "<html" in body


def test_an_unknown_page_is_answered_calmly(server: Server) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(f"{server.url}/nothing/here/")
    assert caught.value.code == 404
    assert "Traceback" not in caught.value.read().decode()


def test_a_real_worker_does_what_is_queued(server: Server) -> None:
    server.run("shell", "--verbosity", "0", "-c", QUEUE)
    wait_for(lambda: not waiting(server.data), "the worker takes the message")


def test_a_taken_port_is_one_clear_sentence(server: Server) -> None:
    port = server.url.rpartition(":")[2]
    done = subprocess.run(
        [sys.executable, "manage.py", "up", "--port", port],
        cwd=ROOT,
        env=server.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"Port {port} is in use" in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_ends_everything_and_the_next_start_goes_on(tmp_path: Path) -> None:
    environment = {**os.environ, "CHOUETTE_DATA": str(tmp_path)}
    for start in range(2):
        port = free_port()
        log = tmp_path / f"up-{start}.log"
        with log.open("w", encoding="utf-8") as sink:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(port)],
                cwd=ROOT,
                env=environment,
                stdout=sink,
                stderr=subprocess.STDOUT,
            )
            wait_until_ready(process, f"http://127.0.0.1:{port}", log)
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0, log.read_text(encoding="utf-8")
        assert "Everything is saved" in log.read_text(encoding="utf-8")
        assert "Traceback" not in log.read_text(encoding="utf-8")
    # Were the worker still there, it would take these messages.
    before = len(waiting(tmp_path))
    subprocess.run(
        [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", QUEUE],
        cwd=ROOT,
        env=environment,
        check=True,
    )
    time.sleep(3)
    assert len(waiting(tmp_path)) == before + 1


# The commands of docker-compose.yml, run here against the servers that continuous integration
# names. The operator builds the images.


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    services: dict[str, Any] = yaml.safe_load(text)["services"]
    return services


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of the containers, with a new PostgreSQL database."""
    # It is migrated already: test_deploy_page.py begins with an empty one.
    with postgres_database() as url:
        yield {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": "chouette.settings",
            "CHOUETTE_DATA": str(tmp_path_factory.mktemp("container")),
            "CHOUETTE_SECRET_KEY": "only for this test, and long enough for every check there is",
            "CHOUETTE_ALLOWED_HOSTS": "club.example",
            "CHOUETTE_HTTPS": "on",
            "CHOUETTE_LOG_JSON": "on",
            "DATABASE_URL": url,
            "REDIS_URL": redis_database(),
        }


@contextlib.contextmanager
def running(command: Any, environment: dict[str, str], log: Path) -> Iterator[None]:
    """Run a service's command, whose shell or program the container would start."""
    arguments = command if isinstance(command, list) else ["sh", "-c", f"exec {command}"]
    with log.open("w", encoding="utf-8") as sink:
        process = subprocess.Popen(
            arguments, cwd=ROOT, env=environment, stdout=sink, stderr=subprocess.STDOUT
        )
        try:
            yield
        finally:
            process.terminate()
            process.wait(60)


def says(log: Path, pattern: str) -> Callable[[], bool]:
    return lambda: re.search(pattern, log.read_text(encoding="utf-8")) is not None


def test_the_commands_of_the_compose_file_run(
    compose: dict[str, Any], production: dict[str, str], tmp_path: Path
) -> None:
    collect = ["django-admin", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(collect, env=production, check=True)
    port = str(free_port())
    web = [part.replace("--port 8000", f"--port {port}") for part in compose["web"]["command"]]
    beat = compose["beat"]["command"].replace("/tmp/beat-schedule", str(tmp_path / "schedule"))
    logs = {name: tmp_path / f"{name}.log" for name in ("web", "worker", "beat")}

    def answers() -> bool:
        # As Caddy asks: plain http, with the name and the scheme that the browser used.
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/admin/login/",
            headers={"Host": "club.example", "X-Forwarded-Proto": "https"},
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def ready(part: str) -> bool:
        try:
            address = f"http://127.0.0.1:{port}/readyz?of={part}"
            with urllib.request.urlopen(address, timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    with running(web, production, logs["web"]):
        wait_for(answers, f"the web server answers: {logs['web'].read_text()}", 240)
        assert ready("database,migrations,broker")
        assert not ready("worker")
        with (
            running(compose["worker"]["command"], production, logs["worker"]),
            running(beat, production, logs["beat"]),
        ):
            wait_for(says(logs["worker"], r"celery@\S+ ready"), "the worker is ready", 120)
            queue = ["django-admin", "shell", "--verbosity", "0", "-c", QUEUE]
            subprocess.run(queue, env=production, check=True)
            done = r"tournaments\.rebuild_leaderboard\S* succeeded"
            wait_for(says(logs["worker"], done), logs["worker"].read_text(encoding="utf-8"))
            wait_for(says(logs["beat"], "beat: Starting"), "the clock runs")
            beat_now = "from chouette.tasks import heartbeat; heartbeat.delay()"
            subprocess.run([*queue[:-1], beat_now], env=production, check=True)
            wait_for(lambda: ready("worker"), "the worker says that it works")
    for name, log in logs.items():
        lines = log.read_text(encoding="utf-8").splitlines()
        assert lines, name
        for line in lines:
            assert {"event", "level", "timestamp"} <= json.loads(line).keys(), (name, line)
