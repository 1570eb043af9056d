import Foundation
import Lengths
import Records
import Reporting
import Testing
import Timebase

private let environment = ProcessInfo.processInfo.environment
private let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
private let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 2000

@Suite struct DecimalTextTests {
  @Test func knownTexts() {
    #expect(DecimalText.shortest(1) == "1")
    #expect(DecimalText.shortest(-0.0) == "0")
    #expect(DecimalText.shortest(0.1) == "0.1")
    #expect(DecimalText.shortest(1e-7) == "1e-07")
    #expect(DecimalText.shortest(.nan) == nil)
    #expect(DecimalText.shortest(-.infinity) == nil)
    #expect(DecimalText.milliseconds(Nanoseconds(rawValue: 16_666_666)) == "16.666666")
    #expect(DecimalText.milliseconds(Nanoseconds(rawValue: -1)) == "-0.000001")
    #expect(DecimalText.milliseconds(Nanoseconds(rawValue: 2_000_000)) == "2")
    #expect(DecimalText.points(LayoutUnit(rawValue: 1)) == "0.015625")
    #expect(DecimalText.points(LayoutUnit(points: 50_000_000)) == "50000000")
  }

  @Test func whatPeopleReadIsShort() {
    #expect(DecimalText.short(nil) == "n/a")
    #expect(DecimalText.short(.nan) == "n/a")
    #expect(DecimalText.short(0.123456) == "0.123")
    #expect(DecimalText.short(1.23456) == "1.23")
    #expect(DecimalText.short(12.3456) == "12.3")
    #expect(DecimalText.short(123.456) == "123")
    #expect(DecimalText.short(1_234_567) == "1\u{202F}234\u{202F}567")
    #expect(DecimalText.short(-1234) == "-1234" || DecimalText.short(-1234) == "-1\u{202F}234")
    #expect(DecimalText.short(5.0004, besides: 5) == "5.0004")
    #expect(DecimalText.short(7.0004, besides: 5) == "7")
    #expect(DecimalText.short(99.8999, besides: 99.9) == "99.8999")
  }

  @Test func textsAreExact() {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<iterations {
      let bits = generator.nextIndex(below: 62)
      let value = Int64(truncatingIfNeeded: generator.next()) >> Int64(bits)
      let span = Nanoseconds(rawValue: value)
      let milliseconds = Decimal(string: DecimalText.milliseconds(span))
      #expect(milliseconds.map { $0 * 1_000_000 } == Decimal(value), "seed \(seed)")
      let length = LayoutUnit(rawValue: value >> 15)
      let points = Decimal(string: DecimalText.points(length))
      #expect(points.map { $0 * 64 } == Decimal(length.rawValue), "seed \(seed)")
      let double = Double(bitPattern: generator.next())
      if double.isFinite {
        let text = DecimalText.shortest(double)
        #expect(text.flatMap(Double.init) == double, "seed \(seed)")
      }
    }
  }
}
