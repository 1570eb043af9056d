/// One way to do what a case asks for: a structure, a design, a library.
public struct Contestant {
  /// What it is called in tables.
  public let name: String
  /// Whether its answers are those of ours.
  let isComparable: Bool
  /// The most operations of one batch: what is added is taken away again between batches.
  let most: Int
  /// Whether each batch is of that many: operations that come later cost something else.
  let isOfAll: Bool
  let start: () -> Session

  /// Makes a contestant that is timed from outside.
  ///
  /// - Parameters:
  ///   - name: What it is called in tables.
  ///   - most: The most operations of one batch.
  ///   - isOfAll: Whether each batch is of that many: operations that come later cost something else.
  ///   - isComparable: Whether it answers what ours does.
  ///   - make: Makes the state, untimed.
  ///   - prepare: Puts the state back to where a batch may begin, untimed.
  ///   - perform: Does so many operations, timed, and hashes what they answered.
  public init<State>(
    _ name: String,
    most: Int = .max,
    isOfAll: Bool = false,
    isComparable: Bool = true,
    make: @escaping () -> State,
    prepare: @escaping (inout State) -> Void = { _ in },
    perform: @escaping (inout State, Int) -> UInt64
  ) {
    self.name = name
    self.most = most
    self.isOfAll = isOfAll
    self.isComparable = isComparable
    start = {
      let box = Box(make())
      return Session(
        prepare: { prepare(&box.state) },
        perform: { perform(&box.state, $0) },
        measure: nil
      )
    }
  }

  /// Makes a contestant that times itself.
  ///
  /// - Parameters:
  ///   - name: What it is called in tables.
  ///   - isComparable: Whether it answers what ours does.
  ///   - sample: Does the work once; returns nanoseconds of CPU time an operation, and a hash of
  ///     what it came to.
  public init(
    _ name: String,
    isComparable: Bool = false,
    sample: @escaping () -> (nanoseconds: Double, answer: UInt64)
  ) {
    self.name = name
    self.isComparable = isComparable
    most = 1
    isOfAll = false
    start = {
      Session(prepare: {}, perform: { _ in sample().answer }, measure: { sample().nanoseconds })
    }
  }

  private final class Box<State> {
    var state: State
    init(_ state: State) { self.state = state }
  }
}

/// A contestant at work.
struct Session {
  let prepare: () -> Void
  let perform: (Int) -> UInt64
  /// What a contestant that times itself measured; nil for the others.
  let measure: (() -> Double)?

  /// Where instructions are counted: found by its name.
  @inline(never) func countedPerform(_ operations: Int) -> UInt64 { perform(operations) }
}
