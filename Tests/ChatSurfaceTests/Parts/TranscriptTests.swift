import AnchoredLayout
import MarkdownBlocks
import ChatSurface
import FramePacing
import Lengths
import PublishedDesigns
import Testing
import Timebase

/// The transcript alone against a list of names.
@Suite struct TranscriptTests {
  private func transcript(_ layout: any LayoutStrategy = AnchoredTree()) -> Transcript {
    Transcript(
      layout: layout,
      markdown: Profile.reference.markdown,
      parser: MarkdownParser(),
      spacing: LayoutUnit(points: 12),
      limit: 1_000
    )
  }

  private func messages(_ names: [String]) -> ListedMessages {
    ListedMessages(names.map { Message(id: MessageID(rawValue: $0), role: .user, text: $0) })
  }

  private func item(_ handle: UInt32) -> LayoutItem {
    LayoutItem(handle: handle, height: LayoutUnit(points: 30))
  }

  @Test func theOrderIsThatOfTheEditsInEveryLayout() {
    let layouts: [any LayoutStrategy] = [
      AnchoredTree(), AnchoredArray(), AdjustingArray(), PagedArray(), UnsizedArray(),
    ]
    for layout in layouts {
      var generator = SeededGenerator(seed: PropertySettings.seed)
      var transcript = transcript(layout)
      var model: [String] = []
      var next = 0
      for _ in 0..<PropertySettings.iterations(300) {
        switch generator.nextIndex(below: 8) {
        case 0 where next % 7 == 0:
          model = (0..<generator.nextIndex(below: 30)).map { "l\(next + $0)" }
          next += model.count + 1
          _ = transcript.load(messages(model)) { handle, _ in item(handle) }
        case 1, 2, 3, 4:
          let names = (0..<1 + generator.nextIndex(below: 4)).map { "m\(next + $0)" }
          next += names.count
          let index = generator.nextIndex(below: model.count + 1)
          transcript.insert(transcript.adopt(messages(names)).map(item), at: index)
          model.insert(contentsOf: names, at: index)
        case 5 where !model.isEmpty:
          let from = generator.nextIndex(below: model.count)
          let to = generator.nextIndex(below: model.count)
          transcript.move(from: from, to: to)
          model.insert(model.remove(at: from), at: to)
        default:
          guard !model.isEmpty else { continue }
          let start = generator.nextIndex(below: model.count)
          let end = min(model.count, start + 1 + generator.nextIndex(below: 3))
          transcript.remove(start..<end)
          for name in model[start..<end] {
            #expect(transcript.handle(of: MessageID(rawValue: name)) == nil, "\(name) was removed")
          }
          model.removeSubrange(start..<end)
        }
        #expect(transcript.ids.map(\.rawValue) == model)
        transcript.checkInvariants()
      }
      for (index, name) in model.enumerated() {
        let handle = transcript.handle(of: MessageID(rawValue: name))
        #expect(handle.flatMap { transcript.layout.index(of: $0) } == index)
      }
    }
  }

  @Test func aHiddenMessageTakesNoRoomAndOthersTheirSpacing() {
    let transcript = transcript()
    #expect(transcript.slot(.zero, of: 0) == .zero)
    let slot = transcript.slot(LayoutUnit(points: 30), of: 0)
    #expect(slot == LayoutUnit(points: 42))
    #expect(transcript.ownHeight(ofSlot: slot) == LayoutUnit(points: 30))
  }

  @Test func whatIsMeasuredIsForgottenWithTheConversation() {
    var transcript = transcript()
    let handles = transcript.load(messages(["a", "b"])) { handle, _ in item(handle) }
    transcript.markMeasured(handles.lowerBound)
    #expect(transcript.isMeasured(handles.lowerBound) == true)
    transcript.unmark(handles.lowerBound)
    #expect(transcript.isMeasured(handles.lowerBound) == false)
    transcript.markMeasured(handles.lowerBound)
    let others = transcript.load(messages(["c"])) { handle, _ in item(handle) }
    #expect(others.allSatisfy { !transcript.isMeasured($0) })
    transcript.clear()
    #expect(transcript.count == 0 && transcript.ids.isEmpty)
  }
}
