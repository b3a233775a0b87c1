"""Events with their rounds and matches, and projections of many games, which pages read."""

from tournaments.models.evenings import EveningShare, EveningTally, TableShare
from tournaments.models.events import (
    Division,
    Entry,
    EntryPass,
    EntryWish,
    Event,
    EventStep,
    ForbiddenPair,
    RemovedEntry,
    Terms,
)
from tournaments.models.healing import Difference, Sweep
from tournaments.models.leagues import Fixture, FixtureNote, League, LeagueSeason
from tournaments.models.matches import MatchRating, MatchRatingPoint
from tournaments.models.ratings import (
    OfficialList,
    OfficialRow,
    RatingMonth,
    RatingPoint,
    RatingRun,
    RatingState,
    SessionEvidence,
    SkillRating,
)
from tournaments.models.rounds import EventTable, Match, MatchStep, Round, TableSeat

__all__ = [
    "Difference",
    "Division",
    "Entry",
    "EntryPass",
    "EntryWish",
    "EveningShare",
    "EveningTally",
    "Event",
    "EventStep",
    "EventTable",
    "Fixture",
    "FixtureNote",
    "League",
    "LeagueSeason",
    "ForbiddenPair",
    "RemovedEntry",
    "Match",
    "MatchRating",
    "MatchRatingPoint",
    "MatchStep",
    "OfficialList",
    "OfficialRow",
    "RatingMonth",
    "RatingPoint",
    "RatingRun",
    "RatingState",
    "Round",
    "SessionEvidence",
    "SkillRating",
    "Sweep",
    "TableSeat",
    "Terms",
    "TableShare",
]
