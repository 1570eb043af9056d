// Holds an app against its budgets, its baseline and its own history.
//
// *Subject*: one thing that is measured, such as a session in six recordings, a page under one scenario, or
// a design. *Baseline*: the figures of every subject at the change that was accepted last, with a sample for
// each recording. *History*: a line for each change that was kept. *Shortfall*: what missed a budget.
//
// Everything here is a value: files are read and written, nothing is measured.
