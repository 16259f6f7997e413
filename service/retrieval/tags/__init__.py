"""Conditions on tags: which places meet them, which do not say, and who runs them."""
