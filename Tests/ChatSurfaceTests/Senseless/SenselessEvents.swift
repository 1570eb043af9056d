import ChatSurface
import Lengths
import Timebase

/// Events that know nothing of the conversation they happen to: kind, message and numbers are drawn
/// independently.
struct SenselessEvents {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Up to four events a frame.
  mutating func script(frames: Int) -> SenselessScript {
    SenselessScript(
      frames: (0..<frames).map { _ in (0..<pick(5)).map { _ in event() } }
    )
  }

  private mutating func pick(_ count: Int) -> Int { random.nextIndex(below: count) }

  private mutating func id() -> MessageID {
    let names = ["m0", "m1", "m5", "m11", "a", "b", "u", "v", "x", "u.answer"]
    return MessageID(rawValue: names[pick(names.count)])
  }

  private mutating func text() -> String {
    let texts = ["", " ", "word ", .lines(9), "**b", "| a |\n", "```\n", "-", "[x](", "\u{1F1E9}"]
    return texts[pick(texts.count)]
  }

  private mutating func number() -> Double {
    let numbers = [0, 1, -1, 300, -300, 5_000, .nan, .infinity, -.infinity, 1e300]
    return numbers[pick(numbers.count)]
  }

  private mutating func length() -> LayoutUnit {
    let lengths = [0, 1, 40, 300, 2_000, -1, 2_000_000]
    return points(lengths[pick(lengths.count)])
  }

  private mutating func message() -> Message {
    let roles = Message.Role.allCases
    var message = Message(id: id(), role: roles[pick(roles.count)], text: text())
    message.state = Message.State.allCases[pick(Message.State.allCases.count)]
    if pick(4) == 0 { message.suppliedHeight = length() }
    return message
  }

  private mutating func list() -> ListedMessages {
    ListedMessages((0..<pick(5)).map { _ in message() })
  }

  private mutating func event() -> SurfaceEvent {
    switch pick(12) {
    case 0, 1: content()
    case 2, 3: edit()
    case 4...6: stream()
    case 7, 8: hand()
    default: surroundings()
    }
  }

  private mutating func content() -> SurfaceEvent {
    switch pick(9) {
    case 0: pick(5) == 0 ? .load(list()) : .append(message())
    case 1: .append(message())
    case 2: .appendPage(list())
    case 3: .prepend(list())
    case 4: .insert(index: pick(9) - 2, message())
    case 5: .remove(id())
    case 6: pick(9) == 0 ? .removeAll : .remove(id())
    case 7: .replaceAll(list())
    default: .move(id(), index: pick(9) - 2)
    }
  }

  private mutating func edit() -> SurfaceEvent {
    switch pick(6) {
    case 0: .update(id(), text: text())
    case 1: .replaceID(id(), with: id())
    case 2: .setHeight(id(), pick(3) == 0 ? nil : length())
    case 3: .card(id(), part: pick(4) - 1, length())
    case 4:
      .partHeight(
        id(),
        part: pick(4) - 1,
        pick(3) == 0 ? nil : length(),
        by: pick(2) == 0 ? .reader : .app
      )
    default: .auxiliary(.actions(id()), pick(3) == 0 ? nil : length())
    }
  }

  private mutating func stream() -> SurfaceEvent {
    switch pick(10) {
    case 0: .send(id(), text: text())
    case 1: .regenerate(id(), text: pick(2) == 0 ? nil : text())
    case 2, 3: .streamBegin(id())
    case 4: .partBegin(id(), MessagePart.Kind.allCases[pick(3)])
    case 5, 6: .token(id(), text())
    case 7: .tokenAt(id(), Array(text().utf8), scalar: pick(40) - 1)
    case 8: .streamEnd(id(), StreamEndReason.allCases[pick(3)])
    default: pick(2) == 0 ? .taskEndOf(id()) : (pick(2) == 0 ? .taskEnd : .stop)
    }
  }

  private mutating func hand() -> SurfaceEvent {
    switch pick(8) {
    case 0: .touch(TouchPhase.allCases[pick(4)], y: number(), x: number())
    case 1: .touch(TouchPhase.allCases[pick(4)], y: Double(pick(600)))
    case 2: .fling(velocity: number())
    case 3: .scroll(to: .message(id(), .center), isAnimated: pick(2) == 0, by: .app)
    case 4: .scroll(to: pick(2) == 0 ? .top : .end, isAnimated: pick(2) == 0)
    case 5: .restore(Anchor(id: id(), distance: length()))
    case 6: .select(id(), pick(2) == 0 ? nil : 0..<pick(9))
    default: .focus(velocity: number(), travel: number())
    }
  }

  private mutating func surroundings() -> SurfaceEvent {
    switch pick(12) {
    case 0: .keyboard(height: length())
    case 1: .keyboardDragged(height: length())
    case 2: .composer(lines: pick(9) - 1, text: text(), attachments: pick(3) - 1)
    case 3:
      .resize(width: points([320, 375, 0, -1][pick(4)]), height: points([600, 300, 0][pick(3)]))
    case 4: .textSize(pick(2) == 0 ? .large : .extraLarge)
    case 5: .typing(pick(2) == 0)
    case 6: .loader(pick(2) == 0 ? .top : .end, isVisible: pick(2) == 0)
    case 7: .memoryPressure
    case 8: .reducedMotion(pick(2) == 0)
    case 9: .timestamps(true, maximum: number(), band: number())
    case 10: pick(2) == 0 ? .background : .foreground
    default: .drop(.text(text()), overlap: number())
    }
  }
}

/// What happens in each frame.
struct SenselessScript {
  var frames: [[SurfaceEvent]]

  var count: Int { frames.reduce(0) { $0 + $1.count } }

  /// The events with their frames, a line each.
  var description: String {
    frames.enumerated().flatMap { frame, events in
      events.map { "frame \(frame): \($0)".prefix(300).description }
    }.joined(separator: "\n")
  }

  /// The least script of events of this one, in their frames, in which something is wrong still, as far
  /// as taking away neighbours in ever shorter runs finds it. Frames in which nothing happens stay:
  /// time goes on in them.
  ///
  /// - Complexity: O(n log n) runs where few events matter, O(n^2) at most.
  func shrunk(_ isWrong: (SenselessScript) -> Bool) -> SenselessScript {
    var least = self
    var run = max(1, count / 2)
    while true {
      var place = 0
      var hasShrunk = false
      while place < least.count {
        let shorter = least.without(place..<min(least.count, place + run))
        if isWrong(shorter) {
          least = shorter
          hasShrunk = true
        } else {
          place += run
        }
      }
      if run == 1, !hasShrunk { return least }
      run = max(1, run / 2)
    }
  }

  private func without(_ events: Range<Int>) -> SenselessScript {
    var place = 0
    return SenselessScript(
      frames: frames.map { frame in
        frame.filter { _ in
          place += 1
          return !events.contains(place - 1)
        }
      }
    )
  }
}
