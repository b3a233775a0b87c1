"""The browser's verdict on dice is the server's: the same digests, rolls, plays and problems."""

import copy
import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from games.rules import dice
from games.rules.dice_proof import ProofError, problems, proofs_of
from tests.games.rules.backgammon.boards import legal_moves
from tests.games.rules.test_dice import VECTORS, other, played
from tests.scripts import Script, needs_node, script

pytestmark = needs_node


@pytest.fixture
def node(tmp_path: Path) -> Script:
    return script(tmp_path, "sha256", "dice_moves", "dice_proof", "dice_seed")


def test_digests_are_those_of_python_at_every_length(node: Script) -> None:
    texts = ["ü" * (length // 2) + "a" * (length % 2) for length in range(200)]
    keys = [bytes(range(length)).hex() for length in range(0, 64, 3)]
    digests, codes = node(
        """const pairs = (hex) => hex.match(/../g) ?? [];
        const bytes = (hex) => Uint8Array.from(pairs(hex), (pair) => parseInt(pair, 16));
        return [
          data[0].map(sha256.digestOf),
          data[1].map((key) => sha256.hexOf(sha256.hmac(bytes(key), sha256.bytesOf(key)))),
        ];""",
        [texts, keys],
    )
    assert digests == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    assert codes == [
        hmac.new(bytes.fromhex(key), key.encode(), "sha256").hexdigest() for key in keys
    ]


def test_every_position_of_three_engines_has_the_same_results(node: Script) -> None:
    found = node(
        """return data.map(({ pid, roll }) =>
          [...dice_moves.results(dice_moves.positionOf(pid), roll)].sort());""",
        [{"pid": row["pid"], "roll": row["roll"]} for row in legal_moves()],
    )
    assert len(found) == 2_711
    wrong = [
        row["pid"]
        for row, mine in zip(legal_moves(), found, strict=True)
        if mine != sorted(row["results"])
    ]
    assert wrong == []


def tampered() -> list[Any]:
    """True proofs, and what somebody could have changed in them."""
    vector = played(VECTORS[0])
    proofs: list[Any] = [*VECTORS, *map(played, VECTORS), {}, None, [], "what?", 5]
    proofs += [
        {**vector, name: other(vector[name])}
        for name in ("game_id", "server_seed", "server_commitment")
    ]
    proofs += [{**vector, name: None} for name in vector]
    counted = {**vector, "rolled": len(vector["rolls"])}
    proofs += [counted, {**counted, "rolls": vector["rolls"][:-2]}, {**vector, "rolled": -1}]
    proofs += [{**vector, "rolled": None}, {**vector, "rolled": "5"}, {**vector, "rolled": 0}]
    for name in ("seed", "commitment"):
        changed = copy.deepcopy(vector)
        changed["seats"][1][name] = other(changed["seats"][1][name])
        proofs.append(changed)
    for seat in (1, 2, -1, "0", 0.5, None):
        changed = copy.deepcopy(vector)
        changed["seats"][0]["seat"] = seat
        proofs.append(changed)
    for number, rolled in list(enumerate(vector["rolls"]))[::3]:
        for value in (
            [rolled["dice"][1] % 6 + 1, 2],
            rolled["dice"],
            {**rolled, "dice": [7, 0]},
            {**rolled, "position": vector["rolls"][0]["position"]},
            {**rolled, "result": vector["rolls"][0]["result"]},
            {**rolled, "result": "nonsense"},
            {**rolled, "position": ""},
            {**rolled, "result": None},
            {"dice": rolled["dice"], "position": 5},
            [1],
            None,
        ):
            changed = copy.deepcopy(vector)
            changed["rolls"][number] = value
            proofs.append(changed)
    return proofs


def verdict(proof: Any) -> list[dict[str, Any]]:
    try:
        [one] = proofs_of(json.dumps(proof))
    except ProofError as error:
        return [{"code": error.code}]
    return [{"code": problem.code, **problem.params} for problem in problems(one)]


@pytest.mark.thorough
def test_the_browser_finds_just_what_the_server_finds(node: Script) -> None:
    proofs = tampered()
    found = node(
        "return data.map((one) => dice_proof.problems(dice_proof.proofOf(one)));",
        [json.dumps(proof) for proof in proofs],
    )
    assert found == [verdict(proof) for proof in proofs]
    assert {problem["code"] for one in found for problem in one} >= {
        "proof_malformed",
        "server_wrong",
        "seat_wrong",
        "roll_wrong",
        "roll_skipped",
        "rolls_missing",
        "position_wrong",
        "play_wrong",
    }


def test_a_browser_commits_to_its_seed_as_the_server_checks_it(node: Script) -> None:
    typed = ["", "  ", "lucky\u00a0\u200dseven", "u\u0308ber", "🎲" * 64]
    pairs = node(
        """return data.map((text) => {
          const seed = dice_seed.seedOf(text);
          return [seed, dice_seed.commitmentOf("g4me", 1, seed)];
        });""",
        typed,
    )
    kept = ["", "", "lucky seven", "\u00fcber", "🎲" * 64]
    for text, (seed, commitment) in zip(kept, pairs, strict=True):
        *begin, random = seed.rsplit(" ", 1)
        assert begin == ([text] if text else [])
        assert seed.isprintable()
        assert len(bytes.fromhex(random)) == 16
        assert commitment == dice.seat_commitment("g4me", 1, seed)
    assert len({seed for seed, _ in pairs}) == len(typed)
    assert len(pairs[1][0]) == 32


def test_a_text_that_is_too_long_is_no_seed(node: Script) -> None:
    assert (
        node(
            """try { return dice_seed.seedOf(data); } catch (error) { return error.message; }""",
            "x" * (dice.LONGEST_TEXT + 1),
        )
        == "at most 64 characters"
    )


def test_a_seed_is_kept_by_game_and_seat_until_the_next_one_after_it_is_opened(
    node: Script,
) -> None:
    first, again, elsewhere, opened, other, after, still = node(
        """const first = dice_seed.keep("g", 0, data);
        dice_seed.keep("shut", 0, "not opened");
        const seen = [dice_seed.kept("g", 0), dice_seed.kept("g", 1)];
        dice_seed.opened("g", 0);
        const opened = dice_seed.kept("g", 0);
        const other = dice_seed.keep("h", 0, "another");
        return [first, ...seen, opened, other, dice_seed.kept("g", 0), dice_seed.kept("shut", 0)];
        """,
        "a seed",
    )
    assert first == again
    assert first["seed"] == "a seed"
    assert first["commitKey"] != first["openKey"]
    assert elsewhere is None
    assert opened == {**first, "isOpen": True}, "a picture from before may ask for it"
    assert (other["seed"], after, still["seed"]) == ("another", None, "not opened")


@pytest.mark.parametrize("kept", ["stored", "held", "both"])
@pytest.mark.parametrize(("sealed", "is_found"), [("", True), ("a seed", True), ("another", False)])
def test_only_the_seed_that_the_server_has_sealed_counts(
    node: Script, kept: str, sealed: str, *, is_found: bool
) -> None:
    digest = dice.seat_commitment("g", 0, sealed) if sealed else ""
    found = node(
        """const kept = new Map();
        globalThis.localStorage = {
          getItem: (name) => kept.get(name) ?? null,
          setItem: (name, text) => { if (data[0] !== "held") kept.set(name, text); },
        };
        dice_seed.keep("g", 0, "a seed");
        // Another tab has sealed at the same time.
        if (data[0] === "stored") {
          const text = kept.get("dice-seed:g:0");
          dice_seed.keep("g", 0, "not sent");
          kept.set("dice-seed:g:0", text);
        }
        return dice_seed.kept("g", 0, data[1])?.seed ?? null;""",
        [kept, digest],
    )
    expected = "not sent" if kept == "stored" and not sealed else "a seed"
    assert found == (expected if is_found else None)
