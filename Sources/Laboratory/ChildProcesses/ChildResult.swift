/// What became of a task and of the child that did it.
package struct ChildResult: Hashable, Sendable {
  /// How the child ended.
  package var end: ChildEnd
  /// Steps that were answered.
  package var steps: Int
  /// How long the child was at work: starting, steps and ending, without waiting for its turn.
  package var busy: Duration
  /// The most memory the child had resident: as it said itself at its end, or else as the parent saw
  /// it last, which may be a little less; nil where neither is known.
  package var peakResidentBytes: Int?
  /// What it printed, on standard output and standard error alike.
  package var output: CapturedOutput
}
