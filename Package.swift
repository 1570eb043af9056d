// swift-tools-version: 6.2
import PackageDescription

// Targets lie in layers: a target may import targets of lower layers only. The table below is the
// one place that says which target lies where; the manifest refuses to load when a row imports one
// of its own layer or a higher one.

/// Flags every target of this package is compiled with.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
]

/// Not optimised: modules where nothing runs long, and tests that spend their time in what they test. To
/// compile the six modules takes 42 s of processor time then in place of 185. Those of the others compute in
/// loops of their own, or measure.
let unoptimised: [SwiftSetting] = [
  .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
]
/// Only where the scripts of this package ask for it: an app that depends on it gets no unsafe flag.
let unoptimisedModules: Set<String> =
  Context.environment["STILLPOINT_UNOPTIMISED"] == nil
  ? []
  : ["Checking", "Driving", "Gating", "Maintaining", "Scenarios", "StillpointCommand"]
let optimisedTests: Set = [
  "AnchoredLayout", "FramePacing", "HeightIndexing", "MarkdownBlocks", "PangoMeasuring",
  "Profiling",
  "Revealing", "Running", "Statistics",
]

/// A product of another package: only the laboratory needs them, so that an app which takes the engine
/// without traits resolves none.
func laboratory(_ product: String, from package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Laboratory"]))
}

/// One row of the table: a target, its layer and what it imports.
struct Module {
  var layer: Int
  var name: String
  var imports: [String] = []
  var products: [Target.Dependency] = []
  var system: [Target.Dependency] = []
  var resources: [Resource] = []
  var linker: [LinkerSetting] = []
  /// What a program is called that is no product.
  var program: String?

  /// Its folder, in its wing.
  var path: String {
    let wing =
      engineWing.contains(name) ? "Engine" : programWing.contains(name) ? "Program" : "Laboratory"
    return "Sources/\(wing)/\(name)"
  }
}

/// What an app takes, and what it may take beside it; C has a wing of its own, the rest is the laboratory.
let engineWing: Set = [
  "AnchoredLayout", "ChatSurface", "FramePacing", "HeightIndexing", "Lengths", "MarkdownBlocks",
  "Ornaments", "Revealing", "StillpointEngine", "StillpointRecorder", "TextMeasuring", "Timebase",
  "TokenStreaming", "ViewportPlacing", "WordDictionary",
]
let programWing: Set = [
  "MaintainProgram", "Maintaining", "StillpointCommand", "StillpointLaboratory",
  "StillpointProgram",
]

