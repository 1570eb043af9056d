import ChatSurface
import Lengths
import Testing

/// What a requirement is checked on: a profile, a device and a rate.
struct Setting: Sendable, CustomStringConvertible {
  var profile: String
  var device: Device
  var hertz: Int

  var description: String { "\(profile), \(device.name), \(hertz) Hz" }

  /// These profiles on every device, at 60 and 120 Hz.
  static func all(_ profiles: [String]) -> [Setting] {
    profiles.flatMap { profile in
      Device.all.flatMap { device in
        [60, 120].map { Setting(profile: profile, device: device, hertz: $0) }
      }
    }
  }

  /// Every profile, device and rate.
  static let all = all(Profile.all.map(\.name))

  func driver(_ messages: [Message] = []) throws -> Driver {
    let found = Profile.all.first { $0.name == self.profile }
    let chosen = try #require(found)
    return Driver(chosen, device: device, hertz: hertz, messages: messages)
  }

  /// The height of the viewport less what is covered at its top and, without a keyboard, below.
  var free: LayoutUnit { device.height - device.safeTop - device.safeBottom - points(48) }

  /// What is covered with a keyboard of this height, by the specification.
  func covered(by keyboard: Int) -> LayoutUnit {
    keyboard == 0 ? device.safeBottom : max(device.safeBottom, points(keyboard + 8))
  }
}

func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

extension Driver {
  /// Makes frames up to and with the first at or after so many milliseconds.
  func run(untilMilliseconds time: Double) {
    while next.nanoseconds < Int64(time * 1_000_000) { frame() }
    frame()
  }

  /// Makes the frame of the first tick at or after so many milliseconds, with this event.
  func frame(atMilliseconds time: Int, _ events: SurfaceEvent...) {
    while next.nanoseconds < Int64(time) * 1_000_000 { frame() }
    frame(scheduled: events.map { ScheduledEvent($0, at: next) })
  }
}
