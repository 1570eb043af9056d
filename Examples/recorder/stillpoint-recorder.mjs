// Records what a chat on the web shows, frame by frame, as a log that `stillpoint analyze` and
// `stillpoint check` read: the JavaScript twin of the Swift product StillpointRecorder. It needs no
// developer tools, so it works in production builds. Copy this file; it imports nothing.
//
// Times are in ms of performance.now(), lengths in CSS pixels, downward.

/** The recorder: reads no clock and no page. Times given to it are rounded to microseconds. */
export class FrameRecorder {
  /** @param {{app: string, version: string, device: string, refreshHz: number, write: (line: string) => void}} options */
  constructor({ app, version, device, refreshHz, write }) {
    this.write = write;
    this.origin = null;
    this.frames = 0;
    this.begun = null;
    this.last = null;
    this.events = [];
    this.streams = new Map();
    this.put(
      `{"schema":1,"kind":"stillpoint-frame-log","source":"app","recorder":1,"device":${quoted(device)},` +
        `"refresh_hz":${refreshHz},"app":${quoted(app)},"version":${quoted(version)}}`,
    );
  }

  /** The display asks for a frame at `time`, to be shown at `target`. */
  begin(time, target) {
    const at = micro(time);
    this.begun = { at, target: Math.max(micro(target), at + 1) };
  }

  /** So many characters of a message arrived. */
  received(characters, id, time) {
    this.streams.set(id, (this.streams.get(id) ?? 0) + characters);
    this.note("token", id, time, `,"chars":${characters}`);
  }

  /** All text of a message has arrived and is shown. */
  ended(id, time) {
    this.streams.delete(id);
    this.note("stream_end", id, time);
  }

  /** Something happened that moves or changes what is on screen: send, stop, load, resize, card... */
  happened(event, time, { id = null, isByReader = null } = {}) {
    const by = isByReader === null ? "" : `,"by":"${isByReader ? "reader" : "app"}"`;
    this.note(event, id, time, by);
  }

  /** The app gives up what it animates, for its frames come late: why, and since how long. */
  fellBack(cause, detection, time) {
    this.note("fallback", null, time, `,"cause":${quoted(cause)},"detect_ms":${thousandths(micro(detection))}`);
  }

  /** The app animates again. */
  recovered(time) {
    this.note("fallback_end", null, time);
  }

  /**
   * The frame's work is done at `time`; `screen` is what it shows: offset, viewport, content, topInset,
   * bottomInset, messages [{id, y, height}], shown {id: characters}, isAnimating, isReading.
   */
  end(time, screen, presented = null) {
    if (this.begun === null) return;
    const { at, target } = this.begun;
    this.begun = null;
    const done = micro(time);
    const period = target - at;
    let promised = target;
    if (this.last?.isAnimating) promised = Math.min(target, this.last.shown + period);
    const late = Math.max(0, done - target);
    const shown = presented === null ? target + Math.ceil(late / period) * period : micro(presented);
    this.frames += 1;
    const messages = (screen.messages ?? []).map(
      ({ id, y, height }) => `{"id":${quoted(id)},"y_pt":${points(y)},"height_pt":${points(height)}}`,
    );
    const streams = [...this.streams].map(
      ([id, received]) =>
        `{"id":${quoted(id)},"received_chars":${received},"released_chars":${screen.shown?.[id] ?? 0}}`,
    );
    this.put(
      `{"frame":${this.frames},"t_ms":${this.since(promised - period)},"window":"main",` +
        `"offset_pt":${points(screen.offset)},"viewport_pt":${points(screen.viewport)},` +
        `"content_bottom_pt":${points(screen.content)},"inset_top_pt":${points(screen.topInset)},` +
        `"inset_bottom_pt":${points(screen.bottomInset)},"visible":[${messages}],"streams":[${streams}],` +
        `"promised_ms":${this.since(promised)},"presented_ms":${this.since(shown)},` +
        `"period_ms":${thousandths(period)},"begin_ms":${this.since(at)},` +
        `"work_ms":${thousandths(Math.max(0, done - at))},"animating":${!!screen.isAnimating},` +
        `"reading":${!!screen.isReading},"events":[${this.events}]}`,
    );
    this.events = [];
    this.last = { shown, isAnimating: !!screen.isAnimating };
  }

