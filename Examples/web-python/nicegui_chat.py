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
            # NiceGUI leaves it to the app to follow the end.
            ui.run_javascript("document.scrollingElement.scrollTop = 1e9")
        await asking

    messages = ui.column().style("width: 100%; max-width: 42rem; margin: auto; align-items: stretch")
    with ui.footer().style("background: white"):
        text = ui.input("Ask").style("width: 100%").on("keydown.enter", send)


ui.run(host="127.0.0.1", port=int(os.environ["PORT"]), show=False, reload=False)
