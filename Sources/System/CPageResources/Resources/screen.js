/* What one cell showed: rows as they are stored, and when each frame was on screen. */
const unitsPerPoint = 64;
const messageStates = ["optimistic", "streaming", "complete", "cancelled", "failed"];
const scrollStates = ["idle", "dragging", "decelerating", "bouncing", "animating"];
const follows = ["free", "following", "pinning", "pinned"];
const buttons = ["send", "send disabled", "stop"];
const groupCount = 7;
const [extentGroup, placeGroup, contentGroup, itemGroup, streamGroup, anchorGroup, stateGroup] = [0, 1, 2, 3, 4, 5, 6];

class Screen {
  constructor(data) {
    this.data = data;
    this.hertz = data.hertz;
    this.blocks = data.blocks;
    this.decoded = new Map();
    this.texts = new Map(data.texts.map((text) => [text[0] + "\n" + text[1], text]));
    this.lines = new Map();
    this.pictures = new Map();
    for (const [tick, window, png] of data.pictures || []) {
      const name = data.windows[window];
      if (!this.pictures.has(name)) this.pictures.set(name, []);
      this.pictures.get(name).push({ tick, png, image: null });
    }
    /* What a reader would complain of, by the tick of the frame that showed it. */
    this.faults = new Map(data.faults || []);
    this.readFrames(new Numbers(bytesOf(data.frames)));
    this.readSpans();
  }

  /* Presented frames alone: the tick, when it was shown, from when on it was due, and its drift. */
  readFrames(numbers) {
    this.tick = [];
    this.at = [];
    this.due = [];
    this.drift = [];
    let tick = 0;
    while (!numbers.isAtEnd) {
      tick += numbers.next();
      const flags = numbers.next();
      if (flags & 1) continue;
      const vsync = tick + numbers.next();
      const lost = flags & 4 ? numbers.next() : 0;
      this.tick.push(tick);
      this.at.push(vsync / this.hertz);
      this.due.push((vsync - lost) / this.hertz);
      this.drift.push(flags & 8 ? numbers.next() / unitsPerPoint : 0);
    }
  }

  /* The stretches of time of which there are frames. */
  readSpans() {
    this.spans = [];
    for (const [i, at] of this.at.entries()) {
      const last = this.spans[this.spans.length - 1];
      if (last && (this.data.whole || this.isNeighbour(this.tick[i]))) last[1] = at;
      else this.spans.push([Math.min(at, this.due[i]), at]);
      this.lastTick = this.tick[i];
    }
  }

  /* Whether a frame follows the one before without a frame that is not here. */
  isNeighbour(tick) {
    const block = this.blocks.findIndex(([first, last]) => tick >= first && tick <= last);
    const before = this.blocks.findIndex(([first, last]) => this.lastTick >= first && this.lastTick <= last);
    return block === before || tick - this.lastTick <= this.hertz / 4;
  }

  /* What is wrong with what a frame shows, in words; null for nothing. */
  faultAt(index) {
    if (index < 0) return null;
    const drift = this.drift[index];
    return this.faults.get(this.tick[index])
      || (drift !== 0 ? "what is read moved by " + Number(drift.toFixed(3)) + " pt unasked" : null);
  }

  get count() { return this.at.length; }
  get end() { return this.count ? this.at[this.count - 1] : 0; }

