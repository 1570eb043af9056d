/* Draws what a cell showed at a time as the chat would have looked. */
class Scene {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
  }

  /* Makes the canvas as large as a device of this size in points, `tall` CSS pixels high at most. */
  fit(width, height, tall, wide) {
    const ratio = devicePixelRatio || 1;
    const scale = Math.min(tall / height, wide / width);
    const size = [Math.round(width * scale * ratio), Math.round(height * scale * ratio)];
    if (this.canvas.width !== size[0] || this.canvas.height !== size[1]) [this.canvas.width, this.canvas.height] = size;
    this.canvas.style.width = size[0] / ratio + "px";
    this.canvas.style.height = size[1] / ratio + "px";
    this.scale = scale * ratio;
    this.canvas.dataset.scale = String(this.scale);
  }

  /* Draws what `screen` had on screen at `time`. */
  draw(screen, time, tall, wide) {
    const { width, height } = screen.data;
    const index = screen.indexAt(time);
    const views = screen.viewsAt(index);
    const isTurned = views.some((view) => view.viewport === width);
    const [across, down] = isTurned ? [height, width] : [width, height];
    const columns = Math.max(1, views.length);
    const gap = 10;
    this.fit(across * columns + gap * (columns - 1), down, tall, wide);
    const { context } = this;
    context.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    context.fillStyle = colours.page;
    context.fillRect(0, 0, across * columns + gap * columns, down);
    const late = screen.latenessAt(time);
    for (let column = 0; column < columns; column += 1) {
      context.save();
      context.translate(column * (across + gap), 0);
      context.beginPath();
      context.rect(0, 0, across, down);
      context.clip();
      context.fillStyle = colours.card;
      context.fillRect(0, 0, across, down);
      if (views[column]) this.drawWindow(screen, views[column], across, down, screen.tick[index]);
      const drift = index >= 0 ? screen.drift[index] : 0;
      if (drift !== 0 && column === 0) this.drawDrift(drift, views[column], across);
      this.drawEdge(across, down, late);
      context.restore();
    }
    return { index, views, late };
  }

  drawWindow(screen, view, across, down, tick) {
    const { context } = this;
    const picture = screen.pictureAt(view.window, tick);
    if (picture) {
      context.drawImage(picture, 0, 0, across, down);
      return;
    }
    for (const item of view.items) this.drawItem(screen, view, item, across);
    for (const [bit, y] of [[1, view.contentTop], [2, view.contentBottom]]) {
      if (view.loaders & bit) this.drawDots(across / 2 - 14, y + (bit === 1 ? 16 : 8), colours.soft);
    }
    if (view.anchor) {
      context.strokeStyle = colours.link;
      context.lineWidth = 1;
      context.setLineDash([4, 4]);
      context.beginPath();
      context.moveTo(0, view.anchor.y);
      context.lineTo(across, view.anchor.y);
      context.stroke();
      context.setLineDash([]);
    }
    context.fillStyle = colours.shade;
    context.globalAlpha = 0.9;
    context.fillRect(0, 0, across, view.top);
    context.globalAlpha = 1;
    this.drawFoot(view, across, down);
  }

  /* Composer and keyboard. */
  drawFoot(view, across, down) {
    const { context } = this;
    const foot = Math.min(down, view.viewport) - view.covered;
    const top = foot - view.composer;
    context.fillStyle = colours.shade;
    context.fillRect(0, top, across, view.composer);
    context.fillStyle = colours.card;
    this.box(16, top + 6, across - 76, Math.max(4, view.composer - 14), 16);
    context.fill();
    context.fillStyle = view.button === "stop" ? colours.bad : view.button === "send" ? colours.link : colours.line;
    context.beginPath();
    context.arc(across - 34, top + Math.max(8, view.composer - 26), 14, 0, 7);
    context.fill();
    if (view.covered > 60) {
      context.fillStyle = colours.line;
      context.fillRect(0, foot, across, view.covered);
      context.fillStyle = colours.card;
      for (let row = 0; row < 4; row += 1) {
        for (let key = 0; key < 10; key += 1) {
          this.box(6 + key * (across - 12) / 10 + 2, foot + 10 + row * 54, (across - 12) / 10 - 4, 44, 5);
          context.fill();
        }
      }
    } else if (view.covered > 0) {
      context.fillStyle = colours.shade;
      context.fillRect(0, foot, across, view.covered);
    }
    if (view.jump) {
      context.fillStyle = colours.soft;
      context.beginPath();
      context.arc(across / 2, top - 26, 14, 0, 7);
      context.fill();
    }
  }

  drawItem(screen, view, item, across) {
    const { context } = this;
    const known = screen.linesOf(view.window, item.id);
    const role = known ? known.role : view.streams.has(item.id) || item.dots ? "assistant" : "user";
    const isUsers = role === "user";
    const side = screen.data.side;
    const [padX, padY] = screen.data.padding.slice(isUsers ? 0 : 2);
    const inner = across - 2 * side - 2 * padX;
    const longest = known ? known.lines.reduce((most, line) => Math.max(most, line.length), 0.08) : 0.7;
    const width = isUsers ? inner * longest + 2 * padX : across - 2 * side;
    const x = (isUsers ? across - side - width : side) - view.reveal;
    context.save();
    if (view.entrance && isUsers) {
      context.globalAlpha = view.entrance.opacity;
      context.translate(0, view.entrance.offset);
    } else if (!isUsers && view.answerOpacity < 1) context.globalAlpha = view.answerOpacity;
    if (padX > 0) {
      context.fillStyle = isUsers ? colours.bubble : colours.shade;
      this.box(x, item.y, width, item.height, Math.min(20, item.height / 2));
      context.fill();
    }
    // A tab of a colour of its own: the eye follows it, and so do tests.
    context.fillStyle = Scene.tabColour(item.id);
    context.fillRect(isUsers ? across - 7 : 3, item.y, 4, item.height);
    if (item.estimated) {
      context.strokeStyle = colours.soft;
      context.setLineDash([3, 3]);
      context.strokeRect(x + 0.5, item.y + 0.5, width - 1, item.height - 1);
      context.setLineDash([]);
    }
    if (item.dots) this.drawDots(x + padX, item.y + item.height / 2 - 4, colours.soft);
    else this.drawLines(view, item, known, x + padX, item.y + padY, inner, item.height - 2 * padY);
    context.restore();
  }

  drawLines(view, item, known, x, y, inner, tall) {
    const { context } = this;
    const stream = view.streams.get(item.id);
    let lines = known ? known.lines : null;
    if (!lines) {
      const count = Math.max(1, Math.round(tall / 22));
      lines = Array.from({ length: count }, (_, i) => ({ start: i * 45, end: i * 45 + 45, length: i === count - 1 ? 0.6 : 0.95 }));
    }
    const released = stream ? stream.released : Infinity;
    let shown = lines.length;
    if (stream) {
      shown = lines.findIndex((line) => line.end >= released) + 1;
      if (shown === 0) shown = lines.length;
    }
    if (shown === 0) return;
    const pitch = tall / shown;
    const thick = Math.max(2, Math.min(9, pitch * 0.5));
    const base = context.globalAlpha;
    const first = Math.max(0, Math.floor((-view.shift - y) / pitch) - 1);
    const last = Math.min(shown, Math.ceil((view.viewport - y) / pitch) + 1);
    for (let i = first; i < last; i += 1) {
      const line = lines[i];
      const span = Math.max(1, line.end - line.start);
      const reach = line.length * inner;
      const top = y + i * pitch + (pitch - thick) / 2;
      const end = Math.min(line.end, released);
      if (line.text) {
        this.drawText(line, end, x, y + (i + 0.5) * pitch, Math.min(pitch * 0.72, 17), inner);
        continue;
      }
      let from = line.start;
      for (const fade of stream ? stream.fades : []) {
        const start = Math.max(fade.start, line.start);
        const stop = Math.min(fade.end, end);
        if (stop <= start) continue;
        this.stroke(x, reach, span, line.start, from, start, top, thick, base);
        this.stroke(x, reach, span, line.start, start, stop, top, thick, base * fade.opacity);
        from = stop;
      }
      this.stroke(x, reach, span, line.start, from, end, top, thick, base);
    }
    context.globalAlpha = base;
  }

  drawText(line, end, x, middle, size, inner) {
    const { context } = this;
    context.fillStyle = colours.ink;
    context.font = size + "px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.fillText(Array.from(line.text).slice(0, end - line.start).join("").trimEnd(), x, middle, inner);
  }

  stroke(x, reach, span, start, from, to, top, thick, alpha) {
    if (to <= from || alpha <= 0) return;
    this.context.globalAlpha = alpha;
    this.context.fillStyle = colours.text;
    this.context.fillRect(x + (from - start) / span * reach, top, (to - from) / span * reach, thick);
  }

  drawDots(x, y, colour) {
    this.context.fillStyle = colour;
    for (let i = 0; i < 3; i += 1) {
      this.context.beginPath();
      this.context.arc(x + 4 + i * 12, y + 4, 4, 0, 7);
      this.context.fill();
    }
  }

  /* What is read moved: an arrow as long as it moved, and by how much. */
  drawDrift(drift, view, across) {
    const { context } = this;
    const y = view && view.anchor ? view.anchor.y : 120;
    context.strokeStyle = colours.warn;
    context.fillStyle = colours.warn;
    context.lineWidth = 4;
    context.beginPath();
    context.moveTo(across / 2, y - drift);
    context.lineTo(across / 2, y);
    context.stroke();
    context.fillRect(0, y - 1.5, across, 3);
    context.font = "600 15px system-ui, sans-serif";
    context.textBaseline = "bottom";
    context.textAlign = "left";
    context.fillText("drift " + Number(drift.toFixed(2)) + " pt", across / 2 + 10, Math.max(20, Math.min(y, y - drift) - 4));
  }

  drawEdge(across, down, late) {
    const { context } = this;
    const thick = late > 0 ? 10 : 1;
    context.strokeStyle = late > 0 ? colours.hitch : colours.line;
    context.lineWidth = thick;
    context.strokeRect(thick / 2, thick / 2, across - thick, down - thick);
    if (late <= 0) return;
    const text = "late " + Math.round(late * 1000) + " ms";
    context.font = "700 22px system-ui, sans-serif";
    context.textBaseline = "top";
    context.textAlign = "center";
    const width = context.measureText(text).width + 24;
    context.fillStyle = colours.hitch;
    context.fillRect(across / 2 - width / 2, 10, width, 32);
    context.fillStyle = colours.card;
    context.fillText(text, across / 2, 15);
  }

  box(x, y, width, height, radius) {
    this.context.beginPath();
    this.context.roundRect(x, y, Math.max(0, width), Math.max(0, height), Math.max(0, Math.min(radius, width / 2, height / 2)));
  }

  /* A colour that a message keeps: of 12 hues the one that its name hashes to. */
  static tabColour(id) {
    let hash = 5381;
    for (let i = 0; i < id.length; i += 1) hash = (hash * 33 + id.charCodeAt(i)) % 4294967296;
    return `hsl(${(hash % 12) * 30} 70% 55%)`;
  }
}
