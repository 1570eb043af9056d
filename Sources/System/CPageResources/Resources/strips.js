/* One line for each cell of a scenario, all on one time scale: where were frames late? */
class FrameStrips {
  constructor(figure) {
    this.figure = figure;
    this.canvases = [...figure.querySelectorAll("canvas")];
  }

  draw() {
    const cells = this.canvases.map((canvas) => framesOf(canvas.dataset.cell));
    const last = cells.reduce((most, frames) => Math.max(most, frames.last), 0);
    for (const [order, canvas] of this.canvases.entries()) this.drawLine(canvas, cells[order], last);
    this.isDrawn = true;
  }

  drawLine(canvas, frames, last) {
    const ratio = devicePixelRatio || 1;
    const wide = canvas.clientWidth;
    const tall = canvas.clientHeight;
    canvas.width = Math.round(wide * ratio);
    canvas.height = Math.round(tall * ratio);
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    const scale = wide / last;
    for (const stay of frames.fallbacks) {
      const from = stay.start * scale;
      const to = Math.min(stay.end, frames.last) * scale;
      context.save();
      context.beginPath();
      context.rect(from, 0, Math.max(to - from, 2), tall);
      context.clip();
      context.strokeStyle = colours.stripe;
      context.lineWidth = 3;
      context.beginPath();
      for (let x = from - tall; x < to; x += 7) {
        context.moveTo(x, tall);
        context.lineTo(x + tall, 0);
      }
      context.stroke();
      context.restore();
    }
    const width = Math.max(1, scale / frames.hertz);
    const late = [];
    /* Frames that share a column share its highest bar: a long cell has a hundred to a column. */
    let column = -1;
    let highest = 0;
    const drawColumn = () => { if (column >= 0) context.fillRect(column, tall - highest, width, highest); };
    context.fillStyle = colours.measure;
    for (let i = 0; i < frames.count; i += 1) {
      const x = Math.floor(frames.time[i] * scale);
      if (frames.lost[i] > 0 || frames.isLate[i] || frames.isSwallowed[i]) {
        late.push(x);
        continue;
      }
      const height = Math.max(1, Math.min(1, frames.total[i] / frames.period) * tall);
      if (x !== column) {
        drawColumn();
        column = x;
        highest = 0;
      }
      highest = Math.max(highest, height);
    }
    drawColumn();
    context.fillStyle = colours.hitch;
    for (const x of late) context.fillRect(x, 0, Math.max(width, 1.5), tall);
  }
}
