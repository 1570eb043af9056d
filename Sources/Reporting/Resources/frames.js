const phases = ["input", "ingest", "reveal", "measure", "layout", "commit"];
const unitsPerMs = 10000;
const colourNames = [...phases, "stall", "hitch", "limit", "stripe", "line", "soft", "ink", "card"];
let colours = {};

function readColours() {
  const style = getComputedStyle(document.documentElement);
  colours = Object.fromEntries(
    colourNames.map((name) => [name, style.getPropertyValue("--" + name).trim()]));
}

function short(value) {
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  if (size >= 1) return value.toFixed(2);
  return value === 0 ? "0" : value.toFixed(size >= 0.01 ? 3 : 4);
}

/* The frames of one cell, unpacked: times in s, costs in ms. */
class Frames {
  constructor(text) {
    const data = JSON.parse(text);
    const count = data.ticks.length;
    this.count = count;
    this.hertz = data.hertz;
    this.period = 1000 / data.hertz;
    this.tick = new Int32Array(count);
    this.time = new Float64Array(count);
    this.costs = phases.map((phase) => Float64Array.from(data[phase], (v) => v / unitsPerMs));
    this.stall = new Float64Array(count);
    this.lost = new Int32Array(count);
    this.isSwallowed = new Uint8Array(count);
    this.isLate = new Uint8Array(count);
    this.engine = new Float64Array(count);
    this.total = new Float64Array(count);
    let tick = 0;
    for (let i = 0; i < count; i += 1) {
      tick += data.ticks[i];
      this.tick[i] = tick;
      this.time[i] = tick / data.hertz;
      for (const cost of this.costs) this.engine[i] += cost[i];
    }
    for (const [i, v] of data.stalls) this.stall[i] = v / unitsPerMs;
    for (const [i, v] of data.hitches) this.lost[i] = v;
    for (const i of data.late) this.isLate[i] = 1;
    for (const i of data.swallowed) this.isSwallowed[i] = 1;
    for (let i = 0; i < count; i += 1) this.total[i] = this.engine[i] + this.stall[i];
    this.hitches = data.hitches.map(([i]) => i);
    this.lateFrames = [];
    for (let i = 0; i < count; i += 1) if (this.lost[i] > 0 || this.isLate[i]) this.lateFrames.push(i);
    this.fallbacks = data.fallbacks.map(([start, end, cause]) => ({
      start: start / 1000, end: end === null ? Infinity : end / 1000, cause: cause.replaceAll("_", " "),
    }));
    this.first = count ? this.time[0] : 0;
    this.last = count ? this.time[count - 1] + 1 / data.hertz : 1;
  }

  /* The first frame at or after a time. */
  indexAt(time) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time[middle] < time) low = middle + 1; else high = middle;
    }
    return low;
  }

  scaleTop(scale) {
    if (scale === "budget") return 1.22 * this.period;
    const sorted = Float64Array.from(scale === "all" ? this.total : this.engine).sort();
    const greatest = sorted.length ? sorted[sorted.length - 1] : 1;
    if (scale === "all") return Math.max(1.15 * greatest, 1.22 * this.period);
    const most = sorted.length ? sorted[Math.floor(0.995 * (sorted.length - 1))] : 1;
    return Math.max(Math.min(greatest * 1.2, most * 1.5), 0.01);
  }
}

/* The frames of every cell, unpacked once. */
const unpacked = new Map();

function framesOf(cell) {
  if (!unpacked.has(cell)) {
    const data = document.querySelector(`figure.frames[data-cell="${cell}"] script.data`);
    unpacked.set(cell, new Frames(data.textContent));
  }
  return unpacked.get(cell);
}
