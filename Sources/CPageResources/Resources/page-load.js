// Runs before any script of the page: answers the chat's requests from page timers, so that no real time
// enters, seeds chance, and counts what wakes the page. `settings` stands before it.
(() => {
  if (window.top !== window || window.__stillpointLoad) return;
  const native = {
    fetch: window.fetch, timeout: window.setTimeout.bind(window),
    frame: window.requestAnimationFrame.bind(window),
  };
  const load = window.__stillpointLoad = {
    count: 0, requests: [], sent: [], begin: null, ended: null, stopped: null, leaks: {}, frames: 0, timers: 0, errors: [], roots: [document],
  };
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    load.roots.push(root);
    return root;
  };

  for (const [key, value] of Object.entries(settings.storage)) {
    try { localStorage.setItem(key, value); } catch {}
  }

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
  const leak = name => { load.leaks[name] = (load.leaks[name] || 0) + 1; };
  for (const name of ['Worker', 'SharedWorker', 'WebSocket', 'EventSource']) {
    if (!window[name]) continue;
    window[name] = new Proxy(window[name], {
      construct(target, given) { leak(name); return Reflect.construct(target, given); },
    });
  }
  if (window.IDBFactory) {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...given) { leak('IndexedDB'); return open.apply(this, given); };
  }
  addEventListener('error', event => { if (load.errors.length < 20) load.errors.push(String(event.message)); });
  addEventListener('unhandledrejection', event => {
    if (load.errors.length < 20) load.errors.push(String(event.reason && event.reason.message || event.reason));
  });
  for (const name of ['alert', 'confirm', 'prompt', 'print']) window[name] = () => { leak(`${name}()`); return null; };
  window.open = () => { leak('window.open()'); return null; };

  // The stream.
  const encoder = new TextEncoder();
  const piece = (delta, reason = null) => encoder.encode('data: ' + JSON.stringify({
    id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1700000000, model: 'stillpoint',
    choices: [{ index: 0, delta, finish_reason: reason }],
  }) + '\n\n');
  const json = body => new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
  const answer = (events, signal) => new ReadableStream({
    start(controller) {
      let index = 0, begin = 0, isOver = false;
      const stop = () => {
        if (isOver) return;
        isOver = true;
        load.stopped = performance.now();
        try { controller.error(new DOMException('The user aborted a request.', 'AbortError')); } catch {}
      };
      if (signal) signal.addEventListener('abort', stop);
      controller.enqueue(piece({ role: 'assistant', content: '' }));
      const step = () => {
        if (isOver) return;
        const now = performance.now() - begin;
        for (; index < events.length && events[index][0] <= now + 1e-6; index++) {
          load.sent.push([performance.now(), index]);
          controller.enqueue(piece({ content: events[index][1] }));
        }
        if (index < events.length) return native.timeout(step, Math.max(0, events[index][0] - now));
        isOver = true;
        controller.enqueue(piece({}, 'stop'));
        controller.enqueue(encoder.encode('data: [DONE]\n\n'));
        controller.close();
        load.ended = performance.now();
      };
      native.frame(() => {
        begin = load.begin = performance.now();
        native.timeout(step, events.length ? events[0][0] : 0);
      });
    },
    cancel() { load.stopped = load.stopped ?? performance.now(); },
  });
  window.fetch = (input, options = {}) => {
    const url = typeof input === 'string' ? input : input.url || String(input);
    if (/\/models(\?|$)/.test(url) && settings.answersModels) {
      return Promise.resolve(json({ object: 'list', data: [{ id: 'stillpoint', object: 'model', owned_by: 'stillpoint' }] }));
    }
    if (!url.includes(settings.endpoint)) return native.fetch.call(window, input, options);
    return (async () => {
      let body = {};
      try { body = JSON.parse(options.body ?? await input.text()); } catch {}
      if (!body.stream) return json({ id: 'chatcmpl-0', object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content: 'Title' }, finish_reason: 'stop' }] });
      const events = settings.streams[Math.min(load.count++, settings.streams.length - 1)];
      load.requests.push(performance.now());
      load.sent.length = 0;
      load.ended = load.stopped = null;
      const signal = options.signal || (input instanceof Request ? input.signal : null);
      if (signal && signal.aborted) throw new DOMException('The user aborted a request.', 'AbortError');
      return new Response(answer(events, signal), { headers: { 'Content-Type': 'text/event-stream' } });
    })();
  };
})();
