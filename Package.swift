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
  Room(rung: 3, name: "TokenStreaming", imports: ["Timebase"]),
  Room(rung: 4, name: "Revealing", imports: ["TokenStreaming", "Timebase"]),
  Room(rung: 4, name: "MarkdownBlocks"),
  Room(rung: 5, name: "TextMeasuring", imports: ["MarkdownBlocks", "Lengths"]),
  Room(rung: 5, name: "HeightIndexing", imports: ["Lengths", "Timebase"]),
  Room(
    rung: 6, name: "AnchoredLayout", imports: ["FramePacing", "HeightIndexing", "Lengths"]),
  Room(
    rung: 7, name: "ChatSurface",
    imports: [
      "AnchoredLayout", "FramePacing", "HeightIndexing", "Lengths", "MarkdownBlocks", "Revealing",
      "TextMeasuring", "Timebase", "TokenStreaming",
    ]),
  Room(
    rung: 8, name: "Profiling", imports: ["Timebase"],
    system: [
      "CProbes", .target(name: "CJemalloc", condition: .when(traits: ["Jemalloc"])),
    ]),
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

// System libraries stand beside rung 0: a module map, and a shim where C has to do what Swift
// cannot say (macros, variadic calls).
let systemTargets: [Target] = [
  .systemLibrary(
    name: "CJemalloc", pkgConfig: "jemalloc",
    providers: [.apt(["libjemalloc-dev"]), .brew(["jemalloc"])]),
  .systemLibrary(
    name: "CCmarkGFM", pkgConfig: "libcmark-gfm",
    providers: [
      .apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"]),
    ]),
  .systemLibrary(
    name: "CPango", pkgConfig: "pangoft2",
    providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
  .systemLibrary(
    name: "CGLib", pkgConfig: "glib-2.0",
    providers: [.apt(["libpango1.0-dev"]), .brew(["glib"])]),
  .target(name: "CProbes"),
]

var targets: [Target] = systemTargets
targets += rooms.map { room in
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
  // Sanitizers bring an allocator of their own and crash beside jemalloc's `operator new`: build
  // with --disable-default-traits for them.
  traits: [
    .trait(name: "Jemalloc", description: "Counts allocations with jemalloc."),
    .default(enabledTraits: ["Jemalloc"]),
  ],
  dependencies: [
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: targets
)
