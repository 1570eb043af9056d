import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    from answers import pieces

    def answer(messages, config):
        yield from pieces(messages[-1].content)

    mo.ui.chat(answer)
    return


if __name__ == "__main__":
    app.run()
