"""The live stream: viewers of a table see its changes at once.

This package knows nothing about games. It asks the module named by `settings.LIVE_SOURCE` what to
show to whom, and what has changed; `chouette.live.source` is its interface. docs/live.md explains
how the parts work together.
"""
