"""Makes the README's picture of a map: python -m tests.browser.picture PAGE.html PICTURE.png

perto ask "cafes within 150 m of a fountain" --map map.html
python -m tests.browser.picture map.html docs/map.png
"""

import sys
from pathlib import Path

from tests.browser.chromium import open_page

WIDTH, HEIGHT = 1200, 760


def main(source: str, target: str) -> None:
    """Open the page, wait until its map is drawn, and write what it shows."""
    with open_page() as page:
        page.open(Path(source), width=WIDTH, height=HEIGHT)
        # labels fade in
        page.value("new Promise((done) => setTimeout(done, 1000))")
        page.picture(Path(target))


if __name__ == "__main__":
    main(*sys.argv[1:])
