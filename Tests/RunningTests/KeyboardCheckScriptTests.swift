import ChatSurface
import Foundation
import Lengths
import LoadGeneration
import Running
import Testing

/// The published cases of `vercel-v0`'s keyboard as a user sees them: an event script in, a frame log
/// out.
@Suite struct KeyboardCheckScriptTests {
  /// One case: points from the end, blank and T before the keyboard opens, and the shift, by which
  /// content moves less than T. M is what this device makes it: the keyboard, 8 pt less than T, and
  /// a composer of one line; the seven have the same shift with it.
  struct Check: Sendable, CustomStringConvertible {
    var distance: Int
    var blank: Int
    var travel: Int
    var shift: Int

    var description: String { "\(distance)/\(blank)/\(travel) → \(shift)" }
  }

  static let checks = [
    Check(distance: 80, blank: 20, travel: 300, shift: -280),
    Check(distance: 0, blank: 100, travel: 230, shift: -100),
    Check(distance: 1, blank: 50, travel: 300, shift: -49),
    Check(distance: 5, blank: 350, travel: 300, shift: -300),
    Check(distance: 10, blank: 400, travel: 300, shift: -300),
    Check(distance: 250, blank: 0, travel: 350, shift: -350),
    Check(distance: 0, blank: 0, travel: 302, shift: 0),
  ]

  /// The judge has a rule of its own, in which content goes up by what the shift leaves of T.
  @Test(arguments: zip(checks, [300, 300, 300, 350, 350, 350, 336]))
  func theJudgesOwnRuleGivesThePublishedCases(check: Check, reach: Int) {
    let raise = DriftJudge.raise(
      distance: LayoutUnit(points: check.distance),
      blank: LayoutUnit(points: check.blank),
      travel: LayoutUnit(points: check.travel),
      reach: LayoutUnit(points: reach)
    )
    #expect(raise == LayoutUnit(points: check.travel + check.shift))
  }

  private static let opening = 2_000.0

  /// The viewport of an iPhone SE less its top inset and a composer of one line.
  private static let free = 667 - 20 - 48

  /// A list that ends in a turn which leaves the blank; a jump to its end, without following it, and a
  /// drag by the distance, which stands still before the finger leaves.
  private func script(for check: Check) -> String {
    let turn = check.blank > 0 ? Self.free - check.blank : Self.free + 100
    let older = (0..<12).map { number in
      #"{"id": "m\#(number)", "role": "\#(number % 2 == 0 ? "user" : "assistant")", "#
        + #""text": "older", "state": "complete", "height_pt": 100}"#
    }
    // Of the question 88 pt count at most, so most of the turn is an answer, 12 pt below it.
    let answer = turn - 44 - 12
    let last = [("u", "user", 44), ("z", "assistant", answer)].map { id, role, height in
      #"{"id": "\#(id)", "role": "\#(role)", "text": "turn", "state": "complete", "#
        + #""height_pt": \#(height)}"#
    }
    // Its end lies where its top is at the viewport's, or, where it is taller, its bottom.
    let (target, align) = check.blank > 0 ? ("u", "top") : ("z", "bottom")
    return """
      {"t_ms": 0, "event": "load", "messages": [\((older + last).joined(separator: ", "))]}
      {"t_ms": 500, "event": "scroll_to", "id": "\(target)", "align": "\(align)"}
      {"t_ms": 700, "event": "touch", "phase": "began", "y_pt": 300}
      {"t_ms": 710, "event": "touch", "phase": "moved", "y_pt": 301}
      {"t_ms": 720, "event": "touch", "phase": "moved", "y_pt": \(300 + check.distance)}
      {"t_ms": 900, "event": "touch", "phase": "ended", "y_pt": \(300 + check.distance)}
      {"t_ms": 2000, "event": "keyboard", "height_pt": \(check.travel - 8)}

      """
  }

  private func lines(_ log: [UInt8]) throws -> [[String: Any]] {
    try String(decoding: log, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func points(_ key: String, _ line: [String: Any]) -> Double { line[key] as? Double ?? 0 }

  @Test(arguments: checks)
  func aScriptOfEachPublishedCaseHasItsShiftInTheLog(check: Check) throws {
    let script = try EventScript(bytes: Array(script(for: check).utf8), path: "keyboard.ndjson")
    let result = TestBench.run(script.timeline, profile: .builtIn("vercel-v0"), device: .iPhoneSE)
    #expect(result.outcome.refusals.isEmpty)
    let lines = try lines(result.log)
    let before = try #require(lines.last { points("t_ms", $0) < Self.opening })
    let end =
      points("content_bottom_pt", before) + points("inset_bottom_pt", before)
      - points("viewport_pt", before)
    #expect(end - points("offset_pt", before) == Double(check.distance))
    #expect(points("blank_pt", before) == Double(check.blank))
    #expect(points("shift_pt", before) == 0)
    #expect(before["follow"] as? String == "free")
    let after = try #require(lines.last)
    #expect(points("t_ms", after) >= Self.opening)
    #expect(points("covered_pt", after) == Double(check.travel))
    let moved = Double(check.travel + check.shift)
    #expect(points("shift_pt", after) == -moved)
    #expect(points("offset_pt", after) - points("offset_pt", before) == moved)
    // On the way it never turns back.
    let way = lines.filter { points("t_ms", $0) >= Self.opening }.map { points("shift_pt", $0) }
    #expect(zip(way, way.dropFirst()).allSatisfy { $0 >= $1 })
  }
}
