/* Draws figures one at a time, each in a task of its own: a chart of 72,000 frames takes some 70 ms, and
   three of them at once would be seen as a stall. While the replay plays only what is on screen is drawn.
   What is on screen before the reader has scrolled is drawn at once: there is nothing yet to hold up. */
class DrawQueue {
  constructor(isBusy) {
    this.isBusy = isBusy;
    this.waiting = new Map();
    this.isScheduled = false;
    this.hasScrolled = false;
    addEventListener("scroll", () => { this.hasScrolled = true; }, { once: true, passive: true });
  }

  isOnScreen(figure) {
    const { top, bottom } = figure.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  }

  add(figure, draw) {
    if (!this.hasScrolled && this.isOnScreen(figure)) {
      draw();
      return;
    }
    this.waiting.set(figure, draw);
    this.schedule();
  }

  remove(figure) { this.waiting.delete(figure); }

  schedule() {
    if (this.isScheduled || this.waiting.size === 0) return;
    this.isScheduled = true;
    const next = () => { this.isScheduled = false; this.drawNext(); this.schedule(); };
    if (this.isBusy()) setTimeout(next, 250);
    else if (window.requestIdleCallback) requestIdleCallback(next, { timeout: 500 });
    else setTimeout(next, 0);
  }

  drawNext() {
    const figures = [...this.waiting.keys()];
    const figure = figures.find((one) => this.isOnScreen(one)) ?? (this.isBusy() ? undefined : figures[0]);
    if (!figure) return;
    const draw = this.waiting.get(figure);
    this.waiting.delete(figure);
    draw();
  }
}
