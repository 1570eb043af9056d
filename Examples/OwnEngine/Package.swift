// swift-tools-version: 6.2
import PackageDescription

// The package of somebody who has a chat list in Swift and wants it judged.
let package = Package(
  name: "OwnEngine",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "stillpoint", path: "../..")],
  targets: [
    .executableTarget(
      name: "OwnEngine",
      dependencies: [
        .product(name: "Stillpoint", package: "stillpoint"),
        .product(name: "StillpointLaboratory", package: "stillpoint"),
        .product(name: "AllocationCounting", package: "stillpoint"),
      ]
    )
  ]
)
