import Benchmarking
import Foundation

// The folder of this package. A program that was installed has its answers beside it, and keeps figures and pages below the
// current folder.
let sources = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../..").standardizedFileURL
let answers = Program.file.deletingLastPathComponent().appending(path: "Answers.txt")
let isInstalled = FileManager.default.fileExists(atPath: answers.path)
Program(
  [
    HeightSuite.suite, StreamingSuite.suite, MarkdownSuite.suite, HostileSuite.suite,
    FrameSuite.suite,
  ],
  folder: isInstalled ? URL(filePath: "stillpoint-benchmarks") : sources,
  answers: isInstalled ? answers : nil,
  command: isInstalled ? "stillpoint-benchmarks" : "scripts/benchmarks",
  summary: isInstalled ? nil : FrameSuite.summary
).main()
