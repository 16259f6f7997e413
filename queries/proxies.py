"""The proxies of the environment: for which hosts they are used, and how that is said."""

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_loopback(url: str) -> bool:
    """Say whether a URL is of this machine itself: no proxy can reach that for us."""
    host = _host(url)
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)  # ::ffff:127.0.0.1
    return (mapped or address).is_loopback


def find_proxy(url: str) -> str | None:
    """Return the proxy that requests to the URL go through, without its password; None: they go directly."""
    from urllib.request import getproxies, proxy_bypass  # a tenth of a second that graph mode spares

    host = _host(url)
    if not host or is_loopback(url) or proxy_bypass(host):
        return None
    proxies = getproxies()
    proxy = proxies.get(urlsplit(url).scheme.lower()) or proxies.get("all")
    return _shown(proxy) if proxy else None


def via_proxy(url: str) -> str:
    """Return ", through the proxy …" where a request to the URL goes through one, else nothing."""
    proxy = find_proxy(url)
    return f", through the proxy {proxy} of the environment" if proxy else ""


def _shown(proxy: str) -> str:
    scheme, found, rest = proxy.partition("://")
    rest = rest if found else scheme
    where = rest.split("/")[0].rpartition("@")[2]  # what is before it may be a password
    return f"{scheme}://{where}" if found else where


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""
