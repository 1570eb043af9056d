import AnchoredLayout
import ChatSurface
import Lengths
import Timebase
import ViewportPlacing

/// What published designs do with the viewport otherwise than the engine: a choice for each concern, each of
/// which is the engine's own until another one is made.
package struct PublishedPolicy: PlacementPolicy {
  var layout = LayoutRule.anchoredTree
  var insertsAbove = InsertRule.keep
  var historyPage: Int?
  var opening = OpeningRule.endInFirstFrame
  var jump = JumpRule.oncePerFrame
  var composer = ComposerRule.keepsEnd
  var keyboard = KeyboardRule.keepsEnd
  var blank = BlankSize()
  var jumpPlace = JumpPlaceRule.exact
  var jumpEnd = JumpEndRule.stays
  var updates = UpdateRule.inPlace
  var dismissal = DismissalRule.byEvents

  /// Makes the engine's own choices.
  package init() {}

  package func makeLayout() -> any LayoutStrategy {
    switch layout {
    case .anchoredTree: AnchoredTree()
    case .anchoredArray: AnchoredArray()
    case .maintainedArray, .adjustingArray: AdjustingArray()
    case .pagedArray(let items): PagedArray(pageLength: items)
    case .unsizedArray: UnsizedArray()
    }
  }

  package func makeJumps() -> (any EndJumping)? {
    DesignJumps(jump, opening: opening, composer: composer, place: jumpPlace, end: jumpEnd)
  }

  package func makeList() -> (any ListMoving)? {
    keyboard == .shiftsList ? KeyboardDisplacement() : nil
  }

  package func makeHistory() -> (any HistoryPaging)? {
    historyPage.map { OlderPages(length: $0) }
  }

  package func makeCounting() -> (any TurnCounting)? {
    blank == BlankSize() ? nil : CountedTurn(blank)
  }

  /// The list of `maintainedArray` is asked to keep what is visible.
  package var insertRule: InsertRule { layout == .maintainedArray ? .keep : insertsAbove }

  package func opening(
    count: Int,
    message: (Int) -> UInt32,
    isUsers: (UInt32) -> Bool
  ) -> ViewportFact.Opening {
    switch opening {
    case .endInFirstFrame, .bottomAnchor: return .end
    case .threeJumps, .jumpsOverFrames, .topThenEnd: return .start
    case .middleThenEnd: return .middle
    case .startOfContent: return .held(.top)
    case .topOfLastTurn:
      let reach = max(0, count - Self.turnsReach)..<count
      let last = reach.last { isUsers(message($0)) }
      return last.map { .held(.message(message($0), .top)) } ?? .end
    }
  }

  /// How many messages the last turn may have to be found when a conversation is opened.
  private static let turnsReach = 1_000

  package func reaction(to cover: Cover) -> Cover.Reaction {
    switch composer {
    case .keepsEnd: cover.wasAtEnd || cover.isBeyondEnd ? .follow(.programmatic) : .none
    case .changesInsetOnly: .rest
    // The insets are left out. Where a place is being gone to, what will stand there is not known yet.
    case .jumpsWhenPastEnd: cover.isPastEnd ? .jump : .none
    case .easesToEndNearIt(let duration):
      cover.isGrowing && cover.wasNearEnd ? .follow(.composer(over: duration)) : .none
    }
  }

  package var movesAtOnceForKeyboard: Bool { keyboard == .keepsEndAtOnce }
  package var hidesKeyboardOnSend: Bool { keyboard == .hiddenOnSend }
  package var replacesViews: Bool { updates == .madeAnew }

  package var ofPart: any PlacementPolicy {
    var policy = self
    policy.blank.isAlwaysInForce = false
    policy.opening = .endInFirstFrame
    policy.historyPage = nil
    return policy
  }
}

extension Profile {
  /// How items are kept and placed.
  package var layout: LayoutRule {
    get { published.layout }
    set { published.layout = newValue }
  }
  /// What becomes of what is visible when messages come or go above it, in layouts that lay out downward.
  package var insertsAbove: InsertRule {
    get { published.insertsAbove }
    set { published.insertsAbove = newValue }
  }
  /// How many messages of a conversation are shown at first, and come at a time when the reader is near
  /// the first of them; nil where all are shown.
  package var historyPage: Int? {
    get { published.historyPage }
    set { published.historyPage = newValue }
  }
  /// Where a conversation opens.
  package var opening: OpeningRule {
    get { published.opening }
    set { published.opening = newValue }
  }
  /// How the end is followed.
  package var jump: JumpRule {
    get { published.jump }
    set { published.jump = newValue }
  }
  /// What a growing composer does to the end of the content.
  package var composer: ComposerRule {
    get { published.composer }
    set { published.composer = newValue }
  }
  /// What the keyboard does to the content.
  package var keyboard: KeyboardRule {
    get { published.keyboard }
    set { published.keyboard = newValue }
  }

  /// How much free space lies below the last turn.
  package var blank: BlankSize {
    get { published.blank }
    set { published.blank = newValue }
  }
  /// Where a jump goes to a message that was never laid out.
  package var jumpPlace: JumpPlaceRule {
    get { published.jumpPlace }
    set { published.jumpPlace = newValue }
  }
  /// What becomes of a jump away from an end that was followed.
  package var jumpEnd: JumpEndRule {
    get { published.jumpEnd }
    set { published.jumpEnd = newValue }
  }
  /// What a message is whose text the app replaces.
  package var updates: UpdateRule {
    get { published.updates }
    set { published.updates = newValue }
  }

  /// What a finger does that is dragged from the list over an open keyboard.
  package var dismissal: DismissalRule {
    get { published.dismissal }
    set { published.dismissal = newValue }
  }

  /// The policy; all of it the engine's own is none.
  package var published: PublishedPolicy {
    get { placement.policy as? PublishedPolicy ?? PublishedPolicy() }
    set { placement.policy = newValue == PublishedPolicy() ? nil : newValue }
  }
}
