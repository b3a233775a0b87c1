"""What tests of events through the interface ask and expect."""

from games.models import Club
from tournaments.models import Match


def ids(club: Club, *names: str) -> list[str]:
    """The identifiers of players."""
    return [club.players.get(name=name).public_id for name in names]


def done(answer, code: int = 201):
    """The answer's content; it went well."""
    assert answer.status_code == code, answer.content
    return answer.json()


def step_of(match: Match, key: str, **fields):
    """A step of a match, by its version now."""
    match.refresh_from_db()
    return {"key": key, "version": match.version, **fields}
