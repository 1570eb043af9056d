import ChatSurface
import Lengths

// What of frames and events the judge of drift goes by.

extension FrameSnapshot {
  /// The offsets that the insets allow; the upper one is less where content is short.
  var ends: (lower: LayoutUnit, upper: LayoutUnit) {
    (contentTop - topInset, contentBottom + bottomInset - viewportHeight)
  }

  /// Whether the viewport is at the end of its range.
  var isAtEnd: Bool {
    let (lower, upper) = ends
    return offset == upper || (upper < lower && offset == lower)
  }

  /// Whether the end of the content is in the viewport, be it behind the composer.
  var showsEnd: Bool { contentBottom <= offset + viewportHeight }

  /// Whether the start of the content is in the viewport.
  var showsStart: Bool { contentTop >= offset }

  /// Whether the viewport shows what lies beyond an end of its range.
  var isBeyondAnEnd: Bool {
    let (lower, upper) = ends
    return offset < lower || offset > max(lower, upper)
  }

  /// Whether the viewport is at either end of its range.
  var isAtAnEnd: Bool {
    let (lower, upper) = ends
    return offset == upper || offset == lower
  }
}

extension SurfaceEvent {
  /// Whether it puts the viewport elsewhere in one frame, or makes every height another one.
  var asksForAnotherPlace: Bool {
    switch self {
    case .load, .removeAll, .restore, .resize, .insets, .textSize, .scroll: true
    default: false
    }
  }

  /// Whether it may change what lies between two messages.
  var changesContent: Bool {
    switch self {
    case .insert, .move, .remove, .update, .setHeight, .imageSize, .card, .partHeight, .partLimit,
      .replaceAll, .auxiliary(.actions, _), .auxiliary(.below, _):
      true
    default: false
    }
  }

  /// The message of which it folds or unfolds a part.
  var folded: MessageID? {
    switch self {
    case .card(let id, _, _), .partHeight(let id, _, _, _): id
    default: nil
    }
  }

  /// Whether the reader folds or unfolds a part: its top keeps its place, or goes to the top.
  var foldsByReader: Bool {
    if case .partHeight(_, _, _, .reader) = self { true } else { false }
  }

  /// Whether it may make the content longer at an end.
  var addsContent: Bool {
    switch self {
    case .append, .appendPage, .replaceAll, .send, .regenerate, .streamBegin, .token, .streamEnd,
      .partBegin, .prepend,
      .auxiliary, .loader, .typing:
      true
    default: false
    }
  }

  /// Whether it moves the keyboard.
  var isOfKeyboard: Bool {
    switch self {
    case .keyboard, .keyboardDragged, .foreground, .send, .regenerate: true
    default: false
    }
  }

  /// Whether it may bring the end into view in one frame, or with the frames that follow.
  var mayAskForEnd: Bool {
    switch self {
    case .keyboard, .keyboardDragged, .composer, .composerHeight, .drop, .typing, .send,
      .regenerate:
      true
    default: false
    }
  }

  /// Whether it may bring a message to the viewport's top.
  var asksForPin: Bool {
    switch self {
    case .send, .regenerate: true
    default: false
    }
  }

  /// Whether a finger on the keyboard leaves nothing of it.
  var putsKeyboardAway: Bool {
    if case .keyboardDragged(.zero) = self { true } else { false }
  }

  /// Whether a finger has hold of the keyboard.
  var dragsKeyboard: Bool {
    if case .keyboardDragged = self { true } else { false }
  }

  /// Whether a hand on the content does it.
  var isOfHand: Bool {
    switch self {
    case .touch, .fling, .scrolled, .wheel, .arrowKey, .pageKey: true
    default: false
    }
  }

  /// Whether it takes the viewport from a pinned message.
  var mayEndPin: Bool {
    switch self {
    case .touch(.moved, _, _), .fling, .scrolled, .wheel, .arrowKey, .pageKey: true
    default: false
    }
  }
}
