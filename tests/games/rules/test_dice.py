"""Dice follow from everybody's seeds exactly as published; any changed byte shows in the proof."""

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.rules import dice, dice_proof
from games.rules.backgammon import START, BackgammonError, results
from games.rules.backgammon.position import Position
from games.rules.dice_proof import ProofError, problems, proofs_of

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "dice_vectors.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda one: one["game_id"])
def test_the_published_vectors(vector: dict[str, Any]) -> None:
    game = vector["game_id"]
    seeds = {one["seat"]: one["seed"] for one in vector["seats"]}
    assert dice.server_commitment(game, vector["server_seed"]) == vector["server_commitment"]
    for one in vector["seats"]:
        assert dice.seat_commitment(game, one["seat"], one["seed"]) == one["commitment"]
    rolls = dice.rolls(game, vector["server_seed"], seeds, len(vector["rolls"]))
    assert [list(roll) for roll in rolls] == vector["rolls"]


def test_every_number_comes_up_equally_often() -> None:
    seed = VECTORS[0]["server_seed"]
    rolls = dice.rolls("g", seed, {0: "a", 1: "b"}, 3_000)
    seen = Counter(number for roll in rolls for number in roll)
    # 6,000 dice, 1,000 each expected, the standard deviation is 29
    assert set(seen) == {1, 2, 3, 4, 5, 6}
    assert max(abs(count - 1_000) for count in seen.values()) < 5 * 29


def test_the_same_letters_are_the_same_seed_however_they_are_composed() -> None:
    assert dice.seat_commitment("g", 0, "u\u0308") == dice.seat_commitment("g", 0, "\u00fc")


def test_without_any_seed_nothing_is_rolled() -> None:
    with pytest.raises(ValueError, match="at least one"):
        dice.rolls("g", VECTORS[0]["server_seed"], {}, 1)
    with pytest.raises(ValueError, match="32 bytes"):
        dice.roll("g", "ff", "", 0)
    with pytest.raises(ValueError, match="from 0"):
        dice.roll("g", VECTORS[0]["server_seed"], "", -1)


def played(vector: dict[str, Any]) -> dict[str, Any]:
    """A proof with what was played: always the first legal play; opening ties stay as they are."""
    position, rolls = START, []
    for first, second in vector["rolls"]:
        if position == START and first == second:
            rolls.append([first, second])
            continue
        after = results(position, (first, second)) or [position.flipped()]
        rolls.append({"dice": [first, second], "position": position.id, "result": after[0].id})
        position = after[0]
    return {**vector, "rolls": rolls}


def codes(proof: Any) -> list[str]:
    [one] = proofs_of(json.dumps(proof))
    found = problems(one)
    assert all(str(problem) for problem in found)
    return [problem.code for problem in found]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda one: one["game_id"])
def test_a_true_proof_has_no_problems(vector: dict[str, Any]) -> None:
    assert codes(vector) == []
    assert codes(played(vector)) == []


def other(text: str) -> str:
    """The text with its first character changed."""
    return ("0" if text[0] != "0" else "1") + text[1:]


def test_a_changed_byte_anywhere_turns_the_verdict() -> None:
    vector = played(VECTORS[0])
    for name in ("game_id", "server_seed", "server_commitment"):
        assert codes({**vector, name: other(vector[name])}), name
    for name in ("seed", "commitment"):
        changed = copy.deepcopy(vector)
        changed["seats"][1][name] = other(changed["seats"][1][name])
        assert "seat_wrong" in codes(changed)
    changed = copy.deepcopy(vector)
    changed["seats"][1]["seat"] = 2
    assert codes(changed) == ["seat_wrong"]
    for number in range(len(vector["rolls"])):
        changed = copy.deepcopy(VECTORS[0])
        changed["rolls"][number][1] = changed["rolls"][number][1] % 6 + 1
        assert codes(changed) == ["roll_wrong"]


