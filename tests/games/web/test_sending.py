"""Messages over real sockets: pinned to the address that was checked, timed, never redirected."""

import contextlib
import datetime
import socket
import ssl
import subprocess
import threading
import time

import pytest

from games.web.sending import LARGEST_ANSWER, send
from tests.servers import free_port

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine"


class Receiver:
    """A server of one socket: it keeps what it is sent and answers with prepared bytes."""

    def __init__(self, answer=OK, tls=None, drip=0.0, family=socket.AF_INET):
        self.answer, self.tls, self.drip, self.heard = answer, tls, drip, []
        self.line = socket.socket(family)
        self.line.bind(("::1" if family == socket.AF_INET6 else "127.0.0.1", 0))
        self.line.listen()
        self.port = self.line.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                line, _peer = self.line.accept()
                with contextlib.suppress(OSError), line:
                    self.talk(self.tls.wrap_socket(line, server_side=True) if self.tls else line)

    def talk(self, line):
        text = b""
        while b"\r\n\r\n" not in text:
            text += line.recv(65536) or b"\r\n\r\n"
        head, body = text.split(b"\r\n\r\n", 1)
        length = next(
            (
                int(h.split(b":")[1])
                for h in head.split(b"\r\n")
                if h.lower().startswith(b"content-length")
            ),
            0,
        )
        while len(body) < length:
            body += line.recv(65536)
        self.heard.append((head.decode(), body))
        if not self.drip:
            line.sendall(self.answer)
        else:
            for byte in self.answer:
                line.sendall(bytes([byte]))
                time.sleep(self.drip)


@pytest.fixture
def receiver():
    made = []

    def make(*args, **settings):
        made.append(Receiver(*args, **settings))
        return made[-1]

    yield make
    for one in made:
        one.line.close()


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """A certificate for hooks.example that nobody but these tests trusts."""
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-keyout", folder / "key.pem", "-out", folder / "cert.pem"),
            *("-subj", "/CN=hooks.example", "-addext", "subjectAltName=DNS:hooks.example"),
        ],
        check=True,
        capture_output=True,
    )
    return folder


def at(*addresses):
    return lambda host, port: list(addresses)


def test_a_message_arrives(receiver):
    server = receiver()

    answer = send(f"http://127.0.0.1:{server.port}/hook?a=1", b"{}", {"X-One": "1"}, local=True)

    assert (answer.status, answer.problem, answer.excerpt) == (200, "", "fine")
    assert answer.is_success
    [(head, body)] = server.heard
    assert head.startswith("POST /hook?a=1 HTTP/1.1\r\n")
    assert f"Host: 127.0.0.1:{server.port}" in head
    assert "X-One: 1" in head
    assert body == b"{}"


def test_the_connection_goes_to_the_address_that_was_checked(receiver):
    """A name that answers otherwise the second time (DNS rebinding) is not asked a second time."""
    server, asked = receiver(), []

    def once(host, port):
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    url = f"http://no-such-name.invalid:{server.port}/"
    answer = send(url, b"", {}, local=True, look_up=once)

    assert answer.status == 200
    assert asked == ["no-such-name.invalid"]
    assert f"Host: no-such-name.invalid:{server.port}" in server.heard[0][0]


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://127.0.0.1:8443/", None),
        ("https://[::1]:8443/", None),
        ("https://[::ffff:7f00:1]:8443/", None),
        ("https://hooks.example:8443/", "127.0.0.1"),
        ("https://hooks.example:8443/", "::ffff:127.0.0.1"),
        ("https://hooks.example:8443/", "169.254.169.254"),
        ("https://hooks.example:8443/", "10.1.2.3"),
    ],
)
def test_nothing_is_sent_inside(monkeypatch, url, address):
    monkeypatch.setattr("games.web.sending.HTTPSConnection", None)  # must not be reached
    look_up = {"look_up": at(address)} if address else {}

    answer = send(url, b"", {}, **look_up)

    assert (answer.status, answer.problem) == (None, "address_refused")


def test_http_is_for_local_use_only(receiver):
    server = receiver()

    assert send(f"http://127.0.0.1:{server.port}/", b"", {}).problem == "url_scheme"
    assert server.heard == []


def test_a_redirect_is_not_followed(receiver):
    elsewhere = receiver()
    location = f"http://127.0.0.1:{elsewhere.port}/".encode()
    server = receiver(
        b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + location + b"\r\n\r\n"
    )

    answer = send(f"http://127.0.0.1:{server.port}/", b"", {}, local=True)

    assert answer.status == 302
    assert not answer.is_success
    assert elsewhere.heard == []


def test_an_endless_answer_is_not_listened_to(receiver):
    server = receiver(b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 10_000_000)

    answer = send(f"http://127.0.0.1:{server.port}/", b"", {}, local=True)

    assert answer.status == 200
    assert len(answer.excerpt) <= LARGEST_ANSWER


@pytest.mark.thorough
@pytest.mark.parametrize("answer", [OK * 100, b"HTTP/1.1 200 OK\r\nX: " + b"y" * 5000])
def test_who_drips_is_cut_off(receiver, answer):
    server = receiver(answer, drip=0.02)
    begin = time.monotonic()

    got = send(f"http://127.0.0.1:{server.port}/", b"", {}, local=True, seconds=0.5)

    assert time.monotonic() - begin < 2
    assert got.problem == "time_limit" or got.status == 200


def test_who_says_nothing_is_not_waited_for(receiver):
    server = receiver(b"", drip=0.01)
    server.talk = lambda line: time.sleep(5)

    got = send(f"http://127.0.0.1:{server.port}/", b"", {}, local=True, seconds=0.3)

    assert got.problem == "time_limit"
    assert got.milliseconds < 2000


def test_nobody_there_is_no_answer():
    assert send(f"http://127.0.0.1:{free_port()}/", b"", {}, local=True).problem == "no_answer"


def test_nonsense_is_no_answer(receiver):
    server = receiver(b"SSH-2.0-OpenSSH\r\n")

    assert send(f"http://127.0.0.1:{server.port}/", b"", {}, local=True).problem == "no_answer"


def test_the_next_address_is_tried(receiver):
    server = receiver()
    url = f"http://hooks.example:{server.port}/"

    answer = send(url, b"", {}, local=True, look_up=at("127.0.0.9", "127.0.0.1"))

    assert answer.status == 200


def test_the_certificate_is_asked_for_the_name_not_the_address(receiver, certificate):
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    trust = ssl.create_default_context(cafile=str(certificate / "cert.pem"))
    server = receiver(tls=tls)
    here = at("127.0.0.1")

    def to(name, **settings):
        url = f"https://{name}:{server.port}/"
        return send(url, b"{}", {}, local=True, look_up=here, **settings)

    assert to("hooks.example", trust=trust).status == 200
    assert to("other.example", trust=trust).problem == "certificate"
    assert to("hooks.example").problem == "certificate"
    assert len(server.heard) == 1


def test_time_is_told_in_milliseconds(receiver):
    server = receiver()

    answer = send(f"http://127.0.0.1:{server.port}/", b"", {}, local=True)

    assert 0 <= answer.milliseconds < datetime.timedelta(seconds=5).total_seconds() * 1000
