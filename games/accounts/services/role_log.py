"""Logs who joined, left or got another role in a club, and through whom."""

from games.models import Club, RoleChange, User


def role_changed(
    *, club: Club, user: User, by: User, before: str = "", after: str = ""
) -> RoleChange | None:
    """Write one line; no `before`: they joined, no `after`: they left. An unchanged role is not
    logged.
    """
    if before == after:
        return None
    return RoleChange.objects.create(
        club=club, user=user, changed_by=by, role_before=before, role_after=after
    )
