import asyncio
import chainlit
from answers import pieces


@chainlit.on_message
async def answer(message):
    reply, source = chainlit.Message(""), pieces(message.content)
    while (piece := await asyncio.to_thread(next, source, None)) is not None:
        await reply.stream_token(piece)
    await reply.send()
