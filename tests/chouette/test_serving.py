"""Ports, addresses, and a worker that never outlives its parent."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.dispatch import Signal

from chouette import serving
from chouette.serving import AssistantWorker, PortTakenError, Worker
from games.signals import assistant_expected, board_changed

PATIENT = (sys.executable, "-c", "import sys; sys.stdin.read()")


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_taken_port_is_noticed_before_anything_is_done() -> None:
    with socket.socket() as other:
        other.bind((serving.LOOPBACK, 0))
        other.listen()
        with pytest.raises(PortTakenError):
            serving.listen([serving.LOOPBACK], other.getsockname()[1])


def test_a_free_port_is_taken_at_once() -> None:
    with socket.socket() as probe:
        probe.bind((serving.LOOPBACK, 0))
        port = probe.getsockname()[1]
    (listener,) = serving.listen([serving.LOOPBACK], port)
    with listener, pytest.raises(PortTakenError):
        serving.listen([serving.LOOPBACK], port)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other options")
def test_the_system_asks_whether_silent_lines_are_still_there() -> None:
    (listener,) = serving.listen([serving.LOOPBACK], 0)
    with listener, socket.create_connection(listener.getsockname()):
        line, _address = listener.accept()
        with line:
            assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
            told = [
                line.getsockopt(socket.IPPROTO_TCP, option)
                for option in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_USER_TIMEOUT)
            ]
    assert told == [5, 2, 15_000]


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unreachable(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr(serving.socket, "socket", Unreachable)
    assert serving.lan_address() is None


def test_the_worker_ends_when_asked() -> None:
    worker = Worker(PATIENT)
    process = worker.process
    worker.stop()
    assert process.poll() is not None


def test_a_worker_that_does_not_listen_is_ended_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serving, "SECONDS_TO_END", 0.2)
    worker = Worker((sys.executable, "-c", "import time; time.sleep(60)"))
    worker.stop()
    assert worker.process.poll() is not None


def test_a_worker_that_dies_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "SECONDS_TO_RESTART", 0.05)
    worker = Worker(PATIENT)
    first = worker.process
    first.kill()
    wait_for(lambda: worker.process is not first)
    assert worker.process.poll() is None
    worker.stop()
    assert worker.process.poll() is not None


def test_the_worker_ends_even_when_its_parent_is_killed(tmp_path: Path) -> None:
    ended = tmp_path / "ended"
    child = f"import sys, pathlib; sys.stdin.read(); pathlib.Path({str(ended)!r}).touch()"
    parent = (
        "import sys, time; from chouette.serving import Worker;"
        f"Worker((sys.executable, '-c', {child!r})); print('ready', flush=True); time.sleep(60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", parent], cwd=serving.ROOT, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.kill()
    process.communicate()
    wait_for(ended.exists)


@pytest.mark.parametrize("signal", [assistant_expected, board_changed])
def test_the_assistants_worker_starts_once_before_its_first_move(
    monkeypatch: pytest.MonkeyPatch, signal: Signal
) -> None:
    started: list[tuple[str, ...]] = []

    class Started:
        def __init__(self, command: tuple[str, ...]) -> None:
            started.append(command)

        def stop(self) -> None:
            started.append(("stopped",))

    monkeypatch.setattr(serving, "Worker", Started)
    assistant = AssistantWorker()
    assert started == []

    for _ in range(2):
        signal.send_robust(sender=None)
    assistant.stop()
    signal.send_robust(sender=None)

    assert [command[-1] for command in started] == ["assistant", "stopped"]
