"""What of a board is sealed, and until when.

Pages, streams, files, programs, the back office and archives ask here.

| what | where it is kept | until when nobody is told |
| --- | --- | --- |
| the server's seed | `DiceSeed.server_seed` | nothing more is rolled with it: the board is over |
| a seat's seed | steps `say`, `reveal` | the same: somebody may not have opened theirs |
| a request's fingerprint | `asked` of `begin` | always |

What members say about cubes before a round is complete is sealed by the session
(`games.record`), and so is who holds until they say otherwise; what a crew says among itself by
its room.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from games.models import Board, DiceSeed

SEEDS_TOLD: Final = ("say", "reveal")
"""The steps by which a seat tells its seed."""
CHOOSING: Final = ("waiting", "seeds")
"""The phases in which seats still choose their seeds."""


def is_opened(board: Board) -> bool:
    """Tell whether seeds may be shown: nothing more is rolled with them."""
    return not board.is_open


def server_seed(seed: DiceSeed, board: Board) -> str | None:
    """Return the server's seed where it may be shown."""
    return (seed.server_seed or None) if is_opened(board) else None


def published(kind: str, payload: Mapping[str, Any], board: Board) -> dict[str, Any]:
    """Return a step's payload without what is sealed now."""
    left = {name: value for name, value in payload.items() if name != "asked"}
    if kind in SEEDS_TOLD and not is_opened(board):
        left.pop("seed", None)
    return left


def archived(rows: Iterable[tuple[Any, ...]], phase: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a log, the kind first, as an archive may keep them.

    While seats still choose, those who have told their seed have not: what remains can be
    followed. Later the seeds are part of every roll, and the server's stays behind.
    """
    kept = list(rows)
    begins = max((at for at, row in enumerate(kept) if row[0] == "dice"), default=0)
    for at, row in enumerate(kept):
        if phase not in CHOOSING or at < begins or row[0] not in SEEDS_TOLD:
            yield row
