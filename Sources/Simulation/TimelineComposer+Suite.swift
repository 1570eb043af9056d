import ChatSurface
import Lengths
import LoadGeneration
import TextMeasuring
import Timebase

extension TimelineComposer {
  mutating func add(_ part: ScenarioPart.Keyboards) {
    let height = part.height.map { LayoutUnit(roundingUp: $0) } ?? device.keyboard
    for index in 0..<part.count {
      let start = part.start + part.interval * index
      events.append(TimedLoadEvent(.keyboard(height: height, .easeInOut), at: start))
      events.append(TimedLoadEvent(.keyboard(height: .zero, .easeInOut), at: start + part.open))
    }
  }

  mutating func add(_ part: ScenarioPart.Composers) {
    for index in 0..<part.count {
      let start = part.start + part.interval * index
      for lines in 2...6 {
        let text = (1...lines).map { "line \($0)" }.joined(separator: "\n")
        events.append(
          TimedLoadEvent(.composer(lines: lines, text: text), at: start + part.line * (lines - 2))
        )
      }
      events.append(TimedLoadEvent(.composer(lines: 1, text: ""), at: start + part.line * 5))
    }
  }

  mutating func add(_ part: ScenarioPart.TextSizes) {
    let sizes = TextSizeCategory.allCases
    let first = sizes.firstIndex(of: .large) ?? 0
    for index in 0..<part.count {
      events.append(
        TimedLoadEvent(
          .textSize(sizes[(first + 1 + index) % sizes.count]),
          at: part.start + part.interval * index
        )
      )
    }
  }

  mutating func add(_ part: ScenarioPart.Edits, _ chance: inout SeededGenerator) {
    let name = window ?? TimedLoadEvent.mainWindow
    var messages = editable[name] ?? EditableMessages(of: history)
    for index in 0..<part.count {
      events.append(
        TimedLoadEvent(messages.edit(&chance), at: part.start + part.interval * index)
      )
    }
    editable[name] = messages
  }

  mutating func add(_ part: ScenarioPart.Drops, _ chance: inout SeededGenerator) {
    for index in 0..<part.count {
      let text = String(
        decoding: TextSynthesis.prose(
          scalars: 20 + chance.nextIndex(below: 200),
          seed: chance.next()
        ),
        as: UTF8.self
      )
      let item: DroppedItem =
        switch index % 3 {
        case 0: .text(text)
        case 1: .code("print(\(index))\n\(text)", language: "swift")
        default: .image(source: "image-\(index).png", description: text)
        }
      events.append(
        TimedLoadEvent(
          .drop(item, overlap: 0.8 + 0.2 * chance.nextFraction()),
          at: part.start + part.interval * index,
          window: part.targets[index % part.targets.count]
        )
      )
    }
  }

  mutating func add(_ part: ScenarioPart.Windows) {
    let (outerWindow, outerHistory) = (window, history)
    for (order, name) in part.names.enumerated() {
      window = name
      events.append(TimedLoadEvent(.window(.open), at: part.start, window: name))
      var chance = SeededGenerator(seed: seed, index: 1_000_000 + UInt64(order))
      history = part.history.map {
        SyntheticHistory(seed: chance.next(), count: $0.messages, lengths: $0.lengths)
      }
      editable[name] = nil
      if let history {
        events.append(TimedLoadEvent(.load(history), at: part.start, window: name))
      }
      for inner in part.parts { add(inner) }
      if let end = part.end {
        events.append(TimedLoadEvent(.window(.close), at: end, window: name))
      }
    }
    (window, history) = (outerWindow, outerHistory)
  }
}
