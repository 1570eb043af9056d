import Timebase

/// The one queue of a surface: complete chunks of all its streaming messages, in the order of
/// completion, and the steps that release them.
///
/// Steps do not depend on frames: whoever drives the scheduler performs each step at its own
/// instant. With the reference's rules, at any arrival rate up to 10,000 chunks a second no chunk
/// waits more than its deadline less one stagger, and each batch is the smallest constant size that
/// meets the deadlines of all that waits.
///
/// `enqueue`, `step` and `popFirst` take O(1) amortised for small backlogs; `step` looks at a
/// backlog of n in O(deadline / stagger x log n).
package struct BatchScheduler: Sendable {
  /// How far a message has come.
  @usableFromInline
  struct Progress: Sendable {
    @usableFromInline var completed = 0
    @usableFromInline var waiting = 0
    @usableFromInline var hasEnded = false
  }

  /// The three ways of the stagger rule, without its numbers.
  @usableFromInline
  enum Way: Sendable { case none, steps, onDemand }

  private let batch: BatchRule
  @usableFromInline let every: Nanoseconds
  @usableFromInline let faster: Nanoseconds
  private let pastChunks: Int
  @usableFromInline let way: Way
  @usableFromInline var queue = FirstInFirstOut<WaitingChunk>(capacity: 64)
  private var messages = KeyedTable<Progress>()
  /// How many messages that still stream have enough chunks for the faster stagger.
  private var fastMessages = 0
  @usableFromInline var isFast = false
  /// One stagger after the last step.
  @usableFromInline var earliestStep = Instant.distantPast
  private var staggerAtStep = Nanoseconds.zero
  @usableFromInline var demand: Instant?
  private var stepCount = 0

  /// Makes an empty queue.
  ///
  /// - Precondition: Staggers are positive.
  package init(stagger: StaggerRule, batch: BatchRule) {
    self.batch = batch
    switch stagger {
    case .none: (way, every, faster, pastChunks) = (.none, .zero, .zero, .max)
    case .onDemand(let within): (way, every, faster, pastChunks) = (.onDemand, within, within, .max)
    case .steps(let every, let faster, let pastChunks):
      precondition(every > .zero && faster > .zero, "staggers of \(every) and \(faster)")
      (way, self.every, self.faster, self.pastChunks) = (.steps, every, faster, pastChunks)
    }
  }

  /// How many chunks wait.
  @inlinable package var count: Int { queue.count }
  /// Whether nothing waits.
  @inlinable package var isEmpty: Bool { queue.isEmpty }
  /// The chunk that is released next; nil when nothing waits.
  @inlinable package var first: WaitingChunk? { queue.isEmpty ? nil : queue[0] }
  /// How many steps were performed.
  package var steps: Int { stepCount }

  /// When the next step is due; nil when nothing waits, or when it waits for a demand.
  @inlinable package var nextStep: Instant? {
    guard !queue.isEmpty else { return nil }
    switch way {
    case .none: return queue[0].chunk.completed
    case .steps: return max(earliestStep, queue[0].chunk.completed)
    case .onDemand: return demand
    }
  }

  /// The stagger in force for a step now.
  @inlinable package var staggerInForce: Nanoseconds { isFast ? faster : every }

  /// Adds a chunk at the end of the queue, at its completion.
  ///
  /// - Precondition: It completed no earlier than the last one added.
  package mutating func enqueue(_ entry: WaitingChunk) {
    if !queue.isEmpty {
      let last = queue[queue.count - 1].chunk.completed
      precondition(entry.chunk.completed >= last, "chunks come in the order of completion")
    }
    if queue.isEmpty { isFast = false }
    count(entry, isWaiting: true)
    if fastMessages > 0 { isFast = true }
    queue.append(entry)
    call(at: entry.chunk.completed)
  }

  /// Counts a chunk that is released at its completion and never waits.
  package mutating func pass(_ entry: WaitingChunk) { count(entry, isWaiting: false) }

  /// Asks for a batch at `instant`, or at the earlier instant that one was asked for, where batches
  /// come on demand and something waits.
  package mutating func call(at instant: Instant) {
    guard way == .onDemand, !queue.isEmpty else { return }
    demand = min(demand ?? instant, instant)
  }

  /// Performs the step at `instant`; the caller takes the batch out with `popFirst`.
  ///
  /// - Returns: How many chunks the batch has, at least 1.
  /// - Precondition: A step is due.
  package mutating func step(at instant: Instant) -> Int {
    guard let due = nextStep, due <= instant else {
      preconditionFailure("no step is due at \(instant)")
    }
    stepCount += 1
    demand = nil
    staggerAtStep = staggerInForce
    earliestStep = instant + staggerAtStep
    if way == .none { return queue.count }
    let size = max(batch.size(forBacklog: queue.count), sizeForDeadlines(at: instant))
    return min(size, queue.count)
  }

  /// Takes the front chunk out; nil when nothing waits.
  package mutating func popFirst() -> WaitingChunk? {
    guard !queue.isEmpty else { return nil }
    let entry = queue.removeFirst()
    leave(entry)
    return entry
  }

  /// Takes out all chunks of a part (of every part when nil) and hands each to `body`, in order.
  ///
  /// - Complexity: O(backlog).
  package mutating func removeAll(of part: UInt32?, _ body: (WaitingChunk) -> Void) {
    var taken = FirstInFirstOut<WaitingChunk>()
    swap(&taken, &queue)
    taken.removeAll(where: { part == nil || $0.part == part }) { entry in
      leave(entry)
      body(entry)
    }
    swap(&taken, &queue)
    if queue.isEmpty { demand = nil }
  }

  /// Takes it that no more chunks of `message` will come.
  package mutating func end(message: UInt32) {
    guard let index = messages.index(of: message), !messages[index].hasEnded else { return }
    messages[index].hasEnded = true
    if messages[index].completed > pastChunks { fastMessages -= 1 }
    if messages[index].waiting == 0 { messages.remove(at: index) }
  }

  private mutating func count(_ entry: WaitingChunk, isWaiting: Bool) {
    let index = messages.index(of: entry.message, inserting: Progress())
    messages[index].completed += 1
    if isWaiting { messages[index].waiting += 1 }
    let isJustPast = messages[index].completed - 1 == pastChunks
    if isJustPast, !messages[index].hasEnded { fastMessages += 1 }
  }

  private mutating func leave(_ entry: WaitingChunk) {
    guard let index = messages.index(of: entry.message) else { return }
    messages[index].waiting -= 1
    if messages[index].waiting == 0, messages[index].hasEnded { messages.remove(at: index) }
  }
}

