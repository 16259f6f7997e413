"""What one may choose of an answer: how it is found, what metres are measured between, how it is ordered.

Nothing is imported here, so that the command can name its options before anything heavy is loaded.
"""

from typing import Literal

# the graph with similarity, the graph alone, or similarity alone
Mode = Literal["hybrid", "graph", "vector"]
# from edge to edge, or from centre to centre
Measure = Literal["edge", "centre"]
# by metres, or by the fused ranks
Order = Literal["metres", "fused"]
# how many of the listed places or pairs the text goes through; the list holds the others
TEXT_ITEMS = 10
