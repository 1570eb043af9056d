import CPageResources
import Files
import Records

/// A page without scripts: a verdict or a title, then sections. A check, a round of the gate and a capacity
/// report are written on it; it opens from disk and asks no network for anything.
struct PlainPage {
  /// A section of the page.
  struct Section {
    var title: String
    /// What was found, each with whether it says that nothing can be judged.
    var findings: [(text: String, isInvalid: Bool)] = []
    /// Tables and pictures as markup.
    var markup = ""
    /// What stands below in small letters.
    var notes: [String] = []
  }

  /// The version of the schema of the file that says the same to programs.
  var schema: Int
  /// What the page is of: `check of my-app`.
  var about: String
  /// What stands in large letters.
  var heading: String
  /// What the heading says; nil where it names no verdict.
  var verdict: Verdict?
  var reasons: [String] = []
  var sentences: [String] = []
  var sections: [Section] = []
  var footer = ""

  /// What a link to a section names.
  static func anchor(_ index: Int) -> String { "section-\(index)" }

  /// Makes the page.
  ///
  /// - Throws: ``OutputError`` for a broken template.
  func text() throws(OutputError) -> String {
    let style = verdict.map { $0 == .pass ? "pass" : $0.exitCode == 2 ? "fail" : "fail invalid" }
    return try PageTemplate.render(
      .plain_page_mustache,
      [
        "schema": schema, "isStill": true, "style": PageTemplate.style,
        "title": "\(heading): \(about)", "about": about, "heading": heading,
        "hasVerdict": verdict != nil, "verdictClass": style ?? "", "footer": footer,
        "hasFooter": !footer.isEmpty, "hasReasons": !reasons.isEmpty,
        "reasons": reasons.map { ["text": $0] }, "sentences": sentences.map { ["text": $0] },
        "sections": sections.enumerated().map { index, section -> [String: Any] in
          [
            "title": section.title, "anchor": Self.anchor(index), "markup": section.markup,
            "findings": section.findings.map {
              ["text": $0.text, "class": $0.isInvalid ? "caveat" : "shortfall"]
            },
            "notes": section.notes.map { ["text": $0] },
          ]
        },
      ]
    )
  }
}
