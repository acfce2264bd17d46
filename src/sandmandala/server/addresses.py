"""Client addresses as keys for limits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

UNKNOWN = "?"
Network = IPv4Network | IPv6Network


@lru_cache(4096)
def client_key(address: str) -> str:
    """Return the key under which limits count an address. An IPv6 /64 counts as one client.

    >>> client_key("203.0.113.7"), client_key("::ffff:203.0.113.7")
    ('203.0.113.7', '203.0.113.7')
    >>> client_key("2001:db8:1:2:3:4:5:6"), client_key("2001:db8:1:2::9%eth0")
    ('2001:db8:1:2::/64', '2001:db8:1:2::/64')
    >>> client_key("a proxy may forward anything")
    '?'
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return UNKNOWN  # one key for all, so that forged addresses cannot evade the limits
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or IPv6Network((ip, 64), strict=False))
    return str(ip)


def is_in(address: str, networks: Iterable[Network]) -> bool:
    """Whether an address is in one of the networks. Invalid addresses are in none."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    return any(ip in network for network in networks)
