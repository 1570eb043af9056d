import ArgumentParser
import Files
import Foundation
import Gating
import Reporting
import Simulation

/// `stillpoint compare RUN RUN`.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Says what got better or worse from one saved run to another.",
    discussion: """
      Both runs need the same clock, cost and measurer; cells of another scenario file, seed or \
      host's share are named and left out. Modelled cost repeats, so any difference is one. Of \
      measured cost a figure is called better or worse only with \(RepetitionRule.least) \
      repetitions on both sides, a difference of over \(Int(RunComparison.resolution * 100)) % \
      beside that of the machine's own speed, and no more than \
      \(Int(RunComparison.level * 100)) % for one false word in the whole comparison; other \
      figures are equal, or cannot be told.

      EXAMPLES
        stillpoint run stream-steady --output before
        stillpoint run stream-steady --output after
        stillpoint compare before after
        stillpoint compare before after --all
        stillpoint compare before after --markdown >comparison.md
        stillpoint compare before after --html comparison.html

      EXIT CODES
        0 nothing is worse, 2 something is worse, 3 nothing is worse but cells cannot be compared
      """
  )

  @Argument(help: "The folder of the first run.", completion: .directory)
  var before: String

  @Argument(help: "The folder of the second run.", completion: .directory)
  var after: String

  @Flag(help: "Lists figures that are equal or cannot be told, too.")
  var all = false

  @Flag(help: "Prints Markdown.")
  var markdown = false

  @Option(
    help: "Writes a page here, with the frames of both runs in one chart and one replay.",
    completion: .file()
  )
  var html: String?

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      let place = try html.map { html in
        let names = ReportFiles.names + [ReportFiles.analysis]
        let inputs = [before, after].flatMap { run in
          [run] + names.map { FileName.joined(run, $0) }
        }
        return try OutputPlace(html, inputs: inputs)
      }
      console.saysToError = place?.isStandardOutput == true
      let runs = (try RunFile(path: before).read(), try RunFile(path: after).read())
      let comparison = try RunComparison(runs.0, runs.1)
      if let place {
        let page = ComparisonPage(comparison, of: runs.0, runs.1, names: (before, after))
        try place.write(Array(try page.text().utf8))
      }
      let table = ComparisonTable(comparison, names: (before, after), listsAll: all)
      if markdown {
        console.put(table.markdown)
      } else {
        console.say(table.text(isColoured: console.wantsColour))
      }
      if comparison.count(of: .worse) > 0 { throw ExitCode(2) }
      let isWhole =
        comparison.cells.allSatisfy { $0.refusal == nil } && !comparison.cells.isEmpty
        && comparison.onlyFirst.isEmpty && comparison.onlySecond.isEmpty
      if !isWhole { throw ExitCode(3) }
    }
  }
}
