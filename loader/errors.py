"""The errors at the border to sources."""

from queries.errors import PertoError


class SourceError(PertoError):
    """A source can't be read; `exit_code` is 2 where the call names no such file, else 1."""

    def __init__(self, message: str, *, source: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.source = source
        self.exit_code = exit_code


class SourceUnavailable(SourceError):
    """A source's servers fail or can't be reached; `url` was asked last, `status` is its answer's."""

    def __init__(self, message: str, *, url: str, status: int | None = None) -> None:
        super().__init__(message, source=url, exit_code=4)
        self.url = url
        self.status = status
