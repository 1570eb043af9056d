import ChatSurface
import LoadGeneration
import Timebase

// Of what happens in the background no frame is made: it waits for the frame of the return.
extension Runner {
  /// Whether every window is in the background at `instant`, and nothing that is due opens or closes one.
  func isUnseen(by instant: Instant) -> Bool {
    let mayBeAway = windows.indices.contains { windows[$0].isAway } || goesToBackground(by: instant)
    guard mayBeAway else { return false }
    var away = Set(windows.indices.filter { windows[$0].isAway }.map { windows[$0].name })
    for next in events {
      guard next.instant <= instant else { break }
      switch next.event {
      case .surface(.background): away.insert(next.windowName)
      case .surface(.foreground): away.remove(next.windowName)
      case .window: return false
      case .surface, .refresh, .fault: break
      }
    }
    return windows.indices.allSatisfy { away.contains(windows[$0].name) }
  }

  private func goesToBackground(by instant: Instant) -> Bool {
    for next in events {
      guard next.instant <= instant else { return false }
      if case .surface(.background) = next.event { return true }
    }
    return false
  }

  /// Takes what is due while no window is seen. A stall that nobody sees delays no frame.
  mutating func takeUnseen(dueBy instant: Instant) {
    // What was due in the last frame was shown in it.
    for index in windows.indices { windows[index].beginFrame() }
    while let due = nextEvent, due <= instant {
      let next = events.removeFirst()
      switch next.event {
      case .surface(let event): take(event, of: next)
      case .refresh(let rate): change(to: rate, at: next)
      case .fault(.stall), .window: break
      case .fault(let fault): faults.begin(fault, at: next.instant)
      }
    }
  }

  /// Takes in what came after windows went to the background for good.
  mutating func takeUnseen() {
    for index in windows.indices where windows[index].isAway {
      windows[index].takeUnseen(tick: pipeline.nextTick)
      outcome.refused += windows[index].refused
    }
  }
}
