// Says what one frame shows. On a virtual clock it is called between a frame's paint and the next task, while
// the page's clock stands: it adds no element, no callback and no layout of its own. On the real clock it looks
// at each frame after its layout, from an element of its own. `settings` stands before it.
(() => {
  if (window.top !== window || window.__stillpoint) return;
  const load = window.__stillpointLoad;
  const state = window.__stillpoint = { rows: [], hands: [] };
  // A browser that draws by itself has a turn of the wheel later than it was told to, and scrolls later than that: until then the hand moves.
  let turning = null;
  if (settings.engine) addEventListener('wheel', event => {
    if (!event.isTrusted) return;
    state.hands.push([performance.now(), event.deltaY]);
    turning = { top: offsetOf(load.scroller), until: performance.now() + 500 };
  }, { capture: true, passive: true });
  const follow = () => {
    if (!turning) return;
    const now = performance.now();
    state.hands.push([now, 0]);
    if (now > turning.until || offsetOf(load.scroller) !== turning.top) turning = null;
  };
  let scroller = null;

  // Elements

  const shadowOf = element => load.shadows.get(element) || element.shadowRoot;
  const all = selector => {
    const found = [];
    for (const root of load.roots) found.push(...root.querySelectorAll(selector));
    return found;
  };
  /** Shadow roots that the page's HTML declares: nothing is called for these. */
  const declared = new Set(load.roots);
  state.takeRoots = () => {
    for (const root of load.roots) declared.add(root);
    for (const root of [...load.roots]) for (const element of root.querySelectorAll('*')) {
      const shadow = element.shadowRoot;
      if (shadow && !declared.has(shadow)) { declared.add(shadow); load.roots.push(shadow); }
    }
  };
  const isShown = element => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
  const placed = element => {
    const box = element.getBoundingClientRect();
    return { x: box.x, y: box.y, width: box.width, height: box.height, tag: element.localName, text: textOf(element).trim().slice(0, 60) };
  };
  const parent = node => node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentElement;
  const isWithin = (element, box) => {
    for (; element; element = parent(element)) if (element === box) return true;
    return false;
  };
  const held = element => element ? element.value ?? element.innerText ?? '' : '';
  state.find = selector => all(selector).filter(isShown).map(placed);
  state.held = selector => held(all(selector).filter(isShown)[0]);
  const found = () => {
    const roles = Object.entries(settings.messages);
    if (!roles.length) return [];
    if (roles.length === 1) return all(roles[0][1]).map(element => [element, roles[0][0]]);
    return all(roles.map(([, selector]) => selector).join(','))
      .map(element => [element, roles.find(([, selector]) => element.matches(selector))[0]]);
  };
  let isNewestFirst = false;
  /** From the oldest to the newest: as they stand on screen, whatever their order in the page. */
  const messages = () => {
    const shown = found();
    let top = -Infinity, isOrdered = true;
    const tops = shown.map(([element]) => {
      const box = element.getBoundingClientRect();
      if (box.height === 0 && box.width === 0) return top;
      if (box.top < top - 0.5) isOrdered = false;
      return top = box.top;
    });
    if (!isOrdered) {
      const order = shown.map((_, index) => index).sort((one, other) => tops[one] - tops[other] || one - other);
      shown.splice(0, shown.length, ...order.map(index => shown[index]));
    }
    return isNewestFirst ? shown.reverse() : shown;
  };
  const scrolls = element => element.scrollHeight > element.clientHeight + 1 && /auto|scroll|overlay/.test(getComputedStyle(element).overflowY);
  const findScroller = shown => {
    const last = shown.length ? shown[shown.length - 1][0] : null;
    if (scroller && scroller.isConnected && (!last || isWithin(last, scroller))) return scroller;
    if (settings.scroller && (scroller = all(settings.scroller)[0] || null)) return scroller;
    for (let element = last; element && element !== document.body && element !== document.documentElement; element = parent(element)) {
      if (scrolls(element)) return scroller = element;
    }
    return document.body && document.body !== document.scrollingElement && scrolls(document.body) ? document.body : document.scrollingElement;
  };
  const frameOf = element => {
    if (!element || element === document.scrollingElement) return { top: 0, left: 0, height: innerHeight, width: innerWidth };
    const box = element.getBoundingClientRect();
    return { top: box.top + element.clientTop, left: box.left, height: element.clientHeight, width: box.width };
  };
  state.setMessages = roles => { settings.messages = roles; };
  /** Where it is, and which way a wheel turns that goes away from the newest message. */
  state.scrollerBox = () => ({ ...frameOf(findScroller(messages())), away: isNewestFirst ? -1 : 1 });
  /** How far it is scrolled from the oldest end of its content, also where it counts from the other. */
  const offsetOf = box => {
    if (!box) return 0;
    const isReversed = box.scrollTop <= 0 && getComputedStyle(box).flexDirection === 'column-reverse';
    const range = box.scrollHeight - frameOf(box).height;
    return isNewestFirst ? range - box.scrollTop : isReversed ? range + box.scrollTop : box.scrollTop;
  };

  // Text

  const marks = /w\d{5}/g;
  const numbers = text => (text.match(marks) || []).map(mark => Number(mark.slice(1)));
  const textOf = node => {
    if (load.roots.length === 1 || node.nodeType === Node.TEXT_NODE) return node.textContent;
    let text = '';
    for (const child of (node.nodeType === Node.ELEMENT_NODE && shadowOf(node) || node).childNodes) text += textOf(child);
    return text;
  };
  state.textOf = textOf;
  // An answer may be in several elements, one after the other. One of them that leaves the page while nobody sees it, as in a list that
  // holds what is near the window alone, is still a part of it: each is known by its first word.

  const firstIn = text => numbers(text).find(number => number < 90000) ?? 0;
  let parts = new Map(), partsOf = 0, isAway = false;
  /** The text of the newest answer of these messages; `frame` says what is seen of them. */
  const answerIn = (shown, frame) => {
    if (partsOf !== load.requests.length) [parts, partsOf] = [new Map(), load.requests.length];
    const now = new Map();
    let place = shown.findLastIndex(([, role]) => role === 'assistant');
    const last = place < 0 ? '' : textOf(shown[place][0]);
    for (let text = last, first = firstIn(text); first > 0;) {
      const [element] = shown[place], box = element.getBoundingClientRect();
      now.set(first, { text, element, isSeen: box.bottom > frame.top && box.top < frame.top + frame.height });
      if (--place < 0 || shown[place][1] !== 'assistant') break;
      first = firstIn(text = textOf(shown[place][0]));
    }
    const kept = [...parts].filter(([first, { element, isSeen }]) => !now.has(first) && !element.isConnected && !isSeen);
    parts = new Map([...kept, ...now]);
    // Those that are there stand in their own order, whatever their words are.
    const firsts = [...now.keys()], from = Math.min(...firsts);
    const join = list => list.sort(([one], [other]) => one - other).map(([, { text }]) => text);
    isAway = kept.some(([first]) => !firsts.length || first > from);
    if (!kept.length && now.size < 2) return last;
    return [...join(kept.filter(([first]) => first < from)), ...firsts.reverse().map(first => now.get(first).text),
      ...join(kept.filter(([first]) => first > from))].join('\n');
  };
  state.text = () => {
    const shown = messages();
    return answerIn(shown, frameOf(findScroller(shown)));
  };
  /** Whether the newest message stands on top: later answers have higher numbers. */
  state.orient = () => {
    const firsts = messages().map(([element]) => numbers(textOf(element))[0]).filter(number => number > 90000);
    if (firsts.length > 1 && firsts[0] > firsts[firsts.length - 1]) isNewestFirst = !isNewestFirst;
  };
  /** How far it can be scrolled, and how much of it is seen at once. */
  state.range = () => {
    const box = findScroller(messages());
    const { height } = frameOf(box);
    return [box ? box.scrollHeight - height : 0, height];
  };
  /** How many words the last answer has, how long it is, and whether all of it was sent (1), or it was stopped (2); a text for what forbids it. */
  state.progress = () => {
    if (load.forbidden) return load.forbidden;
    const text = state.text();
    return [new Set(numbers(text)).size, text.length, load.stopped !== null ? 2 : load.ended !== null ? 1 : 0];
  };
  const kinds = new Set([
    'p', 'li', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr', 'blockquote', 'summary', 'figure', 'div', 'dd', 'dt', 'section', 'article',
  ]);
  const silent = new Set(['button', 'select', 'textarea', 'input', 'script', 'style', 'svg', 'noscript', 'template']);
  /** The blocks of a message, each with the word that it begins with, and its number among those that begin alike. */
  const blocksOf = message => {
    const found = [], counts = new Map(), owners = new Set();
    const walk = (node, owner) => {
      for (const child of node.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) {
          if (owners.has(owner)) continue;
          const start = child.data.search(/\S/);
          if (start < 0) continue;
          owners.add(owner);
          const word = child.data.slice(start, start + 24).split(/\s/)[0];
          const number = counts.get(word) || 0;
          counts.set(word, number + 1);
          found.push({ owner, node: child, start, word, number });
        } else if (child.nodeType === Node.ELEMENT_NODE && !silent.has(child.localName)) {
          walk(shadowOf(child) || child, kinds.has(child.localName) ? child : owner);
        }
      }
    };
    walk(shadowOf(message) || message, message);
    return found;
  };

  // A message keeps its name when its element is made anew, or holds another one: it is known by its element, or by how it begins. Of
  // those that begin alike it is the one with the same neighbours, the same number, and the nearest place.

  const named = new Map();
  let names = 0;
  const beginningOf = element => {
    const walk = document.createTreeWalker(shadowOf(element) || element, NodeFilter.SHOW_TEXT);
    let text = '';
    while (text.length < 40 && walk.nextNode()) text += walk.currentNode.data;
    return text.slice(0, 40);
  };
  const isSame = (one, other) => one.startsWith(other) || other.startsWith(one);
  /** How messages begin, and where they stand among those that are there: looked up once a sample. */
  let begins = beginningOf, placeOf = () => -1;
  const isLike = (one, other) => one === other || !!one && !!other && isSame(one, other);
  const isUnlike = (one, other) => !!one && !!other && !isSame(one, other);
  const likeness = (one, other) => 4 * isLike(one.before, other.before) + 4 * isLike(one.after, other.after)
    + 2 * (one.index === other.index) + (one.fromEnd === other.fromEnd);
  const nameOf = (index, shown, y) => {
    const [element] = shown[index];
    const beginningAt = place => (shown[place] ? begins(shown[place][0]) : null);
    /** Whether an element holds what it held. */
    const holds = (holder, entry) => {
      if (!holder.isConnected || !isSame(entry.beginning, begins(holder))) return false;
      const place = placeOf(holder);
      return place < 0 || !isUnlike(entry.before, beginningAt(place - 1)) || !isUnlike(entry.after, beginningAt(place + 1));
    };
    const beginning = begins(element);
    const seen = { beginning, before: beginningAt(index - 1), after: beginningAt(index + 1), index, fromEnd: shown.length - index, y };
    const known = named.get(element);
    if (known && holds(element, known)) return Object.assign(known, seen).name;
    // What it held may be in another one now.
    if (known) { named.delete(element); named.set({}, known); }
    let best = null, isAlone = null;
    if (beginning) for (const [holder, entry] of named) {
      if (!entry.beginning || !isSame(entry.beginning, beginning) || holds(holder, entry)) continue;
      const like = likeness(entry, seen) + 2 * (entry === known), way = Math.abs(entry.y - y);
      // A text that stands there more than once says too little by itself.
      if (like < 2 && !(isAlone ??= shown.filter((_, place) => isSame(beginningAt(place), beginning)).length < 2)) continue;
      if (!best || like > best.like || like === best.like && way < best.way) best = { holder, like, way, name: entry.name };
    }
    if (best) named.delete(best.holder);
    const name = best ? best.name : names++;
    named.set(element, { ...seen, name });
    return name;
  };

  // Nodes that come and go

  let counted = { added: 0, removed: 0, finished: 0 };
  const count = node => 1 + (node.childNodes ? [...node.childNodes].reduce((sum, child) => sum + count(child), 0) : 0);
  let pending = [];
  const observer = new MutationObserver(records => { pending.push(...records); });
  const observed = new Set();
  const note = (shown) => {
    for (const root of load.roots) if (!observed.has(root)) {
      observed.add(root);
      observer.observe(root, { childList: true, subtree: true });
      listener.observe(root, { childList: true, subtree: true, characterData: true, attributeFilter: ['aria-live', 'aria-busy', 'aria-hidden', 'role', 'hidden'] });
    }
    const last = shown.length ? shown[shown.length - 1][0] : null;
    const selector = Object.values(settings.messages).join(',');
    const records = [...pending, ...observer.takeRecords()];
    pending = [];
    for (const record of records) {
      for (const node of record.addedNodes) counted.added += count(node);
      let owner = record.target instanceof ShadowRoot ? record.target.host : record.target;
      while (owner && !(selector && owner.matches && owner.matches(selector))) owner = parent(owner);
      for (const node of record.removedNodes) {
        const nodes = count(node);
        const isFinished = owner ? owner !== last && owner.isConnected
          : selector && node.matches && (node.matches(selector) || node.querySelector(selector));
        if (isFinished) counted.finished += nodes;
        else if (owner) counted.removed += nodes;
      }
    }
  };

  // What a screen reader is told

  const lives = '[aria-live],[role=status],[role=log],[role=alert],[role=marquee],[role=timer],output';
  const implied = { status: 'polite', log: 'polite', alert: 'assertive', marquee: 'off', timer: 'off' };
  const livenessOf = element => element.getAttribute('aria-live') || implied[element.getAttribute('role')] || (element.localName === 'output' ? 'polite' : null);
  const isUnder = (element, name) => { for (let at = element; at; at = parent(at)) if (at.getAttribute(name) === 'true') return true; return false; };
  /** The text of an element that a screen reader finds; without that of live regions inside it where it is one. */
  const heardOf = (element, isRegion) => {
    let text = '';
    for (let child = (shadowOf(element) || element).firstChild; child; child = child.nextSibling) {
      if (child.nodeType === Node.TEXT_NODE) text += child.data;
      if (child.nodeType !== Node.ELEMENT_NODE || silent.has(child.localName) || child.hidden || child.getAttribute('aria-hidden') === 'true') continue;
      if (isRegion && livenessOf(child) !== null) continue;
      text += kinds.has(child.localName) ? `\n${heardOf(child, isRegion)}\n` : heardOf(child, isRegion);
    }
    return text;
  };
  const wordsIn = text => (text.match(/\S+/g) || []).length;
  /** The words of a text that another has not, which are one after the other. */
  const addedWords = (old, text) => {
    let from = 0, end = text.length, cut = old.length;
    while (from < cut && from < end && old[from] === text[from]) from++;
    while (end > from && cut > from && old[cut - 1] === text[end - 1]) { end--; cut--; }
    return wordsIn(text.slice(from, end));
  };
  /** What was told of each live region, and whether anything may have changed since. */
  const told = new Map();
  let isQuiet = false;
  const listener = new MutationObserver(() => { isQuiet = false; });
  /** How many words live regions have told since the last frame: what changes while a region is busy is told when it is not. */
  const tell = isFirst => {
    if (listener.takeRecords().length === 0 && isQuiet) return 0;
    isQuiet = true;
    let words = 0;
    for (const root of load.roots) for (const region of root.querySelectorAll(lives)) {
      const known = told.get(region);
      if (isUnder(region, 'aria-busy')) { if (known === undefined) told.set(region, ''); continue; }
      const text = isUnder(region, 'aria-hidden') || livenessOf(region) === 'off' ? '' : heardOf(region, true);
      told.set(region, text);
      if (known === text || isFirst) continue;
      // Of a region that comes with its text only an alert is told.
      if (known === undefined) { if (livenessOf(region) === 'assertive') words += wordsIn(text); continue; }
      words += region.getAttribute('aria-atomic') === 'true' ? wordsIn(text) : addedWords(known, text);
    }
    return words;
  };

  // What can be read

  const backwards = function* (node) {
    for (let child = node.lastChild; child; child = child.previousSibling) {
      if (child.nodeType === Node.TEXT_NODE) yield child;
      else if (child.nodeType === Node.ELEMENT_NODE && !silent.has(child.localName)) yield* backwards(shadowOf(child) || child);
    }
  };
  /** The answer's words from a number on, each with the text nodes that it begins and ends in. */
  const wordsAfter = (answer, number) => {
    const pieces = [];
    for (const node of backwards(shadowOf(answer) || answer)) {
      pieces.unshift({ node, start: 0 });
      const [first] = numbers(node.data);
      if (first <= number) break;
    }
    let text = '';
    for (const piece of pieces) { piece.start = text.length; text += piece.node.data; }
    let place = 0;
    const at = offset => {
      while (place + 1 < pieces.length && pieces[place + 1].start <= offset) place++;
      return [pieces[place].node, offset - pieces[place].start];
    };
    return [...text.matchAll(marks)].map(({ 0: word, index }) => ({ number: Number(word.slice(1)), from: at(index), to: at(index + word.length - 1) }))
      .filter(word => word.number > number && word.number < 90000);
  };
  const memoized = find => { const known = new Map(); return element => { if (!known.has(element)) known.set(element, find(element)); return known.get(element); }; };
  const alphaOf = colour => { const [, alpha] = colour.match(/(?:rgba\(.*,|\/)\s*([\d.]+)%?\)$/) || [0, 1]; return Number(alpha); };
  const paints = element => {
    const style = getComputedStyle(element);
    return alphaOf(style.backgroundColor) >= 0.5 || style.backgroundImage !== 'none' || /^(img|video|canvas|svg|iframe|object|embed)$/.test(element.localName);
  };
  /** The most words, and points, that are looked at in a frame. */
  const mostWords = 400, mostPoints = 10;
  let asked = 0, read = 0;
  /**
   * The highest word so far that a person could read: inside the visible part of what scrolls, on top of what else is there, and at least half
   * opaque with all that is around it. What a scroller of its own cuts off at the side counts as visible.
   */
  const legible = (answer, frame) => {
    if (asked !== load.requests.length) [asked, read] = [load.requests.length, 0];
    if (!answer) return read;
    const opacity = memoized(element => (element ? Number(getComputedStyle(element).opacity) * opacity(parent(element)) : 1));
    const window = { top: Math.max(0, frame.top), bottom: Math.min(innerHeight, frame.top + frame.height) };
    const clip = memoized(element => {
      if (!element || element === load.scroller) return window;
      const outer = clip(parent(element));
      if (getComputedStyle(element).overflowY === 'visible') return outer;
      const box = element.getBoundingClientRect();
      return { top: Math.max(outer.top, box.top), bottom: Math.min(outer.bottom, box.bottom) };
    });
    let points = 0;
    const isOnTop = (x, y) => {
      if (points++ >= mostPoints) return false;
      for (const element of document.elementsFromPoint(x, y)) {
        if (isWithin(element, answer) || isWithin(answer, element)) return true;
        if (opacity(element) >= 0.5 && paints(element)) return false;
      }
      return true;
    };
    const hasColour = memoized(element => {
      const { visibility, webkitTextFillColor, color, backgroundClip } = getComputedStyle(element);
      return visibility === 'visible' && (alphaOf(webkitTextFillColor || color) >= 0.5 || backgroundClip.includes('text'));
    });
    const range = document.createRange();
    const boxOf = ({ from, to }) => { range.setStart(...from); range.setEnd(to[0], to[1] + 1); return range.getBoundingClientRect(); };
    const isLegible = word => {
      const box = boxOf(word), holder = word.to[0].parentElement || word.to[0].parentNode.host;
      const y = box.top + box.height / 2, x = Math.min(Math.max(box.left + box.width / 2, frame.left + 1), frame.left + frame.width - 1);
      const { top, bottom } = clip(holder);
      return box.height > 0 && y > top && y < bottom && hasColour(holder) && opacity(holder) >= 0.5 && isOnTop(x, y);
    };
    const words = wordsAfter(answer, read);
    // What is below the window is passed over.
    let low = 0, high = words.length;
    while (low < high) { const middle = (low + high) >> 1; if (boxOf(words[middle]).top < window.bottom) low = middle + 1; else high = middle; }
    for (let index = low - 1; index >= Math.max(0, low - mostWords); index--) if (isLegible(words[index])) return read = words[index].number;
    for (let index = 0; index < Math.min(low - mostWords, mostWords) && isLegible(words[index]); index++) read = words[index].number;
    return read;
  };

  // A frame

  let before = new Map(), hasLooked = false;
  /** The lines that the last sample saw: of each its message and its element. */
  state.linesOnScreen = () => [...before.values()];
  const keyOf = line => `${line.m} ${line.w} ${line.n}`;
  /** Where the lines are that were on screen, and are not: those that are nowhere are looked for 40 frames long. */
  const findLeft = (row, here, shown, frame) => {
    const searched = new Map();
    for (const [key, line] of before) {
      if (here.has(key)) continue;
      let owner = line.owner;
      if (!owner.isConnected || !line.node.isConnected || !line.node.data.startsWith(line.w, line.start)) {
        const message = shown.find(([element]) => named.get(element)?.name === line.m)
          || shown.find(([element], index) => !named.has(element) && nameOf(index, shown, element.getBoundingClientRect().top - frame.top) === line.m);
        if (message && !searched.has(message[0])) searched.set(message[0], blocksOf(message[0]));
        owner = message ? searched.get(message[0]).find(block => block.word === line.w && block.number === line.n)?.owner : null;
      }
      const y = owner ? owner.getBoundingClientRect().top - frame.top : null;
      row.left.push({ m: line.m, w: line.w, n: line.n, y });
      if (y === null && (line.gone = (line.gone || 0) + 1) < 240) here.set(key, line);
    }
  };
  /** Draws nothing and changes nothing: returns what limit is passed, or nothing. */
  state.sample = (time = load.native.now()) => {
    const shown = messages();
    note(shown);
    const box = load.scroller = findScroller(shown);
    const frame = frameOf(box);
    const bottom = frame.top + frame.height;
    const row = {
      t: time, n: shown.length, top: offsetOf(box), full: box ? box.scrollHeight : 0, view: frame.height,
      screen: frame.top, nodes: document.getElementsByTagName('*').length, frames: load.frames, timers: load.timers,
      added: counted.added, removed: counted.removed, finished: counted.finished,
      requests: load.requests.length, sent: load.sent.length, put: isNewestFirst ? -load.put : load.put, smooth: load.smooth, seen: [], lines: [], left: [],
    };
    load.put = load.smooth = 0;
    counted = { added: 0, removed: 0, finished: 0 };
    if (row.nodes > settings.nodeLimit) return `the page has ${row.nodes} elements, more than ${settings.nodeLimit}`;
    let answer = null;
    const here = new Map();
    begins = memoized(beginningOf);
    const places = new Map(shown.map(([element], index) => [element, index]));
    placeOf = element => places.get(element) ?? -1;
    for (const [index, [element, role]] of shown.entries()) {
      if (role === 'assistant') answer = element;
      const place = element.getBoundingClientRect();
      if (place.bottom <= frame.top || place.top >= bottom || place.height === 0) continue;
      const m = nameOf(index, shown, place.top - frame.top);
      row.seen.push({ i: m, y: place.top - frame.top, h: place.height, user: role !== 'assistant', last: element === shown[shown.length - 1][0] });
      for (const block of blocksOf(element)) {
        const part = block.owner.getBoundingClientRect();
        if (part.bottom <= frame.top || part.top >= bottom || part.height === 0 || row.lines.length >= 200) continue;
        const line = { m, w: block.word, n: block.number };
        row.lines.push({ ...line, k: block.owner.localName, y: part.top - frame.top, h: part.height });
        here.set(keyOf(line), { ...line, owner: block.owner, node: block.node, start: block.start });
      }
    }
    row.lines.sort((one, other) => one.y - other.y);
    findLeft(row, here, shown, frame);
    before = here;
    const text = answerIn(shown, frame);
    row.length = text.length;
    row.away = isAway;
    if (text.length > settings.textLimit) return `the answer has over ${settings.textLimit >> 20} million characters`;
    // Words from 90000 on are those of answers that are not judged.
    const there = numbers(text.slice(-600)).filter(number => number < 90000);
    row.high = there.length ? Math.max(...there) : 0;
    row.legible = legible(answer, frame);
    row.told = tell(!hasLooked);
    row.unheard = text.length > 0 && (isUnder(answer, 'aria-hidden') || !/\S/.test(heardOf(answer, false)));
    hasLooked = true;
    state.rows.push(row);
    return null;
  };
  /** Looks at each frame from now on by itself: after its layout and before its paint. */
  state.watch = () => {
    const watch = state.watched = { begun: performance.now(), limit: null, cost: 0, tasks: [], scripts: {} };
    const box = document.createElement('div');
    box.style.cssText = 'position:fixed;left:0;top:0;width:1px;height:1px;contain:strict;visibility:hidden;pointer-events:none';
    document.documentElement.append(box);
    let time = watch.begun;
    // The last observer is called last.
    new ResizeObserver(() => {
      const begun = performance.now();
      watch.limit ??= state.sample(time);
      watch.cost += performance.now() - begun;
    }).observe(box);
    const turn = at => {
      time = at;
      // What was looked at before the last callback of a frame was painted by the time of this one.
      watch.painted = state.rows.length;
      follow();
      box.style.width = box.style.width === '1px' ? '2px' : '1px';
      load.native.frame(turn);
    };
    load.native.frame(turn);
    const observe = (type, take) => {
      if (PerformanceObserver.supportedEntryTypes.includes(type)) new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type });
    };
    // What began before is cut there.
    const since = ({ startTime, duration }) => startTime + duration - Math.max(startTime, watch.begun);
    observe('longtask', entry => { if (since(entry) > 0) watch.tasks.push(since(entry)); });
    observe('long-animation-frame', entry => {
      for (const script of entry.scripts) {
        const name = `${script.sourceFunctionName || script.invoker || 'a script'} (${(script.sourceURL || location.href).split(/[?#]/)[0].split('/').pop() || 'the page'})`;
        if (since(script) > 0) watch.scripts[name] = (watch.scripts[name] || 0) + since(script);
      }
    });
    return watch.begun;
  };
  state.take = () => {
    if (settings.engine && state.watched) return JSON.stringify(state.rows.splice(0, state.watched.painted));
    const rows = state.rows;
    state.rows = [];
    return JSON.stringify(rows);
  };
  state.end = () => JSON.stringify({
    text: state.text(), sent: load.sent, begin: load.begin, first: load.begins[0], requests: load.requests, ended: load.ended, stopped: load.stopped, leaks: { ...load.leaks, ...load.calls },
    errors: load.errors, ...(state.watched && { tasks: state.watched.tasks, scripts: state.watched.scripts, probe: state.watched.cost }), ...(settings.engine && { hands: state.hands }),
  });
  Object.assign(state, { all, isShown, placed, parent, isWithin, heldBy: held, messages, findScroller });
})();
