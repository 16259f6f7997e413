"""The command."""


def main() -> None:
    """Run."""
