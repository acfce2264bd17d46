"""The messages of live play: `from_client.py` and `from_server.py`, two closed unions, and the types that
they share with REST. docs/protocol.md explains them."""

PROTOCOL_VERSION = 4
