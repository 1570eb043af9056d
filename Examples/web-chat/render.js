// Markdown of four kinds of blocks: paragraphs, headings, lists and fenced code.

/** Cuts a text into blocks: [kind, text] each. */
function blocksOf(text) {
  const blocks = [];
  let code = null;
  for (const part of text.split('\n')) {
    const last = blocks[blocks.length - 1];
    if (code) {
      if (part.startsWith('```')) code = null;
      else code[1] += (code[1] ? '\n' : '') + part;
    } else if (part.startsWith('```')) blocks.push(code = ['pre', '']);
    else if (part.startsWith('## ')) blocks.push(['h2', part.slice(3)]);
    else if (part.startsWith('- ')) {
      if (last && last[0] === 'ul') last[1] += '\n' + part.slice(2);
      else blocks.push(['ul', part.slice(2)]);
    } else if (part === '') blocks.push(['gap', '']);
    else if (last && last[0] === 'p') last[1] += ' ' + part;
    else blocks.push(['p', part]);
  }
  return blocks.filter(block => block[0] !== 'gap');
}

/** Makes the element of a block. */
function elementOf([kind, text]) {
  const element = document.createElement(kind);
  fill(element, kind, text);
  return element;
}

/** Brings an element to a block's text and touches only what differs. */
function fill(element, kind, text) {
  if (kind === 'ul') {
    const lines = text.split('\n');
    lines.forEach((line, index) => {
      const item = element.children[index] || element.appendChild(document.createElement('li'));
      setText(item, line);
    });
  } else setText(element, text);
}

function setText(element, text) {
  const node = element.firstChild;
  if (!node) element.appendChild(document.createTextNode(text));
  else if (text.startsWith(node.data)) {
    if (text.length > node.data.length) node.appendData(text.slice(node.data.length));
  } else node.data = text;
}

/** Shows a text in a message's body: blocks that are there stay, the last one grows. */
function render(body, text) {
  const blocks = blocksOf(text);
  if (faults.has('whole-parse')) {
    body.replaceChildren(...blocks.map(elementOf));
    return;
  }
  blocks.forEach((block, index) => {
    const there = body.children[index];
    if (!there) body.appendChild(elementOf(block));
    else if (there.localName !== block[0]) there.replaceWith(elementOf(block));
    else fill(there, ...block);
  });
}
