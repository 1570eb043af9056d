/* The table of figures: sorted by a column, only what missed, only what a word is in. */
class TableTools {
  constructor(section) {
    this.section = section;
    this.body = section.querySelector("table:not(.grid) tbody");
    this.rows = [...this.body.rows];
    this.sort = section.querySelector("select[name=sort]");
    this.missed = section.querySelector("input[name=missed]");
    this.words = section.querySelector("input[name=words]");
    this.count = section.querySelector(".count");
    section.querySelector(".table-tools").hidden = false;
    for (const control of [this.sort, this.missed, this.words]) {
      control.addEventListener("input", () => this.apply());
      control.addEventListener("change", () => this.apply());
    }
    this.apply();
  }

  isWanted(row) {
    if (this.missed.checked && !row.classList.contains("fell-short")) return false;
    const wanted = this.words.value.trim().toLowerCase();
    return wanted === "" || row.dataset.words.toLowerCase().includes(wanted);
  }

  /* The row's figure in the chosen column; what is missing comes last. */
  key(row) {
    const text = row.querySelectorAll("td.figure")[Number(this.sort.value.slice(0, -1))]?.dataset.value ?? "";
    return text === "" ? null : Number(text);
  }

  apply() {
    const isSorted = this.sort.value !== "";
    const direction = this.sort.value.endsWith("u") ? 1 : -1;
    const rows = this.rows.filter((row) => row.dataset.words !== undefined);
    const wanted = new Set(rows.filter((row) => this.isWanted(row)));
    let order = this.rows;
    if (isSorted) {
      const place = new Map(rows.map((row, index) => [row, index]));
      order = [...rows].sort((a, b) => {
        const [x, y] = [this.key(a), this.key(b)];
        if (x === null || y === null) return (x === null) - (y === null) || place.get(a) - place.get(b);
        return (x - y) * direction || place.get(a) - place.get(b);
      });
    }
    this.section.classList.toggle("sorted", isSorted);
    let head = null;
    const shown = [];
    for (const row of order) {
      if (row.dataset.words === undefined) { head = row; continue; }
      if (!wanted.has(row)) continue;
      if (head) shown.push(head);
      head = null;
      shown.push(row);
    }
    this.body.replaceChildren(...shown);
    this.count.textContent = wanted.size + " of " + rows.length + (rows.length === 1 ? " row" : " rows");
  }
}
