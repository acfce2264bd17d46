"""Tells the other workers who is here, whose friends have changed, and what is said at tables."""

from __future__ import annotations

from ..social.service import Social
from .sync import Sync
from .worker_messages import Message, PeopleHere, PersonMoved, RelationsChanged, SaidAtTable


def connect_people(sync: Sync, social: Social) -> None:
    """Connect the services of this worker with those of the others."""
    presence, friend_lists = social.presence, social.friend_lists

    def take(worker: str, message: Message) -> None:
        match message:
            case PeopleHere(people):
                presence.set_elsewhere(worker, people)
            case PersonMoved(person, came):
                presence.note_elsewhere(worker, person, came)
            case RelationsChanged(people):
                social.relations_heard(people)
            case SaidAtTable(heard):
                social.talk.hear_elsewhere(heard)

    presence.local_listeners.append(lambda person, came: sync.send(PersonMoved(person, came)))
    social.relation_publishers.append(lambda people: sync.send(RelationsChanged(people)))
    social.talk.listeners.append(lambda heard: sync.send(SaidAtTable(heard)))
    sync.beat_listeners.append(lambda: sync.send(PeopleHere(presence.people())))
    sync.message_listeners.append(take)
    sync.loss_listeners.append(lambda worker: presence.set_elsewhere(worker, ()))
    sync.changed_elsewhere.append(friend_lists.changed_elsewhere)
    sync.send(PeopleHere(presence.people()))
