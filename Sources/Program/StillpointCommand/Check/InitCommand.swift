import ArgumentParser
import Checking
import Driving
import Files
import Foundation
import FrameLogs

/// `stillpoint init`.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes the stillpoint.yaml of this folder, for `stillpoint check`.",
    discussion: """
      Looks here and one folder down for recordings in a format that `analyze` reads, for the \
      description of a web chat (APP.yaml) or a page (dist/index.html), and for designs, and writes what it found. \
      Nothing is asked.

      EXAMPLES
        stillpoint init && stillpoint check
        stillpoint init --app dist
        stillpoint init --recordings 'build/traces/*.pftrace'
      """
  )

  @Option(help: "A pattern of recordings, in place of looking for some.")
  var recordings: String?

  @Option(help: "A web chat's description, in place of looking for one.", completion: .file())
  var app: String?

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      let path = CheckFile.standardName
      guard !Folder.exists(path) else {
        throw OutputError(
          path: path,
          reason: "it is there already",
          advice: "Edit it, or move it away."
        )
      }
      var survey = FolderSurvey()
      if recordings == nil && app == nil { survey.look() }
      if let recordings { survey.recordings = [.init(patterns: [recordings], format: "")] }
      if let app {
        _ = try AppDescription(path: app)
        survey.apps = [app]
      }
      guard !survey.isEmpty else {
        throw InputError(
          path: ".",
          problem: "nothing to check was found here or one folder down",
          expected:
            "recordings in a format of `stillpoint analyze`, a web chat's APP.yaml or page, or a design",
          advice:
            "Record first (Docs/Logs.md), describe your page (Docs/Web.md), or name them: "
            + "stillpoint init --recordings 'traces/*.pftrace'"
        )
      }
      let text = survey.text
      _ = try CheckFile(text: text, path: path)
      let place = try OutputPlace(path)
      try place.write(Array(text.utf8))
      for found in survey.recordings {
        let count = found.patterns.count
        let files =
          count == 1 ? found.patterns[0] : "\(count) files, \(found.patterns[0]) the first"
        console.say("recordings  \(files)  \(found.format)")
        if found.patterns.allSatisfy({ !Folder.exists($0) && FilePattern.files($0).isEmpty }) {
          console.note("no file matches \(files) yet")
        }
        for path in found.leftOut { console.say("left out    \(path)  no recording") }
      }
      for app in survey.apps { console.say("web chat    \(app)") }
      for page in survey.otherPages {
        console.say(
          "left out    \(page)  a page that nobody described: stillpoint init --app \(FileName.shown(page))"
        )
      }
      for design in survey.designs { console.say("design      \(design)") }
      console.say("Wrote \(path). Next: stillpoint check")
    }
  }
}
