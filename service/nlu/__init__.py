"""Understands questions: from words to a Reading, by rules, without a store."""