let modules: [Module] = [
  Module(layer: 0, name: "Lengths"),
  // What a script sent, and where it belongs: it imports nothing, so that it can disagree with the engine.
  Module(layer: 0, name: "SentTexts"),
  Module(layer: 0, name: "Timebase"),
  Module(
    layer: 1,
    name: "Files",
    imports: ["Timebase"],
    products: [laboratory("Yams", from: "Yams")]
  ),
  // What an app links to record its frames: it imports nothing of this package.
  Module(layer: 1, name: "StillpointRecorder"),
  Module(layer: 1, name: "Statistics"),
  Module(layer: 2, name: "FramePacing", imports: ["Timebase"]),
  Module(layer: 3, name: "FrameMetrics", imports: ["FramePacing", "Statistics", "Timebase"]),
  Module(layer: 3, name: "TokenStreaming", imports: ["Timebase"]),
  Module(
    layer: 4,
    name: "WordDictionary",
    imports: ["TokenStreaming"],
    linker: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]
  ),
  Module(layer: 4, name: "Revealing", imports: ["TokenStreaming", "Timebase"]),
  Module(layer: 4, name: "MarkdownBlocks"),
  Module(layer: 5, name: "TextMeasuring", imports: ["MarkdownBlocks", "Lengths"]),
  Module(layer: 5, name: "HeightIndexing", imports: ["Lengths", "Timebase"]),
  Module(
    layer: 6,
    name: "PangoMeasuring",
    imports: ["TextMeasuring", "MarkdownBlocks", "Lengths"],
    system: [.target(name: "CTextShaping")]
  ),
  Module(
    layer: 6,
    name: "AnchoredLayout",
    imports: ["FramePacing", "HeightIndexing", "Lengths", "Timebase"]
  ),
  // Where the viewport is to be: what holds it, nobody outside can ask.
  Module(layer: 5, name: "ViewportPlacing", imports: ["Lengths", "Revealing", "Timebase"]),
  // What moves beside text and viewport: machines that a surface is handed.
  Module(
    layer: 6,
    name: "Ornaments",
    imports: ["Lengths", "Revealing", "Timebase", "ViewportPlacing"]
  ),
  Module(
    layer: 7,
    name: "ChatSurface",
    imports: [
      "AnchoredLayout", "FramePacing", "HeightIndexing", "Lengths", "MarkdownBlocks",
      "Ornaments", "Revealing", "TextMeasuring", "Timebase", "TokenStreaming",
      "ViewportPlacing",
    ]
  ),
  // What only published designs do: their layouts, and what moves the viewport for them.
  Module(
    layer: 8,
    name: "PublishedDesigns",
    imports: [
      "AnchoredLayout", "ChatSurface", "FramePacing", "Lengths", "Timebase", "ViewportPlacing",
    ]
  ),
  Module(
    layer: 8,
    name: "Profiling",
    imports: ["Timebase"],
    system: [
      .target(name: "CProbes"), .target(name: "CJemalloc", condition: .when(traits: ["Jemalloc"])),
    ]
  ),
  Module(layer: 8, name: "Comparing", imports: ["FrameMetrics", "Statistics"]),
  Module(layer: 8, name: "ChildProcesses", system: [.target(name: "CProbes")]),
  Module(
    layer: 8,
    name: "LoadGeneration",
    imports: [
      "ChatSurface", "Files", "FrameMetrics", "FramePacing", "Lengths", "Ornaments",
      "Revealing", "TextMeasuring", "Timebase", "ViewportPlacing",
    ]
  ),
  Module(
    layer: 9,
    name: "Benchmarking",
    imports: ["ChildProcesses", "Files", "Profiling", "Statistics"]
  ),
  // What an app imports: a session, and names that no framework of a platform has.
  Module(
    layer: 8,
    name: "StillpointEngine",
    imports: [
      "AnchoredLayout", "ChatSurface", "FramePacing", "Lengths", "MarkdownBlocks", "Ornaments",
      "Revealing", "TextMeasuring", "Timebase", "TokenStreaming", "ViewportPlacing",
    ]
  ),
  Module(
    layer: 8,
    name: "Drawing",
    imports: [
      "ChatSurface", "Lengths", "MarkdownBlocks", "Ornaments", "PangoMeasuring",
      "TextMeasuring", "Timebase",
    ],
    system: [.target(name: "CTextDrawing"), .target(name: "CPangoCairo")]
  ),
  Module(
    layer: 8,
    name: "Records",
    imports: [
      "ChatSurface", "Files", "FrameMetrics", "FramePacing", "Lengths", "Ornaments",
      "Statistics", "TextMeasuring", "Timebase",
    ],
    system: [.target(name: "CGLib")]
  ),
  Module(
    layer: 9,
    name: "Scenarios",
    imports: [
      "ChatSurface", "Files", "FrameMetrics", "FramePacing", "Lengths", "LoadGeneration",
      "MarkdownBlocks", "Ornaments", "PublishedDesigns", "Records", "Revealing",
      "TextMeasuring", "Timebase", "TokenStreaming", "ViewportPlacing",
    ],
    resources: [.embedInCode("Resources")]
  ),
  Module(
    layer: 10,
    name: "Running",
    imports: [
      "AnchoredLayout", "ChatSurface", "Drawing", "Files", "FrameMetrics", "FramePacing",
      "Lengths", "LoadGeneration", "MarkdownBlocks", "Ornaments", "PangoMeasuring", "Profiling",
      "PublishedDesigns", "Records", "Revealing", "Scenarios", "SentTexts", "Statistics",
      "StillpointEngine", "TextMeasuring", "Timebase", "TokenStreaming", "ViewportPlacing",
      "WordDictionary",
    ],
    system: [.target(name: "CProbes")],
    resources: [.embedInCode("Resources")]
  ),
  Module(
    layer: 10,
    name: "Serving",
    imports: ["Files", "LoadGeneration", "Timebase"]
  ),
  Module(
    layer: 10,
    name: "FrameLogs",
    imports: ["Files", "FrameMetrics", "FramePacing", "Records", "Statistics", "Timebase"],
    system: [.target(name: "CZlib")]
  ),
  Module(
    layer: 11,
    name: "Checking",
    imports: [
      "ChatSurface", "Comparing", "Files", "FrameLogs", "FrameMetrics", "LoadGeneration",
      "Records", "Scenarios", "Statistics", "Timebase",
    ]
  ),
  // Rows of sessions, and what many of them come to.
  Module(
    layer: 11,
    name: "Fleets",
    imports: ["Comparing", "Files", "FrameMetrics", "Records", "Statistics", "Timebase"]
  ),
  Module(
    layer: 11,
    name: "Gating",
    imports: [
      "Comparing", "Files", "FrameMetrics", "FramePacing", "LoadGeneration", "Records", "Scenarios",
      "Statistics",
      "Timebase",
    ]
  ),
  Module(
    layer: 11,
    name: "Driving",
    imports: [
      "ChatSurface", "ChildProcesses", "Files", "FrameLogs", "FrameMetrics", "FramePacing",
      "Lengths",
      "LoadGeneration", "Serving", "Records", "Scenarios", "Statistics", "TextMeasuring",
      "Timebase",
    ],
    system: [.target(name: "CPageResources")]
  ),
  Module(
    layer: 12,
    name: "Judging",
    imports: ["Comparing", "FrameMetrics", "Gating", "Records", "Statistics", "Timebase"]
  ),
  Module(
    layer: 13,
    name: "Reporting",
    imports: [
      "ChatSurface", "Checking", "Comparing", "Files", "Fleets", "FrameMetrics", "FramePacing",
      "Gating", "Judging", "Lengths", "LoadGeneration", "Records", "Scenarios", "Statistics",
      "Timebase",
    ],
    products: [laboratory("Mustache", from: "swift-mustache")],
    system: [.target(name: "CPageResources"), .target(name: "CZlib")]
  ),
  Module(
    layer: 14,
    name: "StillpointCommand",
    imports: [
      "ChatSurface", "Checking", "ChildProcesses", "Comparing", "Drawing", "Driving", "Files",
      "Fleets", "FrameLogs", "FrameMetrics", "FramePacing", "Gating",
      "Judging", "Lengths",
      "LoadGeneration", "MarkdownBlocks", "Profiling", "Reporting", "Serving", "Records", "Running",
      "Scenarios",
      "Statistics", "StillpointEngine", "StillpointRecorder",
      "TextMeasuring", "TokenStreaming",
      "Timebase",
      "WordDictionary",
    ],
    products: [laboratory("ArgumentParser", from: "swift-argument-parser")],
    system: [.target(name: "CWindow")]
  ),
  // The command line of those who work on this package.
  Module(
    layer: 15,
    name: "Maintaining",
    imports: [
      "ChatSurface", "ChildProcesses", "Files", "FrameMetrics", "FramePacing", "Gating", "Lengths",
      "LoadGeneration", "MarkdownBlocks", "Profiling", "Reporting", "Records", "Running",
      "Scenarios",
      "StillpointCommand",
      "TextMeasuring", "Timebase", "TokenStreaming", "WordDictionary",
    ],
    products: [laboratory("ArgumentParser", from: "swift-argument-parser")]
  ),
  // The command line as a library, for engines of others.
  Module(
    layer: 15,
    name: "StillpointLaboratory",
    imports: [
      "ChatSurface", "FrameMetrics", "Records", "Running", "Scenarios", "StillpointCommand",
    ]
  ),
  Module(layer: 16, name: "StillpointProgram", imports: ["StillpointLaboratory"]),
  // For those who work on this package; no product, so that no other package has it.
  Module(
    layer: 16,
    name: "MaintainProgram",
    imports: ["Maintaining", "StillpointCommand"],
    program: "stillpoint-maintain"
  ),
]

