// What the app's own server sends to the page, by WebSocket, EventSource, fetch and XMLHttpRequest: watches it and keeps it with its times, or sends
// again what was kept, from the page's timers. `settings` stands before it: `wire` is null where pages are answered by themselves,
// true for watching, and what was kept for sending it again.
//
// A message is kept with the number of messages that drive had sent by then (its phase), of those that the page had sent on the same
// connection in that phase, and the time since the last of both: what depends on the page comes after it, however fast the page is.
(() => {
  if (window.top !== window || !settings.wire || window.__stillpointWire) return;
  const load = window.__stillpointLoad;
  const { native } = load;
  const wire = window.__stillpointWire = { entries: [], phase: 0 };
  const kept = Array.isArray(settings.wire) ? settings.wire : null;
  /** How long a message waits for one of the page that never comes, in ms. */
  const patience = 1000;
  // What is sent again counts time in frames: the page's clock is blurred by a tenth of a millisecond, another one in each run.
  let frames = 0;
  const now = kept ? () => frames * settings.period : () => performance.now();

  // Tokens that came, known by their numbered words

  const lastsOf = events => {
    let last = 0;
    return events.map(([, text]) => { for (const [, digits] of text.matchAll(/w(\d{5})/g)) last = Number(digits); return last; });
  };
  let index = 0, events = [], stream = [];
  const arrived = text => {
    if (!stream.length) return;
    const first = stream.find(Boolean), most = stream[stream.length - 1];
    let high = 0;
    for (const [, digits] of text.matchAll(/w(\d{5})/g)) if (digits >= first && digits <= most) high = Math.max(high, Number(digits));
    for (; index < stream.length && stream[index] <= high; index++) {
      load.begin ??= performance.now() - events[0][0];
      load.sent.push([performance.now(), index]);
    }
    if (index === stream.length) load.ended ??= performance.now();
  };
  /** Whether the answer to the last message has begun, and whether it is whole. */
  wire.state = () => (load.ended !== null ? 2 : load.sent.length ? 1 : 0);

  // Phases

  let starts = [now()];
  const players = new Set();
  /** The next message is about to be sent. */
  wire.begin = () => {
    wire.phase++;
    starts.push(now());
    index = 0;
    events = load.streamOf(load.isMaking ? load.made++ : wire.phase - load.made - 1);
    stream = lastsOf(events);
    load.requests.push(performance.now());
    load.sent.length = 0;
    load.begin = load.ended = load.stopped = null;
    for (const pump of [...players]) pump();
  };
  /** The times on one connection, by phase: when it began, and when the page sent something. */
  const clock = () => {
    const begun = now(), first = wire.phase, sent = new Map();
    const of = phase => [Math.max(begun, starts[phase] ?? begun), ...(sent.get(phase) || [])];
    return {
      send() { sent.set(wire.phase, [...(sent.get(wire.phase) || []), now()]); },
      place() { const times = of(wire.phase); return { phase: wire.phase - first, sends: times.length - 1, at: Math.round(now() - times[times.length - 1]) }; },
      /** When an event is due; null for not before the page does something. */
      due({ phase, sends, at }) {
        if (phase + first > wire.phase) return null;
        const times = of(phase + first);
        return times.length > sends ? times[sends] + at : times[times.length - 1] + at + patience;
      },
    };
  };

  // What is kept

  const coded = data => {
    if (typeof data === 'string') return { text: data };
    const bytes = new Uint8Array(data.buffer || data, data.byteOffset || 0, data.byteLength);
    let text = '';
    for (let start = 0; start < bytes.length; start += 4096) text += String.fromCharCode(...bytes.subarray(start, start + 4096));
    return { bytes: btoa(text) };
  };
  const decoded = ({ text, bytes }) => text ?? Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0));
  const read = new TextDecoder('utf-8', { fatal: false });
  const plain = data => typeof data === 'string' ? data : read.decode(data);
  const nameOf = (kind, url) => `${kind} ${new URL(url, location.href).pathname}`;
  const keep = name => {
    const entry = { name, events: [] };
    wire.entries.push(entry);
    return entry;
  };
  const taken = new Map();
  /** What was kept of the next connection of this name; null for nothing. */
  const take = name => {
    const all = kept.filter(entry => entry.name === name);
    const count = taken.get(name) || 0;
    taken.set(name, count + 1);
    return all[count] || null;
  };
  /** Gives the events of an entry when they are due, each in a task of its own. */
  const play = (entry, times, give) => {
    let next = 0, isGiving = false;
    const pump = () => {
      const event = entry.events[next];
      if (!event) return players.delete(pump);
      const due = times.due(event);
      if (isGiving || due === null || due > now() + 1e-6) return;
      next++;
      isGiving = true;
      give(event);
      scheduler.postTask(() => { isGiving = false; pump(); }, { priority: 'user-blocking' });
    };
    players.add(pump);
    return { pump, stop() { next = entry.events.length; players.delete(pump); } };
  };
  if (kept) {
    const turn = () => {
      frames++;
      native.timeout(() => { for (const pump of [...players]) pump(); }, 0);
      native.frame(turn);
    };
    native.frame(turn);
  }

  // Watching

  const watchSocket = socket => {
    const entry = keep(nameOf('socket', socket.url)), times = clock();
    const put = (type, fields) => { const event = { ...times.place(), type, ...fields }; entry.events.push(event); return event; };
    const send = socket.send;
    socket.send = data => { times.send(); send.call(socket, data); };
    socket.addEventListener('open', () => put('open', { protocol: socket.protocol }));
    socket.addEventListener('close', ({ code, reason }) => put('close', { code, reason }));
    socket.addEventListener('message', ({ data }) => {
      const event = put('message');
      if (data instanceof Blob) data.arrayBuffer().then(buffer => { Object.assign(event, coded(buffer)); arrived(plain(buffer)); });
      else { Object.assign(event, coded(data)); arrived(plain(data)); }
    });
  };
  const watchSource = source => {
    const entry = keep(nameOf('source', source.url)), times = clock();
    const put = (type, fields) => entry.events.push({ ...times.place(), type, ...fields });
    const add = source.addEventListener;
    const watched = new Set(['open', 'error']);
    const watch = type => {
      if (watched.has(type)) return;
      watched.add(type);
      add.call(source, type, ({ data, lastEventId }) => { put(type, { text: data, id: lastEventId }); arrived(data); });
    };
    source.addEventListener = (type, ...rest) => { watch(type); add.call(source, type, ...rest); };
    add.call(source, 'open', () => put('open'));
    watch('message');
  };
  const watchResponse = async (entry, times, response) => {
    entry.status = response.status;
    entry.headers = [...response.headers].filter(([name]) => !/^content-(encoding|length)$/.test(name));
    const reader = response.body?.getReader();
    for (let piece; reader && !(piece = await reader.read()).done;) {
      entry.events.push({ ...times.place(), type: 'piece', ...coded(piece.value) });
      arrived(plain(piece.value));
    }
    entry.events.push({ ...times.place(), type: 'end' });
  };

  /** Of an XMLHttpRequest, only texts are kept. */
  const watchRequest = (request, method, url) => {
    if (request.responseType && request.responseType !== 'text') return;
    const entry = keep(nameOf(method, url)), times = clock();
    let length = 0;
    const more = () => {
      const text = request.responseText.slice(length);
      length += text.length;
      if (text) { entry.events.push({ ...times.place(), type: 'piece', text }); arrived(text); }
    };
    request.addEventListener('progress', more);
    request.addEventListener('loadend', () => {
      more();
      entry.status = request.status;
      entry.headers = [['content-type', request.getResponseHeader('content-type') || 'text/plain']];
      entry.events.push({ ...times.place(), type: 'end' });
    });
  };

  // Sending again

  /** Something with listeners whose `on...` are called, too. */
  class Connection extends EventTarget {
    tell(event) {
      this.dispatchEvent(event);
      this['on' + event.type]?.(event);
    }
  }
  class KeptSocket extends Connection {
    constructor(url) {
      super();
      Object.assign(this, { url: new URL(url, location.href.replace(/^http/, 'ws')).href, readyState: 0, binaryType: 'blob', protocol: '', extensions: '', bufferedAmount: 0 });
      this.times = clock();
      const entry = take(nameOf('socket', this.url)) || { events: [{ phase: 0, sends: 0, at: 0, type: 'close', code: 1006, reason: '' }] };
      this.player = play(entry, this.times, event => this.give(event));
    }
    give(event) {
      if (event.type === 'open') {
        Object.assign(this, { readyState: 1, protocol: event.protocol });
        return this.tell(new Event('open'));
      }
      if (event.type === 'close') return this.shut(event.code, event.reason);
      let data = decoded(event);
      arrived(plain(data));
      if (typeof data !== 'string') data = this.binaryType === 'blob' ? new Blob([data]) : data.buffer;
      this.tell(new MessageEvent('message', { data, origin: new URL(this.url).origin }));
    }
    shut(code, reason) {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.player.stop();
      if (code === 1006) this.tell(new Event('error'));
      this.tell(new CloseEvent('close', { code, reason, wasClean: code === 1000 }));
    }
    send() { this.times.send(); this.player.pump(); }
    close(code = 1000, reason = '') { this.readyState = 2; native.timeout(() => this.shut(code, reason), 0); }
  }
  class KeptSource extends Connection {
    constructor(url) {
      super();
      Object.assign(this, { url: new URL(url, location.href).href, readyState: 0, withCredentials: false });
      this.player = play(take(nameOf('source', this.url)) || { events: [] }, clock(), event => {
        this.readyState = 1;
        if (event.type === 'open') return this.tell(new Event('open'));
        arrived(event.text);
        this.tell(new MessageEvent(event.type, { data: event.text, lastEventId: event.id, origin: location.origin }));
      });
    }
    close() { this.readyState = 2; this.player.stop(); }
  }
  for (const [type, states] of [[KeptSocket, ['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED']], [KeptSource, ['CONNECTING', 'OPEN', 'CLOSED']]]) {
    states.forEach((name, value) => { type[name] = type.prototype[name] = value; });
  }
  const sendAgain = (entry, signal) => {
    const { status, headers, events } = entry;
    if ([101, 204, 205, 304].includes(status)) return new Response(null, { status, headers });
    // The clock stands still while a page waits for a whole body: only what comes piece by piece is given so.
    const pieces = events.filter(event => event.type === 'piece');
    if (!headers.some(([name, value]) => name === 'content-type' && /event-stream|ndjson/.test(value)) && pieces.length < 8) {
      return new Response(new Blob(pieces.map(decoded)), { status, headers });
    }
    const times = clock();
    let player;
    const body = new ReadableStream({
      start(controller) {
        player = play(entry, times, event => {
          if (event.type === 'end') return controller.close();
          const data = decoded(event);
          arrived(plain(data));
          controller.enqueue(typeof data === 'string' ? new TextEncoder().encode(data) : data);
        });
        signal?.addEventListener('abort', () => { player.stop(); try { controller.error(new DOMException('The user aborted a request.', 'AbortError')); } catch {} });
      },
      cancel() { player.stop(); },
    });
    return new Response(body, { status, headers });
  };

  const isOwn = url => new URL(url, location.href).origin === location.origin;
  if (kept) load.sendAgain = (method, url) => {
    const entry = isOwn(url) ? take(nameOf(method, url)) : null;
    return entry && {
      type: entry.headers?.find(([name]) => name === 'content-type')?.[1] || 'text/plain',
      play(more, end) {
        const player = play(entry, clock(), event => {
          if (event.type === 'end') return end();
          const text = plain(decoded(event));
          arrived(text);
          more(text);
        });
        return player.stop;
      },
    };
  };
  else load.watchRequest = (request, method, url) => { if (isOwn(url)) watchRequest(request, method, url); };
  if (kept) Object.assign(window, { WebSocket: KeptSocket, EventSource: KeptSource });
  else for (const [name, watch] of [['WebSocket', watchSocket], ['EventSource', watchSource]]) {
    window[name] = new Proxy(window[name], {
      construct(target, given) { const made = Reflect.construct(target, given); watch(made); return made; },
    });
  }
  const ask = window.fetch;
  window.fetch = async (input, options = {}) => {
    const request = input instanceof Request ? input : null;
    const url = new URL(request ? request.url : input, location.href);
    if (!isOwn(url)) return ask(input, options);
    const name = nameOf((options.method || request?.method || 'GET').toUpperCase(), url);
    if (kept) {
      const entry = take(name);
      return entry ? sendAgain(entry, options.signal || request?.signal) : ask(input, options);
    }
    const entry = keep(name), times = clock();
    const response = await ask(input, options);
    watchResponse(entry, times, response.clone()).catch(() => {});
    return response;
  };
})();
