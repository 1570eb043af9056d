import Foundation
import Serving
import Testing
import Timebase

private let environment = ProcessInfo.processInfo.environment
private let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1

@Suite struct EventStreamTests {
  private func events(_ text: String) throws -> [String] {
    var stream = EventStream()
    return try stream.take(Array(text.utf8))
  }

  @Test func linesEndAsTheStandardSays() throws {
    for end in ["\n", "\r", "\r\n"] {
      let text =
        "\u{FEFF}data: a\(end)data:b\(end): comment\(end)id: 7\(end)\(end)data\(end)\(end)event: x\(end)\(end)"
      #expect(try events(text) == ["a\nb", ""], "\(end.debugDescription)")
    }
    #expect(try events("data:  two spaces\n\ndatax: no\n\ndata: cut off") == [" two spaces"])
  }

  @Test func anEventIsTheSameHoweverItIsRead() throws {
    let text = "data: {\"a\": 1}\r\n\r\ndata: x\ndata: y\n\n\r\rdata: é🧑‍🚀\r\rdata: [DONE]\n\n"
    let whole = try events(text)
    #expect(whole == ["{\"a\": 1}", "x\ny", "é🧑‍🚀", "[DONE]"])
    var generator = SeededGenerator(seed: seed)
    for round in 0..<200 {
      var stream = EventStream()
      var (rest, found) = (Array(text.utf8)[...], [String]())
      while !rest.isEmpty {
        let count = min(rest.count, 1 + generator.nextIndex(below: 7))
        found += try stream.take(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(found == whole, "seed \(seed), round \(round)")
    }
  }

  @Test func anEventWithoutAnEndIsRefused() throws {
    var stream = EventStream()
    let piece = [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(throws: EventStream.TooLong.self) { for _ in 0..<5 { _ = try stream.take(piece) } }
    // Comments are forgotten as they come.
    var comments = EventStream()
    for _ in 0..<20 { #expect(try comments.take([0x3A] + piece + [0x0A]).isEmpty) }
  }
}
