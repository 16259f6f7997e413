"""What words and tags mean: kinds of place, names, numbers, addresses and opening hours, without a store."""
