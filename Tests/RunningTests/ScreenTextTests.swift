import ChatSurface
import Foundation
import FramePacing
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

@Suite struct ScreenTextTests {
  private func screen(keepsText: Bool) throws -> ScreenTable {
    let scenario = try ScenarioCatalog.find().scenario(named: "first-message")
    let plan = CellPlan(
      scenario: "first-message",
      events: scenario.timeline(on: .iPhoneSE),
      profile: .reference,
      device: .iPhoneSE,
      seed: 1
    )
    var options = RunOptions(cost: .modelled, costs: TestBench.costs)
    options.keepsText = keepsText
    return try CellRunner(options: options, tools: TestBench.tools).run(plan).record.screen
  }

  @Test func everyMessageThatWasSeenHasItsLines() throws {
    let screen = try screen(keepsText: true)
    let seen = Set(screen.frames.flatMap { frame in frame.items.map(\.id) })
    #expect(!seen.isEmpty)
    let known = Dictionary(screen.texts.map { ($0.id, $0) }) { first, _ in first }
    #expect(seen.subtracting(known.keys).isEmpty)
    for text in screen.texts {
      let said = try #require(text.text)
      #expect(text.lines.reduce(0) { $0 + $1.scalars } == said.unicodeScalars.count)
      #expect(text.lines.allSatisfy { $0.scalars > 0 && (0...text.columns).contains($0.columns) })
      var rest = said.unicodeScalars[...]
      for line in text.lines {
        let scalars = rest.prefix(line.scalars)
        rest = rest.dropFirst(line.scalars)
        // A line of ASCII is no longer than its scalars, and no word that would fit is cut.
        #expect(line.columns <= max(scalars.count, 2 * scalars.count))
        if scalars.allSatisfy(\.isASCII), !scalars.contains("\n"), let last = scalars.last,
          last != " ", let next = rest.first, next != " "
        {
          #expect(!scalars.contains(" "), "a word was cut: \(String(scalars))")
        }
      }
    }
    #expect(try #require(ScreenTable(bytes: screen.bytes)) == screen)
  }

  @Test func whatWasSaidIsKeptOnlyOnRequest() throws {
    let screen = try screen(keepsText: false)
    #expect(!screen.texts.isEmpty)
    #expect(screen.texts.allSatisfy { $0.text == nil })
    let written = String(decoding: screen.bytes, as: UTF8.self)
    let with = try self.screen(keepsText: true)
    let word = try #require(
      with.texts.compactMap(\.text).joined(separator: " ").split(separator: " ").map(String.init)
        .first { $0.count > 6 }
    )
    #expect(!written.contains(word))
    #expect(with.texts.map(\.lines) == screen.texts.map(\.lines))
  }
}