let layers = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0.layer) })
for module in modules {
  for name in module.imports {
    guard let layer = layers[name] else { fatalError("\(module.name) imports unknown \(name)") }
    precondition(
      layer < module.layer,
      "\(module.name) in layer \(module.layer) may not import \(name) in layer \(layer)"
    )
  }
}

/// What makes an executable count its requests for memory.
let allocationCounting = Target.Dependency.target(
  name: "CAllocationCounting",
  condition: .when(platforms: [.linux], traits: ["Jemalloc"])
)

/// Which modules a test target may use beside the module it tests.
let tests: [(module: String, extra: [Target.Dependency])] = [
  ("Lengths", []),
  ("SentTexts", ["Timebase"]),
  ("Timebase", []),
  ("Files", []),
  ("Statistics", ["Timebase"]),
  ("FramePacing", []),
  ("FrameMetrics", []),
  ("StillpointRecorder", []),
  ("TokenStreaming", ["ChatSurface", "Revealing", "Scenarios"]),
  ("Comparing", ["Timebase"]),
  ("WordDictionary", ["Timebase"]),
  ("Revealing", ["ChatSurface", "Scenarios"]),
  ("MarkdownBlocks", ["CMarkOracle", "GrowthTexts", "Timebase"]),
  ("TextMeasuring", ["Timebase"]),
  ("HeightIndexing", []),
  ("AnchoredLayout", ["PublishedDesigns"]),
  ("PublishedDesigns", []),
  ("ViewportPlacing", ["PublishedDesigns"]),
  ("Ornaments", []),
  ("ChatSurface", ["PublishedDesigns", "Records", "Running", "Scenarios"]),
  ("StillpointEngine", ["Running", "ScrollViewModel"]),
  (
    "Profiling",
    [
      "AnchoredLayout", "ChatSurface", "FramePacing", "HeightIndexing", "Lengths",
      "MarkdownBlocks", "PublishedDesigns", "Scenarios", "TextMeasuring", "CProbes",
      allocationCounting,
      .target(name: "CJemalloc", condition: .when(traits: ["Jemalloc"])),
    ]
  ),
  ("ChildProcesses", ["CProbes", "ChildProbe", "Timebase"]),
  ("Benchmarking", []),
  ("LoadGeneration", ["MarkdownBlocks"]),
  ("Records", []),
  ("Scenarios", []),
  ("Running", []),
  // The runs that are written as logs and read back.
  (
    "FrameLogs",
    ["ChatSurface", "LoadGeneration", "Running", "Scenarios", "StillpointRecorder"]
  ),
  ("Checking", []),
  ("Judging", ["FrameLogs", "FramePacing"]),
  ("Fleets", ["FrameLogs", "Judging", "Reporting"]),
  ("Gating", ["ChatSurface", "Lengths", "Profiling", "Running"]),
  ("PangoMeasuring", ["GrowthTexts", "Timebase"]),
  ("Serving", []),
  ("Driving", []),
  ("Drawing", ["FramePacing", "GrowthTexts", "Scenarios"]),
  ("Reporting", ["FrameLogs", "Running"]),
  ("StillpointCommand", [allocationCounting]),
  ("StillpointLaboratory", ["FramePacing", "StillpointEngine", "TextMeasuring"]),
  ("ScrollViewModel", []),
]

