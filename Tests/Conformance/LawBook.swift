import Foundation
import Yams

/// All laws, by area, as Docs/Conformance.yaml lists them.
struct LawBook: Decodable {
  /// The laws of one part of the surface.
  struct Area: Decodable {
    /// What the ids of its laws begin with.
    var name: String
    var title: String
    var laws: [Law]

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case name, title, laws
    }

    init(from decoder: any Decoder) throws {
      try StrictKeys.check(decoder, allowed: CodingKeys.allCases.map(\.stringValue))
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      title = try container.decode(String.self, forKey: .title)
      laws = try container.decode([Law].self, forKey: .laws)
    }
  }

  static let path = "Docs/Conformance.yaml"

  /// The designs' short names and titles.
  var sources: [String: String]
  var areas: [Area]

  var laws: [Law] { areas.flatMap(\.laws) }

  /// Reads the file below `root`.
  /// - Throws: what `Yams` says when the file is not of this form.
  static func read(root: URL) throws -> LawBook {
    let data = try Data(contentsOf: root.appending(path: path))
    return try YAMLDecoder().decode(LawBook.self, from: data)
  }

  /// What is wrong with the file itself, a line each.
  func complaints(root: URL) -> [String] {
    var complaints: [String] = []
    var tags: [String: String] = [:]
    for area in areas {
      for law in area.laws {
        let place = "\(Self.path): \(law.id)"
        if !law.hasPlainID || !law.id.hasPrefix(area.name + "-") {
          complaints.append("\(place): an id of this area is \(area.name)-some-words")
        }
        if let other = tags.updateValue(law.id, forKey: law.tag) {
          complaints.append("\(place): has the tag \(law.tag), as \(other) has")
        }
        for source in law.sources where sources[source] == nil {
          complaints.append("\(place): no source is named \(source)")
        }
        for constant in law.constants {
          do {
            _ = try constant.find(root: root)
          } catch {
            complaints.append("\(place): \(error)")
          }
        }
      }
    }
    return complaints
  }
}
