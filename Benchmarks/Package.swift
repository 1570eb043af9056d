// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "stillpoint", path: "..")],
  targets: [
    .target(
      name: "Harness",
      dependencies: [.product(name: "Profiling", package: "stillpoint")],
      swiftSettings: settings
    ),
    .target(name: "NativeTwins", cxxSettings: [.unsafeFlags(["-O3", "-march=native"])]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Harness", "NativeTwins",
        .product(name: "Stillpoint", package: "stillpoint"),
        .product(name: "StillpointLaboratory", package: "stillpoint"),
        .product(name: "WordDictionary", package: "stillpoint"),
        .product(name: "GrowthTexts", package: "stillpoint"),
      ],
      swiftSettings: settings,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
    ),
  ]
)
