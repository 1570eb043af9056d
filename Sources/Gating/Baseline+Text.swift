extension Baseline {
  /// The text of the baseline's file: JSON with a fixed order of keys, one a line, so that a change
  /// of one count is a change of one line.
  package var text: String {
    var lines = [
      "{",
      "  \"schema\": \(Self.schema),",
      "  \"scenario\": \"\(cell.scenario)\",",
      "  \"profile\": \"\(cell.profile)\",",
      "  \"device\": \"\(cell.device)\",",
      "  \"refresh_hz\": \(cell.refreshHertz),",
    ]
    lines += Self.object("exact", exact, indent: "  ", isLast: false)
    lines.append("  \"allocations\": [")
    for (place, each) in allocations.enumerated() {
      lines += [
        "    {",
        "      \"toolchain\": \"\(each.key.toolchain)\",",
        "      \"architecture\": \"\(each.key.architecture)\",",
        "      \"allocator\": \"\(each.key.allocator)\",",
        "      \"configuration\": \"\(each.key.configuration)\",",
      ]
      lines += Self.object("counts", each.counts, indent: "      ", isLast: true)
      lines.append(place + 1 < allocations.count ? "    }," : "    }")
    }
    lines += ["  ]", "}", ""]
    return lines.joined(separator: "\n")
  }

  private static func object(
    _ key: String,
    _ entries: [Entry],
    indent: String,
    isLast: Bool
  ) -> [String] {
    var lines = ["\(indent)\"\(key)\": {"]
    for (place, entry) in entries.enumerated() {
      let comma = place + 1 < entries.count ? "," : ""
      switch entry.value {
      case .count(let count): lines.append("\(indent)  \"\(entry.name)\": \(count)\(comma)")
      case .hash(let hash): lines.append("\(indent)  \"\(entry.name)\": \"\(hash)\"\(comma)")
      }
    }
    lines.append(isLast ? "\(indent)}" : "\(indent)},")
    return lines
  }
}
