import ChatSurface
import LoadGeneration
import Simulation

// What `list --long` says of the files that a user writes: profiles, devices, scenarios.
extension ListCommand {
  /// Groups of rows: a key and what is to be known of it.
  static var designGroups: [(String, [(String, String)])] {
    [
      ("Keys of a profile's file", profileRows), ("Keys of a device's file", deviceRows),
      ("Parts of a scenario", partRows), ("Events of scenarios and scripts", eventRows),
    ]
  }

  private static var profileRows: [(String, String)] {
    [
      ("name", "Lower-case letters, digits and hyphens"),
      ("summary", "One line about it"),
      (
        "base",
        "The profile that it starts from: \(Profile.all.map(\.name).joined(separator: ", "))"
      ),
    ]
      + ProfileKey.all.map { key in
        var words = ["\(key.summary): \(key.values)"]
        if !key.conditions.isEmpty {
          words.append("with " + key.conditions.map(\.description).joined(separator: ", "))
        }
        words.append("\(key.standard.yaml) where the base says nothing")
        let choices = key.choices().map { choice in
          "\(choice.value) (\(choice.profiles.joined(separator: ", ")))"
        }
        if !choices.isEmpty { words.append("chosen: " + choices.joined(separator: ", ")) }
        words.append("seen in \(key.effect.scenario)")
        return (key.name, words.joined(separator: "; "))
      }
  }

  private static var deviceRows: [(String, String)] {
    [
      ("name", "Lower-case letters, digits and hyphens"),
      ("base", "The device that it starts from: \(Device.all.map(\.name).joined(separator: ", "))"),
    ]
      + DeviceFile.keys.map { key in
        let known = Device.all.map { "\(key.value($0)) (\($0.name))" }
        return (key.name, "\(key.summary): \(key.values); \(known.joined(separator: ", "))")
      }
  }

  private static var partRows: [(String, String)] {
    ScenarioPartKey.all.map { part in
      let optional = part.optional.isEmpty ? "" : "; \(part.optional.joined(separator: ", "))"
      return (part.name, "\(part.summary): \(part.required.joined(separator: ", "))\(optional)")
    }
  }

  private static var eventRows: [(String, String)] {
    EventVocabulary.table.map { event in
      (
        event.name,
        "\(event.summary)" + (event.keys.isEmpty ? "" : ": " + event.keys.joined(separator: ", "))
      )
    }
  }
}
