"""When Python looks for objects that nobody needs any more: hardly while the program is loaded.

What was loaded stays, so it is left out of every later collection; looking through all of it would
stop everything. That also keeps some 8,000 objects that loading needed, about a megabyte.
"""

import gc


def most_is_loaded() -> None:
    """Collect again, but seldom: pages are still to be loaded, and a command ends soon."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(200_000, 20, 20)


def everything_is_loaded() -> None:
    """Collect young objects often, so that it never takes long: people wait for this process."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
