import Benchmarking
import Foundation

let folder = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../..").standardizedFileURL
Program(
  [
    HeightSuite.suite, StreamingSuite.suite, MarkdownSuite.suite, HostileSuite.suite,
    FrameSuite.suite,
  ],
  folder: folder,
  command: "scripts/benchmarks",
  summary: FrameSuite.summary
).main()
