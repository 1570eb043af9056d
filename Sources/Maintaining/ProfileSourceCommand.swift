import ArgumentParser
import Files
import Foundation
import Scenarios
import StillpointCommand

/// `stillpoint-maintain profile-source`: writes the engine's tables of the built-in profiles from their files.
/// `scripts/profiles` calls it, so it is not listed.
struct ProfileSourceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile-source",
    abstract: "Writes the built-in profiles as Swift, for scripts/profiles.",
    shouldDisplay: false
  )

  @Argument(help: "The folder of the profiles.", completion: .directory)
  var folder: String

  @Argument(help: "The folder that gets the files, as below Sources.", completion: .directory)
  var output: String

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      for file in ProfileSource(try ProfileCatalog(folder: folder)).outputs {
        let place = URL(fileURLWithPath: output).appendingPathComponent(file.path)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(),
          withIntermediateDirectories: true
        )
        try WholeFile.write(Array(file.text.utf8), to: place.path)
        console.say(file.path)
      }
    }
  }
}
