"""Everyday conditions counted by hand: what raw tags say, from the wiki, without a line of perto's."""