// System libraries stand beside layer 0: a module map, and a shim where C has to do what Swift
// cannot say (macros, variadic calls).
let systemTargets: [Target] = [
  .systemLibrary(
    name: "CJemalloc",
    pkgConfig: "jemalloc",
    providers: [.apt(["libjemalloc-dev"]), .brew(["jemalloc"])]
  ),
  .systemLibrary(
    name: "CCmarkGFM",
    path: "Tests/CCmarkGFM",
    pkgConfig: "libcmark-gfm",
    providers: [
      .apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"]),
    ]
  ),
  .systemLibrary(
    name: "CPango",
    pkgConfig: "pangoft2",
    providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]
  ),
  .systemLibrary(
    name: "CGLib",
    pkgConfig: "glib-2.0",
    providers: [.apt(["libpango1.0-dev"]), .brew(["glib"])]
  ),
  .systemLibrary(
    name: "CZlib",
    pkgConfig: "zlib",
    providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
  ),
  .systemLibrary(
    name: "CPangoCairo",
    pkgConfig: "pangocairo",
    providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]
  ),
  .target(name: "CTextShaping", dependencies: ["CPango"]),
  .target(name: "CTextDrawing", dependencies: ["CPango", "CPangoCairo", "CTextShaping"]),
  .target(name: "CProbes"),
  .target(name: "CWindow"),
  .target(name: "CPageResources", exclude: ["Resources"]),
  // Defines `malloc` and `operator new`: for the program and the tests, never in a library product.
  .target(
    name: "CAllocationCounting",
    dependencies: [
      .target(name: "CProbes"), .target(name: "CJemalloc", condition: .when(traits: ["Jemalloc"])),
    ],
    cSettings: [.define("STILLPOINT_JEMALLOC", .when(traits: ["Jemalloc"]))],
    cxxSettings: [.define("STILLPOINT_JEMALLOC", .when(traits: ["Jemalloc"]))]
  ),
]

