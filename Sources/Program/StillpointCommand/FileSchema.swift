import ArgumentParser
import ChatSurface
import Checking
import Driving
import Fleets
import Foundation
import FrameLogs
import FrameMetrics
import LoadGeneration
import Scenarios

/// The files that people write, as JSON Schemas: editors complete their keys by them and underline what is
/// not understood. They are made from the tables that the files are read by.
enum FileSchema: String, CaseIterable, ExpressibleByArgument {
  case design
  case device
  case scenario
  case stillpoint
  case app
  case fleet = "limits"

  /// The schema's text.
  ///
  /// - Throws: What the encoding of JSON throws.
  func text() throws -> String {
    var schema = Self.object(properties, required: required)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = title
    schema["$defs"] = definitions
    let options: JSONSerialization.WritingOptions = [
      .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
    ]
    return String(
      decoding: try JSONSerialization.data(withJSONObject: schema, options: options),
      as: UTF8.self
    ) + "\n"
  }

  private var title: String {
    switch self {
    case .design: "A design of a chat screen: run --profile FILE"
    case .device: "A device: run --device FILE"
    case .scenario: "A scenario: run FILE"
    case .stillpoint: "stillpoint.yaml: what check holds an app against"
    case .app: "APP.yaml: a chat on the web, for drive"
    case .fleet: "Limits of a fleet: fleet --budgets FILE"
    }
  }

  /// What several keys take.
  private var definitions: [String: Any] {
    switch self {
    case .design, .device, .app, .fleet: [:]
    case .scenario: ["budgets": Self.budgets, "limits": Self.limits]
    case .stillpoint: ["budgets": Self.budgets]
    }
  }

  private var required: [String] {
    switch self {
    case .design, .app: ["name"]
    case .device, .scenario, .stillpoint, .fleet: []
    }
  }

  private var properties: [String: Any] {
    switch self {
    case .design: Self.designKeys
    case .device: Self.deviceKeys
    case .scenario: Self.scenarioKeys
    case .stillpoint: Self.checkKeys
    case .app: Self.appKeys
    case .fleet: Self.fleetKeys
    }
  }

  // MARK: Kinds of file

  private static var designKeys: [String: Any] {
    let gaps = ProfileGap.Subject.allCases.map { ($0.rawValue, text as Any) }
    var keys = keyed(
      ProfileFile.ownKeys,
      [
        "name": name, "base": choice(Profile.all.map(\.name)), "summary": text,
        "left_open": object(Dictionary(uniqueKeysWithValues: gaps)),
      ]
    )
    for key in ProfileKey.all { keys[key.name] = described(shape(of: key.shape), key.summary) }
    return keys
  }

  private static func shape(of shape: ProfileKey.Shape) -> [String: Any] {
    switch shape {
    case .words(let words): choice(words)
    case .whole(let range, _): whole(range)
    case .wholeOrNull(let range, _): either(whole(range), ["type": "null"])
    case .time(let range): number(Double(range.lowerBound)...Double(range.upperBound))
    case .timeOrNull(let range):
      either(number(Double(range.lowerBound)...Double(range.upperBound)), ["type": "null"])
    case .flag: flag
    case .box: list(whole(0...64), 2...2)
    case .curve(let names): either(choice(names), list(["type": "number"], 4...4))
    case .tiers: list(["type": "object"], 1...64)
    }
  }

  private static var deviceKeys: [String: Any] {
    var keys: [String: Any] = ["name": name, "base": choice(Device.all.map(\.name))]
    for key in DeviceFile.keys {
      let one =
        key.isWhole
        ? whole(Int(key.range.lowerBound)...Int(key.range.upperBound)) : number(key.range)
      let value = key.isList ? either(one, list(one, 1...DeviceFile.Key.longestList)) : one
      keys[key.name] = described(value, key.summary)
    }
    return keys
  }

  private static var scenarioKeys: [String: Any] {
    let kinds = ScenarioPartKind.all.map { kind -> [String: Any] in
      let keys = kind.required + kind.optional
      let value: [String: Any] =
        kind.isObject ? object(keyed(keys, [:])) : ["type": ["array", "object"]]
      return described(object([kind.name: value], required: [kind.name]), kind.summary)
    }
    let figures = Metric.all.map { ($0.id, described(defined("limits"), $0.title) as Any) }
    return keyed(
      ScenarioFile.keys,
      [
        "name": text, "summary": text, "seed": ["type": "integer"], "include": texts,
        "profile": text, "profiles": texts, "device": text,
        "until_ms": number(0...Double(Int32.max)), "budgets": defined("budgets"),
        "parts": ["type": "array", "items": ["oneOf": kinds]],
        "requires": object(Dictionary(uniqueKeysWithValues: figures)),
        "history": object([
          "messages": whole(0...SyntheticHistory.limit),
          "lengths": choice(SyntheticHistory.Lengths.all.map(\.name)),
        ]),
        "matrix": object(["profiles": texts, "devices": texts, "rates_hz": wholes]),
      ]
    )
  }

