import Benchmarking
import Foundation

// The folder of this package where it is there. A program that was installed keeps its figures and pages below the current folder,
// and its answers are beside it.
let sources = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../..").standardizedFileURL
let isInstalled = !FileManager.default.fileExists(
  atPath: sources.appending(path: "Package.swift").path
)
Program(
  [
    HeightSuite.suite, StreamingSuite.suite, MarkdownSuite.suite, HostileSuite.suite,
    FrameSuite.suite,
  ],
  folder: isInstalled ? URL(filePath: "stillpoint-benchmarks") : sources,
  answers: isInstalled
    ? Program.file.deletingLastPathComponent().appending(path: "Answers.txt") : nil,
  command: isInstalled ? "stillpoint-benchmarks" : "scripts/benchmarks",
  summary: isInstalled ? nil : FrameSuite.summary
).main()
