"""Texts of libraries that our pages show, for our own catalogue.

Libraries address a German reader with *Sie*; ours says *du*. What stands in our catalogue comes
before theirs, so it is enough that a text is named here once. What scripts of the back office say
has a catalogue of its own, `djangojs.po`.
"""

from typing import Final

from django.utils.translation import gettext_noop

BORROWED: Final = (
    gettext_noop("No file was submitted. Check the encoding type on the form."),
    gettext_noop("Please either submit a file or check the clear checkbox, not both."),
    gettext_noop(
        "ManagementForm data is missing or has been tampered with. Missing fields: "
        "%(field_names)s. You may need to file a bug report if the issue persists."
    ),
    gettext_noop(
        'Are you sure you want to delete the %(object_name)s "%(escaped_object)s"? All of'
        " the following related items will be deleted:"
    ),
    gettext_noop(
        "Deleting the %(object_name)s '%(escaped_object)s' would result in deleting "
        "related objects, but your account doesn't have permission to delete the "
        "following types of objects:"
    ),
    gettext_noop("Hold down “Control”, or “Command” on a Mac, to select more than one."),
    gettext_noop("Thanks for spending some quality time with the web site today."),
    gettext_noop("Your password was changed."),
    gettext_noop("Enter a valid IPv4 or IPv6 address."),
    gettext_noop("You do not have permission to perform this action."),
)
