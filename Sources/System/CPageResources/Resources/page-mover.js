// Says which script moved what stands on screen. It is played into a run that nothing is measured in, for some frames of it: each act of a
// script that can move something is watched, with a layout before and after it. `head` stands before it: the selector of a card's head.
(() => {
  const load = window.__stillpointLoad, state = window.__stillpoint;
  /** The most acts that are looked at in a frame, and the most lines of each. */
  const mostActs = 1000, mostLines = 24;
  let isOn = false, isWithin = false, acts = 0, moves = new Map(), phase = '';
  const stackOf = () => {
    const { prepareStackTrace, stackTraceLimit } = Error;
    try {
      Error.prepareStackTrace = undefined;
      Error.stackTraceLimit = 30;
      return new Error().stack;
    } finally { Object.assign(Error, { prepareStackTrace, stackTraceLimit }); }
  };
  let lines = [];
  /** Where the scroller and what was on screen are now. */
  const places = () => [load.scroller ? load.scroller.scrollTop : 0, ...lines.map(({ owner }) => (owner.isConnected ? owner.getBoundingClientRect().top : null))];
  const watched = (what, act) => {
    if (!isOn || isWithin || acts >= mostActs) return act();
    isWithin = true;
    acts++;
    const before = places();
    try { return act(); } finally {
      const ways = places().map((place, index) => (place === null || before[index] === null ? 0 : place - before[index]));
      isWithin = false;
      if (ways.some(way => Math.abs(way) >= 0.5)) note(what, ways);
    }
  };
  /** Acts of one place in a script are one: what one of them moves another may move back. */
  const note = (what, ways) => {
    const stack = stackOf(), during = window.event ? `${window.event.type} event` : phase;
    const key = `${what} ${stack}`, known = moves.get(key) || { what, phase: during, stack, ways: ways.map(() => 0) };
    ways.forEach((way, index) => { known.ways[index] += way; });
    moves.set(key, known);
  };
  /** What was moved: the scroller, a card's head, and of each message the line that was moved most. */
  const summed = ({ what, phase, stack, ways: [scrolled, ...ways] }) => {
    const messages = {};
    let head = 0;
    ways.forEach((way, index) => {
      const { m } = lines[index];
      if (m === undefined) head += way;
      else if (Math.abs(way) > Math.abs(messages[m] || 0)) messages[m] = way;
    });
    return { what, phase, stack, scrolled, head, messages };
  };
  const method = (target, name) => {
    const original = target && target[name];
    if (typeof original === 'function') target[name] = function (...given) { return watched(name, () => original.apply(this, given)); };
  };
  const setter = (target, name) => {
    const own = target && Object.getOwnPropertyDescriptor(target, name);
    if (own && own.set) Object.defineProperty(target, name, { ...own, set(value) { watched(name, () => own.set.call(this, value)); } });
  };
  /** What a getter gives has setters of any name: a style, or data attributes. */
  const bag = (target, name) => {
    const own = Object.getOwnPropertyDescriptor(target, name), known = new WeakMap();
    if (!own || !own.get) return;
    const get = function () {
      const plain = own.get.call(this);
      if (!known.has(plain)) known.set(plain, new Proxy(plain, {
        get: (bag, key) => { const value = bag[key]; return typeof value === 'function' ? value.bind(bag) : value; },
        set: (bag, key, value) => watched(`${name}.${String(key)}`, () => { bag[key] = value; return true; }),
      }));
      return known.get(plain);
    };
    Object.defineProperty(target, name, { ...own, get, set: own.set && function (value) { watched(name, () => own.set.call(this, value)); } });
  };
  const kin = ['append', 'prepend', 'replaceChildren'], own = ['before', 'after', 'remove', 'replaceWith'];
  const scrolls = ['scrollTo', 'scrollBy', 'scroll', 'scrollIntoView', 'scrollIntoViewIfNeeded'];
  for (const name of ['appendChild', 'insertBefore', 'removeChild', 'replaceChild']) method(Node.prototype, name);
  for (const name of [...kin, ...own, ...scrolls, 'insertAdjacentHTML', 'insertAdjacentElement', 'insertAdjacentText', 'setAttribute', 'removeAttribute',
    'toggleAttribute', 'setAttributeNS', 'animate', 'setHTMLUnsafe']) method(Element.prototype, name);
  for (const name of [...own, 'appendData', 'insertData', 'deleteData', 'replaceData']) method(CharacterData.prototype, name);
  for (const name of scrolls.slice(0, 3)) method(window, name);
  for (const name of kin) method(ShadowRoot.prototype, name);
  for (const name of ['insertNode', 'deleteContents', 'extractContents', 'surroundContents']) method(Range.prototype, name);
  for (const name of ['execCommand', 'write', 'writeln']) method(Document.prototype, name);
  for (const name of ['set', 'append', 'delete', 'clear']) method(StylePropertyMap.prototype, name);
  for (const name of ['add', 'remove', 'toggle', 'replace']) method(DOMTokenList.prototype, name);
  for (const name of ['setProperty', 'removeProperty']) method(CSSStyleDeclaration.prototype, name);
  for (const name of ['insertRule', 'deleteRule', 'replaceSync']) method(CSSStyleSheet.prototype, name);
  for (const name of ['textContent', 'nodeValue']) setter(Node.prototype, name);
  for (const name of ['innerHTML', 'outerHTML', 'className', 'id', 'scrollTop', 'slot']) setter(Element.prototype, name);
  for (const name of ['innerText', 'outerText', 'hidden']) setter(HTMLElement.prototype, name);
  setter(CharacterData.prototype, 'data');
  setter(CSSStyleDeclaration.prototype, 'cssText');
  setter(HTMLDetailsElement.prototype, 'open');
  for (const { prototype } of [Document, ShadowRoot]) setter(prototype, 'adoptedStyleSheets');
  for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement]) setter(prototype, 'value');
  setter(StyleSheet.prototype, 'disabled');
  for (const name of ['src', 'width', 'height']) setter(HTMLImageElement.prototype, name);
  setter(ShadowRoot.prototype, 'innerHTML');
  for (const name of ['style', 'dataset']) bag(HTMLElement.prototype, name);
  const during = (name, words) => {
    const original = window[name];
    window[name] = (callback, ...rest) => (typeof callback !== 'function' ? original(callback, ...rest) : original((...given) => {
      phase = words;
      try { return callback(...given); } finally { phase = ''; }
    }, ...rest));
  };
  during('requestAnimationFrame', 'an animation frame');
  during('setTimeout', 'a timer');
  during('setInterval', 'a timer');
  /** Looks at what scripts do from now on, until what they did is taken. */
  state.watchMoves = () => {
    [isOn, acts, moves] = [true, 0, new Map()];
    const all = state.linesOnScreen(), step = Math.max(1, Math.ceil(all.length / mostLines));
    lines = all.filter((_, index) => index % step === 0);
    if (head) lines.push(...state.all(head).filter(state.isShown).slice(0, 1).map(owner => ({ owner })));
  };
  /** Nothing where a script did more than was looked at. */
  state.takeMoves = () => {
    isOn = false;
    return acts < mostActs ? JSON.stringify([...moves.values()].map(summed)) : null;
  };
})();
