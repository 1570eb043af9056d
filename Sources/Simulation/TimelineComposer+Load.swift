import ChatSurface
import Lengths
import LoadGeneration
import Timebase

extension TimelineComposer {
  /// How long tokens still arrive after a stop: those that were on their way.
  static let onTheirWay = Nanoseconds.milliseconds(200)

  mutating func add(_ part: ScenarioPart.Turns, _ chance: inout SeededGenerator) {
    for index in 0..<part.count {
      var reply = part.reply
      reply.start = reply.start + part.interval * index
      let first = events.count
      add(reply, &chance)
      guard let stop = part.stop else { continue }
      cancel(from: first, at: reply.start + stop)
    }
  }

  /// Lets the user stop the answer whose events begin at `first`, unless it has ended by then.
  private mutating func cancel(from first: Int, at stop: Instant) {
    guard let last = events.last?.instant, stop < last else { return }
    let end = stop + Self.onTheirWay
    let answer = events[first...]
    events.removeSubrange(first...)
    events += answer.filter { event in
      switch event.event {
      case .surface(.token): event.instant <= end
      case .surface(.streamEnd), .surface(.taskEnd): false
      default: true
      }
    }
    events.append(TimedLoadEvent(.stop, at: stop))
    let id = MessageID(rawValue: "assistant-\(replies)")
    events.append(TimedLoadEvent(.streamEnd(id, .cancelled), at: end))
    events.append(TimedLoadEvent(.taskEnd, at: end))
  }

  mutating func add(_ part: ScenarioPart.Rotations) {
    for index in 0..<part.count {
      let isTurned = index.isMultiple(of: 2)
      let size = isTurned ? (device.height, device.width) : (device.width, device.height)
      events.append(
        TimedLoadEvent(
          .resize(width: size.0, height: size.1),
          at: part.start + part.interval * index
        )
      )
    }
  }
}
