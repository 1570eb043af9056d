import ArgumentParser
import ChatSurface
import LoadGeneration
import Simulation

/// `stillpoint list`.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists scenarios, profiles, devices, load presets and shipped streams.",
    discussion: """
      EXAMPLE
        stillpoint list
      """
  )

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      let catalog = try ScenarioCatalog.find()
      let groups: [(String, [(String, String)])] = [
        ("Scenarios", try catalog.entries().map { ($0.name, $0.summary) }),
        ("Profiles", Profile.all.map { ($0.name, $0.summary) }),
        ("Devices", Device.all.map { ($0.name, Self.describe($0)) }),
        ("Load presets", LoadPreset.all.map { ($0.name, $0.summary) }),
        (
          "Streams",
          catalog.streamNames.map { ($0, "\(catalog.streamsFolder)/\($0).ndjson") }
        ),
      ]
      let width = groups.flatMap(\.1).map(\.0.count).max() ?? 0
      for (title, rows) in groups {
        console.say(title)
        for (name, summary) in rows {
          let padding = String(repeating: " ", count: width - name.count)
          console.say("  \(name)\(padding)  \(summary)")
        }
        console.say("")
      }
    }
  }

  private static func describe(_ device: Device) -> String {
    let width = Int(device.width.points)
    let height = Int(device.height.points)
    return "\(width) x \(height) pt at \(device.rate.hertz) Hz"
  }
}
