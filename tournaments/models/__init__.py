"""Projections of many games: what pages read, written anew whenever games change."""

from tournaments.models.evenings import EveningShare, EveningTally
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

__all__ = [
    "EveningShare",
    "EveningTally",
    "OfficialList",
    "OfficialRow",
    "RatingMonth",
    "RatingPoint",
    "RatingRun",
    "RatingState",
    "SessionEvidence",
    "SkillRating",
]
