/// Writes a run as files that people and programs read, and reads them back.
///
/// Words: a *run* is a folder; a *cell* is one scenario under one profile on one device at one
/// refresh rate; the *headline* is the handful of figures that a verdict is read from; a *row* of
/// it has one scenario, profile and device, and the rates side by side.
///
/// Invariants: a file starts with its schema version. What is missing is null, empty or `n/a`, never
/// 0. Numbers are the shortest decimals that read back as the same value, whatever the locale; times
/// and lengths are exact. A run folder is made whole under another name and then renamed.
///
/// This module is not a judge: it says which budgets a cell missed because the cell says so.
package enum Reporting {
  /// The version of the files' schema.
  package static let schema = 1
}
