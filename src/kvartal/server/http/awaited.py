"""Nobody works for somebody who has left: when the line of a request breaks, what is done for it stops."""

import asyncio
import contextlib

from kvartal.server.http.security import Asgi, Message, Receive, Scope, Send


class Awaited:
    """An application whose pages are made only as long as somebody waits for them. What changes something is done in
    any case: it was asked for."""

    def __init__(self, inner: Asgi) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            return await self.inner(scope, receive, send)
        first = [await receive()]
        leaving: asyncio.Future[Message] | None = None
        answered = False

        async def heard() -> Message:
            return first.pop() if first else await (receive() if leaving is None else asyncio.shield(leaving))

        async def say(message: Message) -> None:
            nonlocal answered
            answered = message["type"] == "http.response.body" and not message.get("more_body")
            await send(message)

        if first[0].get("more_body"):
            return await self.inner(scope, heard, send)
        leaving = asyncio.ensure_future(receive())
        working = asyncio.ensure_future(self.inner(scope, heard, say))
        try:
            await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not working.done() and not answered:
                working.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await working
        finally:
            leaving.cancel()
            working.cancel()
        return None
