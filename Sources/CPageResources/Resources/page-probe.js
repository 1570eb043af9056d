// Says what one frame shows. It is called between a frame's paint and the next task, while the page's clock
// stands: it adds no element, no callback and no layout of its own. `settings` stands before it.
(() => {
  if (window.top !== window || window.__stillpoint) return;
  const load = window.__stillpointLoad;
  const state = window.__stillpoint = { rows: [] };
  let followed = null;
  let moving = false;
  let scroller = null;

  // Elements

  const all = selector => {
    const found = [];
    for (const root of load.roots) found.push(...root.querySelectorAll(selector));
    return found;
  };
  const isShown = element => element.getClientRects().length > 0;
  state.find = selector => all(selector).filter(isShown).map(element => {
    const box = element.getBoundingClientRect();
    return { x: box.x, y: box.y, width: box.width, height: box.height, tag: element.localName, text: element.textContent.slice(0, 60) };
  });
  state.held = selector => {
    const element = all(selector).filter(isShown)[0];
    return element ? element.value ?? element.textContent : '';
  };
  const messages = () => {
    const roles = Object.entries(settings.messages);
    if (roles.length === 1) return all(roles[0][1]).map(element => [element, roles[0][0]]);
    return all(roles.map(([, selector]) => selector).join(','))
      .map(element => [element, roles.find(([, selector]) => element.matches(selector))[0]]);
  };
  const parent = node => node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentElement;
  const findScroller = shown => {
    if (scroller && scroller.isConnected) return scroller;
    if (settings.scroller) return scroller = all(settings.scroller)[0] || null;
    let element = shown.length ? shown[shown.length - 1][0] : null;
    for (; element && element !== document.body && element !== document.documentElement; element = parent(element)) {
      if (/auto|scroll|overlay/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1) return scroller = element;
    }
    return document.scrollingElement;
  };
  const frameOf = element => {
    if (!element || element === document.scrollingElement) return { top: 0, left: 0, height: innerHeight, width: innerWidth };
    const box = element.getBoundingClientRect();
    return { top: box.top + element.clientTop, left: box.left, height: element.clientHeight, width: box.width };
  };
  state.scrollerBox = () => frameOf(findScroller(messages()));

  // Text

  const marks = /w\d{5}/g;
  const numbers = text => (text.match(marks) || []).map(mark => Number(mark.slice(1)));
  state.text = () => {
    const answers = messages().filter(([, role]) => role === 'assistant');
    return answers.length ? answers[answers.length - 1][0].textContent : '';
  };
  const blocks = new Set(['p', 'li', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr', 'blockquote', 'summary', 'figure']);
  const topOf = (node, start, length) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, Math.min(node.length, start + length));
    const box = range.getClientRects()[0];
    return box ? box.top : null;
  };
  const walker = root => document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const locate = line => {
    if (line.node.isConnected && line.node.data.startsWith(line.words, line.start)) return topOf(line.node, line.start, line.words.length);
    for (const [root] of messages()) {
      const walk = walker(root);
      for (let node; (node = walk.nextNode());) {
        const start = node.data.indexOf(line.words);
        if (start < 0) continue;
        Object.assign(line, { node, start });
        return topOf(node, start, line.words.length);
      }
    }
    return 'gone';
  };
  /** The first block whose top is at or below the viewport's top: the words that it begins with. */
  const chooseLine = (shown, frame) => {
    for (const [root] of shown) {
      const box = root.getBoundingClientRect();
      if (box.bottom <= frame.top || box.top >= frame.top + frame.height) continue;
      const walk = walker(root);
      let block = null;
      for (let node; (node = walk.nextNode());) {
        const start = node.data.search(/\S/);
        if (start < 0) continue;
        let owner = node.parentElement;
        while (owner && owner !== root && !blocks.has(owner.localName)) owner = owner.parentElement;
        if (owner === block) continue;
        block = owner;
        const words = node.data.slice(start, start + 48);
        const top = topOf(node, start, words.length);
        if (top !== null && top >= frame.top && top < frame.top + frame.height) return { node, start, words, root, y: top };
      }
    }
    return null;
  };
  state.chooseLine = () => { followed = null; moving = false; };
  state.setMoving = isMoving => { moving = isMoving; };

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
    }
    const last = shown.length ? shown[shown.length - 1][0] : null;
    const selector = Object.values(settings.messages).join(',');
    const records = [...pending, ...observer.takeRecords()];
    pending = [];
    for (const record of records) {
      for (const node of record.addedNodes) counted.added += count(node);
      let owner = record.target;
      while (owner && !(owner.matches && owner.matches(selector))) owner = parent(owner);
      for (const node of record.removedNodes) {
        const nodes = count(node);
        const isFinished = owner ? owner !== last && owner.isConnected
          : node.matches && (node.matches(selector) || node.querySelector(selector));
        if (isFinished) counted.finished += nodes;
        else if (owner) counted.removed += nodes;
      }
    }
  };

  // A frame

  state.sample = () => {
    const shown = messages();
    note(shown);
    const box = findScroller(shown);
    const frame = frameOf(box);
    const row = {
      t: performance.now(), n: shown.length, top: box ? box.scrollTop : 0, full: box ? box.scrollHeight : 0, view: frame.height,
      screen: frame.top, nodes: document.getElementsByTagName('*').length, frames: load.frames, timers: load.timers,
      added: counted.added, removed: counted.removed, finished: counted.finished,
      requests: load.requests.length, sent: load.sent.length, seen: [], blocks: [],
    };
    counted = { added: 0, removed: 0, finished: 0 };
    let answer = null;
    shown.forEach(([element, role], index) => {
      if (role === 'assistant') answer = element;
      const place = element.getBoundingClientRect();
      if (place.bottom <= frame.top || place.top >= frame.top + frame.height) return;
      row.seen.push({ i: index, y: place.top - frame.top, h: place.height, user: role !== 'assistant' });
      let block = 0;
      for (const child of element.querySelectorAll([...blocks].join(','))) {
        const part = child.getBoundingClientRect();
        if (row.blocks.length < 60 && part.bottom > frame.top && part.top < frame.top + frame.height) {
          row.blocks.push({ i: index, b: block, kind: child.localName, y: part.top - frame.top, h: part.height });
        }
        block++;
      }
    });
    const text = answer ? answer.textContent : '';
    row.length = text.length;
    const there = numbers(text.slice(-600));
    row.high = there.length ? Math.max(...there) : 0;
    if (followed) {
      row.from = followed.y;
      const now = locate(followed);
      row.to = now === 'gone' || now === null ? null : now;
      row.gone = row.to === null;
      row.words = followed.words.slice(0, 24);
      if (row.to !== null) followed.y = now;
    }
    if (moving || !followed) followed = chooseLine(shown, frame);
    if (followed) row.line = followed.y - frame.top;
    if (state.rows.length >= 100000) throw new Error('100,000 frames were not taken');
    state.rows.push(row);
    return shown.length;
  };
  state.take = () => {
    const rows = state.rows;
    state.rows = [];
    return JSON.stringify(rows);
  };
  state.end = () => JSON.stringify({
    text: state.text(), sent: load.sent, begin: load.begin, requests: load.requests, ended: load.ended, stopped: load.stopped, leaks: load.leaks,
    errors: load.errors,
  });
})();
