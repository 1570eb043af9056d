/* Whole numbers in as few bytes as they need (LEB128 of their zigzag), as base64. */
function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

class Numbers {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 0;
  }

  get isAtEnd() { return this.place >= this.bytes.length; }

  byte() {
    this.place += 1;
    return this.bytes[this.place - 1];
  }

  /* The next number; exact up to 2^53, which lengths and times do not reach. */
  next() {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) break;
      scale *= 128;
    }
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

/* The JSON inside a data element, by the element's class and cell; null where there is none. */
function dataOf(kind, cell) {
  const element = document.querySelector(`script.${kind}[data-cell="${cell}"]`);
  return element ? JSON.parse(element.textContent) : null;
}

function element(tag, text, name) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (name) node.className = name;
  return node;
}
