"""Starts and ends sessions. Everything that ends one goes through here, so that its sockets are closed."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from ..ids import new_id
from ..messages.table_info import Person, make_person
from ..refusal import RefusalError
from ..server_time import now
from ..storage import TakenError
from ..storage.accounts import NOBODY, AccountStore, Outcome, Row
from .browsers import browser_label
from .identity import Identity, hash_of, new_secret, new_token, oldest_valid
from .passwords import hash_password, is_password

MOST_TOKENS = 20
_REMEMBERED = 60.0  # seconds; far longer than a socket takes to open
Ended = Callable[[str, set[str] | None], None]


class Sessions:
    """Browsers that are signed in, and tokens of programs.

    `ended` is a list of callbacks `(person, ids)`, called after sessions or tokens of a person have ended in
    the database; `None` stands for all of them. Live play closes their sockets. To keep several workers in
    step, append a callback that publishes what it is given, and let the other workers call
    `tell(person, ids, skip=that_callback)`.
    """

    def __init__(self, store: AccountStore) -> None:
        self._store = store
        self.ended: list[Ended] = []
        self._recent: dict[str, float] = {}  # when a session, or all sessions of a person, ended

    def tell(self, person: str, ids: set[str] | None, skip: Ended | None = None) -> None:
        """Call the callbacks, except `skip`."""
        moment = time.monotonic()
        self._recent = {key: at for key, at in self._recent.items() if at > moment - _REMEMBERED}
        self._recent.update(dict.fromkeys([person] if ids is None else ids, moment))
        for callback in self.ended:
            if callback != skip:
                callback(person, ids)

    def has_ended(self, identity: Identity) -> bool:
        """Whether a session has ended since it was looked up, while a socket was being opened."""
        ended = (self._recent.get(key, 0.0) for key in (identity.person.id, identity.session))
        return max(ended) >= identity.at

    # --- starting: the secret for the cookie is returned

    async def start_as_guest(self, name: str, user_agent: str) -> tuple[Person, str]:
        """Create a guest and start a session."""
        person, secret = Person(new_id(), name), new_secret()
        row = {"id": person.id, "name": name, "created": now(), "seen": now()}
        await self._store.add_guest(row, _row(secret, user_agent))
        return person, secret

    async def sign_in(self, row: Row | None, password: str, user_agent: str) -> tuple[Person, str] | None:
        """Sign in. Takes equally long without such an account, so that logins cannot be probed."""
        secret = new_secret()
        if not await is_password(row.password if row else None, password) or row is None:
            return None
        session = _row(secret, user_agent)
        started = await self._store.start_session(row.id, row.password, session, oldest_valid())
        return (make_person(row.id, row.name, None, row.is_bot), secret) if started else None

    async def recover(self, code: str, user_agent: str) -> tuple[Person, str] | None:
        """Use up a recovery code. Ends all sessions, and deletes tokens and the password."""
        (id, _, key), secret = code.strip().partition("-"), new_secret()
        row = await self._store.recover(id, hash_of(key), _row(secret, user_agent))
        if row is None:
            return None
        self.tell(row.id, None)
        return make_person(row.id, row.name, None, row.is_bot), secret

    # --- ending

    async def end(self, person: str, id: str) -> bool:
        """End a session. Return False if there is none."""
        return self._told(person, id, await self._store.end_session(person, id))

    async def drop_token(self, person: str, id: str) -> bool:
        """Delete a token. Return False if there is none."""
        return self._told(person, id, await self._store.drop_token(person, id))

    def _told(self, person: str, id: str, ended: bool) -> bool:
        if ended:
            self.tell(person, {id})
        return ended

    # --- for a session that must still be valid when the change is made

    async def set_password(
        self, me: Identity, login: str, old: str | None, new: str, drop_tokens: bool
    ) -> None:
        """Set login and password, and end all other sessions. Refuses a wrong old password."""
        checked = await self._checked_password(me, old)
        hashed = await hash_password(new)
        try:
            outcome, gone = await self._store.set_login(
                me.person.id, me.session, login.casefold(), checked, hashed, drop_tokens
            )
        except TakenError:
            raise RefusalError("login_taken", "That login is taken. Choose another one.") from None
        _check(outcome)
        if gone:
            self.tell(me.person.id, gone)

    async def new_recovery_code(self, me: Identity, password: str | None) -> str:
        """Return a new recovery code. It replaces the previous one."""
        checked, key = await self._checked_password(me, password), secrets.token_hex(12)
        _check(await self._store.set_recovery(me.person.id, me.session, checked, hash_of(key)))
        return f"{me.person.id}-{key}"

    async def forget(self, me: Identity, password: str | None) -> None:
        """Delete an account. A stolen cookie alone must not be enough."""
        checked = await self._checked_password(me, password)
        _check(await self._store.forget_person(me.person.id, me.session, checked, NOBODY))
        self.tell(me.person.id, None)

    async def mark_as_bot(self, me: Identity) -> Person:
        """Mark a fresh account as one that a program plays for. Nothing undoes it."""
        if me.is_token:
            raise RefusalError("forbidden", "Tokens are only for playing. Do this in a browser.")
        outcome = await self._store.mark_as_bot(me.person.id, me.session)
        if outcome == "changed":
            raise RefusalError("not_fresh")
        _check(outcome)
        return make_person(me.person.id, me.person.name, None, True)

    async def new_token(self, me: Identity, label: str) -> str:
        """Create a token for a program."""
        token = new_token()
        row = {"hash": hash_of(token), "person": me.person.id, "label": label, "created": now()}
        outcome = await self._store.add_token(me.session, MOST_TOKENS, row)
        if outcome == "full":
            raise RefusalError("too_many_tokens", f"You can have {MOST_TOKENS} tokens. Delete one first.")
        _check(outcome)
        return token

    async def _checked_password(self, me: Identity, password: str | None) -> str | None:
        """Check the password of a person, and return its hash; None if they have none."""
        if me.is_token:
            raise RefusalError("forbidden", "Tokens are only for playing. Do this in a browser.")
        row = await self._store.person(me.person.id)
        stored: str | None = row.password if row else None
        if stored is not None and not await is_password(stored, password or ""):
            raise RefusalError("wrong_password", "That is not your current password.")
        return stored


def _check(outcome: Outcome) -> None:
    if outcome == "ended":
        raise RefusalError("sign_in", "This session has ended. Sign in again.")
    if outcome == "changed":
        raise RefusalError("wrong_password", "Your password has just been changed.")


def _row(secret: str, user_agent: str) -> dict[str, str | int]:
    moment = now()
    return {"hash": hash_of(secret), "label": browser_label(user_agent), "created": moment, "seen": moment}
