function short(value) {
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  if (size >= 1) return value.toFixed(2);
  return value === 0 ? "0" : value.toFixed(size >= 0.01 ? 3 : 4);
}

/* The frames of one cell, unpacked: times in s, costs in ms, drift in pt. */
class Frames {
  constructor(data) {
    const count = data.count;
    this.count = count;
    this.hertz = data.hertz;
    this.period = 1000 / data.hertz;
    this.tick = new Int32Array(count);
    this.time = new Float64Array(count);
    this.costs = phases.map(() => new Float64Array(count));
    this.stall = new Float64Array(count);
    this.lost = new Int32Array(count);
    this.drift = new Float64Array(count);
    this.isSwallowed = new Uint8Array(count);
    this.isLate = new Uint8Array(count);
    this.engine = new Float64Array(count);
    this.total = new Float64Array(count);
    this.unpack(new Numbers(bytesOf(data.frames)));
    this.hitches = [];
    this.lateFrames = [];
    for (let i = 0; i < count; i += 1) {
      if (this.lost[i] > 0) this.hitches.push(i);
      if (this.lost[i] > 0 || this.isLate[i]) this.lateFrames.push(i);
    }
    this.fallbacks = data.fallbacks.map(([start, end, cause]) => ({
      start: start / 1000, end: end === null ? Infinity : end / 1000, cause: cause.replaceAll("_", " "),
    }));
    this.first = count ? this.time[0] : 0;
    this.last = count ? this.time[count - 1] + 1 / data.hertz : 1;
  }

  unpack(numbers) {
    let tick = 0;
    for (let i = 0; i < this.count; i += 1) {
      tick += numbers.next();
      this.tick[i] = tick;
      this.time[i] = tick / this.hertz;
      const flags = numbers.next();
      this.isSwallowed[i] = flags & 1;
      this.isLate[i] = (flags >> 1) & 1;
      if (flags & 1) continue;
      for (const cost of this.costs) {
        cost[i] = numbers.next() / unitsPerMs;
        this.engine[i] += cost[i];
      }
      if (flags & 4) this.stall[i] = numbers.next() / unitsPerMs;
      if (flags & 8) this.lost[i] = numbers.next();
      if (flags & 16) this.drift[i] = numbers.next() / 64;
      this.total[i] = this.engine[i] + this.stall[i];
    }
  }

  /* The frame of a tick, or the one after it. */
  indexOfTick(tick) {
    const index = this.indexAt(tick / this.hertz - 1e-6);
    return Math.min(index, this.count - 1);
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
  if (!unpacked.has(cell)) unpacked.set(cell, new Frames(dataOf("data", cell)));
  return unpacked.get(cell);
}
