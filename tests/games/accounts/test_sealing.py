"""Push messages are sealed as RFC 8291 says, and signed as RFC 8292 says."""

import base64
import json

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from games.accounts.sealing import (
    LARGEST,
    SealError,
    check_keys,
    packed,
    private_key,
    public_key,
    sealed,
    sender,
    unpacked,
)

# RFC 8291, section 5 and appendix A
MESSAGE = b"When I grow up, I want to be a watermelon"
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
CODE = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6T"
    "lzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4"
    "a-fN"
)

# RFC 8292, section 2.4
TOKEN = (
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NT"
    "M1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2r"
    "piUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
)
TOKEN_KEY = (
    "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
)
SECRET = f"{2**200 + 7:064x}"


def verify(token: str, key: str) -> None:
    """Check the signature of a token, as a push service does."""
    text, _, signature = token.rpartition(".")
    first, second = unpacked(signature)[:32], unpacked(signature)[32:]
    pair = encode_dss_signature(int.from_bytes(first, "big"), int.from_bytes(second, "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(key))
    point.verify(pair, text.encode(), ec.ECDSA(hashes.SHA256()))


def test_the_example_of_rfc_8291() -> None:
    body = sealed(MESSAGE, KEY, CODE, own=private_key(unpacked(OWN).hex()), salt=unpacked(SALT))
    assert packed(body) == BODY


def test_every_message_has_a_key_and_a_salt_of_its_own() -> None:
    first, second = sealed(MESSAGE, KEY, CODE), sealed(MESSAGE, KEY, CODE)
    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]


def test_the_largest_message_fills_one_record() -> None:
    assert len(sealed(b"x" * LARGEST, KEY, CODE)) == 4096
    with pytest.raises(SealError, match="too long"):
        sealed(b"x" * (LARGEST + 1), KEY, CODE)


def test_a_token_is_written_as_in_rfc_8292() -> None:
    verify(TOKEN, TOKEN_KEY)  # this test judges the example, too
    header = sender(SECRET, "https://push.example.net", "mailto:push@example.com", 1453523768)
    scheme, token, key = header.replace(",", "").split(" ")
    assert scheme == "vapid"
    assert token.rpartition(".")[0] == f"t={TOKEN}".rpartition(".")[0]
    assert key == f"k={public_key(SECRET)}"
    verify(token.removeprefix("t="), public_key(SECRET))
    with pytest.raises(InvalidSignature):
        verify(token.removeprefix("t="), TOKEN_KEY)


def test_a_public_key_is_a_point_as_browsers_take_it() -> None:
    point = unpacked(public_key(SECRET))
    assert (len(point), point[0]) == (65, 4)
    assert private_key(SECRET).private_numbers().private_value == 2**200 + 7


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("", CODE),
        (KEY[:-2], CODE),
        ("B" + "A" * 86, CODE),
        ("ü", CODE),
        (KEY, ""),
        (KEY, CODE + "AA"),
        (KEY, "!"),
    ],
)
def test_what_no_browser_gives_is_refused(key: str, code: str) -> None:
    check_keys(KEY, CODE)
    with pytest.raises(SealError):
        check_keys(key, code)


def test_base64url_comes_with_and_without_padding() -> None:
    assert unpacked(base64.urlsafe_b64encode(b"\xfb\xff").decode()) == b"\xfb\xff"
    assert unpacked("-_8") == b"\xfb\xff"
    assert packed(b"\xfb\xff") == "-_8"
    assert json.loads(unpacked(TOKEN.split(".")[0]))["alg"] == "ES256"
