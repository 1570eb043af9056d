/* A zoomable chart of one cell, with buttons, keys and a line that reads a frame out. */
class FrameChart extends FramePainter {
  constructor(figure) {
    super();
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
      this.frames = framesOf(this.figure.dataset.cell);
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
        y: {
          axisLabelFormatter: (value) => (value < 0 ? "" : value === 0 ? "0" : Number(short(value)) + " ms"),
          axisLabelWidth: 58,
        },
      },
      ...this.theme(),
      ...this.range(),
      zoomCallback: () => this.remember(),
      drawCallback: (graph, isInitial) => { if (!isInitial) this.remember(); },
    });
    // The library's handles are pictures without words; the keys do what they do.
    for (const handle of inner.querySelectorAll("img")) handle.alt = "";
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

  theme() {
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
    if (frames.drift[index] !== 0) {
      add("; ");
      add("moved " + Number(frames.drift[index].toFixed(3)) + " pt unasked", "span", "lost");
    }
    if (!screenOf(this.figure.dataset.cell)) return;
    add(" ");
    const link = element("a", "in the replay");
    link.href = "#replay:" + this.figure.dataset.anchor + ":tick=" + frames.tick[index];
    this.readout.append(link);
  }

  /* Shows the frame of a tick. */
  look(tick) {
    const index = this.frames.indexOfTick(tick);
    const time = this.frames.time[index];
    const [from, to] = this.graph.xAxisRange();
    if (to - from > 3 || time < from || time > to) this.show(time - 1, time + 1);
    this.select(index);
  }

  /* The address of what is looked at. */
  address() {
    const parts = [this.figure.dataset.anchor];
    if (this.selected >= 0) parts.push("tick=" + this.frames.tick[this.selected]);
    const [from, to] = this.graph.xAxisRange();
    if (to - from < this.frames.last - this.frames.first - 1e-6) parts.push("zoom=" + from.toFixed(3) + "," + to.toFixed(3));
    return parts.join(":");
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
    writeAddress(this.address());
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
    const zooms = { in: () => this.zoom(0.5), out: () => this.zoom(2), reset: () => this.reset() };
    if (zooms[name]) {
      zooms[name]();
      writeAddress(this.address());
    } else if (name === "next") this.step(1);
    else if (name === "previous") this.step(-1);
  }

  listen() {
    this.figure.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button || !this.graph) return;
      if (button.dataset.scale) this.setScale(button.dataset.scale);
      else this.act(button.dataset.act);
    });
    this.box.addEventListener("click", () => { if (this.graph) writeAddress(this.address()); });
    makeToolbar(this.figure.querySelector(".tools"));
    const keys = { "+": "in", "=": "in", "-": "out", "0": "reset", "n": "next", "p": "previous" };
    this.box.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.graph) return;
      if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
        const step = (event.key === "ArrowLeft" ? -1 : 1) * (event.shiftKey ? 10 : 1);
        const from = this.selected >= 0 ? this.selected
          : this.frames.indexAt(this.graph.xAxisRange()[0]) - (step > 0 ? 1 : -1);
        this.select(Math.min(Math.max(from + step, 0), this.frames.count - 1));
        writeAddress(this.address());
      } else if (keys[event.key]) this.act(keys[event.key]);
      else return;
      event.preventDefault();
    });
  }
}
