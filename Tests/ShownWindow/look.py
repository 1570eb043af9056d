"""Looks at the pictures of a window that scripts/show made, one a second, 375 x 667.

Usage: look.py FOLDER
"""

import pathlib
import struct
import sys
import zlib

WIDTH, HEIGHT, KEYBOARD = 375, 667, 260


def rows(path):
    """The rows of a PNG of 8 bits a channel, as bytes."""
    data, place, packed = path.read_bytes(), 8, b""
    width = height = channels = 0
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        body = data[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            channels = {2: 3, 6: 4}[colour]
            assert depth == 8
        elif kind == b"IDAT":
            packed += body
        place += 12 + length
    assert (width, height) == (WIDTH, HEIGHT), f"{path}: {width} x {height}"
    raw, stride = zlib.decompress(packed), width * channels
    found, above = [], bytearray(stride)
    for row in range(height):
        start = row * (stride + 1)
        kind, line = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for index in range(stride):
            left = line[index - channels] if index >= channels else 0
            up = above[index]
            corner = above[index - channels] if index >= channels else 0
            if kind == 1:
                line[index] = (line[index] + left) & 255
            elif kind == 2:
                line[index] = (line[index] + up) & 255
            elif kind == 3:
                line[index] = (line[index] + (left + up) // 2) & 255
            elif kind == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
                line[index] = (line[index] + near[2]) & 255
        found.append(bytes(line))
        above = line
    return found


def changed(first, second, where):
    """The part of the rows in `where` that differ, 0 to 1."""
    return sum(first[row] != second[row] for row in where) / len(where)


def main():
    folder = pathlib.Path(sys.argv[1])
    # By the picture of a second: 1 and 2 stream, then wheel up, wheel down, keyboard, text, sent.
    picture = {second: rows(folder / f"{second}.png") for second in (1, 2, 4, 6, 8, 10, 12)}
    body, foot = range(60, HEIGHT - KEYBOARD - 120), range(HEIGHT - KEYBOARD, HEIGHT)
    faults = []

    def check(holds, words):
        if not holds:
            faults.append(words)

    check(changed(picture[1], picture[2], range(HEIGHT)) > 0, "nothing streamed between seconds 1 and 2")
    check(changed(picture[2], picture[4], body) > 0.3, "the wheel did not scroll up")
    check(changed(picture[4], picture[6], body) > 0.3, "the wheel did not scroll down")
    check(changed(picture[6], picture[8], foot) > 0.8, "a click on the composer opened no keyboard")
    composer = range(HEIGHT - KEYBOARD - 60, HEIGHT - KEYBOARD)
    check(changed(picture[8], picture[10], composer) > 0.1, "typed text is not in the composer")
    check(changed(picture[10], picture[12], composer) > 0.1, "Return did not send it")
    for fault in faults:
        print(f"{folder}: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
