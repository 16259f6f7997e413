"""This project's compose containers, asked of the engine by label: never whatever answers on a port."""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dotenv import dotenv_values

from queries.errors import StoreRefused

_TIMEOUT_S = 3.0
_LOCAL_ENGINE = ("unix://", "npipe://")


@dataclass(frozen=True, slots=True)
class Container:
    """A running container: its compose service, the folder of the compose file, state, published ports."""

    service: str
    folder: Path
    status: str
    ports: Mapping[int, int]

    def read_password(self) -> str:
        """Return NEO4J_PASSWORD of the .env beside the compose file; raises StoreRefused without one."""
        path = self.folder / ".env"
        password = dotenv_values(path).get("NEO4J_PASSWORD") if path.is_file() else None
        if not password:
            raise StoreRefused(
                f"the compose container {self.service} runs, but {path} holds no NEO4J_PASSWORD; "
                "put it there, or set NEO4J_URI and NEO4J_PASSWORD",
                url=str(path),
            )
        return password


def find_containers(project: str) -> dict[str, Container]:
    """Return the running containers of a compose project by service; none without client or engine."""
    docker = shutil.which("docker")
    if docker is None:
        return {}
    listed = _ask(
        docker, "ps", "--filter", f"label=com.docker.compose.project={project}", "--format", _FORMAT
    )
    containers = parse_containers(listed)
    if containers and not _ask(
        docker, "context", "inspect", "--format", "{{.Endpoints.docker.Host}}"
    ).startswith(_LOCAL_ENGINE):
        return {}  # loopback ports of an engine elsewhere are not ours
    return containers


_FORMAT = (
    '{"service":{{json (.Label "com.docker.compose.service")}},'
    '"folder":{{json (.Label "com.docker.compose.project.working_dir")}},'
    '"status":{{json .Status}},"ports":{{json .Ports}}}'
)
_PORT = re.compile(r"[\d.:\[\]]*:(\d+)->(\d+)/tcp")


def parse_containers(listed: str) -> dict[str, Container]:
    """Read what `docker ps` printed in our format, one JSON object a line."""
    containers = {}
    for line in filter(None, listed.splitlines()):
        told = json.loads(line)
        ports = {int(inside): int(outside) for outside, inside in _PORT.findall(told["ports"])}
        containers[told["service"]] = Container(told["service"], Path(told["folder"]), told["status"], ports)
    return containers


def _ask(*command: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, timeout=_TIMEOUT_S, stdin=subprocess.DEVNULL, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
