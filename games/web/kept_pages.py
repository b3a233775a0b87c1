"""Pages that a crowd asks for: made once for all who see the same, and kept, compressed.

A page is kept for one state of the database (`games.fast.states`), and for two seconds, because it
may show the time. It is shared by readers with the same roles, in one language; what belongs to one
of them, like the token of their forms, is cut out, and each gets their own set in. The pieces are
compressed once, and what is set in is stored between them: compressing a page of 60 kB anew takes
2 ms of processor time, six times a guest's whole answer. Guests without any cookie of ours are
answered before sessions, sign-ins and the database are asked.
"""

from __future__ import annotations

import re
import secrets
import zlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.middleware import csrf
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from games.fast.kept import Kept
from games.fast.states import database_state
from games.models import User
from games.permissions import Reader
from games.web.unread import UNREAD
from games.web.waiting import boards_waiting

IN_FORMS: Final = "in forms"
OWN: Final = "own"
TOKENS: Final = re.compile(
    rb"(?<![A-Za-z0-9])[A-Za-z0-9]{%d}(?![A-Za-z0-9])" % csrf.CSRF_TOKEN_LENGTH
)
GZIP: Final = re.compile(r"\bgzip\b")
MOST_PADDING: Final = 100
"""Bytes of random length in a compressed answer, as Django has them: its size betrays less."""
LAST_CLUB: Final = "last_club"
"""The cookie of the club that somebody has used last."""
CLUB_SHOWN: Final = "CLUB_SHOWN"
"""Where a request keeps the club whose doors its page shows, as it keeps Django's CSRF_COOKIE."""
NEUTRAL: Final = frozenset({settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME, LAST_CLUB})
"""Cookies that let nobody see more."""
OF_ONE_ANSWER: Final = frozenset({"content-length", "content-encoding"})
FINAL_BLOCK: Final = b"\x03\x00"


@dataclass(frozen=True, slots=True)
class KeptPage:
    """What all see alike, in pieces, and what belongs between them, by name."""

    pieces: tuple[bytes, ...]
    packed: tuple[bytes, ...]
    holes: tuple[str, ...]
    headers: Mapping[str, str]
    club: str | None = None
    """Whose doors a member sees on it: the one they have used last (`LastClubMiddleware`)."""

    def body(self, own: Mapping[str, bytes], *, packs: bool) -> bytes:
        """Return the page with one reader's own parts, compressed if wanted.

        The pieces are compressed already; what is set in is stored between them as it is.
        """
        parts = [own[name] for name in self.holes]
        plain = _woven(self.pieces, parts)
        if not packs:
            return plain
        padding = b"a" * secrets.randbelow(MOST_PADDING)
        stored = [_length(part) + part for part in parts]
        return b"".join(
            (
                b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff",
                padding + b"\x00",
                _woven(self.packed, stored),
                FINAL_BLOCK,
                zlib.crc32(plain).to_bytes(4, "little"),
                len(plain).to_bytes(4, "little"),
            )
        )


class KeptResponse(HttpResponse):
    """An answer made of a kept page."""

    key: tuple[Hashable, ...] = ()
    is_for_guests: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """What a guest is answered at an address: the headers, and the key of the page."""

    key: tuple[Hashable, ...]
    headers: Mapping[str, str]


_pages: Final = Kept[KeptPage]()
_answers: Final = Kept[Known]()


def kept(
    request: HttpRequest,
    reader: Reader,
    make: Callable[[], HttpResponse],
    *,
    own: str = "",
    variant: Hashable = None,
) -> HttpResponse:
    """Return a page that all readers with these roles see alike, made by `make` if necessary.

    `own` is a text of the page that differs from reader to reader; `variant` is what else of a
    reader it shows, if that has few values. A page for a phone with a pass
    of its own, for somebody with a seat, for htmx, or with a message, is made for them alone.
    """
    if not _is_shared(request, reader):
        return make()
    state = database_state()
    if state is None:
        return make()
    is_user = isinstance(reader.actor, User)
    key = (
        *(request.is_secure(), request.get_host(), request.get_full_path(), get_language()),
        boards_waiting(reader.actor),  # it stands beside the menu
        *(is_user, reader.club_id, reader.session_id, reader.roles, reader.let_in),
        variant,
    )

    def page() -> KeptPage:
        return _cut(make(), request, own)

    found = _pages.find((*key, state)) or _pages.find_or_make((*key, state), page)
    response = KeptResponse(headers=dict(found.headers))
    response.key = key
    response.is_for_guests = not is_user and not reader.let_in
    request.META[CLUB_SHOWN] = found.club
    _fill(request, response, found, own)
    return response


