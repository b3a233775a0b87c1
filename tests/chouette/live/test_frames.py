"""The bytes of server-sent events, plain and compressed."""

import zlib

from chouette.live import frames
from chouette.live.frames import Frame


def read(stream: bytes) -> list[dict[str, str]]:
    """Read a stream as the HTML standard tells browsers to."""
    events, fields = [], {}
    for line in stream.decode().replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if not line:
            if "data" in fields:
                events.append({**fields, "data": fields["data"].removesuffix("\n")})
            fields = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            fields[name] = fields.get("data", "") + value + "\n" if name == "data" else value
    return events


def test_an_event_has_its_beat_as_id() -> None:
    assert frames.table(7, "<p>Box</p>").plain == b"id: 7\nevent: table\ndata: <p>Box</p>\n\n"


def test_every_line_of_a_fragment_is_a_line_of_data() -> None:
    (event,) = read(frames.table(1, "<p>\n  Box\n</p>\n").plain)
    assert event["data"] == "<p>\n  Box\n</p>\n"


def test_line_ends_of_other_systems_end_lines_too() -> None:
    (event,) = read(frames.table(1, "one\r\ntwo\rthree").plain)
    assert event["data"] == "one\ntwo\nthree"


def test_what_only_looks_like_a_line_end_stays_inside_the_line() -> None:
    text = "Ann\u2028Bob\x0bCid\x85Dee"
    (event,) = read(frames.table(1, text).plain)
    assert event["data"] == text


def test_names_of_every_alphabet_arrive_whole() -> None:
    (event,) = read(frames.table(1, "Jürgen · Æsa · 王 · 🎲").plain)
    assert event["data"] == "Jürgen · Æsa · 王 · 🎲"


def test_half_a_character_spoils_nothing() -> None:
    (event,) = read(frames.table(1, "half \ud83c gone").plain)
    assert event["data"] == "half ? gone"


def test_a_line_that_begins_like_a_field_is_still_data() -> None:
    (event,) = read(frames.table(1, "id: 9\n\nevent: gone").plain)
    assert event == {"id": "1", "event": "table", "data": "id: 9\n\nevent: gone"}


def test_hello_says_which_beat_is_shown_already() -> None:
    assert read(frames.hello(12).plain) == [{"id": "12", "event": "hello", "data": "12"}]


def test_gone_is_an_event_that_browsers_hand_on() -> None:
    assert [event["event"] for event in read(frames.GONE.plain)] == ["gone"]


def test_a_ping_is_a_comment() -> None:
    assert read(frames.PING.plain) == []


def test_compressed_frames_fit_behind_each_other_in_any_order() -> None:
    sent = [frames.opening(1500), frames.table(3, "Box " * 500), frames.PING, frames.table(4, "x")]
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    assert unpacker.decompress(Frame.OPENING) == b""
    # Each frame can be read as soon as it has come, not only with the next.
    for frame in [*sent, *reversed(sent)]:
        assert unpacker.decompress(frame.packed) == frame.plain


def test_a_frame_is_compressed_once() -> None:
    frame = frames.table(1, "Box " * 500)
    assert frame.packed is frame.packed
    assert len(frame.packed) < 100
