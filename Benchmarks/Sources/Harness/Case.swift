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

/// The most that the first contestant may cost, as a multiple of another in the same run.
public struct Goal: Sendable {
  let twin: String
  let limit: Double

  /// Makes a goal.
  public init(_ limit: Double, times twin: String) {
    self.limit = limit
    self.twin = twin
  }
}

/// A question that several contestants answer, the first of them ours.
public struct Case {
  let suite: String
  let name: String
  let size: Int?
  let contestants: [Contestant]
  /// Met when one of them is.
  var goals: [Goal] = []
  /// How many operations are compared.
  var checked = 64
  /// Whether ours may ask for memory once it is warm.
  var mayAllocate = false
  /// Whether a sample is preceded by four like it, untimed: others' turns have taken the cache.
  var isScattered = false
  /// Whether it takes turns with the cases of its name that stand beside it and say so too: how it
  /// grows with its size is then no matter of the machine's speed, which changes.
  var sizesTakeTurns = false
  /// Whether the answers are the same on every machine.
  var isPortable = true
  /// What ours does for one operation, as counts that are the same on every machine.
  var counts: (() -> [(name: String, count: Double)])?

  /// Makes a case.
  public init(
    _ suite: String,
    _ name: String,
    size: Int? = nil,
    goals: [Goal] = [],
    checked: Int = 64,
    mayAllocate: Bool = false,
    isScattered: Bool = false,
    sizesTakeTurns: Bool = false,
    isPortable: Bool = true,
    counts: (() -> [(name: String, count: Double)])? = nil,
    _ contestants: [Contestant]
  ) {
    self.suite = suite
    self.name = name
    self.size = size
    self.goals = goals
    self.checked = checked
    self.mayAllocate = mayAllocate
    self.isScattered = isScattered
    self.sizesTakeTurns = sizesTakeTurns
    self.isPortable = isPortable
    self.counts = counts
    self.contestants = contestants
  }

  /// The name that filters match.
  public var id: String { suite + "/" + name + (size.map { "/\($0)" } ?? "") }
}

/// A page of cases that belong together.
public struct Suite {
  let name: String
  let title: String
  /// The file of its page.
  let page: String
  let notes: String
  /// The cases, of few items for a check or of all sizes.
  let cases: (_ isSmall: Bool) -> [Case]

  /// Makes a suite; `notes` is Markdown, below the title of its page.
  public init(
    _ name: String,
    title: String,
    page: String,
    notes: String,
    cases: @escaping (Bool) -> [Case]
  ) {
    self.name = name
    self.title = title
    self.page = page
    self.notes = notes
    self.cases = cases
  }
}

/// A small, fast generator: 32 random bits a step. The state may take up a result, so that a step
/// waits for the one before.
public struct Congruential: Sendable {
  public var state: UInt64

  /// Makes a generator.
  public init(_ state: UInt64 = 88_172_645_463_325_252) { self.state = state }

  @inlinable public mutating func next() -> UInt32 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt32(truncatingIfNeeded: state >> 32)
  }

  @inlinable public mutating func index(below count: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(next()) &* UInt64(truncatingIfNeeded: count)) >> 32)
  }
}

extension UInt64 {
  /// A hash that goes on with a number.
  @inlinable public func mixed(_ value: Int) -> UInt64 {
    let product = (self ^ UInt64(bitPattern: Int64(value))) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }
}
