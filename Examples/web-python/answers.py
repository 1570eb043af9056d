"""Asks the endpoint that OPENAI_BASE_URL names, as a chat's server does, and yields its answer's pieces."""
import json, os, urllib.request


def pieces(text):
    body = {"model": "stillpoint", "stream": True, "messages": [{"role": "user", "content": text}]}
    request = urllib.request.Request(
        os.environ["OPENAI_BASE_URL"] + "/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as response:
        for line in response:
            if line.startswith(b"data: {"):
                yield json.loads(line[6:])["choices"][0]["delta"].get("content", "")
