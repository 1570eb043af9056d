import CMarkParsing
import MarkdownBlocks

let watch = Stopwatch()
let parser = CMarkParser()
let only = CommandLine.arguments.dropFirst().first
for construct in Construct.allCases where only == nil || construct.rawValue == only {
  let text = construct.text(words: 10_000)
  let tokens = text.tokens()
  var parsed = 0
  var best = Double.infinity
  for _ in 0..<(only == nil ? 5 : 20) {
    best = min(best, watch.seconds {
      var list = BlockList(rule: .incremental, parser: parser)
      text.withUnsafeBufferPointer { bytes in
        for token in tokens { list.append(UnsafeBufferPointer(rebasing: bytes[token])) }
      }
      parsed = list.bytesParsed
    })
  }
  var whole = 0.0
  for k in 0..<16 {
    let end = text.count * (2 * k + 1) / 32
    whole += watch.least(of: 3) {
      text.withUnsafeBufferPointer { bytes in
        _ = parser.parse(UnsafeBufferPointer(rebasing: bytes[..<end]))
      }
    }
  }
  let each = best / Double(tokens.count)
  print(construct.rawValue, text.count, tokens.count, "us/token", each * 1e6,
    "bytes/token", parsed / tokens.count, "whole us", whole / 16 * 1e6, "ratio", whole / 16 / each)
}
