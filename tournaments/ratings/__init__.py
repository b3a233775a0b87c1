"""Ratings as pure functions of ordered results: FIBS Elo and Glicko-2 for matches, and the Gaussian
estimate of skill for chouettes. Nothing here knows Django or a database; NumPy does the sums.
"""
