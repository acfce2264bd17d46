"""Streams of events for programs, beside the socket."""
