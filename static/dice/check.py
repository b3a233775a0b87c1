"""Verify the dice of a game: python3 check.py FILE, the downloaded page or its data."""

import hashlib, hmac, json, pathlib, re, sys, unicodedata

text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
page = re.search('<script[^>]* id="dice-proof"[^>]*>(.*?)</script>', text, re.DOTALL)
proof = json.loads(page[1] if page else text)
game, key = proof["game_id"], bytes.fromhex(proof["server_seed"])


def digest(text):
    return hashlib.sha256(unicodedata.normalize("NFC", text).encode()).hexdigest()


def roll(number, joined):
    blocks = (f"{game}|{joined}|{number}|{block}".encode() for block in range(9))
    made = b"".join(hmac.digest(key, block, "sha256") for block in blocks)
    return [1 + byte % 6 for byte in made if byte < 252][:2]


right = digest(f"chouette-dice-v2|{game}|{key.hex()}") == proof["server_commitment"]
for seat in proof["seats"]:
    seed = digest(f"chouette-seed-v2|{game}|{seat['seat']}|{seat['seed']}")
    right = right and seed == seat["commitment"]
seeds = "|".join(digest(one["seed"]) for one in sorted(proof["seats"], key=lambda s: s["seat"]))
for number, shown in enumerate(proof["rolls"]):
    right = right and roll(number, seeds) == (shown["dice"] if isinstance(shown, dict) else shown)
right = right and len(proof["rolls"]) == proof.get("rolled", len(proof["rolls"]))
print(len(proof["rolls"]), "rolls,", "right" if right else "wrong")
