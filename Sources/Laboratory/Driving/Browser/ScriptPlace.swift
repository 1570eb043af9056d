import Foundation

/// A place in a script, as stacks and profiles of a browser name it.
package struct ScriptPlace: Hashable {
  /// The function; empty for one without a name.
  package var function: String
  /// The script's address, or its path before it was bundled.
  package var file: String
  /// Both from 1 on.
  package var line: Int
  package var column: Int

  package init(function: String, file: String, line: Int, column: Int) {
    (self.function, self.file, self.line, self.column) = (function, file, line, column)
  }

  /// Whether it is in a package that the app was bundled with.
  package var isOfLibrary: Bool { file.contains("node_modules/") }
  /// Whether it is in one of the scripts that were played into the page.
  var isOurs: Bool { file.hasPrefix(PageScripts.name) }

  /// `stick (src/chat.js:41)`.
  package var words: String {
    let path = file.prefix { $0 != "?" && $0 != "#" }
    var name = path.hasSuffix("/") ? "the page" : path.split(separator: "/").last ?? "the page"
    if !file.contains("://") { name = path }
    return "\(function.isEmpty ? "a function" : function) (\(name):\(line))"
  }

  /// The places of the page in an error's stack, the innermost first; what cannot be read is left out.
  ///
  /// - Complexity: O(characters).
  package static func stack(_ text: String) -> [ScriptPlace] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, words[0] == "at" else { return nil }
      var (function, address) = ("", words[1])
      if address.hasSuffix(")"), let start = address.lastIndex(of: "(") {
        function = String(address[..<start])
        address = address[start...].dropFirst().dropLast()
      }
      let parts = address.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count > 2, let column = Int(parts[parts.count - 1]),
        let row = Int(parts[parts.count - 2])
      else { return nil }
      for word in ["async ", "new "] where function.hasPrefix(word) {
        function.removeFirst(word.count)
      }
      function = String(function.prefix { $0 != "[" }).trimmingCharacters(in: .whitespaces)
      // `Object.draw` and `HTMLElement.<anonymous>` say of what a function was called, which is known.
      if let name = function.split(separator: ".").last { function = String(name) }
      let place = ScriptPlace(
        function: function == "<anonymous>" ? "" : function,
        file: parts.dropLast(2).joined(separator: ":"),
        line: row,
        column: column
      )
      return place.isOurs || !place.file.contains("/") ? nil : place
    }
  }
}
