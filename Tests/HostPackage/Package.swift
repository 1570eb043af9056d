// swift-tools-version: 6.2
import PackageDescription

// What an app does: it takes the engine without traits, so that no other package is resolved and no system
// library is needed.
let package = Package(
  name: "HostPackage",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "stillpoint", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Host",
      dependencies: [.product(name: "Stillpoint", package: "stillpoint")]
    )
  ]
)
