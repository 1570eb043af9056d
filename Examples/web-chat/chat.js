const log = document.getElementById('log');
const input = document.getElementById('input');
const stopButton = document.getElementById('stop');
const messages = [];
let following = true;
let abort = null;
const delay = Number(query.get('delay') || 0);
// Work that grows: so many ms for each message of the log, or for each letter of the answer, at every token.
const perMessage = Number(query.get('per_message') || 0);
const perLetter = Number(query.get('per_letter') || 0);

function distanceFromEnd() { return log.scrollHeight - log.clientHeight - log.scrollTop; }
function goToEnd() { log.scrollTop = log.scrollHeight; }
function keepEnd() { if (following || (faults.has('fight-on-wheel') && abort)) goToEnd(); }

log.addEventListener('wheel', event => { if (event.deltaY < 0) following = false; });
log.addEventListener('scroll', () => {
  if (!faults.has('missed-re-engage') && distanceFromEnd() <= 8) following = true;
  if (log.scrollTop <= 40) loadOlder();
});
new ResizeObserver(keepEnd).observe(log);

// Messages

function makeMessage(role, text, before = null) {
  const element = document.createElement('div');
  element.className = `message ${role}`;
  const body = document.createElement('div');
  element.appendChild(body);
  log.insertBefore(element, before);
  render(body, text);
  return { role, text, element, body };
}

function addMessage(role, text) {
  const message = makeMessage(role, text);
  messages.push(message);
  return message;
}

function addThoughts(message) {
  const card = document.createElement('details');
  card.open = true;
  card.innerHTML = '<summary>Thoughts</summary>';
  card.append('What was asked is looked at from each side before the answer begins. '.repeat(6));
  card.addEventListener('toggle', () => { if (faults.has('fold-jump') && !card.open) goToEnd(); });
  message.element.insertBefore(card, message.body);
}

// The older history: messages that a server would have.
let older = Number(query.get('older') || 0);
let isLoading = false;

function loadOlder() {
  if (older === 0 || isLoading) return;
  isLoading = true;
  setTimeout(() => {
    const first = log.firstElementChild;
    const below = log.scrollHeight - log.scrollTop;
    for (let count = 0; count < 10 && older > 0; count++, older--) {
      makeMessage(older % 2 ? 'assistant' : 'user', `Older message ${older}. `.repeat(8), first);
    }
    if (!faults.has('drift-on-prepend')) log.scrollTop = log.scrollHeight - below;
    isLoading = false;
  }, 400);
}

function historyText(index) {
  const words = Array.from({ length: 40 }, (_, word) => `h${index}x${word}`).join(' ');
  return index % 2 ? `${words}\n\n## Part ${index}\n\n${words}` : `Question ${index}`;
}

// Sending

async function send() {
  const text = input.value.trim();
  if (!text || abort) return;
  input.value = '';
  following = true;
  addMessage('user', text);
  const answer = addMessage('assistant', '');
  if (query.has('thoughts')) addThoughts(answer);
  goToEnd();
  abort = new AbortController();
  stopButton.hidden = false;
  try {
    const response = await fetch(`${query.get('api') || ''}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        model: 'any',
        stream: true,
        messages: messages.slice(0, -1).map(({ role, text }) => ({ role, content: text })),
      }),
      signal: abort.signal,
    });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    await read(response.body, answer);
  } catch (error) {
    if (error.name !== 'AbortError') append(answer, `\n\n${error.message}`);
  }
  abort = null;
  stopButton.hidden = true;
}

async function read(stream, answer) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let count = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('data: ') || line === 'data: [DONE]') continue;
      const delta = JSON.parse(line.slice(6)).choices[0].delta.content;
      if (!delta) continue;
      count++;
      if (faults.has('lost-text') && count % 50 === 0) continue;
      const twice = faults.has('double-text') && count % 50 === 0;
      const piece = twice ? delta + delta : delta;
      const work = perMessage * messages.length + perLetter * answer.text.length;
      if (work > 0) setTimeout(() => append(answer, piece), work);
      else if (faults.has('late-text')) setTimeout(() => append(answer, piece), 100);
      else later(delay, () => append(answer, piece));
    }
  }
}

/** Acts so many frames later; ?delay=1 makes every token a frame late. */
function later(frames, act) {
  if (frames > 0) requestAnimationFrame(() => setTimeout(() => later(frames - 1, act), 0));
  else act();
}

function append(answer, piece) {
  answer.text += piece;
  if (faults.has('replaced-nodes')) rebuildMessages();
  render(answer.body, answer.text);
  keepEnd();
}

/** Makes every message's body again, finished ones too. */
function rebuildMessages() {
  for (const message of messages) {
    const body = document.createElement('div');
    message.body.replaceWith(body);
    message.body = body;
    render(body, message.text);
  }
}

// Controls

input.addEventListener('keydown', event => {
  if (event.key === 'Enter' && !event.shiftKey) { event.preventDefault(); send(); }
});
document.getElementById('send').addEventListener('click', send);
stopButton.addEventListener('click', () => abort && abort.abort());
document.getElementById('new').addEventListener('click', () => {
  if (abort) abort.abort();
  messages.length = 0;
  log.replaceChildren();
});

for (let index = 0; index < Number(query.get('history') || 0); index++) {
  addMessage(index % 2 ? 'assistant' : 'user', historyText(index));
}
goToEnd();

if (faults.has('idle-frames')) {
  const turn = () => { document.title = document.title; requestAnimationFrame(turn); };
  requestAnimationFrame(turn);
}