  /** Ends the log: one without this line is taken for half a recording. */
  finish() {
    this.put(`{"kind":"stillpoint-frame-log-end","frames":${this.frames}}`);
  }

  note(event, id, time, more = "") {
    const name = id === null ? "" : `,"id":${quoted(id)}`;
    this.events.push(`{"t_ms":${this.since(micro(time))},"event":${quoted(event)}${name}${more}}`);
  }

  put(line) {
    this.write(line + "\n");
  }

  since(time) {
    this.origin ??= time;
    return thousandths(time - this.origin);
  }
}

const micro = (milliseconds) => Math.round(milliseconds * 1000);
// Halves go away from 0, as in Swift.
const rounded = (value) => Math.sign(value) * Math.round(Math.abs(value)) || 0;
const points = (length) => (Math.abs(length ?? 0) < 1e12 ? thousandths(rounded((length ?? 0) * 1000)) : "0");
const quoted = (text) =>
  '"' + String(text).replace(/[\u0000-\u001f]/g, "?").replace(/["\\]/g, "\\$&") + '"';

function thousandths(value) {
  const size = Math.abs(value);
  return `${value < 0 ? "-" : ""}${Math.floor(size / 1000)}.${String(size % 1000).padStart(3, "0")}`;
}

/**
 * Records a page. Tried in headless Chromium, not in production.
 *
 * @param {{app: string, version: string, refreshHz?: number, write: (line: string) => void,
 *   scroller: Element, messages: () => Iterable<{id: string, element: Element}>}} options
 * @returns {{received: (id: string, characters: number) => void, ended: (id: string) => void,
 *   happened: (event: string, more?: object) => void, stop: () => void}}
 */
export function recordPage({ app, version, refreshHz = 60, write, scroller, messages }) {
  const device = `${navigator.platform}, ${screen.width} x ${screen.height}`;
  const recorder = new FrameRecorder({ app, version, device, refreshHz, write });
  const waiting = new Map();
  let changed = true;
  let handUntil = -Infinity;
  let hasScrolled = false;
  let isStopped = false;
  const note = () => (changed = true);
  const hand = () => {
    [handUntil, hasScrolled] = [performance.now() + 200, true];
    note();
  };
  const observer = new MutationObserver(note);
  observer.observe(scroller, { subtree: true, childList: true, characterData: true, attributes: true });
  scroller.addEventListener("scroll", note, { passive: true });
  for (const name of ["wheel", "touchmove", "keydown"]) scroller.addEventListener(name, hand, { passive: true });

  function look() {
    const frame = scroller.getBoundingClientRect();
    const shown = {};
    const visible = [];
    for (const { id, element } of messages()) {
      const place = element.getBoundingClientRect();
      if (waiting.has(id)) shown[id] = element.textContent.length;
      if (place.bottom > frame.top && place.top < frame.bottom) {
        visible.push({ id, y: place.top - frame.top, height: place.height });
      }
    }
    const isWaiting = [...waiting].some(([id, count]) => (shown[id] ?? 0) < count);
    const fromEnd = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
    return {
      offset: scroller.scrollTop, viewport: scroller.clientHeight, content: scroller.scrollHeight,
      messages: visible, shown, isAnimating: changed || isWaiting,
      isReading: hasScrolled && fromEnd > 100 && performance.now() > handUntil,
    };
  }

  // The message comes after the frame's own work, style and layout.
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    if (isStopped) return;
    const seen = look();
    if (seen.isAnimating || recorder.last?.isAnimating) recorder.end(performance.now(), seen);
    changed = false;
  };
  const tick = (time) => {
    if (isStopped) return;
    recorder.begin(time, time + 1000 / refreshHz);
    channel.port2.postMessage(0);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  return {
    received(id, characters) {
      waiting.set(id, (waiting.get(id) ?? 0) + characters);
      recorder.received(characters, id, performance.now());
    },
    ended(id) {
      waiting.delete(id);
      recorder.ended(id, performance.now());
    },
    happened: (event, more) => recorder.happened(event, performance.now(), more),
    stop() {
      isStopped = true;
      observer.disconnect();
      recorder.finish();
    },
  };
}
