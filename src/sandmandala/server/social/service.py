"""What people do with each other, put together for one worker."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.ext.asyncio import AsyncEngine

from ..relations.blocks import Blocks
from ..relations.friends import Friendships, Standing
from ..relations.mutes import MuteStore
from ..relations.presence import Presence
from ..relations.privacy import PrivacyStore
from ..settings import Settings
from ..storage.writer import Writer
from ..tables.lists import TableLists
from ..tables.service import Tables
from .friend_lists import FriendLists
from .reports import Reports
from .talk import Talk
from .word_filter import WordFilter


class Social:
    """The services about people and each other."""

    def __init__(
        self,
        engine: AsyncEngine,
        writer: Writer,
        blocks: Blocks,
        tables: Tables,
        lists: TableLists,
        settings: Settings,
        tell_host: Callable[[str, str], None] | None = None,
    ) -> None:
        self.blocks, self.friendships = blocks, Friendships(engine, writer)
        self.privacy, self.presence = PrivacyStore(engine, writer), Presence()
        self.mutes = MuteStore(engine, writer)
        self.friend_lists = FriendLists(self.friendships, self.presence, lists)
        words = WordFilter.from_file(settings.forbidden_words) if settings.free_text else None
        self.talk = Talk(tables, self.blocks, engine, writer, words)
        self.reports = Reports(engine, writer, tell_host)
        # Something between people has changed, here or at another worker.
        self.relation_listeners: list[Callable[[list[str]], None]] = [self.friend_lists.note_relations]
        self.relation_publishers: list[Callable[[list[str]], None]] = []  # to other workers
        self.request_listeners: list[Callable[[str, str], None]] = []  # somebody asks somebody
        tables.subscribers.append(self.friend_lists)
        tables.rename_listeners.append(self.friend_lists.renamed)

    async def ask_friend(self, asker: str, asked: str, at: int) -> Standing:
        """Ask somebody to become friends, or agree if they have asked."""
        standing = await self.friendships.ask(asker, asked, at)
        self.relations_changed([asker, asked])
        if standing == "asked":
            for listener in self.request_listeners:
                listener(asker, asked)
        return standing

    def relations_changed(self, people: list[str]) -> None:
        """Update all lists at all workers, after something between these people has changed."""
        self.relations_heard(people)
        for publish in self.relation_publishers:
            publish(people)

    def relations_heard(self, people: list[str]) -> None:
        """Update all lists at this worker."""
        for listener in self.relation_listeners:
            listener(people)
