// swift-tools-version: 6.2
import PackageDescription

// What an app does: it takes the engine without traits, so that no other package is resolved and no system
// library is needed.
let package = Package(
  name: "HostPackage",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "stillpoint", path: "../..", traits: [])],
  targets: [
    // Its folder App is a link to the sample app: what is not UIKit's of that is compiled everywhere.
    .executableTarget(
      name: "Host",
      dependencies: [.product(name: "Stillpoint", package: "stillpoint")]
    ),
    // Its folders are links to texts of the tests; for the catalog's examples it has digests by cmark-gfm.
    .executableTarget(
      name: "Conformance",
      dependencies: [.product(name: "Stillpoint", package: "stillpoint")]
    ),
  ]
)
