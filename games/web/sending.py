"""Sends one message to one address: checked, pinned, with a time limit and a short answer."""

import contextlib
import http.client
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from games.web.addresses import (
    Address,
    AddressRefused,
    Resolve,
    Target,
    checked_addresses,
    parse_url,
    resolve,
)

TIME_LIMIT = 10.0
LARGEST_ANSWER = 4096
"""Bytes of an answer that are read before the connection is closed."""
SUCCESS = range(200, 300)


@dataclass(frozen=True, slots=True)
class Answer:
    """The response: a status and the beginning of its body, or the error."""

    status: int | None
    problem: str
    excerpt: str
    milliseconds: int

    @property
    def is_success(self) -> bool:
        """Whether the receiver accepted it; a redirect does not count, and is not followed."""
        return self.status in SUCCESS


def send(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    local: bool = False,
    look_up: Resolve = resolve,
    seconds: float = TIME_LIMIT,
    trust: ssl.SSLContext | None = None,
) -> Answer:
    """Post a body and never raise: errors are in the answer.

    The name is resolved once and the connection made to the checked address; the certificate is
    verified for the name. `seconds` after the start of the connection it is cut, however slowly the
    other side sends. Proxies from the environment are not used.
    """
    begin = time.monotonic()
    try:
        target = parse_url(url, local=local)
        addresses = checked_addresses(target, local=local, look_up=look_up)
        status, excerpt = _post(target, addresses, body, headers, seconds, trust)
    except AddressRefused as error:
        return Answer(None, error.code, "", _since(begin))
    except TimeoutError:
        return Answer(None, "time_limit", "", _since(begin))
    except ssl.SSLError:
        return Answer(None, "certificate", "", _since(begin))
    except (OSError, HTTPError, http.client.HTTPException, ValueError):
        late = time.monotonic() - begin >= seconds
        return Answer(None, "time_limit" if late else "no_answer", "", _since(begin))
    return Answer(status, "", excerpt, _since(begin))


def _post(
    target: Target,
    addresses: Sequence[Address],
    body: bytes,
    headers: Mapping[str, str],
    seconds: float,
    trust: ssl.SSLContext | None,
) -> tuple[int, str]:
    deadline = time.monotonic() + seconds
    connection = _connected(target, addresses, deadline, trust)
    try:
        with _cut_at(deadline, connection):
            connection.request(
                "POST",
                target.path,
                body,
                {**headers, "Host": target.host_header},
                preload_content=False,
                decode_content=False,
            )
            response = connection.getresponse()
            excerpt = b""
            # The status is the answer; a body that breaks off does not change it.
            with contextlib.suppress(OSError, HTTPError, http.client.HTTPException):
                excerpt = response.read(LARGEST_ANSWER)
            return response.status, excerpt.decode("utf-8", "replace")
    finally:
        connection.close()


def _connected(
    target: Target, addresses: Sequence[Address], deadline: float, trust: ssl.SSLContext | None
) -> HTTPConnection:
    """Connect to the first address that answers."""
    for number, address in enumerate(addresses, 1):
        left = max(deadline - time.monotonic(), 0.1)
        connection = _connection(target, address, left, trust)
        try:
            with _cut_at(deadline, connection):
                connection.connect()
        except (OSError, HTTPError) as error:
            connection.close()
            if isinstance(error, ssl.SSLError) or isinstance(error.__cause__, ssl.SSLError):
                raise ssl.SSLError(str(error)) from error
            if number == len(addresses) or time.monotonic() >= deadline:
                raise
        else:
            return connection
    raise AddressRefused("name_unknown")


def _connection(
    target: Target, address: Address, seconds: float, trust: ssl.SSLContext | None
) -> HTTPConnection:
    if target.scheme == "http":
        return HTTPConnection(str(address), target.port, timeout=seconds)
    return HTTPSConnection(
        str(address),
        target.port,
        timeout=seconds,
        ssl_context=trust or ssl.create_default_context(),
        server_hostname=target.host.rstrip("."),
    )


@contextlib.contextmanager
def _cut_at(deadline: float, connection: HTTPConnection) -> Iterator[None]:
    """Cut the connection at the deadline: a socket's own timeout restarts with every byte."""

    def cut() -> None:
        line = connection.sock
        if line is not None:
            with contextlib.suppress(OSError):
                # Below the TLS layer, which another thread is reading from.
                socket.socket.shutdown(line, socket.SHUT_RDWR)

    watchdog = threading.Timer(max(deadline - time.monotonic(), 0), cut)
    watchdog.daemon = True
    watchdog.start()
    try:
        yield
    finally:
        watchdog.cancel()


def _since(begin: float) -> int:
    return round((time.monotonic() - begin) * 1000)
