import ChatSurface
import LoadGeneration
import Scenarios

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
      ("summary", "One line about it; may be left out"),
      (
        "base",
        "The profile that it starts from; without one every key has to be there: "
          + Profile.all.map(\.name).joined(separator: ", ")
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
        let beside = key.effect.setting.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        words.append(
          "seen as \(key.effect.value) in \(key.effect.scenario)"
            + (beside.isEmpty ? "" : ", beside \(beside.joined(separator: ", "))")
        )
        return (key.name, words.joined(separator: "; "))
      }
  }

  private static var deviceRows: [(String, String)] {
    [
      ("name", "Lower-case letters, digits and hyphens"),
      (
        "base",
        "The device that it starts from, may be left out: "
          + Device.all.map(\.name).joined(separator: ", ")
      ),
    ]
      + DeviceFile.keys.map { key in
        let known = Device.all.map { "\(key.value($0)) (\($0.name))" }
        let standard =
          key.standard.map { "\($0) where there is no base" } ?? "needed without a base"
        return (
          key.name, "\(key.summary): \(key.values); \(standard); \(known.joined(separator: ", "))"
        )
      }
  }

  private static var partRows: [(String, String)] {
    ScenarioPartKind.all.map { part in
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
