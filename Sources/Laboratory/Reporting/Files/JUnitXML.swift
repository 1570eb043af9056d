/// Tests as JUnit's XML, which every service for continuous integration reads.
struct JUnitXML {
  /// How a case ended other than by a pass.
  enum Element: String {
    case failure, error, skipped
  }

  /// One test.
  struct Case {
    var name: String
    /// What a value is called, and the value.
    var properties: [(name: String, value: String)] = []
    /// How it ended; nil for a pass.
    var element: Element?
    var message = ""
    /// A verdict in one word; empty for none.
    var type = ""
    /// What explains the message, with its lines.
    var details = ""
    /// What is to be known beside the verdict.
    var output = ""
  }

  /// Cases that belong together.
  struct Suite {
    var name: String
    var cases: [Case]
  }

  var name: String
  var suites: [Suite]

  /// The file's text.
  var text: String {
    var body = ""
    for suite in suites {
      body += "  <testsuite name=\"\(Self.escape(suite.name))\" \(Self.counts(of: suite.cases))>\n"
      for one in suite.cases { body += Self.text(of: one, in: suite.name) }
      body += "  </testsuite>\n"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites name=\"\(Self.escape(name))\" \(Self.counts(of: suites.flatMap(\.cases)))>\n"
      + "\(body)</testsuites>\n"
  }

  private static func counts(of cases: [Case]) -> String {
    func count(_ element: Element) -> Int { cases.count { $0.element == element } }
    return "tests=\"\(cases.count)\" failures=\"\(count(.failure))\" errors=\"\(count(.error))\" "
      + "skipped=\"\(count(.skipped))\""
  }

  private static func text(of one: Case, in suite: String) -> String {
    var text = "    <testcase classname=\"\(escape(suite))\" name=\"\(escape(one.name))\">\n"
    if !one.properties.isEmpty {
      let all = one.properties.map {
        "<property name=\"\($0.name)\" value=\"\(escape($0.value))\"/>"
      }
      text += "      <properties>\(all.joined())</properties>\n"
    }
    if let element = one.element {
      let type = one.type.isEmpty ? "" : " type=\"\(escape(one.type))\""
      text += "      <\(element.rawValue) message=\"\(escape(one.message))\"\(type)>"
      text += "\(escape(one.details))</\(element.rawValue)>\n"
    }
    if !one.output.isEmpty { text += "      <system-out>\(escape(one.output))</system-out>\n" }
    return text + "    </testcase>\n"
  }

  /// The text with XML's special characters escaped and those that XML 1.0 forbids replaced.
  static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "&#10;"
      case "\r": escaped += "&#13;"
      case "\t": escaped += "&#9;"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
