// Finds a chat's parts on a page that nobody described, and says why a message was not sent. Only what a
// person sees counts: what an element is called, says and holds.
(() => {
  if (window.top !== window || window.__stillpointFinder) return;
  const load = window.__stillpointLoad;
  const page = window.__stillpoint;
  const finder = window.__stillpointFinder = {};
  const { all, isShown, parent, isWithin, textOf } = page;

  // Selectors

  const isMade = text => /\d{3,}|^.?$|^(?=.*\d).{0,3}$|[:.\[\]\/%!]|^(css|sc|svelte|r|radix|headlessui|mui|ember|react-aria)-|^_|[A-Za-z]+_[A-Za-z0-9-]{5,}$/.test(text);
  const quoted = text => JSON.stringify(text);
  /** Selectors of one step that an element can be known by, the best first. */
  const stepsOf = element => {
    const steps = [];
    const tag = element.localName;
    if (element.id && !isMade(element.id)) steps.push('#' + CSS.escape(element.id));
    for (const { name, value } of element.attributes) {
      if (/^data-(testid|test-id|role|message-author-role|message-role|author|sender|slot|type|from|kind|variant)$/.test(name) && value && value.length < 40 && !/\d{2,}/.test(value)) steps.push(`[${name}=${quoted(value)}]`);
    }
    for (const name of ['name', 'role', 'aria-label', 'placeholder', 'title', 'type']) {
      const value = element.getAttribute(name);
      if (value && value.length < 60 && !/\d{2,}/.test(value)) steps.push(`${tag}[${name}=${quoted(value)}]`);
    }
    const classes = [...element.classList].filter(name => !isMade(name));
    const telling = /assist|bot|agent|answer|response|reply|model|user|human|sent|incoming|outgoing|query|question|start|end|left|right|own|self|^(me|you|ai|in|out)$/i;
    const worth = name => (telling.test(name) ? 2 : 0) + (name.length > 3 ? 1 : 0);
    classes.sort((one, other) => worth(other) - worth(one));
    for (const name of classes) steps.push('.' + CSS.escape(name));
    for (const one of classes.slice(0, 4)) for (const other of classes.slice(0, 8)) if (one !== other) steps.push(`.${CSS.escape(one)}.${CSS.escape(other)}`);
    if (tag.includes('-')) steps.unshift(tag);
    steps.push(tag);
    return steps;
  };
  /** A selector that finds `wanted` and nothing that `isRefused` refuses; null for none. */
  const selectorOf = (wanted, isRight) => {
    for (const step of stepsOf(wanted)) if (isRight(all(step))) return step;
    let up = wanted;
    for (let depth = 0; depth < 4 && (up = parent(up)); depth++) {
      if (up.getRootNode() !== wanted.getRootNode()) break;
      for (const outer of stepsOf(up).slice(0, 8)) for (const step of stepsOf(wanted).slice(0, 12)) {
        for (const way of [' > ', ' ']) if (isRight(all(outer + way + step))) return outer + way + step;
      }
    }
    return null;
  };
  const alone = element => selectorOf(element, found => found.filter(isShown).length === 1 && found.filter(isShown)[0] === element);

  // Parts

  const labelOf = element => [element.getAttribute('aria-label'), element.title, element.getAttribute('data-testid'), element.id, element.getAttribute('class'), textOf(element).trim().slice(0, 40)]
    .filter(Boolean).join(' ');
  const buttons = () => all('button, [role=button], input[type=submit], a[href="#"]').filter(isShown);
  finder.inputs = () => all('textarea, [contenteditable=""], [contenteditable=true], [contenteditable=plaintext-only], [role=textbox], input[type=text], input:not([type])')
    .filter(element => isShown(element) && !element.disabled && !element.readOnly && element.getBoundingClientRect().width > 80)
    .map(element => {
      const box = element.getBoundingClientRect();
      const words = `${element.placeholder || ''} ${labelOf(element)} ${element.getAttribute('aria-placeholder') || ''} ${element.getAttribute('data-placeholder') || ''}`;
      const score = (/message|ask|chat|prompt|type|send|question|talk|query|user/i.test(words) ? 4 : 0) + (element.localName === 'input' ? 0 : 2)
        - (/search|filter|system|title|name|key/i.test(words) ? 4 : 0) + box.top / innerHeight * 2 + (element === document.activeElement ? 1 : 0);
      return [score, element];
    }).sort((one, other) => other[0] - one[0]).map(([, element]) => element);
  finder.input = () => { const [first] = finder.inputs(); return first ? alone(first) : null; };
  /** The button that sends: it says so, or is the nearest one at the input's end. */
  finder.sendButton = input => {
    const element = all(input).filter(isShown)[0];
    if (!element) return null;
    const from = element.getBoundingClientRect();
    const near = buttons().map(button => {
      const box = button.getBoundingClientRect();
      const x = box.left + box.width / 2, y = box.top + box.height / 2;
      const label = labelOf(button);
      const distance = Math.hypot(Math.max(0, from.left - x, x - from.right), Math.max(0, from.top - y, y - from.bottom));
      const score = (/\b(send|submit|ask)|arrow-?up|senden/i.test(label) ? 400 : 0) + (button.type === 'submit' && button.closest('form')?.contains(element) ? 200 : 0)
        - (/attach|upload|file|voice|mic|speech|record|setting|menu|new|clear|stop|reset|model|tool|web|search|image/i.test(label) ? 500 : 0) - distance + x / 50;
      return [score, button, distance];
    }).filter(([score, button, distance]) => distance < 200 && !button.disabled && (score > 0 || button.localName !== 'a')).sort((one, other) => other[0] - one[0]);
    return near.length && near[0][0] > -150 ? alone(near[0][1]) : null;
  };
  /** The button whose label holds one of the words: the nearest one to the input. */
  finder.button = (words, input) => {
    const pattern = new RegExp(words, 'i');
    const element = input ? all(input).filter(isShown)[0] : null;
    const from = element ? element.getBoundingClientRect() : { left: 0, top: 0, width: 0, height: 0 };
    const distance = button => {
      const box = button.getBoundingClientRect();
      return Math.hypot(box.left + box.width / 2 - from.left - from.width / 2, box.top + box.height / 2 - from.top - from.height / 2);
    };
    const isThere = button => {
      const box = button.getBoundingClientRect();
      return box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
    };
    for (const button of buttons().filter(button => isThere(button) && pattern.test(labelOf(button))).sort((one, other) => distance(one) - distance(other))) {
      const selector = alone(button);
      if (selector) return selector;
    }
    return null;
  };
  const holders = (root, isRight) => {
    let found = null;
    const walk = element => {
      if ((!isShown(element) && getComputedStyle(element).display !== 'contents') || /^(textarea|input|script|style|title|head)$/.test(element.localName)) return;
      if (!isRight(textOf(element))) return;
      found = element;
      const shadow = load.shadows.get(element) || element.shadowRoot;
      for (const child of (shadow || element).children) walk(child);
    };
    walk(root);
    return found;
  };
  const path = element => {
    const all = [];
    for (; element; element = parent(element)) all.unshift(element);
    return all;
  };
  /** Selectors of the messages, from what was sent and what has come. */
  finder.messages = sent => {
    const answer = holders(document.body, text => /w\d{5}/.test(text));
    const whole = holders(document.body, text => text.includes('w00001') && (text.match(/w\d{5}/g) || []).length >= Math.min(5, load.sent.length));
    if (!whole && !answer) return null;
    const found = whole || answer;
    // What the person said: the text node whose way parts from the answer's last.
    let best = null;
    for (const root of load.roots) {
      const walk = document.createTreeWalker(root === document ? document.body : root, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const element = walk.currentNode.parentElement || walk.currentNode.parentNode.host;
        if (!walk.currentNode.data.includes(sent) || !element || !isShown(element) || isWithin(element, found)) continue;
        if (/^(textarea|input|script|style)$/.test(element.localName)) continue;
        const mine = path(element), its = path(found);
        let depth = 0;
        while (depth < mine.length && depth < its.length && mine[depth] === its[depth]) depth++;
        if (!best || depth > best.depth) best = { depth, mine, its };
      }
    }
    if (!best) return { assistant: alone(found), user: null };
    const common = best.its[best.depth - 1];
    /** The part of the conversation that an element is, or is in; null for what is elsewhere. */
    const messageOf = element => {
      for (; element && element !== common; element = parent(element)) if (parent(element) === common) return element;
      return null;
    };
    const pick = (way, other) => {
      // Outermost first, down from where the two ways part: the whole message is better than its text.
      const telling = /assist|bot|agent|answer|response|reply|model|user|human|message|msg|chat|incoming|outgoing|sent|author|role|\b(me|you|ai)\b/i;
      let second = null;
      for (const element of way.slice(best.depth)) {
        const selector = selectorOf(element, list => {
          const shown = list.filter(isShown);
          // One in each message of this kind, and in none of the other.
          const messages = shown.map(messageOf);
          return shown.includes(element) && !shown.some(one => isWithin(other, one)) && !messages.includes(null) && new Set(messages).size === shown.length;
        });
        if (!selector) continue;
        if (telling.test(selector)) return selector;
        second ??= selector;
      }
      return second;
    };
    const roles = { assistant: pick(best.its, best.mine[best.mine.length - 1]), user: pick(best.mine, best.its[best.its.length - 1]) };
    return { ...roles, assistant: roles.assistant || other(best) };
  };
  /** Where nothing names an answer: what stands beside a question and is none. */
  const other = ({ depth, mine, its }) => {
    const answer = its[depth];
    if (!answer || !mine[depth] || depth === 0) return null;
    for (const outer of stepsOf(its[depth - 1]).slice(0, 8)) for (const step of stepsOf(mine[depth]).slice(0, 8)) {
      const selector = `${outer} > ${answer.localName}:not(${step})`;
      const found = all(selector).filter(isShown);
      if (found.includes(answer) && !found.includes(mine[depth])) return selector;
    }
    // Nothing tells them apart but their turn.
    const turn = element => [...element.parentNode.children].filter(one => one.localName === element.localName).indexOf(element) + 1;
    if (turn(answer) % 2 === turn(mine[depth]) % 2) return null;
    for (const outer of stepsOf(its[depth - 1]).slice(0, 8)) {
      const selector = `${outer} > ${answer.localName}:nth-of-type(2n${turn(answer) % 2 ? '+1' : ''})`;
      const found = all(selector).filter(isShown);
      if (found.includes(answer) && !found.includes(mine[depth])) return selector;
    }
    return null;
  };
  finder.scroller = roles => {
    page.setMessages(roles);
    const element = page.findScroller(page.messages());
    return element && element !== document.scrollingElement ? alone(element) : null;
  };

  // The input

  const deepActive = () => {
    let element = document.activeElement;
    while (element) {
      const shadow = load.shadows.get(element) || element.shadowRoot;
      if (!shadow || !shadow.activeElement) return element;
      element = shadow.activeElement;
    }
    return element;
  };
  const nameOf = element => element ? `<${element.localName}${element.id ? ' id=' + quoted(element.id) : ''}${element.getAttribute('class') ? ' class=' + quoted(element.getAttribute('class').slice(0, 60)) : ''}>` : 'nothing';
  const deepAt = (x, y) => {
    let element = document.elementFromPoint(x, y);
    while (element) {
      const shadow = load.shadows.get(element) || element.shadowRoot;
      const inner = shadow && shadow.elementFromPoint(x, y);
      if (!inner || inner === element) return element;
      element = inner;
    }
    return element;
  };
  const inputOf = selector => all(selector).filter(isShown)[0];
  finder.hasFocus = selector => { const input = inputOf(selector); const active = deepActive(); return !!input && !!active && (isWithin(active, input) || isWithin(input, active)) && active !== document.body; };
  finder.focus = selector => {
    const input = inputOf(selector);
    const inner = input.matches('textarea, input, [contenteditable]') ? input : input.querySelector('textarea, input, [contenteditable]') || input;
    inner.focus();
  };
  /** Whether it is there and takes text. */
  finder.isReady = selector => {
    const input = inputOf(selector);
    return !!input && !input.matches(':disabled, [readonly], [aria-disabled=true], [contenteditable=false]');
  };
  finder.bring = selector => inputOf(selector).scrollIntoView({ block: 'center', behavior: 'instant' });
  /** What lies over the middle of what a selector finds; nothing where it is free. */
  finder.cover = selector => {
    const element = inputOf(selector);
    if (!element) return '';
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return 'it lies outside of the window';
    const top = deepAt(x, y);
    return top && !isWithin(top, element) && !isWithin(element, top) ? `${nameOf(top)} lies over it` : '';
  };
  /** What lies over the scroller's middle and is no part of it; nothing where it is free. */
  finder.overScroller = () => {
    const box = page.findScroller(page.messages());
    const { left, top, width, height } = page.scrollerBox();
    const there = deepAt(left + width / 2, top + height / 2);
    if (!box || !there) return '';
    // All of a page that changes by a view transition is a picture, which takes no wheel.
    if (there === document.documentElement && document.documentElement.matches(':active-view-transition')) return 'a view transition lies over it';
    if (box !== document.scrollingElement) return isWithin(there, box) ? '' : `${nameOf(there)} lies over it`;
    // Where the whole page scrolls, what stays in its place lies over it.
    for (let element = there; element; element = parent(element)) if (getComputedStyle(element).position === 'fixed') return `${nameOf(there)} lies over it`;
    return '';
  };
  /** The addresses of the page's frames, those of this origin by their path. */
  const framesOf = () => [...document.querySelectorAll('iframe')].map(frame => {
    const { origin, pathname, search, href } = new URL(frame.src || 'about:blank', location.href);
    return origin === location.origin ? pathname + search : href;
  });
  /** What the page has done since it was asked to send. */
  finder.explain = (selector, since) => {
    const said = [];
    const frames = framesOf();
    const asked = load.asked.slice(since);
    if (load.whole) said.push('it asked for an answer without "stream": true, which comes at once: turn streaming on in the app, or write tokens and endpoint where answers always stream');
    for (const entry of asked.slice(-6)) {
      if (entry.status === 'opened') said.push(`it opened ${entry.what}: where answers come that way, write tokens: server`);
      else said.push(`it asked ${entry.what} and got ${entry.status === null ? 'no answer yet' : entry.status}`);
      if (entry.what.startsWith('POST ') && entry.status !== 200) said.push(`where that asks for the answer, write endpoint: ${new URL(entry.what.slice(5), location.href).pathname}`);
    }
    const live = Object.keys(load.leaks).filter(name => name === 'WebSocket' || name === 'EventSource');
    if (live.length && !asked.some(entry => entry.status === 'opened')) said.push(`it uses ${live.join(' and ')}: where answers come that way, write tokens: server`);
    const dialogs = Object.keys(load.refused);
    if (dialogs.length) said.push(`it called ${dialogs.join(', ')}, which was refused`);
    const left = page.heldBy(inputOf(selector)).trim();
    if (left) said.push(`the input still holds the text`);
    const modal = all('dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]').filter(isShown)[0];
    if (modal) said.push(`${nameOf(modal)} is open: "${textOf(modal).trim().replace(/\s+/g, ' ').slice(0, 80)}"`);
    if (load.errors.length) said.push(`its last error: ${load.errors[load.errors.length - 1].slice(0, 160)}`);
    if (!asked.length && !left && frames.length) said.push(`the page has ${frames.length} frames: open the chat's own address with url: ${frames.slice(0, 3).join(', ')}`);
    return said.join('; ') || 'it asked for nothing at all';
  };
  /** What is on a page on which an input was not found. */
  finder.page = () => {
    const inputs = finder.inputs().map(alone).filter(Boolean).slice(0, 4);
    const text = document.body ? document.body.innerText.trim().replace(/\s+/g, ' ').slice(0, 120) : '';
    const failed = load.asked.filter(entry => entry.status === 'failed' || entry.status >= 400).slice(-3).map(entry => `${entry.what} got ${entry.status}`);
    const parts = [];
    if (inputs.length) parts.push(`inputs that are there: ${inputs.join(', ')}`);
    parts.push(text ? `the page says "${text}"` : 'the page shows no text');
    if (failed.length) parts.push(failed.join(', '));
    if (load.errors.length) parts.push(`its last error: ${load.errors[load.errors.length - 1].slice(0, 160)}`);
    const frames = framesOf();
    if (frames.length) parts.push(`it has ${frames.length} frames, whose own address could be opened with url: ${frames.slice(0, 3).join(', ')}`);
    return parts.join('; ');
  };
})();