for target in systemTargets where target.path == nil {
  target.path = "Sources/System/\(target.name)"
}

func dependencies(of module: Module) -> [Target.Dependency] {
  module.imports.map { .target(name: $0) } + module.products + module.system
}

var targets: [Target] = systemTargets
targets += modules.map { module in
  let settings = settings + (unoptimisedModules.contains(module.name) ? unoptimised : [])
  // The top layer is the programs.
  if module.layer == 16 {
    return .executableTarget(
      name: module.program ?? module.name,
      dependencies: dependencies(of: module) + [allocationCounting],
      path: module.path,
      swiftSettings: settings
    )
  }
  return .target(
    name: module.name,
    dependencies: dependencies(of: module),
    path: module.path,
    resources: module.resources,
    swiftSettings: settings,
    linkerSettings: module.linker
  )
}
targets += tests.map { test in
  let module = modules.first { $0.name == test.module }
  return .testTarget(
    name: test.module + "Tests",
    dependencies: [.target(name: test.module)]
      + (module?.imports ?? []).map { .target(name: $0) } + test.extra,
    // Golden files are read where they lie: a test that writes them anew must find them there.
    exclude: [
      "Running": ["Golden"], "Drawing": ["Golden"], "StillpointRecorder": ["Twin"],
      "Reporting": ["Schemas"],
    ][test.module] ?? [],
    swiftSettings: settings + (optimisedTests.contains(test.module) ? [] : unoptimised)
  )
}

