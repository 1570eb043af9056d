import asyncio
from shiny.express import ui
from shinychat.express import Chat
from answers import pieces

chat = Chat("chat")
chat.ui()


async def answer(text):
    source = pieces(text)
    while (piece := await asyncio.to_thread(next, source, None)) is not None:
        yield piece


@chat.on_user_submit
async def _(text: str):
    await chat.append_message_stream(answer(text))
