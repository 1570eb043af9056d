// Says what runs, pages and recordings came to.
//
// *Verdict*: one word for a cell, a run or a whole command, with its exit code; the worst decides. A cell brings the
// checks of its budgets; `RunVerdict` says which cells decide and puts their shortfalls into words. Recordings are
// judged here, since what a file cannot tell decides which budgets hold: limits that it cannot support are
// left out and named, gaps that may have been idle or stalls leave a budget open, and so does whatever in the
// file contradicts its figures.
//
// The module knows no files and no tables.
