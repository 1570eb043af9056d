import streamlit
from answers import pieces

messages = streamlit.session_state.setdefault("messages", [])
for role, text in messages:
    streamlit.chat_message(role).markdown(text)
if asked := streamlit.chat_input("Ask"):
    streamlit.chat_message("user").markdown(asked)
    answer = streamlit.chat_message("assistant").write_stream(pieces(asked))
    messages += [("user", asked), ("assistant", answer)]
