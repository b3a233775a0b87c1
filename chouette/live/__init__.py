"""The live stream: who looks at a table sees what changes there, at once.

Nothing in here knows the game. What is shown, to whom, and what has changed is asked of the module
that `settings.LIVE_SOURCE` names; `chouette.live.source` says what it must offer. docs/live.md
explains how the parts work together.
"""
