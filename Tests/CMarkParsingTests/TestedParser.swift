import CMarkParsing
import MarkdownBlocks

/// The parsers of Markdown that the tests of growing texts are made for.
enum TestedParser: String, CaseIterable {
  case cmark, markdown

  /// The parser.
  var parser: any BlockParser {
    switch self {
    case .cmark: CMarkParser()
    case .markdown: MarkdownParser()
    }
  }
}
