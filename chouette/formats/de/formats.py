"""German dates, in one form on all pages: 21. Nov 2026, 14:30; no line ends after the day."""

DATE_FORMAT = "j.\N{NO-BREAK SPACE}M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j.\N{NO-BREAK SPACE}M Y, H:i"
MONTH_DAY_FORMAT = "j. F"
SHORT_DATE_FORMAT = DATE_FORMAT
SHORT_DATETIME_FORMAT = DATETIME_FORMAT
