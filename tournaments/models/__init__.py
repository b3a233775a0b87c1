"""Events with their rounds and matches, and projections of many games, which pages read."""

from tournaments.models.cups import Cup, Dated, day_end
from tournaments.models.entries import (
    Entry,
    EntryPass,
    EntryWish,
    ForbiddenPair,
    RemovedEntry,
)
from tournaments.models.evenings import EveningShare, EveningTally, TableShare
from tournaments.models.events import Division, Event, Terms
from tournaments.models.healing import Difference, Sweep
from tournaments.models.leagues import (
    CalendarFeed,
    Fixture,
    FixtureNote,
    FormerMatch,
    League,
    LeagueSeason,
    LeagueTold,
    PartedFixture,
)
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
from tournaments.models.steps import EventStep

__all__ = [
    "CalendarFeed",
    "Cup",
    "Dated",
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
    "FormerMatch",
    "League",
    "LeagueSeason",
    "LeagueTold",
    "PartedFixture",
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
    "TableShare",
    "Terms",
    "day_end",
]
