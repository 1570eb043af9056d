import ChatSurface
import FramePacing
import Lengths
import MarkdownBlocks
import Testing
import TextMeasuring
import Timebase

/// Heights of records, without a surface around them.
@Suite struct MessageHeightsTests {
  private static let rules: [MeasuringRule] = [
    Profile.reference.measuring, Profile.builtIn("vercel-v0").measuring,
    Profile.builtIn("conversation-kit").measuring,
  ]

  /// A record and the measure that it belongs to.
  private struct Bench: ~Copyable {
    var heights: MessageHeights
    var meter = WorkMeter(costs: OperationCosts(), limit: .max, allowance: .max)
    var context = FrameContext()

    init(_ rule: MeasuringRule) {
      heights = MessageHeights(
        measurer: FixedAdvanceMeasurer(),
        style: Profile.reference.style,
        rule: rule
      )
    }

    mutating func height(
      of record: ItemRecord,
      in geometry: TextGeometry,
      isGrowing: Bool = false
    ) -> LayoutUnit {
      heights.height(
        of: record,
        in: geometry,
        isGrowing: isGrowing,
        counting: &meter,
        noting: &context
      )
    }
  }

  private func record(_ role: Message.Role, _ parts: [MessagePart] = []) -> ItemRecord {
    var text = MessageText(rule: role == .user ? .plain : .incremental, parser: MarkdownParser())
    for (index, part) in parts.enumerated() {
      if index > 0 || part.kind != .text {
        _ = text.begin(part.kind, cardHeight: part.cardHeight)
      }
      part.text.withUnsafeBufferPointer { if !$0.isEmpty { _ = text.append($0) } }
    }
    let message = Message(id: "m", role: role, text: "")
    return ItemRecord(handle: 0, message: message, text: text, isReplaceable: false)
  }

  private let widths = [320, 375, 393, 667].map {
    TextGeometry(width: LayoutUnit(points: $0), textSize: .large)
  }

  /// However a record came to its text, width and cards, its height is that of one made at once.
  @Test(arguments: rules)
  func aRecordsHeightIsThatOfOneMadeAtOnce(rule: MeasuringRule) {
    var random = SeededGenerator(seed: PropertySettings.seed)
    let pieces = [
      "words that wrap ", "\n\n", "- item\n", "# head\n", "```\ncode\n```\n", "日本語",
      "| a |\n| - |\n",
    ]
    for number in 0..<PropertySettings.iterations(60) {
      var bench = Bench(rule)
      var fresh = Bench(rule)
      let role: Message.Role = random.nextIndex(below: 3) == 0 ? .user : .assistant
      let record = record(role)
      var geometry = widths[0]
      for _ in 0..<25 {
        switch random.nextIndex(below: 8) {
        case 0: geometry = widths[random.nextIndex(below: widths.count)]
        case 1:
          let (change, _) = record.change { $0.replace(with: Array("Anew.\n\n".utf8)) }
          record.invalidate(change)
        case 2:
          let height = LayoutUnit(points: random.nextIndex(below: 3) * 50)
          let (change, _) = record.change { $0.begin(.card, cardHeight: height) }
          record.invalidate(change)
        case 3:
          let height = LayoutUnit(points: random.nextIndex(below: 3) * 30)
          let part = random.nextIndex(below: record.text.partCount)
          if let change = record.setPart(
            part,
            to: PartHeight(height: height, isCards: true, by: .app)
          ) {
            record.invalidate(change)
          }
        default:
          let piece = Array(pieces[random.nextIndex(below: pieces.count)].utf8)
          let (change, _) = record.change { text in
            piece.withUnsafeBufferPointer { text.append($0) }
          }
          record.invalidate(change)
        }
        let isGrowing = random.nextIndex(below: 2) == 0
        let height = bench.height(of: record, in: geometry, isGrowing: isGrowing)
        let other = self.record(role, record.text.content)
        #expect(
          height == fresh.height(of: other, in: geometry),
          "seed \(PropertySettings.seed), case \(number)"
        )
        #expect(record.placed.blocks == other.placed.blocks)
        record.placed.checkInvariants()
        bench.heights.checkInvariants()
      }
    }
  }

  @Test func anAnswerWithoutTextHasTheHeightOfItsDotsAndAHostsHeightIsTaken() {
    var bench = Bench(Self.rules[0])
    let record = record(.assistant)
    record.setState(.streaming)
    #expect(record.showsLoadingDots)
    #expect(bench.height(of: record, in: widths[1]) == LayoutUnit(points: 20))
    record.supply(height: LayoutUnit(rawValue: 77))
    #expect(bench.height(of: record, in: widths[1]) == LayoutUnit(rawValue: 77))
    #expect(bench.heights.estimated(record, in: widths[1]) == LayoutUnit(rawValue: 77))
    record.dropSuppliedHeight()
    #expect(bench.height(of: record, in: widths[1]) == LayoutUnit(points: 20))
    #expect(bench.meter.work[.measure][.glyphShaped] == 0)
  }

  /// A block that was measured before, at this width, is looked up.
  @Test func aBlockIsShapedOnceForEachWidth() {
    var bench = Bench(Self.rules[0])
    let text = MessagePart(kind: .text, text: Array("one\n\ntwo\n\nthree".utf8))
    for (round, geometry) in [widths[0], widths[1], widths[0], widths[1]].enumerated() {
      let record = record(.assistant, [text])
      _ = bench.height(of: record, in: geometry)
      let counts = bench.heights.cacheCounts
      #expect(counts.misses == min(round + 1, 2) * 3)
      #expect(counts.hits == max(0, round - 1) * 3)
    }
    bench.heights.dropCache()
    _ = bench.height(of: record(.assistant, [text]), in: widths[0])
    #expect(bench.heights.cacheCounts.misses == 9)
  }

  /// An estimate is never 0, and comes nearer with what was measured.
  @Test func anEstimateIsNeverNothing() {
    var bench = Bench(Self.rules[0])
    for characters in [0, 1, 100, 100_000] {
      for role in [Message.Role.user, .assistant] {
        let height = bench.heights.estimated(characters: characters, role: role, in: widths[0])
        #expect(height > .zero)
      }
    }
    let text = MessagePart(kind: .text, text: Array(String(repeating: "word ", count: 400).utf8))
    let before = bench.heights.estimated(characters: 2_000, role: .assistant, in: widths[0])
    let height = bench.height(of: record(.assistant, [text]), in: widths[0])
    let after = bench.heights.estimated(characters: 2_000, role: .assistant, in: widths[0])
    #expect((after - height).magnitude <= (before - height).magnitude)
  }
}
