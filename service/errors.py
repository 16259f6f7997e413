"""The errors at the border to people."""

from queries.errors import PertoError


class QuestionError(PertoError):
    """A call that can't be meant: an unknown mode, a limit of no places, a data set that is not there."""
