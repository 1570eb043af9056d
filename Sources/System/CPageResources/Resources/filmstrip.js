/* The worst moment of a cell in a few pictures: before, while and after. */
class Filmstrip {
  constructor(figure) {
    this.figure = figure;
    this.canvases = [...figure.querySelectorAll("canvas")];
    this.labels = [...figure.querySelectorAll("p.time")];
    document.addEventListener("picture", () => { if (this.isDrawn) this.draw(); });
  }

  /* The times that tell most, in order: frames about the moment and what comes of it, or, where a frame was
     late, what old content stood there meanwhile. */
  times(screen, index) {
    const shown = screen.at[index];
    const lost = shown - screen.due[index];
    if (lost > 1e-6) {
      const before = index > 0 ? screen.at[index - 1] : screen.due[index] - 0.01;
      return [before, screen.due[index] + lost / 3, shown - 1e-4, shown, shown + 0.25];
    }
    const first = Math.max(0, Math.min(index - 2, screen.count - 4));
    const frames = [0, 1, 2, 3].map((step) => screen.at[Math.min(first + step, screen.count - 1)]);
    return [...frames, frames[3] + 0.25];
  }

  draw() {
    const screen = screenOf(this.figure.dataset.cell);
    if (!screen) { this.figure.hidden = true; return; }
    const index = screen.indexOfTick(Number(this.figure.dataset.tick));
    for (const [place, time] of this.times(screen, index).entries()) {
      const canvas = this.canvases[place];
      if (!canvas) continue;
      const { late, index: there } = new Scene(canvas).draw(screen, time, 230, 130);
      const drift = there >= 0 ? screen.drift[there] : 0;
      this.labels[place].textContent = time.toFixed(3) + " s"
        + (late > 0 ? ", late" : drift !== 0 ? ", " + Number(drift.toFixed(1)) + " pt" : "");
    }
    this.isDrawn = true;
  }
}
