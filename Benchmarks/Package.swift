// swift-tools-version: 6.2
import PackageDescription

// Figures of a few nanoseconds need loops of their own, with twins in the same process and answers
// that are hashed; a plain executable does that, starts in no time and resolves nothing.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "stillpoint", path: "..")],
  targets: [
    .executableTarget(
      name: "HeightIndexBenchmarks",
      dependencies: [
        .product(name: "HeightIndexing", package: "stillpoint"),
        .product(name: "Profiling", package: "stillpoint"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
    ),
    .executableTarget(
      name: "HistoryBenchmarks",
      dependencies: [
        .product(name: "Stillpoint", package: "stillpoint"),
        .product(name: "StillpointLaboratory", package: "stillpoint"),
        .product(name: "Profiling", package: "stillpoint"),
      ]
    ),
    .executableTarget(
      name: "StreamingBenchmarks",
      dependencies: [
        .product(name: "Stillpoint", package: "stillpoint"),
        .product(name: "WordDictionary", package: "stillpoint"),
        .product(name: "Profiling", package: "stillpoint"),
      ]
    ),
    .executableTarget(
      name: "ScriptBenchmarks",
      dependencies: [
        .product(name: "GrowthTexts", package: "stillpoint"),
        .product(name: "Stillpoint", package: "stillpoint"),
        .product(name: "StillpointLaboratory", package: "stillpoint"),
        .product(name: "Profiling", package: "stillpoint"),
      ]
    ),
    .executableTarget(
      name: "MarkdownBenchmarks",
      dependencies: [
        .product(name: "Stillpoint", package: "stillpoint"),
        .product(name: "StillpointLaboratory", package: "stillpoint"),
      ]
    ),
  ]
)
