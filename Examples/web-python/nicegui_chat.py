import asyncio, os
from nicegui import run, ui
from answers import pieces


@ui.page("/")
def page():
    async def send():
        question, text.value = text.value, ""
        with messages:
            ui.chat_message(text=question, name="You", sent=True)
            with ui.chat_message(name="Assistant"):
                answer = ui.markdown()
        words, queue, loop = "", asyncio.Queue(), asyncio.get_running_loop()

        def ask():
            for piece in pieces(question):
                loop.call_soon_threadsafe(queue.put_nowait, piece)
            loop.call_soon_threadsafe(queue.put_nowait, None)

        asking = asyncio.create_task(run.io_bound(ask))
        while (piece := await queue.get()) is not None:
            words += piece
            answer.content = words
            ui.run_javascript("window.scrollTo(0, document.body.scrollHeight)")
        await asking

    messages = ui.column().classes("w-full max-w-2xl mx-auto items-stretch")
    with ui.footer().classes("bg-white"):
        text = ui.input(placeholder="message").classes("w-full").on("keydown.enter", send)


ui.run(host="127.0.0.1", port=int(os.environ["PORT"]), show=False, reload=False)
