import ArgumentParser
import Files
import Records
import StillpointCommand

/// `stillpoint-maintain costs FILE`.
struct CostsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "costs",
    abstract: "Fits what each operation is declared to cost to the CPU time measured here.",
    discussion: """
      Runs the standard suite under each measurer. With --measurer the costs of runs with the other \
      one stay as they are. The file takes the place of Sources/Laboratory/Running/Resources/declared_costs.json.

      EXAMPLES
        stillpoint-maintain costs costs.json
        stillpoint-maintain costs costs.json --measurer pango
      """
  )

  @Argument(help: "Where the costs are written; - is standard output.", completion: .file())
  var file: String

  @Option(help: "Fits the costs of runs with this measurer alone. (default: with each)")
  var measurer: MeasurerChoice?

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  func run() throws {
    let console = Console(isQuiet: quiet)
    try Failure.report(on: console) {
      let place = try OutputPlace(file)
      console.saysToError = place.isStandardOutput
      let measurers = measurer.map { [$0] } ?? MeasurerChoice.allCases
      try CalibrationSession(measurers: measurers, console: console).run(writingTo: place)
    }
  }
}
