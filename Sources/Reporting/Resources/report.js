"use strict";
(() => {
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

  class FrameChart {
    constructor(figure) {
      this.figure = figure;
      this.box = figure.querySelector(".chart");
      this.readout = figure.querySelector("p.readout");
      this.count = figure.querySelector(".count");
      this.selected = -1;
      this.window = null;
    }

    open() {
      if (this.graph) return;
      if (!this.frames) {
        this.frames = new Frames(this.figure.querySelector("script.data").textContent);
        const greatest = this.frames.total.reduce((most, v) => Math.max(most, v), 0);
        this.scale = greatest >= this.frames.period / 4 ? "budget" : "cost";
        this.listen();
      }
      const frames = this.frames;
      if (frames.count === 0) return;
      const inner = document.createElement("div");
      inner.style.width = "100%";
      inner.style.height = "100%";
      this.box.replaceChildren(inner);
      const rows = Array.from(frames.time, (time, i) => [time, frames.total[i]]);
      const model = { ...Dygraph.defaultInteractionModel };
      for (const name of ["touchstart", "touchmove", "touchend"]) delete model[name];
      this.graph = new Dygraph(inner, rows, {
        labels: ["time", "cost"],
        legend: "never",
        plotter: (event) => {
          this.graph ||= event.dygraph;
          this.draw(event.drawingContext, event.plotArea);
        },
        underlayCallback: (context, area, graph) => {
          this.graph ||= graph;
          this.drawUnder(context, area);
        },
        drawHighlightPointCallback: (graph, name, context, x, y, colour, size, index) =>
          this.highlight(context, x, index),
        highlightCircleSize: 4,
        interactionModel: model,
        showRangeSelector: true,
        rangeSelectorHeight: 30,
        rangeSelectorPlotFillGradientColor: "",
        xRangePad: 0,
        animatedZooms: false,
        axes: {
          x: { axisLabelFormatter: (value, granularity, options, graph) => {
            const range = graph.xAxisRange();
            return (range[1] - range[0] < 2 ? value.toFixed(2) : String(+value.toFixed(1))) + " s";
          } },
          y: { axisLabelFormatter: (value) => (value < 0 ? "" : short(value)), axisLabelWidth: 46 },
        },
        ...this.look(),
        ...this.range(),
        zoomCallback: () => this.remember(),
        drawCallback: (graph, isInitial) => { if (!isInitial) this.remember(); },
      });
      this.figure.querySelector(".tools").hidden = false;
      this.showScale();
      this.showCount();
      if (this.selected >= 0) this.select(this.selected); else this.describe(-1);
    }

    close() {
      if (!this.graph) return;
      this.graph.destroy();
      this.graph = null;
      this.box.replaceChildren();
    }

    remember() { if (this.graph) this.window = this.graph.xAxisRange(); }

    look() {
      return {
        axisLineColor: colours.soft, gridLineColor: colours.line, rangeSelectorPlotStrokeColor: colours.measure,
        rangeSelectorPlotFillColor: colours.measure, rangeSelectorBackgroundStrokeColor: colours.soft,
        rangeSelectorForegroundStrokeColor: colours.soft, rangeSelectorAlpha: 0.5,
      };
    }

    range() {
      const top = this.frames.scaleTop(this.scale);
      return { valueRange: [-0.05 * top, top * 1.06], dateWindow: this.window || [this.frames.first, this.frames.last] };
    }

    /* Stretches without animation, under the bars. */
    drawUnder(context, area) {
      const graph = this.graph;
      for (const stay of this.frames.fallbacks) {
        const from = Math.max(graph.toDomXCoord(stay.start), area.x);
        const to = Math.min(graph.toDomXCoord(Math.min(stay.end, this.frames.last)), area.x + area.w);
        if (to <= from) continue;
        context.save();
        context.beginPath();
        context.rect(from, area.y, Math.max(to - from, 2), area.h);
        context.clip();
        context.strokeStyle = colours.stripe;
        context.lineWidth = 4;
        context.beginPath();
        for (let x = from - area.h; x < to; x += 9) {
          context.moveTo(x, area.y + area.h);
          context.lineTo(x + area.h, area.y);
        }
        context.stroke();
        context.restore();
      }
    }

    draw(context, area) {
      const graph = this.graph;
      const frames = this.frames;
      const [from, to] = graph.xAxisRange();
      const start = Math.max(0, frames.indexAt(from - 1 / frames.hertz) - 1);
      const end = Math.min(frames.count, frames.indexAt(to) + 1);
      const scale = area.w / (to - from);
      const pixelsPerFrame = scale / frames.hertz;
      const foot = graph.toDomYCoord(0);
      context.save();
      if (pixelsPerFrame >= 1.5) {
        const width = Math.max(1, pixelsPerFrame * 0.86);
        for (let i = start; i < end; i += 1) {
          this.drawBar(context, area.x + (frames.time[i] - from) * scale, width, i, area, foot);
        }
      } else {
        let i = start;
        while (i < end) {
          const column = Math.floor((frames.time[i] - from) * scale);
          let worst = i;
          while (i < end && Math.floor((frames.time[i] - from) * scale) === column) {
            if (frames.total[i] > frames.total[worst]) worst = i;
            i += 1;
          }
          this.drawBar(context, area.x + column, 1, worst, area, foot);
        }
      }
      this.drawSwallowed(context, area, start, end, from, scale, pixelsPerFrame);
      this.drawLimits(context, area, graph);
      this.drawHitches(context, area, start, end, from, scale, pixelsPerFrame);
      this.drawCauses(context, area, graph);
      context.restore();
    }

    drawBar(context, x, width, index, area, foot) {
      const frames = this.frames;
      const pixelsPerMs = (foot - this.graph.toDomYCoord(1));
      let y = foot;
      for (let p = 0; p < phases.length; p += 1) {
        const tall = frames.costs[p][index] * pixelsPerMs;
        if (tall <= 0) continue;
        context.fillStyle = colours[phases[p]];
        context.fillRect(x, y - tall, width, tall);
        y -= tall;
        if (y < area.y) return;
      }
      const tall = frames.stall[index] * pixelsPerMs;
      if (tall <= 0) return;
      const top = Math.max(y - tall, area.y);
      context.fillStyle = colours.stall;
      context.globalAlpha = 0.75;
      context.fillRect(x, top, width, y - top);
      context.globalAlpha = 1;
    }

    drawSwallowed(context, area, start, end, from, scale, pixelsPerFrame) {
      context.fillStyle = colours.hitch;
      const width = Math.max(1.5, pixelsPerFrame * 0.86);
      for (let i = start; i < end; i += 1) {
        if (this.frames.isSwallowed[i]) {
          context.fillRect(area.x + (this.frames.time[i] - from) * scale, area.y + area.h - 5, width, 3.5);
        }
      }
    }

    drawLimits(context, area, graph) {
      const period = this.frames.period;
      context.font = "600 12px system-ui, sans-serif";
      context.textBaseline = "bottom";
      context.textAlign = "right";
      for (const [value, label, dash] of [[period, "T = " + period.toFixed(2) + " ms", []], [period / 2, "T/2", [6, 4]]]) {
        const y = Math.round(graph.toDomYCoord(value)) + 0.5;
        if (y < area.y) continue;
        context.strokeStyle = colours.limit;
        context.setLineDash(dash);
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(area.x, y);
        context.lineTo(area.x + area.w, y);
        context.stroke();
        context.setLineDash([]);
        this.label(context, label, area.x + area.w - 5, y - 2, colours.ink);
      }
      if (graph.toDomYCoord(period / 2) < area.y) {
        const times = period / graph.yAxisRange()[1];
        this.label(context, "T lies " + (times < 10 ? times.toFixed(1) : times.toFixed(0)) + " times this height up",
          area.x + area.w - 5, area.y + 17, colours.ink);
      }
    }

    /* Text on a patch of the card's colour; context.font and alignment are the caller's. */
    label(context, text, x, y, colour) {
      const width = context.measureText(text).width;
      const left = context.textAlign === "right" ? x - width : x;
      context.globalAlpha = 0.82;
      context.fillStyle = colours.card;
      context.fillRect(left - 3, y - 14, width + 6, 15);
      context.globalAlpha = 1;
      context.fillStyle = colour;
      context.fillText(text, x, y);
    }

    drawHitches(context, area, start, end, from, scale, pixelsPerFrame) {
      const frames = this.frames;
      context.font = "600 11px system-ui, sans-serif";
      context.textBaseline = "bottom";
      context.textAlign = "left";
      let free = -Infinity;
      for (const i of frames.hitches) {
        if (i < start || i >= end) continue;
        const x = area.x + (frames.time[i] - from) * scale + Math.min(pixelsPerFrame, 12) / 2;
        context.fillStyle = colours.hitch;
        context.beginPath();
        context.moveTo(x - 5, area.y + 1);
        context.lineTo(x + 5, area.y + 1);
        context.lineTo(x, area.y + 9);
        context.fill();
        const text = "+" + short(frames.lost[i] * frames.period);
        const width = context.measureText(text).width + 12;
        if (x > free && x + width < area.x + area.w) {
          this.label(context, text, x + 7, area.y + 14, colours.hitch);
          free = x + width + 10;
        }
      }
    }

    drawCauses(context, area, graph) {
      context.font = "600 11px system-ui, sans-serif";
      context.textBaseline = "bottom";
      context.textAlign = "left";
      for (const stay of this.frames.fallbacks) {
        const from = Math.max(graph.toDomXCoord(stay.start), area.x);
        const to = Math.min(graph.toDomXCoord(Math.min(stay.end, this.frames.last)), area.x + area.w);
        const text = "fallback: " + stay.cause;
        if (to - from > context.measureText(text).width + 14) {
          this.label(context, text, from + 6, area.y + 34, colours.ink);
        }
      }
    }

    highlight(context, x, index) {
      context.strokeStyle = colours.ink;
      context.globalAlpha = 0.6;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(Math.round(x) + 0.5, 0);
      context.lineTo(Math.round(x) + 0.5, context.canvas.clientHeight);
      context.stroke();
      context.globalAlpha = 1;
      this.selected = index;
      this.describe(index);
      this.showCount();
    }

    describe(index) {
      const add = (text, tag, name) => {
        const node = document.createElement(tag || "span");
        node.textContent = text;
        if (name) node.className = name;
        this.readout.append(node);
      };
      this.readout.replaceChildren();
      const frames = this.frames;
      if (index < 0 || index >= frames.count) {
        add("Point at a frame, or use the arrow keys, to read its figures.");
        return;
      }
      add(frames.time[index].toFixed(3) + " s", "b");
      add(", tick " + frames.tick[index] + ": ");
      if (frames.isSwallowed[index]) {
        add("swallowed by a late frame", "span", "lost");
        return;
      }
      add(short(frames.engine[index]) + " ms", "b");
      add(" of " + frames.period.toFixed(2) + " (" + short(100 * frames.engine[index] / frames.period) + " % of T)");
      const parts = phases
        .map((phase, p) => [phase, frames.costs[p][index]])
        .filter(([, cost]) => cost > 0)
        .sort((a, b) => b[1] - a[1])
        .map(([phase, cost]) => phase + " " + short(cost));
      if (parts.length) add(" = " + parts.join(" + "));
      if (frames.stall[index] > 0) add("; the host was busy for " + short(frames.stall[index]) + " ms");
      if (frames.lost[index] > 0) {
        add("; ");
        add("late, lost " + short(frames.lost[index] * frames.period) + " ms", "span", "lost");
      }
    }

    select(index) {
      if (!this.graph || index < 0 || index >= this.frames.count) return;
      const [from, to] = this.graph.xAxisRange();
      const time = this.frames.time[index];
      if (time < from || time > to) this.show(time - (to - from) / 2, time + (to - from) / 2);
      this.selected = index;
      this.graph.setSelection(index);
      this.describe(index);
      this.showCount();
    }

    show(from, to) {
      const { first, last, hertz } = this.frames;
      let width = Math.min(Math.max(to - from, 8 / hertz), last - first);
      let start = (from + to) / 2 - width / 2;
      start = Math.min(Math.max(start, first), last - width);
      this.window = [start, start + width];
      this.graph.updateOptions({ dateWindow: this.window });
    }

    zoom(factor) {
      const [from, to] = this.graph.xAxisRange();
      const chosen = this.selected >= 0 ? this.frames.time[this.selected] : (from + to) / 2;
      const centre = chosen >= from && chosen <= to ? chosen : (from + to) / 2;
      this.show(centre - (centre - from) * factor, centre + (to - centre) * factor);
    }

    reset() {
      this.window = [this.frames.first, this.frames.last];
      this.graph.updateOptions(this.range());
    }

    step(direction) {
      const late = this.frames.lateFrames;
      if (!late.length) return;
      let next = direction > 0
        ? late.findIndex((i) => i > this.selected)
        : late.findLastIndex((i) => i < this.selected);
      if (this.selected < 0) next = direction > 0 ? 0 : late.length - 1;
      if (next < 0) next = direction > 0 ? 0 : late.length - 1;
      const time = this.frames.time[late[next]];
      const [from, to] = this.graph.xAxisRange();
      if (to - from > 3) this.show(time - 1, time + 1);
      this.select(late[next]);
    }

    setScale(scale) {
      this.scale = scale;
      this.graph.updateOptions({ valueRange: this.range().valueRange });
      this.showScale();
    }

    showScale() {
      for (const button of this.figure.querySelectorAll("[data-scale]")) {
        button.setAttribute("aria-pressed", String(button.dataset.scale === this.scale));
      }
    }

    showCount() {
      const late = this.frames.lateFrames;
      const place = late.indexOf(this.selected);
      this.count.textContent = !late.length ? "none late"
        : place >= 0 ? "late " + (place + 1) + " of " + late.length : late.length + " late";
      for (const button of this.figure.querySelectorAll(".late button")) button.disabled = !late.length;
    }

    act(name) {
      if (!this.graph) return;
      if (name === "in") this.zoom(0.5);
      else if (name === "out") this.zoom(2);
      else if (name === "reset") this.reset();
      else if (name === "next") this.step(1);
      else if (name === "previous") this.step(-1);
    }

    listen() {
      this.figure.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (!button || !this.graph) return;
        if (button.dataset.scale) this.setScale(button.dataset.scale);
        else this.act(button.dataset.act);
      });
      const keys = { "+": "in", "=": "in", "-": "out", "0": "reset", "n": "next", "p": "previous" };
      this.box.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !this.graph) return;
        if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
          const step = (event.key === "ArrowLeft" ? -1 : 1) * (event.shiftKey ? 10 : 1);
          const from = this.selected >= 0 ? this.selected
            : this.frames.indexAt(this.graph.xAxisRange()[0]) - (step > 0 ? 1 : -1);
          this.select(Math.min(Math.max(from + step, 0), this.frames.count - 1));
        } else if (keys[event.key]) this.act(keys[event.key]);
        else return;
        event.preventDefault();
      });
    }
  }

  readColours();
  const charts = new Map();
  for (const figure of document.querySelectorAll("figure.frames")) {
    if (figure.querySelector("script.data")) charts.set(figure, new FrameChart(figure));
  }
  const opener = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) charts.get(entry.target).open();
  }, { rootMargin: "500px" });
  const closer = new IntersectionObserver((entries) => {
    for (const entry of entries) if (!entry.isIntersecting) charts.get(entry.target).close();
  }, { rootMargin: "4000px" });
  for (const figure of charts.keys()) {
    opener.observe(figure);
    closer.observe(figure);
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColours();
    for (const chart of charts.values()) if (chart.graph) chart.graph.updateOptions(chart.look());
  });
  addEventListener("beforeprint", () => { for (const chart of charts.values()) chart.open(); });
})();