def _is_shared(request: HttpRequest, reader: Reader) -> bool:
    is_known = isinstance(reader.actor, User | AnonymousUser) and not reader.player
    is_page = request.method == "GET" and "HX-Request" not in request.headers
    return (
        is_known
        and is_page
        and "messages" not in request.COOKIES
        and "_messages" not in request.session
    )


def _cut(response: HttpResponse, request: HttpRequest, own: str) -> KeptPage:
    """Keep a page without the parts that are one reader's own."""
    assert response.status_code == 200  # nosec B101
    assert not response.cookies  # nosec B101
    content, secret = response.content, request.META.get("CSRF_COOKIE", "")
    ends = [
        (found.start(), found.end(), IN_FORMS)
        for found in TOKENS.finditer(content)
        if _secret_of(found[0].decode()) == secret
    ]
    if own:
        mine = re.escape(own.encode())
        ends += [(one.start(), one.end(), OWN) for one in re.finditer(mine, content)]
    pieces, start = [], 0
    for begin, end, _name in sorted(ends):
        pieces.append(content[start:begin])
        start = end
    pieces.append(content[start:])
    return KeptPage(
        tuple(pieces),
        tuple(map(_packed, pieces)),
        tuple(name for _begin, _end, name in sorted(ends)),
        dict(response.items()),
        request.META.get(CLUB_SHOWN),
    )


def _fill(request: HttpRequest, response: HttpResponse, page: KeptPage, own: str = "") -> None:
    """Write a page into an answer, with the reader's own parts."""
    values = {OWN: own.encode()}
    if IN_FORMS in page.holes:
        values[IN_FORMS] = csrf.get_token(request).encode()
    packs = GZIP.search(request.headers.get("Accept-Encoding", "")) is not None
    response.content = page.body(values, packs=packs)
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ("Accept-Encoding", "Accept-Language", "Cookie"))


def _secret_of(token: str) -> str:
    """Return the secret that a token of a form masks."""
    places = [csrf.CSRF_ALLOWED_CHARS.index(one) for one in token]
    masks, masked = places[: csrf.CSRF_SECRET_LENGTH], places[csrf.CSRF_SECRET_LENGTH :]
    pairs = zip(masks, masked, strict=True)
    return "".join(csrf.CSRF_ALLOWED_CHARS[one - mask] for mask, one in pairs)


def _packed(piece: bytes) -> bytes:
    """Return a piece as whole blocks of a deflated stream, good after any others."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)


def _length(part: bytes) -> bytes:
    """Return the head of a block that stores bytes as they are."""
    size = len(part)
    return b"\x00" + size.to_bytes(2, "little") + (size ^ 0xFFFF).to_bytes(2, "little")


def _woven(pieces: tuple[bytes, ...], parts: list[bytes]) -> bytes:
    return b"".join(one for pair in zip(pieces, (*parts, b""), strict=True) for one in pair)


class KeptPagesMiddleware:
    """Answers guests at once with pages that are kept for all of them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.csrf = csrf.CsrfViewMiddleware(lambda request: HttpResponse())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a guest with a kept page; remember headers of pages that were made for guests."""
        if not _is_of_a_guest(request):
            return self.get_response(request)
        asked = (
            *(request.is_secure(), request.META.get("HTTP_HOST"), request.get_full_path()),
            request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME),
            request.META.get("HTTP_ACCEPT_LANGUAGE"),
        )
        known = _answers.find(asked)
        if known is not None and (state := database_state()) is not None:
            page = _pages.find((*known.key, state))
            if page is not None:
                return self._again(request, known, page)
        response = self.get_response(request)
        if isinstance(response, KeptResponse) and response.is_for_guests:
            headers = {
                name: value for name, value in response.items() if name.lower() not in OF_ONE_ANSWER
            }
            if response.cookies.keys() <= NEUTRAL:
                _answers.keep(asked, Known(response.key, headers))
        return response

    def _again(self, request: HttpRequest, known: Known, page: KeptPage) -> HttpResponse:
        response = HttpResponse(headers=dict(known.headers))
        self.csrf.process_request(request)
        _fill(request, response, page)
        self.csrf.process_response(request, response)
        response.headers["Content-Length"] = str(len(response.content))
        return response


def _is_of_a_guest(request: HttpRequest) -> bool:
    """Tell whether a request carries nothing that could let its reader see more than a guest."""
    meta = request.META
    return (
        request.method == "GET"
        and UNREAD not in meta
        and "HTTP_AUTHORIZATION" not in meta
        and "HTTP_HX_REQUEST" not in meta
        and request.COOKIES.keys() <= NEUTRAL
    )
