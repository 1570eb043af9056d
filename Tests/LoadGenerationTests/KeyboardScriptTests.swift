import ChatSurface
import ConformanceTags
import Lengths
import LoadGeneration
import Revealing
import Testing
import Timebase

@Suite struct KeyboardScriptTests {
  private func keyboard(_ keys: String) throws -> (duration: Nanoseconds, curve: TimingCurve)? {
    let line = "{\"t_ms\": 0, \"event\": \"keyboard\", \"height_pt\": 336\(keys)}"
    let script = try EventScript(bytes: Array(line.utf8), path: "keyboard.ndjson")
    guard case .surface(.keyboard(_, let duration, let curve)) = script.timeline.first?.event else {
      return nil
    }
    return (duration, curve)
  }

  @Test(.tags(.keyboardDuration)) func aKeyboardEventWithoutADurationTakes250Milliseconds() throws {
    #expect(try keyboard("")?.duration == .milliseconds(250))
    #expect(try keyboard(", \"curve\": \"linear\"")?.duration == .milliseconds(250))
    #expect(try keyboard(", \"duration_ms\": 0")?.duration == .zero)
    #expect(try keyboard(", \"duration_ms\": 400")?.duration == .milliseconds(400))
  }

  @Test(.tags(.keyboardCurve)) func aKeyboardEventWithoutACurveIsEaseInOut() throws {
    let easeInOut = TimingCurve.cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
    #expect(try keyboard("")?.curve == easeInOut)
    #expect(try keyboard(", \"duration_ms\": 400")?.curve == easeInOut)
    #expect(try keyboard(", \"curve\": \"ease_in\"")?.curve == .easeIn)
  }
}
