/// A measured operation.
struct Row: Sendable {
  let name: String
  /// Nanoseconds at a million items; nil where nothing was promised.
  var goal: Double?
  var stretch: Double?
  /// Whether it works on an index that was edited in the middle.
  var isEdited = false
  /// Whether it goes to random places. Loops over many items are longer then: short ones would meet
  /// most lines of memory for the first time, which is the cost of a cold cache.
  var isScattered = false
  /// How many operations of a run one of this row is worth.
  var weight = 1
  /// The most operations of one run.
  var most = Int.max
  /// Makes ready for a run, untimed.
  var setUp: @Sendable (inout Bench) -> Void = { _ in }
  /// Puts things back after a run, untimed.
  var tearDown: @Sendable (inout Bench) -> Void = { _ in }
  /// Goes to a peak that runs stay below: it is above this that they may allocate.
  var reach: @Sendable (inout Bench) -> Void = { _ in }
  /// Does so many operations.
  let run: @Sendable (inout Bench, Int) -> Void

  /// How many operations a run does.
  func operations(_ standard: Int) -> Int { max(1, min(most, standard / weight)) }
}
