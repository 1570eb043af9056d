/* The frames of two runs of one cell in one chart: the dearest frame of each pixel. */
class PairChart {
  constructor(figure) {
    this.figure = figure;
    this.canvas = figure.querySelector("canvas");
  }

  draw() {
    const both = [framesOf(this.figure.dataset.first), framesOf(this.figure.dataset.second)];
    const ratio = devicePixelRatio || 1;
    const wide = this.canvas.clientWidth;
    const tall = this.canvas.clientHeight;
    this.canvas.width = Math.round(wide * ratio);
    this.canvas.height = Math.round(tall * ratio);
    const context = this.canvas.getContext("2d");
    context.scale(ratio, ratio);
    const last = Math.max(both[0].last, both[1].last);
    const top = Math.max(both[0].scaleTop("cost"), both[1].scaleTop("cost"));
    const [room, foot] = [10, tall - 18];
    const height = foot - 2 * room;
    for (const [order, frames] of both.entries()) {
      const most = new Float64Array(Math.ceil(wide) + 1);
      context.fillStyle = colours.hitch;
      for (let i = 0; i < frames.count; i += 1) {
        const x = Math.floor(frames.time[i] / last * wide);
        most[x] = Math.max(most[x], frames.total[i]);
        if (frames.lost[i] > 0 || frames.isSwallowed[i]) context.fillRect(x, order === 0 ? 0 : foot - 6, 2, 6);
      }
      context.fillStyle = order === 0 ? colours.stall : colours.measure;
      for (const [x, cost] of most.entries()) {
        if (cost === 0) continue;
        const y = foot - room - Math.min(1, cost / top) * height;
        if (order === 0) context.fillRect(x, y, 1, foot - room - y); else context.fillRect(x, y - 1, 1.5, 2.5);
      }
    }
    context.fillStyle = colours.soft;
    context.font = "12px system-ui, sans-serif";
    context.textBaseline = "bottom";
    context.fillText("0 s; full height " + short(top) + " ms", 0, tall);
    context.textAlign = "right";
    context.fillText(last.toFixed(1) + " s", wide, tall);
  }
}
