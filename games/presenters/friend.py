"""The sentence a friend would say about a player."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.selectors.players import Record

# Shorter streaks as box are nothing to talk about.
LEAST_STREAK = 3


def friend_says(record: Record) -> str:
    """Say what is most worth saying of a player: a streak, whom he fears, whom he feeds on."""
    if not record.games:
        return _("Has not played a game here yet.")
    streak = record.streak if record.streak and record.streak.games >= LEAST_STREAK else None
    words = {
        "streak": streak.games if streak else 0,
        "month": date_format(streak.played_on, "F Y") if streak else "",
        "nemesis": record.nemesis.name if record.nemesis else "",
        "customer": record.customer.name if record.customer else "",
    }
    if streak and record.nemesis:
        return _("Box streak of %(streak)s in %(month)s, nemesis %(nemesis)s.") % words
    if streak:
        return _("Box streak of %(streak)s in %(month)s, and no nemesis so far.") % words
    if record.nemesis and record.customer:
        return _("Takes most from %(customer)s, and it goes to %(nemesis)s.") % words
    if record.nemesis:
        return _("Still looking for someone to beat; nemesis %(nemesis)s.") % words
    if record.customer:
        return _("Takes most from %(customer)s, and has no nemesis so far.") % words
    return _("Even with everybody so far.")
