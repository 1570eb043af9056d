/* Draws the frames of `this.frames` into the plot of `this.graph`. */
class FramePainter {
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
      const height = times < 10 ? times.toFixed(1) : times.toFixed(0);
      this.label(context, "T = " + period.toFixed(2) + " ms is " + height + " times as high as this chart",
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
    const shown = frames.hitches.filter((i) => i >= start && i < end);
    const place = (i) => area.x + (frames.time[i] - from) * scale + Math.min(pixelsPerFrame, 12) / 2;
    for (const [order, i] of shown.entries()) {
      const x = place(i);
      context.fillStyle = colours.hitch;
      context.beginPath();
      context.moveTo(x - 5, area.y + 1);
      context.lineTo(x + 5, area.y + 1);
      context.lineTo(x, area.y + 9);
      context.fill();
      const text = "+" + short(frames.lost[i] * frames.period);
      const width = context.measureText(text).width + 12;
      const next = order + 1 < shown.length ? place(shown[order + 1]) - 6 : area.x + area.w;
      if (x + width < next) this.label(context, text, x + 7, area.y + 14, colours.hitch);
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
}
