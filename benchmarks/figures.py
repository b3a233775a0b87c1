"""How the benchmarks of the live table format their figures."""

import os


def share(values, part):
    """Return the value at this quantile; 0 without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


def milliseconds(values):
    """Return median, 95th percentile and maximum, in milliseconds."""
    return " / ".join(f"{share(values, part) * 1000:.0f}" for part in (0.5, 0.95, 1))


def busy():
    """Return the load of this computer, which explains unusual figures."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
