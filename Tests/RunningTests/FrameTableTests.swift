import Foundation
import FramePacing
import Lengths
import Records
import Testing
import Timebase

private let environment = ProcessInfo.processInfo.environment
private let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1

@Suite struct FrameTableTests {
  private func number(_ generator: inout SeededGenerator) -> Int64 {
    switch generator.nextIndex(below: 12) {
    case 0: .max
    case 1: .min
    case 2: 0
    default: Int64(bitPattern: generator.next()) >> Int64(8 * generator.nextIndex(below: 8))
    }
  }

  private func cost(_ generator: inout SeededGenerator) -> FrameCost {
    var cost = FrameCost()
    for phase in Phase.allCases { cost[phase] = Nanoseconds(rawValue: number(&generator)) }
    cost.stall = Nanoseconds(rawValue: number(&generator))
    return cost
  }

  private func frame(_ generator: inout SeededGenerator) -> FrameRecord {
    var frame = FrameRecord(
      swallowedTick: Int(number(&generator)),
      at: Instant(nanoseconds: number(&generator))
    )
    if generator.nextIndex(below: 4) == 0 { return frame }
    frame.isSwallowed = false
    frame.isOnTime = generator.nextIndex(below: 2) == 0
    frame.isFallback = generator.nextIndex(below: 2) == 0
    frame.cost = cost(&generator)
    if generator.nextIndex(below: 3) == 0 {
      frame.cost.drawing = Nanoseconds(rawValue: number(&generator))
    }
    frame.modelled = generator.nextIndex(below: 2) == 0 ? frame.cost : cost(&generator)
    frame.end = Instant(nanoseconds: number(&generator))
    frame.presented = Instant(nanoseconds: number(&generator))
    frame.vsync = Int(number(&generator))
    frame.lostVsyncs = Int(number(&generator))
    frame.offset = LayoutUnit(rawValue: number(&generator))
    frame.drift = LayoutUnit(rawValue: number(&generator))
    frame.backlogChunks = Int(number(&generator))
    frame.fades = Int(number(&generator))
    frame.visibleItems = Int(number(&generator))
    frame.redrawnItems = Int(number(&generator))
    if generator.nextIndex(below: 2) == 0 {
      var counts = FrameRecord.PhaseValuesOfInt()
      for phase in Phase.allCases { counts[phase] = Int(number(&generator)) }
      frame.allocations = .init(counts: counts, bytes: Int(number(&generator)))
    }
    if generator.nextIndex(below: 2) == 0 {
      frame.contents.events = Int(number(&generator))
      frame.contents.tokens = Int(number(&generator))
      frame.contents.blocks = Int(number(&generator))
      frame.contents.glyphs = Int(number(&generator))
      frame.contents.lookups = Int(number(&generator))
    }
    return frame
  }

  @Test(arguments: [0, 1, 63, 64, 65, 1_000])
  func everyFrameComesBackAsItWas(count: Int) {
    var generator = SeededGenerator(seed: seed, index: UInt64(count))
    let frames = (0..<count).map { _ in frame(&generator) }
    let table = FrameTable(frames)
    #expect(table.count == count)
    #expect(Array(table) == frames, "seed \(seed)")
    #expect(table.indices.map { table[$0] } == frames, "seed \(seed)")
    #expect(FrameTable(table) == table)
  }

  @Test func aTableIsReadFromItsBytesAndGoesOn() throws {
    var generator = SeededGenerator(seed: seed, index: 7)
    let frames = (0..<200).map { index in
      FrameRecord(swallowedTick: index * 3, at: Instant(nanoseconds: Int64(index) * 16_666_667))
    }
    let half = FrameTable(frames.prefix(100))
    var read = try FrameTable(bytes: half.bytes, count: 100)
    #expect(read == half)
    for frame in frames[100...] { read.append(frame) }
    #expect(read == FrameTable(frames))
    for cut in 0..<half.bytes.count {
      #expect(throws: FrameTable.Damage.self) {
        try FrameTable(bytes: Array(half.bytes.prefix(cut)), count: 100)
      }
    }
    for _ in 0..<2_000 {
      var damaged = half.bytes
      damaged[generator.nextIndex(below: damaged.count)] = UInt8(generator.nextIndex(below: 256))
      let other = try? FrameTable(bytes: damaged, count: 100)
      #expect(other.map { $0.count == 100 } ?? true)
    }
  }

  @Test func framesOfARunTakeEightyBytesAtMost() {
    let outcome = TestBench.run(TestBench.answer(words: 200)).outcome
    #expect(outcome.frames.count > 100)
    #expect(outcome.frames.bytes.count < 80 * outcome.frames.count)
  }
}
