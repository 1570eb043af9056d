import ChatSurface
import Lengths
import LoadGeneration
import Revealing
import Testing
import Timebase

@Suite struct KeyboardScriptTests {
  private func keyboard(_ keys: String) throws -> (duration: Nanoseconds?, curve: TimingCurve?) {
    let line = "{\"t_ms\": 0, \"event\": \"keyboard\", \"height_pt\": 336\(keys)}"
    let script = try EventScript(bytes: Array(line.utf8), path: "keyboard.ndjson")
    guard case .surface(.keyboard(_, let duration, let curve)) = script.timeline.first?.event else {
      Issue.record("no keyboard event")
      return (nil, nil)
    }
    return (duration, curve)
  }

  @Test func aKeyboardEventNamesItsDurationOrNone() throws {
    #expect(try keyboard("").duration == nil)
    #expect(try keyboard(", \"curve\": \"linear\"").duration == nil)
    #expect(try keyboard(", \"duration_ms\": 0").duration == .zero)
    #expect(try keyboard(", \"duration_ms\": 400").duration == .milliseconds(400))
  }

  @Test func aKeyboardEventNamesItsCurveOrNone() throws {
    #expect(try keyboard("").curve == nil)
    #expect(try keyboard(", \"duration_ms\": 400").curve == nil)
    #expect(try keyboard(", \"curve\": \"ease_in\"").curve == .easeIn)
  }

  @Test func aTaskEndsByItsNameOrIsTheOldest() throws {
    for (keys, name) in [("", nil), (", \"id\": \"u\"", "u")] as [(String, MessageID?)] {
      let line = "{\"t_ms\": 0, \"event\": \"task_end\"\(keys)}"
      let script = try EventScript(bytes: Array(line.utf8), path: "task.ndjson")
      switch script.timeline.first?.event {
      case .surface(.taskEnd): #expect(name == nil)
      case .surface(.taskEndOf(let id)): #expect(name == id)
      default: Issue.record("no end of a task")
      }
    }
  }
}
