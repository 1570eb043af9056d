// Runs before any script of the page: answers the chat's requests from page timers, so that no real time
// enters, seeds chance, counts what wakes the page, and keeps what the page asked for. `settings` stands
// before it.
(() => {
  // The one way out of this machine that no proxy and no name stands before.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) delete window[name];
  if (window.top !== window) {
    try { if (!settings.isReal) [window.requestIdleCallback, window.cancelIdleCallback] = [top.requestIdleCallback, top.cancelIdleCallback]; } catch {}
    return;
  }
  if (window.__stillpointLoad) return;
  const native = {
    fetch: window.fetch.bind(window), timeout: window.setTimeout.bind(window), request: window.XMLHttpRequest,
    frame: window.requestAnimationFrame.bind(window), now: performance.now.bind(performance), date: Date.now.bind(Date),
  };
  const load = window.__stillpointLoad = {
    count: 0, requests: [], begins: [], sent: [], begin: null, ended: null, stopped: null, leaks: {}, frames: 0, timers: 0, errors: [], refused: {},
    roots: [document], shadows: new WeakMap(), asked: [], whole: 0, database: 0, scroller: null, put: 0, smooth: 0, native,
    /** Whether the conversation before the scenario is made, and how many of its answers there are. */
    isMaking: false, made: 0,
    /** The rule of the page that forbids it to ask this machine for answers. */
    forbidden: '',
  };
  /** The answer to the next request, or to the `phase`th. */
  load.streamOf = index => load.isMaking ? settings.content[index] || [] : settings.streams[Math.min(index, settings.streams.length - 1)];
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    load.roots.push(root);
    load.shadows.set(this, root);
    return root;
  };

  for (const [key, value] of Object.entries(settings.storage)) {
    try { localStorage.setItem(key, value); } catch {}
  }

  // Told when to draw, above 75 Hz, Chromium comes to a standstill where a page scrolls itself while the wheel
  // turns, unless the page hears of the wheel before it scrolls.
  if (!settings.isReal) addEventListener('wheel', () => {}, { passive: false });

  // Chance.
  let seed = 1;
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  Math.random = chance;
  const fill = array => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let index = 0; index < bytes.length; index++) bytes[index] = Math.floor(chance() * 256);
    return array;
  };
  Crypto.prototype.getRandomValues = fill;
  Crypto.prototype.randomUUID = () => {
    const bytes = fill(new Uint8Array(16));
    bytes[6] = bytes[6] & 15 | 64;
    bytes[8] = bytes[8] & 63 | 128;
    const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };

  // What wakes the page, and what runs in real time whatever the clock says.
  window.requestAnimationFrame = callback => native.frame(time => { load.frames++; callback(time); });
  for (const name of ['setTimeout', 'setInterval']) {
    const original = window[name].bind(window);
    window[name] = (callback, delay, ...rest) => typeof callback !== 'function' ? original(callback, delay)
      : original((...given) => { load.timers++; callback(...given); }, delay, ...rest);
  }
  // Idle callbacks come at the end of the frame after that in which they were asked for: a page that is told when to draw has no idle time of its own.
  const waiting = new Map();
  let callbacks = 0, due = [];
  load.rest = () => {
    for (const handle of due) {
      const callback = waiting.get(handle);
      if (!waiting.delete(handle)) continue;
      load.timers++;
      let left = settings.period / 2;
      try { callback({ didTimeout: false, timeRemaining: () => Math.max(0, left -= 0.5) }); } catch (error) { reportError(error); }
    }
    load.isResting();
  };
  /** How many wait for the next frame. */
  load.isResting = () => (due = [...waiting.keys()]).length;
  if (!settings.isReal) {
    window.requestIdleCallback = callback => { waiting.set(++callbacks, callback); return callbacks; };
    window.cancelIdleCallback = handle => { waiting.delete(handle); };
  }
  const leak = name => { load.leaks[name] = (load.leaks[name] || 0) + 1; };
  // A script that waits for the clock would wait for ever: time stands still while it runs. After so many looks in one frame each look takes a while.
  const looks = { most: 20000, each: 0.1, count: 0, at: 0, ahead: 0 };
  /** How far the page's clock is ahead of the browser's, in ms. */
  const ahead = () => {
    const now = native.now();
    if (now !== looks.at) {
      looks.ahead = Math.max(0, looks.ahead - (now - looks.at));
      Object.assign(looks, { at: now, count: 0 });
    }
    if (++looks.count === looks.most) leak('a script that waits for the clock');
    if (looks.count >= looks.most) looks.ahead += looks.each;
    return looks.ahead;
  };
  if (!settings.isReal) {
    Performance.prototype.now = function () { return ahead() + native.now(); };
    const now = () => Math.floor(ahead() + native.date());
    const Plain = window.Date;
    Plain.now = now;
    window.Date = new Proxy(Plain, { construct: (target, given, made) => Reflect.construct(target, given.length ? given : [now()], made) });
    Plain.prototype.constructor = window.Date;
  }
  const ask = (method, url) => {
    const address = new URL(url, location.href);
    const entry = { what: `${method} ${address.origin === location.origin ? '' : address.origin}${address.pathname}`, status: null };
    load.asked.push(entry);
    if (load.asked.length > 200) load.asked.shift();
    return entry;
  };
  for (const name of ['Worker', 'SharedWorker', 'WebSocket', 'EventSource', 'WebTransport', 'BroadcastChannel', 'AudioContext']) {
    if (!window[name]) continue;
    window[name] = new Proxy(window[name], {
      construct(target, given) {
        leak(name);
        if (name === 'WebSocket' || name === 'EventSource') ask(name, given[0]).status = 'opened';
        return Reflect.construct(target, given);
      },
    });
  }
  // What other threads and processes answer in real time, once and for all: what came before the scenario does not matter.
  load.calls = {};
  for (const [owner, names, title] of [
    [window.SubtleCrypto?.prototype, ['digest', 'encrypt', 'decrypt', 'sign', 'verify', 'deriveBits', 'deriveKey', 'generateKey', 'importKey'], 'crypto.subtle'],
    [window.WebAssembly, ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming'], 'WebAssembly'],
    [window, ['createImageBitmap'], 'createImageBitmap'], [window.HTMLImageElement?.prototype, ['decode'], 'image.decode'],
    [window.Blob?.prototype, ['text', 'arrayBuffer'], 'Blob'], [window.FileReader?.prototype, ['readAsText', 'readAsDataURL', 'readAsArrayBuffer'], 'FileReader'],
    [window.CacheStorage?.prototype, ['open', 'match', 'has', 'keys'], 'caches'], [window.StorageManager?.prototype, ['getDirectory', 'estimate'], 'file system'],
    [window.LockManager?.prototype, ['request'], 'locks'], [window.Worklet?.prototype, ['addModule'], 'Worklet'],
  ]) for (const name of names) {
    const original = owner?.[name];
    if (original) owner[name] = function (...given) { load.calls[title] = (load.calls[title] || 0) + 1; return original.apply(this, given); };
  }
  addEventListener('play', () => leak('video or audio'), true);
  // A database answers in real time: what is asked of it is counted, so that a frame can wait for it.
  if (window.IDBFactory) {
    const awaited = (target, ...ends) => {
      load.database++;
      let isOver = false;
      const over = () => { if (!isOver) load.database--; isOver = true; };
      for (const end of ends) target.addEventListener(end, over);
      return target;
    };
    const tell = console.debug.bind(console);
    for (const name of ['open', 'deleteDatabase']) {
      const original = IDBFactory.prototype[name];
      IDBFactory.prototype[name] = function (...given) {
        if (!load.leaks.IndexedDB) tell('stillpoint: a database is used');
        leak('IndexedDB');
        return awaited(original.apply(this, given), 'success', 'error', 'blocked');
      };
    }
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...given) { return awaited(begin.apply(this, given), 'complete', 'abort'); };
  }
  // A service worker would answer in the page's place.
  delete Navigator.prototype.serviceWorker;
  const note = text => { if (load.errors.length < 20) load.errors.push(String(text)); };
  // What Chromium's own protocol tells, other engines do not.
  if (settings.engine) {
    const tell = console.error.bind(console);
    console.error = (...given) => { note(given.map(String).join(' ')); tell(...given); };
  }
  const refuse = (name, text) => {
    load.refused[name] = (load.refused[name] || 0) + 1;
    note(`${name} was called and refused${text ? `: ${text}` : ''}`);
  };
  addEventListener('error', event => {
    const source = event.target && event.target !== window && (event.target.src || event.target.href);
    if (event.message) note(event.message);
    else if (source) note(`${String(source).slice(0, 120)} could not be loaded`);
  }, true);
  addEventListener('unhandledrejection', event => note(event.reason && event.reason.message || event.reason));
  for (const name of ['alert', 'confirm', 'prompt', 'print']) window[name] = text => { refuse(`${name}()`, text); return null; };
  window.open = () => { refuse('window.open()'); return null; };

  // How far the page itself scrolls what is watched: all that a hand does not. What it begins to scroll smoothly moves later, and is counted.
  const watched = (target, name) => {
    const original = target[name];
    if (original) target[name] = function (...given) { return putting(() => original.apply(this, given), glides(given[0]?.behavior)); };
  };
  const putting = (act, isSmooth) => {
    const before = load.scroller ? load.scroller.scrollTop : 0;
    const result = act();
    const way = load.scroller ? load.scroller.scrollTop - before : 0;
    load.put += way;
    if (!way && isSmooth) load.smooth++;
    return result;
  };
  const glides = behavior => behavior === 'smooth'
    || behavior !== 'instant' && !!load.scroller && getComputedStyle(load.scroller).scrollBehavior === 'smooth';
  for (const name of ['scrollTo', 'scrollBy', 'scroll', 'scrollIntoView', 'scrollIntoViewIfNeeded']) {
    watched(Element.prototype, name);
    if (name in window) watched(window, name);
  }
  const offset = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop');
  Object.defineProperty(Element.prototype, 'scrollTop', {
    ...offset, set(value) { if (this === load.scroller) putting(() => offset.set.call(this, value), glides()); else offset.set.call(this, value); },
  });

  // The stream.
  const encoder = new TextEncoder();
  const filled = (template, text) => template.replaceAll('TEXT', () => JSON.stringify(text));
  /** Which kind of answer a request asks for; null for another request. */
  const formatOf = (method, url, body) => {
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return null;
    const { pathname, href } = new URL(url, location.href);
    return settings.formats.find(format =>
      (format.isPath ? pathname.endsWith(format.match) : href.includes(format.match)) && (!format.holds || body.includes(format.holds))) || null;
  };
  const wantsStream = (format, body) => {
    let asked;
    try { asked = JSON.parse(body).stream; } catch {}
    return format.streams === 'asked' ? asked === true : asked !== false;
  };
  /** Plays the next stream: `give` takes each piece of text, `end` the end, and what comes back stops it. */
  const play = (format, give, end) => {
    const events = load.streamOf(load.isMaking ? load.made++ : load.count++);
    let index = 0, begin = 0, isOver = false;
    load.requests.push(native.now());
    load.sent.length = 0;
    load.ended = load.stopped = null;
    const step = () => {
      if (isOver) return;
      const now = native.now() - begin;
      for (; index < events.length && events[index][0] <= now + 1e-6; index++) {
        load.sent.push([native.now(), index]);
        give(filled(format.token, events[index][1]));
      }
      if (index < events.length) return native.timeout(step, Math.max(0, events[index][0] - now));
      isOver = true;
      if (format.end) give(format.end);
      end();
      load.ended = native.now();
    };
    if (format.begin) give(format.begin);
    native.frame(() => {
      begin = load.begin = native.now();
      load.begins.push(begin);
      native.timeout(step, events.length ? events[0][0] : 0);
    });
    return () => {
      if (isOver) return false;
      isOver = true;
      load.stopped = native.now();
      return true;
    };
  };
  // Where the browser draws by itself this machine streams the answer in real time, and what has come is noted.
  // A rule of the page on where it may ask: answers of this machine can be against it.
  if (settings.endpoint) addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    if (blockedURI.startsWith(settings.endpoint)) load.forbidden = effectiveDirective;
  });
  /** The address of the next answer; `came` is told of its text, `over` of its end, `stopped` when it is given up. */
  const served = format => {
    const kind = load.isMaking ? 'made' : 'asked', index = load.isMaking ? load.made++ : load.count++;
    const events = load.isMaking ? settings.content[index] || [] : settings.streams[Math.min(index, settings.streams.length - 1)];
    let last = 0, next = 0, high = 0, rest = '';
    const lasts = events.map(([, text]) => { for (const [, digits] of text.matchAll(/w(\d{5})/g)) last = Number(digits); return last; });
    load.requests.push(native.now());
    load.sent.length = 0;
    load.begin = load.ended = load.stopped = null;
    return {
      address: `${settings.endpoint}${kind}/${index}/${settings.formats.indexOf(format)}`,
      came(text) {
        const now = native.now();
        if (load.begin === null) load.begins.push(load.begin = now);
        rest += text;
        for (const [, digits] of rest.matchAll(/w(\d{5})/g)) high = Math.max(high, Number(digits));
        rest = rest.slice(-5);
        for (; next < lasts.length && lasts[next] <= high; next++) load.sent.push([now, next]);
      },
      over() { load.ended = native.now(); },
      stopped() { if (load.ended === null) load.stopped = native.now(); },
    };
  };
  const streamedBy = async (format, signal) => {
    if (signal && signal.aborted) throw aborted();
    const { address, came, over, stopped } = served(format);
    const response = await native.fetch(address, { method: 'POST', signal });
    const reader = response.body.getReader(), decoder = new TextDecoder();
    const body = new ReadableStream({
      async start(controller) {
        try {
          for (let piece; !(piece = await reader.read()).done;) {
            came(decoder.decode(piece.value, { stream: true }));
            controller.enqueue(piece.value);
          }
          over();
          controller.close();
        } catch { stopped(); try { controller.error(aborted()); } catch {} }
      },
      cancel() { stopped(); reader.cancel(); },
    });
    return new Response(body, { headers: { 'Content-Type': format.type, ...format.headers } });
  };
  const aborted = () => new DOMException('The user aborted a request.', 'AbortError');
  const streamed = (format, signal) => {
    if (signal && signal.aborted) throw aborted();
    let stop;
    const body = new ReadableStream({
      start(controller) {
        stop = play(format, text => controller.enqueue(encoder.encode(text)), () => controller.close());
        if (signal) signal.addEventListener('abort', () => { if (stop()) try { controller.error(aborted()); } catch {} });
      },
      cancel() { stop(); },
    });
    return new Response(body, { headers: { 'Content-Type': format.type, ...format.headers } });
  };
  /** What another request gets: what APP.yaml says; null where the page's own server is asked. */
  const given = (list, url) => {
    const { pathname } = new URL(url, location.href);
    const found = list.find(([path]) => pathname.endsWith(path));
    return found ? found[1] : null;
  };
  const json = text => new Response(text, { headers: { 'Content-Type': 'application/json' } });
  window.fetch = async (input, options = {}) => {
    const request = input instanceof Request ? input : null;
    const url = request ? request.url : String(input);
    const method = (options.method || (request ? request.method : 'GET')).toUpperCase();
    if (/^(data|blob):/.test(url)) return native.fetch(input, options);
    const entry = ask(method, url);
    const said = given(settings.answers, url);
    if (said !== null) { entry.status = 200; return json(said); }
    let body = '';
    if (settings.formats.some(format => url.includes(format.match))) {
      if (typeof options.body === 'string') body = options.body;
      else if (options.body) body = await new Response(options.body).text().catch(() => '');
      else if (request) body = await request.clone().text().catch(() => '');
    }
    const format = formatOf(method, url, body);
    if (format) {
      entry.status = 200;
      if (wantsStream(format, body)) return (settings.endpoint ? streamedBy : streamed)(format, options.signal || (request ? request.signal : null));
      load.whole++;
      return json(filled(format.whole, 'Title'));
    }
    const usual = given(settings.usual, url);
    try {
      const response = await native.fetch(input, options);
      entry.status = response.status;
      return usual !== null && response.status >= 400 ? json(usual) : response;
    } catch (error) {
      entry.status = error.name === 'AbortError' ? 'given up' : 'failed';
      if (usual !== null && entry.status === 'failed') return json(usual);
      throw error;
    }
  };

  // XMLHttpRequest: what it has received grows.
  window.XMLHttpRequest = class XMLHttpRequest extends native.request {
    open(method, url, ...rest) {
      this.stillpointAsked = [method.toUpperCase(), String(url)];
      super.open(method, url, ...rest);
    }
    send(body) {
      const [method, url] = this.stillpointAsked;
      const entry = ask(method, url);
      const format = formatOf(method, url, typeof body === 'string' ? body : '');
      const said = given(settings.answers, url);
      const again = load.sendAgain?.(method, url);
      if (!format && said === null && !again) {
        load.watchRequest?.(this, method, url);
        this.addEventListener('loadend', () => { entry.status = this.status || 'failed'; });
        return super.send(body);
      }
      entry.status = 200;
      if (settings.endpoint && format && said === null && wantsStream(format, body)) {
        const { address, came, over, stopped } = served(format);
        let length = 0;
        this.addEventListener('progress', () => { came(this.responseText.slice(length)); length = this.responseText.length; });
        this.addEventListener('load', over);
        this.addEventListener('abort', stopped);
        super.open('POST', address);
        return super.send();
      }
      let text = '', state = 1;
      const tell = (name, now = state) => {
        state = now;
        this.dispatchEvent(name === 'readystatechange' ? new Event(name) : new ProgressEvent(name, { loaded: text.length }));
      };
      const value = () => (this.responseType === 'json' ? JSON.parse(text || 'null') : text);
      const type = again ? again.type : format ? format.type : 'application/json';
      for (const [name, get] of Object.entries({
        readyState: () => state, status: () => 200, statusText: () => 'OK', responseText: () => text, response: value,
      })) Object.defineProperty(this, name, { get });
      this.getResponseHeader = name => (name.toLowerCase() === 'content-type' ? type : null);
      this.getAllResponseHeaders = () => `content-type: ${type}\r\n`;
      const more = piece => { text += piece; tell('readystatechange', 3); tell('progress'); };
      const end = () => { tell('readystatechange', 4); tell('load'); tell('loadend'); };
      if (again) {
        const stop = again.play(piece => { if (state < 2) tell('readystatechange', 2); more(piece); }, end);
        this.abort = () => { stop(); state = 0; tell('abort'); tell('loadend'); };
        return;
      }
      if (said !== null || !wantsStream(format, body)) {
        if (format) load.whole++;
        native.timeout(() => { tell('readystatechange', 2); more(said ?? filled(format.whole, 'Title')); end(); }, 0);
        return;
      }
      const stop = play(format, piece => native.timeout(() => more(piece), 0), () => native.timeout(end, 0));
      tell('readystatechange', 2);
      this.abort = () => { if (stop()) { state = 0; tell('abort'); tell('loadend'); } };
    }
  };
})();
