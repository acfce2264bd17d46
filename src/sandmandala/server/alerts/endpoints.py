"""Addresses of push services come from clients: they must not lead behind the firewall of the server."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from ..refusal import RefusalError

LONGEST = 1000  # characters; those of today's services have up to 500
_TRANSLATED = IPv6Network("64:ff9b::/96")  # NAT64: the last 32 bits are an IPv4 address


class UnsafeAddressError(OSError):
    """A push service has no public address."""


class Endpoint(NamedTuple):
    """The address of a subscription, in parts."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Scheme, host and port, for which a VAPID token is signed."""
        default = self.port == (443 if self.scheme == "https" else 80)
        return f"{self.scheme}://{self.host}" + ("" if default else f":{self.port}")


def parse_endpoint(url: str, local: bool = False) -> Endpoint:
    """Split an endpoint. Refuses everything but https on its usual port; with `local`, also this machine.

    >>> parse_endpoint("https://push.example/send/abc").origin
    'https://push.example'
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _refusal() from None
    plain = all("!" <= character <= "~" for character in url) and "\\" not in url
    if not plain or len(url) > LONGEST or not host or "@" in parts.netloc or parts.fragment:
        raise _refusal()
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if local and parts.scheme == "http" and host == "127.0.0.1":
        return Endpoint("http", host, port or 80, path)
    if parts.scheme != "https" or port not in (None, 443) or ":" in host or "." not in host:
        raise _refusal()
    if host.rpartition(".")[2].isdigit() or host.endswith("."):  # no push service is named by its number
        raise _refusal()
    return Endpoint("https", host, 443, path)


def _refusal() -> RefusalError:
    return RefusalError("unreadable", "This is not the address of a push service.")


def public_address(endpoint: Endpoint) -> str:
    """Resolve the host of an endpoint; this blocks. Raises UnsafeAddressError if an address is not public.

    The connection must go to the returned address: a second look-up could give another one.
    """
    found = socket.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    addresses = [str(sockaddr[0]) for *_, sockaddr in found]
    if endpoint.scheme == "http":  # parse_endpoint allows it for this machine alone
        return addresses[0]
    if not addresses or not all(map(is_public, addresses)):
        raise UnsafeAddressError(f"{endpoint.host} has an address that is not public")
    return addresses[0]


def is_public(address: str) -> bool:
    """
    >>> is_public("142.250.1.1"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1")
    (True, False, False)
    """
    ip: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if ip in _TRANSLATED:
            inner = IPv4Address(int(ip) & 0xFFFFFFFF)
        ip = inner or ip
    return ip.is_global and not ip.is_multicast
