import ChatSurface
import Lengths
import MarkdownBlocks
import Testing
import Timebase

/// What is known of one message, without a surface around it.
@Suite struct ItemRecordTests {
  private func record(_ message: Message) -> ItemRecord {
    var text = MessageText(rule: .incremental, parser: MarkdownParser())
    if !message.text.isEmpty { text.append(message.text) }
    return ItemRecord(handle: 7, message: message, text: text, isReplaceable: true)
  }

  /// The version changes with text, frame and state, and with nothing else.
  @Test func theVersionChangesOnlyWhenTheLookDoes() {
    var random = SeededGenerator(seed: PropertySettings.seed)
    let record = record(.user("m", "text"))
    var version = 0
    var (y, height) = (LayoutUnit.zero, LayoutUnit(points: 44))
    func commit(_ frame: Int) -> Bool {
      guard record.commit(y: y, height: height, frame: frame) else { return false }
      version += 1
      record.draw(version: version)
      return true
    }
    #expect(commit(0), "the first look")
    for frame in 1...PropertySettings.iterations(400) {
      var isOther = true
      switch random.nextIndex(below: 10) {
      case 0: y += LayoutUnit(rawValue: 1)
      case 1: height += LayoutUnit(rawValue: 1)
      case 2: record.setState(.failed)
      case 3: record.setRole(.assistant)
      case 4:
        let (change, work) = record.change { $0.replace(with: Array("n\(frame)".utf8)) }
        #expect(work.bytes > 0)
        record.invalidate(change)
      case 5: record.markChanged()
      case 6: record.supply(height: LayoutUnit(points: 50))
      case 7:
        record.use(inFrame: frame)
        record.setAwaited(true)
        isOther = false
      case 8:
        record.stream(UInt32(frame))
        record.layOut(TextGeometry(width: LayoutUnit(points: 300), textSize: .large))
        isOther = false
      default: isOther = false
      }
      let before = record.shown.version
      #expect(commit(frame) == isOther)
      #expect((record.shown.version != before) == isOther)
      #expect(record.shown.frame == frame)
    }
  }

  /// What a source would not say can no longer be made anew from it.
  @Test func whatIsKnownBeyondTheSourceIsKept() {
    let changes: [(ItemRecord) -> Void] = [
      { $0.keep() }, { $0.rename(to: "other") }, { $0.supply(height: LayoutUnit(points: 10)) },
    ]
    for change in changes {
      let record = record(.user("m"))
      record.use(inFrame: 3)
      #expect(record.isReplaceable && record.lastUsed == 3)
      change(record)
      #expect(!record.isReplaceable)
      #expect(record.handle == 7)
    }
  }

  @Test func onlyAnEmptyAnswerShowsDots() {
    #expect(!record(.user("u", "")).showsLoadingDots)
    #expect(!record(.assistant("a")).showsLoadingDots)
    #expect(!record(Message(id: "a", role: .assistant, text: "")).showsLoadingDots)
    let empty = record(Message(id: "a", role: .assistant, text: "", state: .streaming))
    #expect(empty.showsLoadingDots)
    _ = empty.change { $0.begin(.card, cardHeight: LayoutUnit(points: 10)) }
    #expect(!empty.showsLoadingDots)
    #expect(record(Message(id: "p", role: .placeholder, text: "")).showsLoadingDots)
  }
}
