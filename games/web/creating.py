"""What a form makes, it makes once: a second tap, a reload or a slow line send it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.http import HttpRequest

from games.eventlog.keys import LONGEST_KEY, digest_of
from games.models import ApiCreation
from games.web.sign_in import user_of

FIELD: Final = "once"
"""The field with a key that is new for every form that is shown; `{% once %}` writes it."""
_APART: Final = frozenset({"csrfmiddlewaretoken"})


def made_once(request: HttpRequest, make: Callable[[], str]) -> tuple[str, bool]:
    """Return the identifier of what a form makes, and whether it was made just now.

    The same form with the same content makes nothing again. With other content it is another wish:
    browsers show a form again as it was sent. A form without a key is taken each time.

    Raises: what `make` raises; nothing was written then.
    """
    once = request.POST.get(FIELD, "")
    if not once or len(once) > LONGEST_KEY:
        return make(), True
    digest = _digest(request)
    with transaction.atomic():
        # A second request waits at the unique constraint until the first is done. The key is one
        # that no program can send.
        row, is_new = ApiCreation.objects.get_or_create(
            user=user_of(request), key=digest, defaults={"digest": FIELD}
        )
        if is_new:
            row.made = make()
            row.save(update_fields=["made"])
    return row.made, is_new


def _digest(request: HttpRequest) -> str:
    """Return a fingerprint of a form: where it was sent, its key, and all that it says."""
    said = {name: request.POST.getlist(name) for name in request.POST if name not in _APART}
    return f"{digest_of(request.path, said)[: LONGEST_KEY - 5]}:once"
