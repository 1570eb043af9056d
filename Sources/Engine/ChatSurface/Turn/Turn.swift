import Lengths
import Timebase

/// The last turn that leaves a blank: the question it began with, and the free space below it that lets the question
/// reach the viewport's top.
///
/// The transcript says where the turn lies (`Extent`); the turn says how much of it counts. What covers
/// the viewport counts at once. So does growth of the answer, unless a design counts it otherwise.
///
/// Complexity: O(1) each; nothing is allocated.
package struct Turn {
  /// Where the turn lies.
  package struct Extent: Hashable, Sendable {
    package var question: UInt32
    package var questionHeight: LayoutUnit
    /// From the question's bottom to the content's end: spacing and auxiliary parts count.
    package var rest: LayoutUnit
    package var messages: Int
    package var isGuess: Bool

    package init(
      question: UInt32,
      questionHeight: LayoutUnit,
      rest: LayoutUnit,
      messages: Int,
      isGuess: Bool
    ) {
      self.question = question
      self.questionHeight = questionHeight
      self.rest = rest
      self.messages = messages
      self.isGuess = isGuess
    }
  }

  private var counting: (any TurnCounting)?
  private var length = LayoutUnit.zero
  private var known: Extent?
  /// The questions that were sent since the conversation was opened and are still there.
  private var sent: Set<UInt32> = []
  /// The last message of the user's that counts; nil when none is known.
  package private(set) var question: UInt32?
  /// Whether another message may be the last one of the user's by now.
  package private(set) var isQuestionStale = false

  package init(counting: (any TurnCounting)? = nil) { self.counting = counting }

  /// Whether there may be a blank.
  package var isInForce: Bool { !sent.isEmpty || isAlwaysInForce }
  /// Whether there may be one before the first send since the last load.
  package var isAlwaysInForce: Bool { counting?.isAlwaysInForce ?? false }
  package var messages: [UInt32] { Array(sent) + (question.map { [$0] } ?? []) }
  /// When the blank changes by itself; nil when it does not wait.
  package var nextDue: Instant? { counting?.nextDue }
  /// How much of a question of this height stays above the viewport's top when it is pinned.
  package func hiddenHeight(ofQuestion height: LayoutUnit) -> LayoutUnit {
    counting?.tallestQuestion.map { max(.zero, height - $0) } ?? .zero
  }

  // MARK: Question

  /// Whether a message of the user's may begin the turn that leaves a blank: a blank belongs to a
  /// turn that was sent, but where a rule always has one.
  package func counts(_ question: UInt32) -> Bool {
    isAlwaysInForce || sent.contains(question)
  }

  package mutating func append(question: UInt32) {
    guard counts(question) else { return }
    self.question = question
    isQuestionStale = false
  }

  /// Messages were put, moved or removed such that another may be the last of the user's.
  package mutating func loseTrack() { isQuestionStale = true }

  /// The last message of the user's was looked for.
  ///
  /// - Parameter question: Nil when there is none as near to the end as matters; it stays unknown.
  package mutating func find(question: UInt32?) {
    self.question = question
    isQuestionStale = question == nil
  }

  package mutating func forget(_ message: UInt32) {
    sent.remove(message)
    guard question == message else { return }
    question = nil
    isQuestionStale = true
  }

  /// The user has sent a question: the blank is in force from here on, as long as this or another one
  /// that was sent is there.
  package mutating func send(_ question: UInt32) {
    sent.insert(question)
    append(question: question)
  }

  // MARK: Blank

  /// There is no turn, or none that leaves room.
  package mutating func clear() {
    known = nil
    length = .zero
    counting?.begin(.zero)
  }

  /// Takes where the turn lies now.
  ///
  /// - Parameters:
  ///   - viewport: The viewport's height less its top inset.
  ///   - covered: The keyboard and its gap, or the bottom safe area.
  ///   - instant: When; not before the time before.
  package mutating func update(
    _ extent: Extent,
    viewport: LayoutUnit,
    covered: LayoutUnit,
    composer: LayoutUnit,
    at instant: Instant
  ) -> LayoutUnit {
    let question = extent.questionHeight
    let now = extent.rest + (counting?.tallestQuestion.map { min(question, $0) } ?? question)
    let isFirst =
      extent.isGuess || known?.isGuess != false || known?.question != extent.question
      || known?.messages != extent.messages
    if isFirst { counting?.begin(now) }
    known = extent
    length = counting?.update(now, at: instant) ?? now
    return blank(viewport: viewport, covered: covered, composer: composer)
  }

  /// The blank that what counts of the turn leaves when this much is covered.
  package func blank(
    viewport: LayoutUnit,
    covered: LayoutUnit,
    composer: LayoutUnit
  ) -> LayoutUnit {
    guard known != nil else { return .zero }
    let free = viewport - covered - (counting?.countsComposer == false ? .zero : composer)
    return max(.zero, free - length)
  }

  package func checkInvariants() {
    counting?.checkInvariants()
    precondition(known != nil || length == .zero, "\(length) of no turn counts")
    precondition(known == nil || isInForce, "a turn counts where there is no blank")
  }
}
