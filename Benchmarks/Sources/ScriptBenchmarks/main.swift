import CMarkParsing
import Foundation
import GrowthTexts
import PangoMeasuring
import Profiling

// Prints what a token costs in each script, construct and length, and what hostile shapes cost.
let isSmall = CommandLine.arguments.contains("--small")
let repeats = isSmall ? 1 : 7
let lengths = isSmall ? [100, 300, 1_000] : [100, 1_000, 3_000, 10_000]
let hostileSize = isSmall ? 8_192 : 65_536
/// What the counts of `--small` must come to, on every machine.
let smallHash: UInt64 = 0x3632_65AA_D97A_4010

var answers: UInt64 = 0xCBF2_9CE4_8422_2325
var isExact = true

@MainActor func note(_ count: Int) {
  answers = (answers ^ UInt64(count)) &* 0x100_0000_01B3
}

/// The slope of the line through points in a plane of logarithms, by least squares.
func exponent(_ points: [(Int, Double)]) -> Double {
  let logs = points.map { (log(Double($0.0)), log(max($0.1, 1e-12))) }
  let count = Double(logs.count)
  let middle = (logs.reduce(0) { $0 + $1.0 } / count, logs.reduce(0) { $0 + $1.1 } / count)
  let above = logs.reduce(0) { $0 + ($1.0 - middle.0) * ($1.1 - middle.1) }
  return above / logs.reduce(0) { $0 + ($1.0 - middle.0) * ($1.0 - middle.0) }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func text(_ value: Double, _ digits: Int = 2) -> String { String(format: "%.\(digits)f", value) }

/// One length of one construct in one script.
struct Cell {
  var bytes: Double
  var glyphs: Double
  var parse: Double
  var measure: Double
  var isExact: Bool
}

func cell(_ source: [UInt8], _ measurer: PangoMeasurer) -> Cell {
  let streams = (0..<repeats).map { _ in Stream(source, size: 4, measurer: measurer) }
  let tokens = Double(streams[0].tokens)
  return Cell(
    bytes: Double(streams[0].counts.bytesParsed) / tokens,
    glyphs: Double(streams[0].counts.glyphs) / tokens,
    parse: median(streams.map { $0.seconds.parse / tokens * 1e6 }),
    measure: median(streams.map { $0.seconds.measure / tokens * 1e6 }),
    isExact: streams.allSatisfy(\.isExact)
  )
}

print(
  """
  # Scripts and hostile shapes: figures

  ```
  swift run -c release --package-path Benchmarks ScriptBenchmarks >Benchmarks/Scripts.md
  ```

  makes this page; `--small` runs short texts and fails when their counts are others.

  Texts come in tokens of 4 bytes and whole scalars; after each token the last block is measured by
  Pango, 361 pt wide. Bytes parsed and glyphs placed are means over the stream of the longest text; CPU is
  the median of \(repeats), in microseconds a token. *Growth* is the exponent of the cost of a token over
  the length of the text from 1,000 words on: of bytes and glyphs (goal 0.05) and of CPU (goal 0.15).

  | construct | script | bytes a token | growth | glyphs a token | growth | parse, us | growth | measure, us | growth |
  | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
  """
)
let measurer = try PangoMeasurer()
var missed = 0
for construct in GrowthConstruct.allCases {
  for script in ScriptText.all {
    let cells = lengths.map {
      (words: $0, cell(Array(construct.text(script, words: $0).utf8), measurer))
    }
    let fitted = cells.filter { isSmall || $0.words >= 1_000 }
    let growth = [\Cell.bytes, \Cell.glyphs, \Cell.parse, \Cell.measure].map { path in
      exponent(fitted.map { ($0.words, $0.1[keyPath: path]) })
    }
    if growth[0] > 0.05 || growth[1] > 0.05 || growth[2] > 0.15 || growth[3] > 0.15 { missed += 1 }
    let last = cells[cells.count - 1].1
    isExact = isExact && cells.allSatisfy(\.1.isExact)
    for (_, cell) in cells { note(Int(cell.bytes * 1_000)) }
    print(
      "| \(construct.rawValue) | \(script) | \(text(last.bytes, 1)) | \(text(growth[0])) "
        + "| \(text(last.glyphs, 1)) | \(text(growth[1])) | \(text(last.parse)) "
        + "| \(text(growth[2])) | \(text(last.measure)) | \(text(growth[3])) |"
    )
  }
}
print(
  """

  Rows with a growth beyond its goal: \(missed) of \(GrowthConstruct.allCases.count * ScriptText.all.count).
  Glyphs without a font: \(measurer.unknownGlyphCount).

  Hostile shapes: a whole parse of a quarter of the length and of the whole (MiB \(isSmall ? "1/64" : "1")), its growth
  (goal 1.1), and \(hostileSize / 1_024) KiB streamed in tokens of 33 bytes, what a frame of 120 Hz takes at 4,000
  characters a second: CPU of a token with measuring, 99th percentile of the last tenth and the worst, in
  milliseconds.

  | shape | found by search | 1/4, s | whole, s | growth | p99, ms | worst, ms |
  | --- | --- | ---: | ---: | ---: | ---: | ---: |
  """
)

func parseSeconds(_ source: [UInt8]) -> Double {
  (0..<(isSmall ? 1 : 3)).map { _ in
    let start = ThreadCPUClock.now()
    _ = CMarkParser().parse(source)
    return Double((ThreadCPUClock.now() - start).rawValue) / 1e9
  }.min() ?? 0
}

for shape in HostileShape.all {
  let size = isSmall ? 16_384 : 1 << 20
  let quarter = parseSeconds(shape.text(bytes: size / 4))
  let whole = parseSeconds(shape.text(bytes: size))
  let stream = Stream(shape.text(bytes: hostileSize), size: 33, measurer: measurer)
  isExact = isExact && stream.isExact
  note(stream.counts.bytesParsed)
  let last = stream.tokenSeconds.suffix(max(1, stream.tokens / 10)).sorted()
  print(
    "| \(shape) | \(shape.isFound ? "yes" : "") | \(text(quarter, 3)) | \(text(whole, 3)) "
      + "| \(text(log(whole / quarter) / log(4))) | \(text(last[(last.count - 1) * 99 / 100] * 1e3)) "
      + "| \(text((stream.tokenSeconds.max() ?? 0) * 1e3)) |"
  )
}
print("\nBlocks equal those of whole parses: \(isExact). Counts \(String(answers, radix: 16)).")
if !isExact || measurer.unknownGlyphCount > 0 || isSmall && answers != smallHash {
  FileHandle.standardError.write(Data("error: counts \(String(answers, radix: 16))\n".utf8))
  exit(1)
}
