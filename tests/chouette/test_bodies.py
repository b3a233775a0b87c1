"""Bodies are taken in whole on the event loop, with an end to patience, number and size."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from chouette import bodies, bridge
from chouette.bodies import MEGABYTE, Bodies, Gone, Unread
from chouette.bridge import Bridge
from games.web import unread


def scope(peer: str = "192.0.2.1", **headers: str) -> Any:
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": "/a",
        "query_string": b"",
        "client": (peer, 4000),
        "headers": [
            (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
        ],
    }


def peer_of(scope: Any) -> str:
    return str(scope["client"][0])


class Sender:
    """Somebody who sends parts; what comes after the last one depends on `ends`."""

    def __init__(self, *parts: bytes, pause: float = 0.0, ends: bool = True) -> None:
        self.left = list(parts)
        self.pause = pause
        self.ends = ends

    async def __call__(self) -> Any:
        await asyncio.sleep(self.pause)
        if not self.left:
            if not self.ends:
                await asyncio.sleep(60)
            return {"type": "http.disconnect"}
        part = self.left.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(self.left) or not self.ends}


def taken(kept: Bodies, sender: Sender, **headers: str) -> bytes:
    async def take() -> bytes:
        body, size = await kept.take(scope(**headers), sender)
        with body:
            content = body.read()
        assert len(content) == size
        return content

    return asyncio.run(asyncio.wait_for(take(), 20))


def refusal(kept: Bodies, sender: Sender, **headers: str) -> int:
    with pytest.raises(Unread) as caught:
        taken(kept, sender, **headers)
    return caught.value.status


@given(
    st.lists(st.binary(max_size=40), max_size=8),
    st.sampled_from([1, 30, 10_000]),
)
def test_what_is_sent_in_parts_is_read_as_it_was(parts: list[bytes], in_memory: int) -> None:
    before, bodies.KEPT_IN_MEMORY = bodies.KEPT_IN_MEMORY, in_memory  # type: ignore[misc]
    try:
        kept = Bodies(peer_of)
        assert taken(kept, Sender(*(parts or [b""]))) == b"".join(parts)
    finally:
        bodies.KEPT_IN_MEMORY = before  # type: ignore[misc]
    assert not kept.unfinished
    assert not kept.together


def test_half_a_body_is_refused_when_its_time_is_over() -> None:
    kept = Bodies(peer_of, seconds=0.2)
    assert refusal(kept, Sender(b"do=", ends=False)) == 408
    assert not kept.unfinished


def test_a_drop_now_and_then_prolongs_nothing() -> None:
    kept = Bodies(peer_of, seconds=0.2)
    assert refusal(kept, Sender(*[b"x"] * 100, pause=0.05)) == 408


@pytest.mark.thorough
def test_a_large_body_that_comes_gets_more_time() -> None:
    kept = Bodies(peer_of, seconds=1.0)
    assert len(taken(kept, Sender(*[bytes(MEGABYTE)] * 3, pause=0.6))) == 3 * MEGABYTE


def test_what_is_larger_than_any_page_takes_is_heard_to_its_end_and_not_kept() -> None:
    parts = [bytes(MEGABYTE)] * 70
    assert refusal(Bodies(peer_of), Sender(*parts)) == 413


FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("kind", "size", "status"),
    [
        (FORM, bodies.LARGEST_FORM, 0),
        (FORM, bodies.LARGEST_FORM + 1, 413),
        (f"{FORM}; charset=UTF-8", bodies.LARGEST_FORM + 1, 413),
        (FORM.upper(), 5 * MEGABYTE, 413),
        ("multipart/form-data; boundary=x", bodies.LARGEST_FORM + 1, 0),
        ("application/json", 5 * MEGABYTE, 0),
    ],
)
def test_a_form_without_files_is_short(kind: str, size: int, status: int) -> None:
    kept = Bodies(peer_of)
    if status:
        assert refusal(kept, Sender(bytes(size)), content_type=kind) == status
    else:
        assert len(taken(kept, Sender(bytes(size)), content_type=kind)) == size
    assert not kept.together


def test_who_asks_whether_so_much_may_be_sent_is_told_at_once() -> None:
    kept = Bodies(peer_of)
    asking = {"content_length": str(70 * MEGABYTE), "expect": "100-continue"}
    assert refusal(kept, Sender(ends=False), **asking) == 413


def test_who_hangs_up_is_not_answered() -> None:
    with pytest.raises(Gone):
        taken(Bodies(peer_of), Sender())


@pytest.mark.thorough
def test_an_address_may_begin_so_many_bodies_and_others_go_on() -> None:
    kept = Bodies(peer_of, seconds=1.0, most=3)

    async def evening() -> None:
        slow = [
            asyncio.create_task(kept.take(scope("192.0.2.1"), Sender(b"x", ends=False)))
            for _ in range(3)
        ]
        await asyncio.sleep(0.1)
        with pytest.raises(Unread) as caught:
            await kept.take(scope("192.0.2.1"), Sender(b"x"))
        assert caught.value.status == 429
        body, _size = await kept.take(scope("192.0.2.2"), Sender(b"y"))
        assert body.read() == b"y"
        await asyncio.gather(*slow, return_exceptions=True)
        body, _size = await kept.take(scope("192.0.2.1"), Sender(b"x"))
        assert body.read() == b"x"

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("one", "other", "are_same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("no:address", "no:address", True),
    ],
)
def test_one_subscribers_network_counts_as_one_address(
    one: str, other: str, are_same: bool
) -> None:
    assert (bodies.one_household(one) == bodies.one_household(other)) is are_same


def test_all_unfinished_bodies_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "LARGEST_TOGETHER", 10)
    kept = Bodies(peer_of)
    assert refusal(kept, Sender(bytes(11))) == 503
    assert not kept.together


def test_a_full_disk_is_told_from_defects(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bodies, "TemporaryFile", full)
    size = bodies.KEPT_IN_MEMORY + 1
    assert refusal(Bodies(peer_of), Sender(bytes(size))) == 507


def test_the_page_gets_the_reason_and_the_connection_ends() -> None:
    seen: list[Any] = []

    def page(environ: Any, start: Any) -> Any:
        seen.append((environ[bridge.UNREAD], environ["wsgi.input"].read()))
        start("408 Request Timeout", [])
        return [b"late"]

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    kept = Bodies(peer_of, seconds=0.1)
    app = Bridge(page, workers=1, bodies=kept)
    asyncio.run(app(scope(), Sender(b"x", ends=False), send))
    assert seen == [(408, b"")]
    assert (b"connection", b"close") in sent[0]["headers"]


# What people and programs are told


def test_both_sides_mean_the_same_by_it() -> None:
    assert bridge.UNREAD == unread.UNREAD
    said = {bodies.TOO_SLOW, bodies.TOO_LARGE, bodies.TOO_MANY, bodies.NO_ROOM, bodies.DISK_FULL}
    assert said | {"updating"} == set(unread.REFUSALS)


@pytest.mark.parametrize("why", unread.REFUSALS)
def test_a_refusal_is_a_calm_page_a_notice_and_a_problem(client: Client, why: int | str) -> None:
    environ: dict[str, Any] = {unread.UNREAD: why, "wsgi.input": BytesIO()}
    status = unread.REFUSALS[why].status
    page = client.post("/sign-in/", **environ)
    assert page.status_code == status
    assert str(unread.REFUSALS[why].sentence) in page.content.decode()
    assert "Content-Security-Policy" in page.headers
    notice = client.post("/sign-in/", HTTP_HX_REQUEST="true", **environ)
    assert notice.status_code == status
    assert notice["HX-Retarget"] == "#notice"
    problem = client.post("/api/v1/clubs", **environ)
    assert problem.status_code == status
    assert problem["Content-Type"] == "application/problem+json"
    assert problem.json()["code"] == unread.REFUSALS[why].code


def test_a_header_cannot_say_it(client: Client, settings: LazySettings, db: None) -> None:
    assert client.get("/sign-in/", headers={"chouette.unread": "408"}).status_code == 200
