import ChatSurface
import Lengths
import LoadGeneration
import Timebase

extension TimelineComposer {
  /// How long tokens still arrive after a stop: those that were on their way.
  static let onTheirWay = Nanoseconds.milliseconds(200)
  /// From the last typed character to what becomes of the text.
  static let thought = Nanoseconds.milliseconds(500)

  mutating func add(_ part: ScenarioPart.Document, _ chance: inout SeededGenerator) {
    let question = TextSynthesis.prose(scalars: part.questionCharacters, seed: chance.next())
    let own = chance.next()
    let seed = part.seed ?? own
    let text = TextSynthesis.document(words: part.words, mix: part.mix, seed: seed)
    var tokens = text.tokens(
      part.cut,
      seed: seed,
      wordsPerSecond: part.wordsPerSecond,
      after: part.firstToken
    )
    let length = Double(part.words) / part.wordsPerSecond
    let spread = (part.longestStall - part.shortestStall).seconds
    for order in 0..<part.stalls {
      let share = (Double(order) + 0.5) / Double(part.stalls)
      let first = Instant.zero + part.firstToken + Nanoseconds(seconds: length * share)
      let end = first + part.shortestStall + Nanoseconds(seconds: spread * chance.nextFraction())
      for index in tokens.indices where tokens[index].instant > first {
        tokens[index].instant = max(tokens[index].instant, end)
      }
    }
    addAnswer(tokens, at: part.start, question: String(decoding: question, as: UTF8.self))
  }

  mutating func add(_ part: ScenarioPart.Turns, _ chance: inout SeededGenerator) {
    for index in 0..<part.count {
      var reply = part.reply
      reply.start = reply.start + part.interval * index
      let first = events.count
      add(reply, &chance)
      guard let stop = part.stop else { continue }
      cancel(from: first, at: reply.start + stop)
    }
  }

  /// Lets the user stop the answer whose events begin at `first`, unless it has ended by then.
  private mutating func cancel(from first: Int, at stop: Instant) {
    guard let last = events.last?.instant, stop < last else { return }
    let end = stop + Self.onTheirWay
    let answer = events[first...]
    events.removeSubrange(first...)
    events += answer.filter { event in
      switch event.event {
      case .surface(.token): event.instant <= end
      case .surface(.streamEnd), .surface(.taskEnd): false
      default: true
      }
    }
    events.append(TimedLoadEvent(.stop, at: stop))
    let id = MessageID(rawValue: "assistant-\(replies)")
    events.append(TimedLoadEvent(.streamEnd(id, .cancelled), at: end))
    events.append(TimedLoadEvent(.taskEnd, at: end))
  }

  mutating func add(_ part: ScenarioPart.Touches) {
    for index in 0..<part.count {
      let start = part.start + part.interval * index
      for touch in part.stream {
        events.append(TimedLoadEvent(touch.event, at: start + (touch.instant - .zero)))
      }
    }
  }

  mutating func add(_ part: ScenarioPart.Typing, _ chance: inout SeededGenerator) {
    let width = max(1, part.charactersPerLine ?? (Int(device.width.points) - 32) / 8)
    var instant = part.start
    for _ in 0..<part.count {
      let text = TextSynthesis.prose(scalars: part.characters, seed: chance.next())
      var lines = 1
      for (index, count) in Self.lineCounts(of: text, width: width).enumerated() where count > lines
      {
        lines = count
        events.append(
          TimedLoadEvent(.composer(lines: lines), at: instant + part.interval * index)
        )
      }
      instant = instant + part.interval * max(0, part.characters - 1) + Self.thought
      if part.outcome == .send {
        replies += 1
        let id = MessageID(rawValue: "user-\(replies)")
        let typed = String(decoding: text, as: UTF8.self)
        events.append(TimedLoadEvent(.send(id, text: typed), at: instant))
        events.append(TimedLoadEvent(.taskEnd, at: instant))
      }
      if part.outcome != .keep, lines > 1 {
        events.append(TimedLoadEvent(.composer(lines: 1), at: instant))
      }
      instant = instant + part.pause
    }
  }

  /// How many lines, 6 at most, a text takes after each of its characters: broken at spaces, a word
  /// that is longer than a line where the line ends.
  static func lineCounts(of text: [UInt8], width: Int) -> [Int] {
    var counts: [Int] = []
    var lines = 1
    var column = 0
    var word = 0
    for byte in text where byte & 0xC0 != 0x80 {
      if byte == UInt8(ascii: " ") {
        word = 0
        // A space at the end of a line hangs.
        if column < width { column += 1 }
      } else {
        word += 1
        column += 1
        if column > width {
          lines += 1
          column = word <= width ? word : 1
          word = column
        }
      }
      counts.append(min(6, lines))
    }
    return counts
  }

  mutating func add(_ part: ScenarioPart.Rotations) {
    for index in 0..<part.count {
      let isTurned = index.isMultiple(of: 2)
      let size = isTurned ? (device.height, device.width) : (device.width, device.height)
      events.append(
        TimedLoadEvent(
          .resize(width: size.0, height: size.1),
          at: part.start + part.interval * index
        )
      )
    }
  }
}
