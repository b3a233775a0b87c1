"""How the benchmarks of the live table say what they have measured."""

import os


def share(values, part):
    """The value that this part of the values does not exceed; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


def milliseconds(values):
    """The middle, the 95th of a hundred, and the longest, in milliseconds."""
    return " / ".join(f"{share(values, part) * 1000:.0f}" for part in (0.5, 0.95, 1))


def busy():
    """What else this computer does, which no figure can be read without."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