  private static var checkKeys: [String: Any] {
    let values: [String: Any] = [
      "name": text, "files": texts, "session": text, "refresh": wholes,
      "budgets": defined("budgets"),
      "format": choice(LogFormat.allCases.map(\.rawValue)),
      "gaps": choice(GapReading.allCases.map(\.rawValue)), "app": text, "scenarios": texts,
      "url": text, "viewport": text, "scenario": texts, "profile": text, "device": text,
      "engines": list(choice(Engine.allCases.map(\.rawValue)), 1...Engine.allCases.count),
      "folder": text, "command": text, "time_limit": whole(1...86_400), "with": text,
      "history": text,
    ]
    var keys = keyed(CheckFile.keys, values)
    for (part, own) in CheckFile.partKeys {
      // The display of a recorded device may have a rate such as 59.94.
      let rate: [String: Any] = part == "recordings" ? ["refresh": number(1...1_000)] : [:]
      let entry = object(keyed(own, values.merging(rate) { $1 }))
      keys[part] = part == "compare" ? either(choice(["none"]), entry) : list(entry, 0...1_000)
    }
    return keys
  }

  private static var appKeys: [String: Any] {
    keyed(
      AppDescription.keys,
      [
        "name": text, "version": text, "folder": text, "command": text, "url": text,
        "endpoint": text, "models": flag, "input": text, "stop": text, "new_chat": text,
        "scroller": text, "fold": text, "history": text, "older": text, "thoughts": text,
        "change": text, "looked": text, "port": whole(1...65_535),
        "allowed_errors": list(text, 0...1_000),
        "prepare": list(text, 0...1_000),
        "send": either(choice(["Enter"]), object(["click": text], required: ["click"])),
        "viewport": object(["width": whole(Viewport.sides), "height": whole(Viewport.sides)]),
      ]
    )
  }

  private static var fleetKeys: [String: Any] {
    let shares = SessionShare.allCases.map { share in
      (share.rawValue, described(number(0...100), share.formula) as Any)
    }
    var keys = Dictionary(uniqueKeysWithValues: shares)
    keys["budgets"] = object(keys)
    keys["by"] = list(choice(SessionKey.allCases.map(\.rawValue)), 0...SessionKey.allCases.count)
    return keys
  }

  private static var limits: [String: Any] {
    object(["at_least": ["type": "number"], "at_most": ["type": "number"]])
  }

  private static var budgets: [String: Any] {
    let limits = Budget.allCases.map { budget in
      (
        budget.rawValue,
        described(either(number(budget.range), ["type": "null"]), budget.title) as Any
      )
    }
    return either(object(Dictionary(uniqueKeysWithValues: limits)), ["type": "null"])
  }

  // MARK: Shapes

  private static var text: [String: Any] { ["type": "string"] }
  private static var flag: [String: Any] { ["type": "boolean"] }
  private static var texts: [String: Any] { either(text, ["type": "array", "items": text]) }
  private static var wholes: [String: Any] {
    either(whole(1...1_000), list(whole(1...1_000), 1...1_000))
  }
  private static var name: [String: Any] { ["type": "string", "pattern": "^[a-z0-9-]+$"] }

  private static func defined(_ name: String) -> [String: Any] { ["$ref": "#/$defs/\(name)"] }
  private static func choice(_ words: [String]) -> [String: Any] { ["enum": words] }
  private static func either(_ shapes: [String: Any]...) -> [String: Any] { ["anyOf": shapes] }

  private static func whole(_ range: ClosedRange<Int>) -> [String: Any] {
    ["type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound]
  }

  private static func number(_ range: ClosedRange<Double>) -> [String: Any] {
    ["type": "number", "minimum": range.lowerBound, "maximum": range.upperBound]
  }

  private static func list(_ item: [String: Any], _ count: ClosedRange<Int>) -> [String: Any] {
    ["type": "array", "items": item, "minItems": count.lowerBound, "maxItems": count.upperBound]
  }

  private static func object(_ keys: [String: Any], required: [String] = []) -> [String: Any] {
    ["type": "object", "properties": keys, "required": required, "additionalProperties": false]
  }

  private static func described(_ shape: [String: Any], _ words: String) -> [String: Any] {
    shape.merging(["description": words]) { own, _ in own }
  }

  /// The keys with what each takes; any value where that is not said.
  private static func keyed(_ keys: [String], _ shapes: [String: Any]) -> [String: Any] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0, shapes[$0] ?? [String: Any]()) })
  }
}
