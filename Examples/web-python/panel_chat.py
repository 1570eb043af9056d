import panel
from answers import pieces


def answer(message, user, instance):
    text = ""
    for piece in pieces(message):
        text += piece
        yield text


panel.chat.ChatInterface(callback=answer, callback_user="Assistant").servable()