def test_a_play_that_is_illegal_for_its_roll_turns_the_verdict() -> None:
    vector = played(VECTORS[0])
    changed = copy.deepcopy(vector)
    changed["rolls"][0]["result"] = START.id
    assert codes(changed) == ["play_wrong", "position_wrong"]
    changed["rolls"][0]["result"] = "nonsense"
    assert "play_wrong" in codes(changed)
    changed = copy.deepcopy(vector)
    moved = Position.from_id(changed["rolls"][3]["position"]).flipped()
    changed["rolls"][3]["position"] = moved.id
    assert "position_wrong" in codes(changed)
    with pytest.raises(BackgammonError):
        Position.from_id("nonsense")


def test_no_roll_is_left_out_and_no_tie_opens_a_game() -> None:
    vector = played(VECTORS[0])  # rolls 8 and 13 of it are 5-5 and 4-4
    changed = copy.deepcopy(vector)
    changed["rolls"][3] = changed["rolls"][3]["dice"]
    assert codes(changed) == ["roll_skipped", "position_wrong"]
    changed = copy.deepcopy(vector)
    after = results(START, (5, 5))[0]
    changed["rolls"][8].update(position=START.id, result=after.id)
    assert codes(changed)[0] == "opening_wrong"
    # What is left out as a tie must be one of an opening: the game does not go on after it.
    changed = copy.deepcopy(vector)
    changed["rolls"][8] = changed["rolls"][8]["dice"]
    assert codes(changed) == ["position_wrong"]


def test_a_game_that_ends_early_and_the_next_game_are_fine() -> None:
    vector = copy.deepcopy(played(VECTORS[0]))
    vector["rolls"][5]["result"] = None
    vector["rolls"] = vector["rolls"][:6]
    assert codes(vector) == []


def test_a_proof_without_its_last_rolls_is_not_right() -> None:
    whole = {**played(VECTORS[0]), "rolled": len(VECTORS[0]["rolls"])}
    assert codes(whole) == []
    for left in range(len(whole["rolls"])):
        assert codes({**whole, "rolls": whole["rolls"][:left]}) == ["rolls_missing"]


def test_a_proof_is_read_as_it_is_written() -> None:
    counted = {**VECTORS[0], "rolled": len(VECTORS[0]["rolls"])}
    for vector in (VECTORS[0], played(VECTORS[0]), counted):
        [proof] = proofs_of(json.dumps(vector))
        assert dice_proof.as_json(proof) == vector


def test_a_page_has_the_proof_in_it() -> None:
    page = (
        '<html><script>var x = 1;</script><script type="application/json" id="dice-proof">'
        f"{json.dumps(VECTORS)}</script></html>"
    )
    assert len(proofs_of(page)) == len(VECTORS)


@pytest.mark.parametrize(
    "change",
    [
        {"seats": []},
        {"seats": [VECTORS[0]["seats"][0]] * 2},
        {"seats": None},
        {"rolls": [[1]]},
        {"rolls": ["12"]},
        {"rolls": [[1, True]]},
        {"rolls": [{"dice": [1, 2], "position": 5}]},
        {"server_seed": "AB"},
        {"game_id": 5},
        {"game_id": "\ud800"},
        {"server_commitment": None},
    ],
)
def test_what_is_no_proof_is_refused(change: dict[str, Any]) -> None:
    for text in (json.dumps({**VECTORS[0], **change}), "what?", "[]", "5", "[" * 100_000):
        with pytest.raises(ProofError) as caught:
            proofs_of(text)
        assert caught.value.code == "proof_malformed"


def test_every_problem_has_a_sentence() -> None:
    assert set(dice_proof.MESSAGES) == {
        "proof_malformed",
        "server_wrong",
        "seat_wrong",
        "roll_wrong",
        "roll_skipped",
        "rolls_missing",
        "opening_wrong",
        "position_wrong",
        "play_wrong",
    }
