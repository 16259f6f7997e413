"""How each language writes numbers, lists, kinds of place, times and sentences."""
