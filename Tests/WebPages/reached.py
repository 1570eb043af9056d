"""Counts what reaches a port of this machine, by UDP and by TCP, while a command runs.

Usage: reached.py COMMAND...; `PORT` in it is the port. Prints the count alone, what the command prints goes to standard
error. Ends with the command's exit code.
"""

import select
import socket
import subprocess
import sys
import threading

datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
datagrams.bind(("127.0.0.1", 0))
port = datagrams.getsockname()[1]
connections = socket.create_server(("127.0.0.1", port))
finished, count = threading.Event(), 0


def listen():
    global count
    while not finished.is_set():
        for ready in select.select([datagrams, connections], [], [], 0.1)[0]:
            if ready is datagrams:
                datagrams.recv(65_536)
            else:
                ready.accept()[0].close()
            count += 1


listener = threading.Thread(target=listen)
listener.start()
command = [word.replace("PORT", str(port)) for word in sys.argv[1:]]
code = subprocess.run(command, stdout=sys.stderr).returncode
finished.set()
listener.join()
print(count)
sys.exit(code)
