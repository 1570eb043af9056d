"""An endpoint that does what no endpoint should; `stillpoint record` is sent to it.

Usage: endpoint.py KIND COMMAND...; `ADDRESS` in the command is the endpoint's. Ends with the command's exit code; says on
standard error what another host got.
"""

import http.server
import subprocess
import sys
import threading

TOKEN = b'data: {"choices":[{"delta":{"content":"hi"},"finish_reason":null}]}\r\n\r\n'
END = b'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\r\n\r\ndata: [DONE]\r\n\r\n'


class Other(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def stream(self, pieces, status=200, type="text/event-stream"):
        self.send_response(status)
        self.send_header("Content-Type", type)
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            for piece in pieces:
                self.wfile.write(piece)
        except OSError:
            pass

    def do_POST(self):
        print("another host got", self.command, self.headers.get("Authorization"), file=sys.stderr, flush=True)
        self.stream([TOKEN, END])

    do_GET = do_POST


class Endpoint(Other):
    def do_POST(self):
        kind = sys.argv[1]
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if kind.startswith("redirect") and not self.path.startswith("/there"):
            status, place = kind.split("-")[1:]
            self.send_response(int(status))
            self.send_header("Location", {
                "other": f"http://127.0.0.2:{other.server_port}/v1/chat/completions", "file": "file:///etc/passwd",
                "same": "/there", "around": "/v1/chat/completions",
            }[place])
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif kind == "query":
            print("asked for", self.path, file=sys.stderr, flush=True)
            self.stream([TOKEN, END])
        elif kind == "comments":
            self.stream(b": " + b"x" * 60_000 + b"\n" for _ in range(10_000))
        elif kind == "tokens":
            self.stream(TOKEN * 500 for _ in range(10_000))
        elif kind == "status":
            self.stream((b"x" * 60_000 for _ in range(10_000)), 500)
        elif kind == "page":
            self.stream((b"x" * 60_000 for _ in range(10_000)), type="text/html")
        elif kind == "open":
            self.stream([TOKEN, END])
            finished.wait()
        elif kind == "error":
            self.stream([b'data: {"error": {"message": "\\u001b[2J\\n::error::x"}}\n\n'])
        elif kind == "lines":
            self.stream([b"\xef\xbb\xbfdata: {\"choices\":\rdata: [{\"delta\":{\"content\":\"hi\"}}]}\r\r", END])
        else:
            self.stream([TOKEN, END])

    do_GET = do_POST


finished = threading.Event()
other = http.server.ThreadingHTTPServer(("127.0.0.2", 0), Other)
first = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
for server in (other, first):
    threading.Thread(target=server.serve_forever, daemon=True).start()
command = [word.replace("ADDRESS", f"127.0.0.1:{first.server_port}") for word in sys.argv[2:]]
sys.exit(subprocess.run(command).returncode)
