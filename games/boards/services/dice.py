"""The server's seeds: made when a board is, never shown before its end."""

from __future__ import annotations

import secrets

from games.models import Board, DiceSeed
from games.models.ids import public_id
from games.rules.dice import SEED_BYTES, server_commitment


def dice_new(board: Board) -> DiceSeed:
    """Choose a seed for a saved board, and keep it with what is published at once."""
    game_id, seed, commitment = dice_choose()
    return DiceSeed.objects.create(
        board=board, game_id=game_id, server_seed=seed, commitment=commitment
    )


def dice_choose() -> tuple[str, str, str]:
    """Return a new id of dice, the server's seed, and the commitment to it."""
    game_id, seed = public_id(), secrets.token_hex(SEED_BYTES)
    return game_id, seed, server_commitment(game_id, seed)
