// swift-tools-version: 6.2
import PackageDescription

// Measured by the target Benchmarking of the package above, not by ordo-one/benchmark 1.38.1, which was
// tried beside it: of 10 cases of one binary, measured before and beside a busy loop, it called one 98 %
// slower, since runs stand one after the other and its verdict is that of the wall clock; its first run
// takes 171 s to build on 2 cores; it counts neither instructions nor allocations on Linux. Here
// contestants take turns by the thread's CPU clock, in one process or in pairs of processes;
// `Benchmarks self-test` shows what that finds.
//
// The engine's inside is no product's face: the benchmarks are compiled as a part of the package above, whose
// name SwiftPM takes from its folder, and not as a package of their own (`packageAccess`).
let above = Context.packageDirectory.split(separator: "/").dropLast().last ?? "stillpoint"
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
  .unsafeFlags(["-package-name", above.lowercased()]),
]

// A program for other machines is built without what only this one can do.
let processor = Context.environment["STILLPOINT_PORTABLE"] == nil ? ["-march=native"] : []

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "stillpoint", path: "..")],
  targets: [
    // Texts of every script, construct and hostile shape: those of the package's tests.
    .target(name: "BenchmarkTexts"),
    // cmark-gfm, the peer of the Markdown parser: the oracle of the package's tests.
    .systemLibrary(
      name: "CCmarkPeer",
      pkgConfig: "libcmark-gfm",
      providers: [
        .apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"]),
      ]
    ),
    .target(
      name: "CMarkPeer",
      dependencies: ["CCmarkPeer", .product(name: "Stillpoint", package: "stillpoint")],
      packageAccess: false,
      swiftSettings: settings
    ),
    .target(name: "NativeTwins", cxxSettings: [.unsafeFlags(["-O3"] + processor)]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "BenchmarkTexts", "CMarkPeer", "NativeTwins",
        .product(name: "Benchmarking", package: "stillpoint"),
        .product(name: "Profiling", package: "stillpoint"),
        .product(name: "Stillpoint", package: "stillpoint"),
        .product(name: "StillpointLaboratory", package: "stillpoint"),
        .product(name: "WordDictionary", package: "stillpoint"),
      ],
      packageAccess: false,
      swiftSettings: settings,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
    ),
  ]
)
