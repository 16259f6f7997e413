"""Nearness in meaning, and the order that it gives together with metres."""
