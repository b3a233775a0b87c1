"""Keeping score without a server: pure, run by Python in a browser as by any other.

`calls` is what a page asks, JSON in and JSON out. `position` plays the entries that a device keeps,
`taps` makes them of the table's forms, `reading` shows the table, `sheets` the score.
"""
