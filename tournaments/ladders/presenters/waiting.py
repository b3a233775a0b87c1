"""What pages say while figures are being worked out."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.ladders.selectors.waiting import Waiting


def waiting_words(waiting: Waiting) -> str:
    """Return how much is still to be worked out; blank if nothing is."""
    parts = []
    if waiting.evenings:
        words = ngettext("%(n)s evening to go", "%(n)s evenings to go", waiting.evenings)
        parts.append(words % {"n": waiting.evenings})
    if waiting.matches:
        words = ngettext("%(n)s match to go", "%(n)s matches to go", waiting.matches)
        parts.append(words % {"n": waiting.matches})
    return _("Being worked out: %(what)s.") % {"what": ", ".join(parts)} if parts else ""