  /* The last frame that is on screen at a time; -1 before the first. */
  indexAt(time) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at[middle] <= time + 1e-7) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  /* The frame of a tick, or the next one that was shown. */
  indexOfTick(tick) {
    const index = this.tick.findIndex((own) => own >= tick);
    return index < 0 ? this.count - 1 : index;
  }

  /* What a window's frame looked like: the last picture at or before a tick, if one was taken within a third of a
     second; null without one, and until it is decoded. */
  pictureAt(window, tick) {
    const pictures = this.pictures.get(window);
    if (!pictures) return null;
    let found = null;
    for (const picture of pictures) {
      if (picture.tick > tick) break;
      found = picture;
    }
    if (!found || tick - found.tick > this.hertz / 3) return null;
    if (!found.image) {
      found.image = new Image();
      found.image.onload = () => document.dispatchEvent(new Event("picture"));
      found.image.src = "data:image/png;base64," + found.png;
    }
    return found.image.complete && found.image.naturalWidth > 0 ? found.image : null;
  }

  /* For how long, in s, the next frame is overdue at a time; 0 when none is. */
  latenessAt(time) {
    const next = this.indexAt(time) + 1;
    if (next >= this.count || time + 1e-7 < this.due[next]) return 0;
    return Math.max(time - this.due[next], 1e-6);
  }

  /* Of every window what a frame left on screen. */
  viewsAt(index) {
    const views = [];
    if (index < 0) return views;
    const tick = this.tick[index];
    let place = this.blockOf(tick);
    const missing = new Set(this.data.windows.keys());
    for (let back = 0; place >= 0 && missing.size && back < 60; place -= 1, back += 1) {
      const rows = this.rowsOf(place);
      for (let i = rows.length - 1; i >= 0 && missing.size; i -= 1) {
        const row = rows[i];
        if (row.tick > tick || !missing.delete(row.window)) continue;
        views[row.window] = this.view(row);
      }
    }
    return views.filter(Boolean);
  }

  /* The last block that begins at or before a tick. */
  blockOf(tick) {
    let low = 0;
    let high = this.blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.blocks[middle][0] <= tick) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  rowsOf(place) {
    let rows = this.decoded.get(place);
    if (rows) return rows;
    rows = Screen.decode(bytesOf(this.blocks[place][3]), this.blocks[place][2]);
    this.decoded.set(place, rows);
    if (this.decoded.size > 40) this.decoded.delete(this.decoded.keys().next().value);
    return rows;
  }

  static decode(bytes, count) {
    const numbers = new Numbers(bytes);
    const previous = new Map();
    const rows = [];
    let tick = 0;
    for (let i = 0; i < count; i += 1) {
      tick += numbers.next();
      const window = numbers.next();
      const mask = numbers.byte();
      const groups = (previous.get(window) || Array(groupCount).fill([])).slice();
      for (let group = 0; group < groupCount; group += 1) {
        if (!(mask & (1 << group))) continue;
        const old = groups[group];
        const values = Array(numbers.next());
        for (let k = 0; k < values.length; k += 1) values[k] = numbers.next() + (k < old.length ? old[k] : 0);
        groups[group] = values;
      }
      previous.set(window, groups);
      rows.push({ tick, window, groups });
    }
    return rows;
  }

  name(number) { return this.data.names[number] ?? ""; }

  /* A row in points, places from the viewport's top edge. */
  view({ tick, window, groups }) {
    const [viewport, top, blank, composer, covered, shift] = groups[extentGroup].map((v) => v / unitsPerPoint);
    const offset = groups[placeGroup][0];
    const items = [];
    const all = groups[itemGroup];
    for (let i = 0; i < all.length; i += 5) {
      items.push({
        id: this.name(all[i]), y: (all[i + 1] - offset) / unitsPerPoint, height: all[i + 2] / unitsPerPoint,
        state: messageStates[all[i + 3] >> 2], dots: (all[i + 3] & 1) !== 0, estimated: (all[i + 3] & 2) !== 0,
        version: all[i + 4],
      });
    }
    const anchor = groups[anchorGroup];
    const state = groups[stateGroup];
    return {
      tick, window: this.data.windows[window], viewport, top, blank, composer, covered, shift, items,
      offset: offset / unitsPerPoint, streams: this.streams(groups[streamGroup]),
      contentTop: (groups[contentGroup][0] - offset) / unitsPerPoint,
      contentBottom: (groups[contentGroup][1] - offset) / unitsPerPoint,
      anchor: anchor.length ? { id: this.name(anchor[0]), y: (anchor[2] - offset) / unitsPerPoint } : null,
      isFallback: state[0] === 1, follow: follows[state[1]], scroll: scrollStates[state[3]], button: buttons[state[4]],
      jump: state[5] !== 0, loaders: state[6], reveal: state[7] / unitsPerPoint, answerOpacity: state[8] / 10000,
      entrance: state.length === 12
        ? { opacity: state[9] / 10000, offset: state[10] / 10000, scale: state[11] / 10000 } : null,
    };
  }

  streams(all) {
    const streams = new Map();
    let i = 0;
    while (i < all.length) {
      const stream = { released: all[i + 2], held: all[i + 3], backlog: all[i + 4], fades: [] };
      streams.set(this.name(all[i]), stream);
      const count = all[i + 5];
      i += 6;
      for (let k = 0; k < count; k += 1, i += 3) {
        stream.fades.push({ start: all[i], end: all[i + 1], opacity: all[i + 2] / 10000 });
      }
    }
    return streams;
  }

  /* The lines of a message: where each begins and ends in scalars, how long it is from 0 to 1, and what
     it says where that was kept. Null for a message whose lines were not recorded. */
  linesOf(window, id) {
    const key = window + "\n" + id;
    if (this.lines.has(key)) return this.lines.get(key);
    const text = this.texts.get(key);
    let found = null;
    if (text) {
      const numbers = new Numbers(bytesOf(text[4]));
      const scalars = text[5] === null ? null : Array.from(text[5]);
      const lines = [];
      let start = 0;
      while (!numbers.isAtEnd) {
        const end = start + numbers.next();
        const length = Math.min(1, numbers.next() / text[3]);
        lines.push({ start, end, length, text: scalars ? scalars.slice(start, end).join("") : null });
        start = end;
      }
      found = { role: text[2], lines };
    }
    this.lines.set(key, found);
    return found;
  }
}

const screens = new Map();

/* The screen of a cell; null where nothing of it was recorded. */
function screenOf(cell) {
  if (!screens.has(cell)) {
    const data = dataOf("screen", cell);
    screens.set(cell, data && data.blocks.length ? new Screen(data) : null);
  }
  return screens.get(cell);
}
