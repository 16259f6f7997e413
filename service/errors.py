"""The errors at the border to people."""

from queries.errors import PertoError


class QuestionError(PertoError):
    """A call that can't be meant: an empty question, an unknown mode, a radius that is no distance."""
