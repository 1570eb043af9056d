import os
import gradio
from answers import pieces


def answer(message, history):
    text = ""
    for piece in pieces(message):
        text += piece
        yield text


gradio.ChatInterface(answer).launch(server_name="127.0.0.1", server_port=int(os.environ["PORT"]))
