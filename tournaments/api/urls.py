"""URLs of events and matches in the API."""

from django.urls import URLPattern
from rest_framework.views import APIView

from games.web.routes import path, views

catalogue, cups, draws, entries, events, files, fixtures, leagues, matches, phones, tables = views(
    "tournaments.api.views",
    "catalogue",
    "cups",
    "draws",
    "entries",
    "events",
    "files",
    "fixtures",
    "leagues",
    "matches",
    "phones",
    "tables",
)


def _at(address: str, view: type[APIView], name: str) -> URLPattern:
    return path(address, view.as_view(), name=f"api-{name}")


EVENT = "events/<str:public_id>"
DIVISION = "divisions/<str:public_id>"
ENTRY = "entries/<str:public_id>"
ROUND = "rounds/<str:public_id>"
TABLE = "tables/<str:public_id>"
MATCH = "matches/<str:public_id>"
FIXTURE = "fixtures/<str:public_id>"
LEAGUE = "leagues/<str:public_id>"
PHONE = "event-passes/<str:public_id>"

urlpatterns = [
    _at("event-formats", catalogue.Formats, "event-formats"),
    _at("tie-breaks", catalogue.TieBreaks, "tie-breaks"),
    # events
    _at("clubs/<str:slug>/events", events.Events, "events"),
    _at(EVENT, events.EventDetail, "event"),
    _at(f"{EVENT}/copy", events.EventCopy, "event-copy"),
    _at(f"{EVENT}/finish", events.EventFinish, "event-finish"),
    _at(f"{EVENT}/cancel", events.EventCancel, "event-cancel"),
    _at(f"{EVENT}/reopen", events.EventReopen, "event-reopen"),
    _at(f"{EVENT}/log", events.EventLog, "event-log"),
    _at(f"{EVENT}/divisions", events.Divisions, "divisions"),
    _at(f"{EVENT}/code/open", phones.CodeOpen, "event-code-open"),
    _at(f"{EVENT}/code/close", phones.CodeClose, "event-code-close"),
    _at(f"{EVENT}/passes", phones.Passes, "event-passes"),
    _at(f"{EVENT}/import/entries", files.ImportEntries, "event-import-entries"),
    _at(f"{EVENT}/import/results", files.ImportResults, "event-import-results"),
    _at(f"{EVENT}/export/entries", files.ExportEntries, "event-export-entries"),
    _at(f"{EVENT}/export/results", files.ExportResults, "event-export-results"),
    _at(f"{EVENT}/export/standings", files.ExportStandings, "event-export-standings"),
    _at(f"{EVENT}/export/office/matches", files.ExportOfficeMatches, "event-export-office-matches"),
    _at(f"{EVENT}/export/office/table", files.ExportOfficeTable, "event-export-office-table"),
    _at(f"{EVENT}/export/json", files.ExportJson, "event-export-json"),
    _at(f"{PHONE}/grant", phones.PassGrant, "event-pass-grant"),
    _at(f"{PHONE}/refuse", phones.PassRefuse, "event-pass-refuse"),
    _at(f"{PHONE}/revoke", phones.PassRevoke, "event-pass-revoke"),
    # cups
    _at("clubs/<str:slug>/cups", cups.Cups, "cups"),
    _at("cups/<str:public_id>", cups.CupDetail, "cup"),
    _at("cups/<str:public_id>/fixtures", cups.CupFixtures, "cup-fixtures"),
    # leagues
    _at("clubs/<str:slug>/leagues", leagues.Leagues, "leagues"),
    _at(LEAGUE, leagues.LeagueDetail, "league"),
    _at(f"{LEAGUE}/seasons/<int:number>", leagues.SeasonDetail, "league-season"),
    _at(f"{LEAGUE}/seasons/<int:number>/fixtures", leagues.Fixtures, "league-fixtures"),
    # fixtures
    _at("clubs/<str:slug>/fixtures", fixtures.OwnFixtures, "own-fixtures"),
    _at(FIXTURE, fixtures.FixtureDetail, "fixture"),
    _at(f"{FIXTURE}/propose", fixtures.FixturePropose, "fixture-propose"),
    _at(f"{FIXTURE}/accept", fixtures.FixtureAccept, "fixture-accept"),
    _at(f"{FIXTURE}/decline", fixtures.FixtureDecline, "fixture-decline"),
    _at(f"{FIXTURE}/withdraw", fixtures.FixtureWithdraw, "fixture-withdraw"),
    _at(f"{FIXTURE}/say", fixtures.FixtureSay, "fixture-say"),
    _at(f"{FIXTURE}/absent", fixtures.FixtureAbsent, "fixture-absent"),
    # divisions and draws
    _at(DIVISION, events.DivisionDetail, "division"),
    _at(f"{DIVISION}/entries", entries.Entries, "entries"),
    _at(f"{DIVISION}/forbidden-pairs", entries.ForbiddenPairs, "forbidden-pairs"),
    _at(f"{DIVISION}/forbidden-pairs/lift", entries.ForbiddenPairsLift, "forbidden-pairs-lift"),
    _at(f"{DIVISION}/rounds", draws.Rounds, "rounds"),
    _at(f"{DIVISION}/standings", files.Standings, "standings"),
    _at(f"{DIVISION}/draw", draws.DrawMake, "draw"),
    _at(f"{DIVISION}/draw/again", draws.DrawAgain, "draw-again"),
    _at(f"{DIVISION}/draw/discard", draws.DrawDiscard, "draw-discard"),
    _at(f"{DIVISION}/draw/swap", draws.DrawSwap, "draw-swap"),
    _at(f"{DIVISION}/draw/confirm", draws.DrawConfirm, "draw-confirm"),
    _at(f"{DIVISION}/draw/release", draws.DrawRelease, "draw-release"),
    # entries
    _at(ENTRY, entries.EntryDetail, "entry"),
    _at(f"{ENTRY}/restore", entries.EntryRestore, "entry-restore"),
    _at(f"{ENTRY}/check-in", entries.EntryCheckIn, "entry-check-in"),
    _at(f"{ENTRY}/check-out", entries.EntryCheckOut, "entry-check-out"),
    _at(f"{ENTRY}/pause", entries.EntryPause, "entry-pause"),
    _at(f"{ENTRY}/resume", entries.EntryResume, "entry-resume"),
    _at(f"{ENTRY}/withdraw", entries.EntryWithdraw, "entry-withdraw"),
    _at(f"{ENTRY}/re-enter", entries.EntryReenter, "entry-re-enter"),
    _at(f"{ENTRY}/table/join", tables.EntryJoin, "entry-join"),
    _at(f"{ENTRY}/table/leave", tables.EntryLeave, "entry-leave"),
    _at(f"{ENTRY}/table/move", tables.EntryMove, "entry-move"),
    # rounds and tables
    _at(ROUND, draws.RoundDetail, "round"),
    _at(f"{ROUND}/clock/start", draws.ClockStart, "round-clock-start"),
    _at(f"{ROUND}/clock/stop", draws.ClockStop, "round-clock-stop"),
    _at(f"{ROUND}/tables/merge", draws.RoundMerge, "round-merge"),
    _at(TABLE, tables.TableDetail, "event-table"),
    _at(f"{TABLE}/start-game", tables.TableStartGame, "table-start-game"),
    _at(f"{TABLE}/finish", tables.TableFinish, "table-finish"),
    _at(f"{TABLE}/split", tables.TableSplit, "table-split"),
    # matches
    _at("clubs/<str:slug>/matches", matches.Matches, "matches"),
    _at(MATCH, matches.MatchDetail, "match"),
    _at(f"{MATCH}/log", matches.MatchLog, "match-log"),
    _at(f"{MATCH}/play", matches.MatchPlay, "match-play"),
    _at(f"{MATCH}/report", matches.MatchReport, "match-report"),
    _at(f"{MATCH}/confirm", matches.MatchConfirm, "match-confirm"),
    _at(f"{MATCH}/reject", matches.MatchReject, "match-reject"),
    _at(f"{MATCH}/undo", matches.MatchUndo, "match-undo"),
    _at(f"{MATCH}/forfeit", matches.MatchForfeit, "match-forfeit"),
    _at(f"{MATCH}/no-show", matches.MatchNoShow, "match-no-show"),
    _at(f"{MATCH}/break-off", matches.MatchBreakOff, "match-break-off"),
    _at(f"{MATCH}/correct", matches.MatchCorrect, "match-correct"),
    _at(f"{MATCH}/penalise", matches.MatchPenalise, "match-penalise"),
    _at(f"{MATCH}/rate", matches.MatchRate, "match-rate"),
    _at(f"{MATCH}/clock", matches.MatchClock, "match-clock"),
    _at(f"{MATCH}/clock/press", matches.MatchClockPress, "match-clock-press"),
    _at(f"{MATCH}/clock/pause", matches.MatchClockPause, "match-clock-pause"),
]
