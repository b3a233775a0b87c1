#!/usr/bin/env python3
"""Runs every command of Chouette, in an environment that it makes itself on first use."""

import sys

# This file must stay readable for the oldest Python 3 there is: it is what says so.
if sys.version_info < (3, 11):
    sys.exit(
        "Chouette needs Python 3.11 or newer; this is Python %d.%d. "
        "Try python3.11 manage.py, or install a newer Python." % sys.version_info[:2]
    )

if __name__ == "__main__":
    from chouette.bootstrap import main

    sys.exit(main(sys.argv))
