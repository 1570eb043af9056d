import ArgumentParser
import ChatSurface
import Files
import Foundation
import Lengths
import LoadGeneration
import Records
import Running
import StillpointCommand
import TextMeasuring

/// `stillpoint-maintain blocks FILE`.
struct BlocksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "blocks",
    abstract: "Prints the blocks of Markdown, a JSON object a line.",
    discussion: """
      The text is taken at once, or in tokens of --split bytes as an answer arrives; blocks, text \
      and heights are the same for every --split. Scalar ranges count in the file; heights are in points, with \
      the lines of text that they hold.

      EXAMPLES
        stillpoint-maintain blocks answer.md
        stillpoint-maintain blocks answer.md --split 1 --measurer fixed
        printf '# Tides\\n\\n- high\\n- low\\n' | stillpoint-maintain blocks - --width 240
      """
  )

  @Argument(help: "A file of Markdown in UTF-8; - reads standard input.", completion: .file())
  var file: String

  @Option(help: "How many bytes each token has, at least 1; all of them when left out.")
  var split: Int?

  @Option(help: "pango: real fonts; fixed: 8 pt a character, the same everywhere.")
  var measurer: MeasurerChoice = .pango

  @Option(help: "The width of the text in points, 1 to 100000.")
  var width: Double = 361

  @Option(help: "The reader's text size, by its name in scripts: extra_small to large and on.")
  var textSize: TextSizeCategory = .large

  func validate() throws {
    if let split, split < 1 {
      throw ValidationError("--split \(split): a token has at least 1 byte")
    }
    guard width >= 1, width <= 100_000 else {
      throw ValidationError("--width \(width): give a width from 1 to 100000 points")
    }
  }

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      let bytes = try text()
      let tools = try TextTools.make(measurer)
      var list = MeasuredBlockList(
        tools: tools,
        width: LayoutUnit(roundingUp: width),
        textSize: textSize
      )
      let size = split ?? max(1, bytes.count)
      for start in stride(from: 0, to: bytes.count, by: size) {
        let end = start + min(size, bytes.count - start)
        list.append(Array(bytes[start..<end]))
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      var lines = ""
      for line in list.lines() {
        lines += String(decoding: try encoder.encode(line), as: UTF8.self) + "\n"
      }
      console.put(lines)
    }
  }

  private func text() throws -> [UInt8] {
    let input = try InputFile.read(file, as: .bytes(Surface.longestText))
    _ = try InputLines.text(of: input)
    return input.bytes
  }
}

extension TextSizeCategory: ExpressibleByArgument {
  public init?(argument: String) {
    guard let size = Self.allCases.first(where: { $0.scriptName == argument }) else { return nil }
    self = size
  }

  public var defaultValueDescription: String { scriptName }
  public static var allValueStrings: [String] { allCases.map(\.scriptName) }
}
