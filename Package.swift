// swift-tools-version: 6.2
import PackageDescription

// The house is one corridor: a target may import targets of lower rungs only. The table below is
// the one place that says who stands where; the manifest refuses to load when a row looks up.

/// Flags every target of this package is compiled with.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
]

/// One row of the house: a target, its rung and what it imports.
struct Room {
  var rung: Int
  var name: String
  var imports: [String] = []
  var products: [Target.Dependency] = []
  var system: [Target.Dependency] = []
  var resources: [Resource] = []
  var linker: [LinkerSetting] = []
}

let rooms: [Room] = [
  Room(rung: 0, name: "Lengths"),
  Room(rung: 0, name: "Timebase"),
  Room(rung: 2, name: "FramePacing", imports: ["Timebase"]),
  Room(rung: 7, name: "ChatSurface", imports: ["Timebase", "Lengths", "FramePacing"]),
  Room(
    rung: 9, name: "Simulation", imports: ["Timebase", "Lengths", "FramePacing", "ChatSurface"]),
]

let rungs = Dictionary(uniqueKeysWithValues: rooms.map { ($0.name, $0.rung) })
for room in rooms {
  for name in room.imports {
    guard let rung = rungs[name] else { fatalError("\(room.name) imports unknown \(name)") }
    precondition(
      rung < room.rung,
      "\(room.name) on rung \(room.rung) may not import \(name) on rung \(rung)")
  }
}

/// Which rooms a test target may use beside the room it tests.
let tests: [(room: String, extra: [Target.Dependency])] = [
  ("Lengths", []),
  ("Timebase", []),
]

var targets: [Target] = rooms.map { room in
  .target(
    name: room.name,
    dependencies: room.imports.map { .target(name: $0) } + room.products + room.system,
    resources: room.resources,
    swiftSettings: settings,
    linkerSettings: room.linker)
}
targets += tests.map { test in
  let room = rooms.first { $0.name == test.room }
  return .testTarget(
    name: test.room + "Tests",
    dependencies: [.target(name: test.room)]
      + (room?.imports ?? []).map { .target(name: $0) } + test.extra,
    swiftSettings: settings)
}

let package = Package(
  name: "stillpoint",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [],
  dependencies: [],
  targets: targets
)
