import Lengths

/// What holds the viewport, as a frame says it.
package enum ViewportFollow: Hashable, Sendable {
  /// Nothing: the reader decides.
  case free
  /// The end of the content.
  case end
  /// A sent message, on its way to the viewport's top.
  case approaching(UInt32)
  /// A sent message, at the viewport's top.
  case pin(UInt32)
}

/// What holds the viewport when content changes.
///
/// One value, changed by ``take(_:)`` alone: its table says what each event makes of it. An edit does
/// not change it; it says that content moved, and the surface puts the viewport where the hold wants it.
package enum ViewportHold: Hashable, Sendable {
  /// A sent message that stands, or is to stand, at the viewport's top.
  package struct Pin: Hashable, Sendable {
    package var handle: UInt32
    /// How much of it stays above the viewport's top: what did when it got there. Nil until it has, and
    /// when its lines are broken again.
    package var hidden: LayoutUnit?
    /// How far the range's ends keep it from its place.
    package var shortfall = LayoutUnit.zero

    package init(_ handle: UInt32) { self.handle = handle }
  }

  /// What keeps its place when parts above it are folded, and when they unfold.
  package struct Fold: Hashable, Sendable {
    /// Part of a message.
    package struct Part: Hashable, Sendable {
      package var message: UInt32
      package var part: Int

      package init(message: UInt32, part: Int) {
        self.message = message
        self.part = part
      }
    }

    /// So many parts are remembered; of more the oldest is not.
    package static let limit = 64

    /// What was folded, in order.
    package private(set) var parts: [Part]
    /// The message of the block that keeps its place.
    package var handle: UInt32
    package var block: Int

    /// A part is folded: a block keeps its place.
    package init(_ part: Part, handle: UInt32, block: Int) {
      parts = [part]
      self.handle = handle
      self.block = block
    }

    /// The parts that were folded before `later` are remembered too.
    fileprivate func followed(by later: Fold) -> Fold {
      var all = later
      all.parts = Array(
        (parts.filter { !later.parts.contains($0) } + later.parts).suffix(Self.limit)
      )
      return all
    }

    /// Without the parts of a message that has left; nil where none is left.
    fileprivate func without(_ message: UInt32) -> Fold? {
      var rest = self
      rest.parts.removeAll { $0.message == message }
      return rest.parts.isEmpty || handle == message ? nil : rest
    }
  }

  /// The text that the reader has selected.
  package struct Selection: Hashable, Sendable {
    package var handle: UInt32
    /// Where the selected text begins, in bytes of the message's text.
    package var utf8: Int
    /// What keeps its place for a fold while the selected text is not in view.
    package var fold: Fold?

    package init(handle: UInt32, utf8: Int) {
      self.handle = handle
      self.utf8 = utf8
    }
  }

  /// The end of the content.
  case end
  /// A sent message on its way to the viewport's top.
  case approaching(Pin)
  /// A sent message at the viewport's top.
  case pin(Pin)
  /// What stands at the viewport's top.
  case place
  /// A message that was jumped to, as long as it is in view.
  case jumped(UInt32)
  /// What the reader looked at when something above it was folded.
  case fold(Fold)
  /// Text that the reader has selected: nothing but the reader's own gestures moves it.
  case selection(Selection)

  /// What may change the hold.
  package enum Change {
    /// A conversation is opened.
    case opened(atEnd: Bool)
    /// The app or the reader asks for the end.
    case askedForEnd
    /// The app or the reader asks for a place; in a message, or nil.
    case askedFor(UInt32?)
    /// The reader has moved the content at all: a pin ends.
    case dragged
    /// The reader has scrolled, or sent: what was jumped to or folded is held no more.
    case scrolled
    /// The reader has scrolled away from the end.
    case scrolledAway
    /// The reader's scroll has come back to the end, or to rest near it.
    case cameBack
    /// A message came at the end while that was near.
    case newsNearEnd
    /// A message is about to go to the viewport's top: the end is not held any more.
    case sending
    /// A sent message is to follow the end.
    case sentToEnd
    /// A message is to come to the viewport's top.
    case broughtToTop(Pin)
    /// That message is there.
    case arrived
    /// A message has left the conversation.
    case removed(UInt32)
    /// Something above what is read was folded.
    case folded(Fold)
    /// Text was selected.
    case selected(Selection)
    /// No text is selected any more.
    case deselected(atEnd: Bool)

    /// Whether the reader is away from the end from then on; nil where that stays as it was.
    var readerIsAway: Bool? {
      switch self {
      case .scrolledAway: true
      case .opened, .askedForEnd, .askedFor, .cameBack, .newsNearEnd, .sentToEnd, .broughtToTop:
        false
      case .dragged, .scrolled, .sending, .arrived, .removed, .folded, .selected, .deselected: nil
      }
    }
  }

  /// Takes what happened: the one table of what each event makes of the hold.
  package mutating func take(_ change: Change) {
    switch (change, self) {
    case (.opened(let atEnd), _): self = atEnd ? .end : .place
    case (.askedForEnd, _): self = .end
    case (.askedFor(let handle), _): self = handle.map { .jumped($0) } ?? .place
    case (.scrolled, .jumped), (.scrolled, .fold): self = .place
    case (.scrolled, .selection(let selection)):
      self = .selection(Selection(handle: selection.handle, utf8: selection.utf8))
    case (.dragged, .approaching), (.dragged, .pin): self = .place
    case (.scrolledAway, .selection): break
    case (.scrolledAway, _): self = .place
    case (.cameBack, .place): self = .end
    case (.newsNearEnd, .place), (.newsNearEnd, .jumped), (.newsNearEnd, .fold): self = .end
    case (.sending, .end): self = .place
    case (.sentToEnd, .selection), (.broughtToTop, .selection): break
    case (.sentToEnd, _): self = .end
    case (.broughtToTop(let pin), _): self = .approaching(pin)
    case (.arrived, .approaching(let pin)): self = .pin(pin)
    case (.removed(let handle), .fold(let fold)):
      self = fold.without(handle).map { .fold($0) } ?? .place
    case (.removed(let handle), _) where message == handle: self = .place
    case (.removed(let handle), .selection(var selection)):
      selection.fold = selection.fold?.without(handle)
      self = .selection(selection)
    case (.folded(let fold), .place), (.folded(let fold), .jumped): self = .fold(fold)
    case (.folded(let fold), .fold(let before)): self = .fold(before.followed(by: fold))
    case (.folded(let fold), .selection(var selection)):
      selection.fold = selection.fold?.followed(by: fold) ?? fold
      self = .selection(selection)
    case (.selected(let selection), _): self = .selection(selection)
    case (.deselected(let atEnd), .selection): self = atEnd ? .end : .place
    case (.dragged, _), (.scrolled, _), (.cameBack, _), (.newsNearEnd, _), (.sending, _),
      (.arrived, _), (.removed, _), (.folded, _), (.deselected, _):
      break
    }
  }

  /// The message that the hold depends on; nil where it depends on none.
  package var message: UInt32? {
    switch self {
    case .end, .place: nil
    case .approaching(let pin), .pin(let pin): pin.handle
    case .jumped(let handle): handle
    case .fold(let fold): fold.handle
    case .selection(let selection): selection.handle
    }
  }

  /// The point that is held wherever it is on screen: a message's top, or so many bytes into its text. Nil
  /// where none is.
  var point: (message: UInt32, utf8: Int?)? {
    switch self {
    case .jumped(let handle): (handle, nil)
    case .selection(let selection): (selection.handle, selection.utf8)
    case .end, .approaching, .pin, .place, .fold: nil
    }
  }

  /// What keeps its place for folds; nil where nothing was folded since the reader's last own input.
  package var fold: Fold? {
    switch self {
    case .fold(let fold): fold
    case .selection(let selection): selection.fold
    default: nil
    }
  }

  /// The message that comes to the viewport's top, or stands there.
  package var pinned: Pin? {
    switch self {
    case .approaching(let pin), .pin(let pin): pin
    default: nil
    }
  }

  /// Whether only the reader's own gestures may move the viewport.
  package var isReadersAlone: Bool {
    if case .selection = self { true } else { false }
  }

  var isApproaching: Bool { if case .approaching = self { true } else { false } }

  /// What a frame says of it; most decisions of this module go by it.
  package var follow: ViewportFollow {
    switch self {
    case .end: .end
    case .approaching(let pin): .approaching(pin.handle)
    case .pin(let pin): .pin(pin.handle)
    case .place, .jumped, .fold, .selection: .free
    }
  }

  /// Changes the pin that is held; nothing happens where none is.
  package mutating func changePin(_ change: (inout Pin) -> Void) {
    switch self {
    case .approaching(var pin):
      change(&pin)
      self = .approaching(pin)
    case .pin(var pin):
      change(&pin)
      self = .pin(pin)
    default: break
    }
  }

  /// Traps unless a message that is on its way hides nothing yet.
  package func checkInvariants() {
    if case .approaching(let pin) = self {
      precondition(pin.hidden == nil, "\(follow) hides part of a message")
    }
  }
}
