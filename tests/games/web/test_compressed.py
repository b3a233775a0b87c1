"""A text is sent as brotli to browsers that read it, and its size does not tell how long it is."""

import brotli
import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from games.web.compressed import CompressedMiddleware, packed

PAGE = "".join(f"<li>seat {number}</li>" for number in range(60)).encode()


def answered(accepted: str, page: bytes = PAGE) -> HttpResponse:
    request = RequestFactory().get("/", headers={"Accept-Encoding": accepted})
    answer = CompressedMiddleware(lambda _: HttpResponse(page))(request)
    assert isinstance(answer, HttpResponse)
    return answer


@pytest.mark.parametrize("accepted", ["br", "gzip, deflate, br, zstd", "br;q=0.5, gzip"])
def test_who_reads_brotli_gets_it(accepted: str) -> None:
    answer = answered(accepted)
    assert answer["Content-Encoding"] == "br"
    assert answer["Vary"] == "Accept-Encoding"
    assert int(answer["Content-Length"]) == len(answer.content) < len(PAGE)
    assert brotli.decompress(answer.content) == PAGE


@pytest.mark.parametrize("accepted", ["gzip", "gzip, br;q=0", "br; q=0.0, gzip"])
def test_who_does_not_read_brotli_gets_gzip(accepted: str) -> None:
    assert answered(accepted)["Content-Encoding"] == "gzip"


def test_what_is_short_is_sent_as_it_is() -> None:
    assert answered("br", b"short").content == b"short"


def test_padding_of_any_length_is_skipped() -> None:
    for padding in (0, 1, 99, 255):
        assert brotli.decompress(packed(PAGE, padding)) == PAGE
    assert len({len(answered("br").content) for _ in range(40)}) > 5