targets += [
  // A program whose children do what children should not, for the tests of ChildProcesses.
  .executableTarget(
    name: "ChildProbe",
    dependencies: [.target(name: "ChildProcesses"), .target(name: "CProbes")],
    path: "Tests/ChildProbe",
    swiftSettings: settings
  ),
  // The example of an engine of one's own; its package stands in Examples/OwnEngine.
  .executableTarget(
    name: "OwnEngine",
    dependencies: [
      .target(name: "StillpointEngine"), .target(name: "StillpointLaboratory"), allocationCounting,
    ],
    path: "Examples/OwnEngine/Sources/OwnEngine",
    swiftSettings: settings
  ),
  // What frames of answers cost at two lengths, counted by callgrind: scripts/growth.
  .executableTarget(
    name: "GrowthProbe",
    dependencies: [
      .target(name: "ChatSurface"), .target(name: "FramePacing"), .target(name: "GrowthTexts"),
      .target(name: "Lengths"), .target(name: "LoadGeneration"), .target(name: "Profiling"),
      .target(name: "Running"), .target(name: "Scenarios"), .target(name: "TextMeasuring"),
      .target(name: "Timebase"),
    ],
    path: "Tests/GrowthProbe",
    swiftSettings: settings
  ),
  // What cmark-gfm makes of a text, which the parser is held against.
  .target(
    name: "CMarkOracle",
    dependencies: [.target(name: "CCmarkGFM"), .target(name: "MarkdownBlocks")],
    path: "Tests/CMarkOracle",
    swiftSettings: settings
  ),
  // Texts of every script, construct and hostile shape, for tests; benchmarks compile them, too.
  .target(name: "GrowthTexts", path: "Tests/GrowthTexts", swiftSettings: settings),
  // UIScrollView by public sources: it imports nothing, so that it can disagree with the engine.
  .target(
    name: "ScrollViewModel",
    path: "Tests/ScrollViewModel",
    exclude: ["README.md"],
    swiftSettings: settings
  ),
]

/// What an app takes: the session, and the modules whose types it names. No system library is among them.
/// `TokenStreaming` and `Revealing` are not: what is public there is so for the optimiser, which looks into no
/// `package` function of another module (5 % of a streaming frame's instructions, Swift 6.3.1).
let engine = modules.filter { $0.name == "StillpointEngine" }
  .flatMap {
    [$0.name]
      + $0.imports.filter { !["AnchoredLayout", "Revealing", "TokenStreaming"].contains($0) }
  }

let package = Package(
  name: "stillpoint",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Stillpoint", targets: engine),
    // The height index alone, for whoever wants just that.
    .library(name: "HeightIndexing", targets: ["HeightIndexing", "Lengths"]),
    // Writes an app's frames as a log that `stillpoint analyze` and `check` read.
    .library(name: "StillpointRecorder", targets: ["StillpointRecorder"]),
    // Words of a dictionary in scripts without spaces; it needs the platform's ICU.
    .library(name: "WordDictionary", targets: ["WordDictionary"]),
    // The thread's CPU clock and counts of allocations, for the benchmarks.
    .library(name: "Profiling", targets: ["Profiling"]),
    // What measures and compares them, for those of others too.
    .library(name: "Benchmarking", targets: ["Benchmarking"]),
    // What judges an engine, whoever wrote it: the runner, and the command line with its reports.
    .library(
      name: "StillpointLaboratory",
      targets: [
        "FrameMetrics", "LoadGeneration", "MarkdownBlocks", "PangoMeasuring", "Records",
        "Revealing",
        "Running", "Scenarios", "StillpointLaboratory", "TokenStreaming",
      ]
    ),
    // Makes the executable that links it count its requests for memory.
    .library(name: "AllocationCounting", targets: ["CAllocationCounting"]),
    .executable(name: "stillpoint", targets: ["StillpointProgram"]),
  ],
  // Sanitizers bring an allocator of their own and crash beside jemalloc's `operator new`: build
  // with --traits Laboratory for them.
  traits: [
    .trait(name: "Jemalloc", description: "Counts allocations with jemalloc."),
    .trait(
      name: "Laboratory",
      description: "What measures the engine, and the packages that it needs; apps do without."
    ),
    .default(enabledTraits: ["Jemalloc", "Laboratory"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: targets
)