extension BatchScheduler {
  /// The smallest constant batch that brings every waiting chunk out one stagger before its
  /// deadline, with a step each stagger from `instant` on.
  @inline(__always)
  private func sizeForDeadlines(at instant: Instant) -> Int {
    guard let deadline = batch.deadline, staggerAtStep > .zero else { return 1 }
    let stagger = staggerAtStep
    // A chunk completed at c has 1 + floor((c - base) / stagger) steps left, at least 1.
    let base = instant + stagger - deadline
    var size = 1
    var index = 0
    while index < queue.count {
      let slack = queue[index].chunk.completed - base
      let steps = slack < .zero ? 1 : 1 + Int(slack.rawValue / stagger.rawValue)
      index = firstWaiting(from: index, completedAtOrAfter: base + stagger * steps)
      size = max(size, (index + steps - 1) / steps)
    }
    return size
  }

  @inline(__always)
  private func firstWaiting(from start: Int, completedAtOrAfter instant: Instant) -> Int {
    (start..<queue.count).partitionPoint { queue[$0].chunk.completed >= instant }
  }

  /// Traps unless the queue is in order and the counts agree with it.
  package func checkInvariants() {
    var waiting = 0
    var fast = 0
    for index in 0..<messages.count {
      waiting += messages[index].waiting
      if messages[index].completed > pastChunks, !messages[index].hasEnded { fast += 1 }
      precondition(!messages[index].hasEnded || messages[index].waiting > 0, "an ended message")
    }
    precondition(waiting == queue.count, "\(waiting) counted, \(queue.count) wait")
    precondition(fast == fastMessages, "\(fast) fast messages, \(fastMessages) counted")
    for index in 0..<max(0, queue.count - 1) {
      precondition(
        queue[index].chunk.completed <= queue[index + 1].chunk.completed,
        "queue out of order"
      )
    }
  }
}
