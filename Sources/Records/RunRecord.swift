import ChatSurface
import FrameMetrics
import FramePacing
import Timebase

/// One scenario under one profile on one device at one rate.
package struct CellRecord: Codable, Sendable {
  /// How the process of a cell ended before the cell did.
  package struct ProcessEnd: Hashable, Sendable {
    /// What ended it.
    package enum Kind: String, CodedChoice, Sendable {
      /// It ended by itself, with an error.
      case exited
      /// A fault of its own: a failed precondition, a bad address.
      case trapped
      /// A signal that somebody else sent.
      case killed
      /// It took longer than it was given.
      case timedOut = "timed-out"
      /// It took more memory than it was given.
      case outOfMemory = "out-of-memory"
      /// Nobody knows.
      case lost
    }

    /// What ended it.
    package var kind: Kind
    /// What is known about it, in words.
    package var detail: String

    /// Makes an end.
    package init(_ kind: Kind, detail: String) {
      self.kind = kind
      self.detail = detail
    }

    /// Whether a limit ended it, so that nothing is said about the program.
    package var isByLimit: Bool { kind == .timedOut || kind == .outOfMemory }
  }

  /// How many faults of a kind a record keeps: the first ones. The figures count all.
  package static let mostFaults = 200
  /// The name under which a verdict says that the two counts of allocations differ.
  package static let allocationAudit = "allocation_audit"

  package var scenario: String
  package var profile: String
  package var device: String
  /// The rate that it was run at, and began with.
  package var refreshHertz: Int
  /// The display's ticks, where the rate changed; nil where it did not.
  package var changingGrid: TickGrid?
  /// 0 for double, 1 for triple buffering.
  package var depth = 0
  /// What a late engine did with ticks that passed meanwhile.
  package var latePolicy = FramePipeline.LatePolicy.coalesce
  /// The part of each refresh period that was declared as the host's drawing.
  package var hostShare = 0.0
  /// What drawing took; nil where the time for it was declared.
  package var drawing: DrawnCost?
  /// Pictures of frames, in order of time; not coded.
  package var pictures: [Picture] = []
  /// What an empty frame costs through the same brackets; nil where cost is modelled.
  package var floor: FrameCost?
  /// What a fixed piece of work took before each repetition, in nanoseconds: of two runs it tells
  /// whether the machine was the same. Empty where cost is modelled.
  package var yardstick: [Double] = []
  /// How many repetitions the figures are the median of.
  package var repetitions = 1
  package var seed: UInt64
  package var verdict: CellVerdict
  package var metrics: [MetricValue]
  package var budgets: [BudgetCheck]
  /// A record for each active tick, swallowed ones included, in order; not coded.
  package var frames: FrameTable = []
  /// What was on screen in each presented frame; not coded.
  package var screen = ScreenTable()
  package var fallbacks: [FallbackEpisode]
  /// What the reader did and waited for.
  package var episodes: [Episode] = []
  /// The conversations that were opened, in order.
  package var openings: [Opening] = []
  /// What a reader would complain of, in order of time, at most ``mostFaults`` of a kind; nil in older
  /// records.
  package private(set) var faults: [ScreenFault]?
  /// SHA-256 of the streamed text put in, in hexadecimal.
  package var textInSHA256: String
  /// SHA-256 of the text released, in hexadecimal; equal to the other when nothing is lost.
  package var textOutSHA256: String
  /// SHA-256 of the frame log's bytes, in hexadecimal; nil when none was made.
  package var frameLogSHA256: String?
  /// Modelled over measured cost by phase; nil for a run with modelled cost.
  package var modelRatio: [Phase: Double]?
  /// Whole numbers of the repetition that is shown.
  package var counts = OutcomeCounts()
  /// What the load was refused, in a sentence; nil for nothing.
  package var refusals: String?
  /// What allocations were counted and what jemalloc says, where these differ; else nil.
  package var allocationDispute: String?
  /// SHA-256 of the file that the load is from, in hexadecimal; nil where it is from none.
  package var loadSHA256: String?
  /// SHA-256 of the profile's choices, in hexadecimal; nil in older records.
  package var profileSHA256: String?
  /// The profile's file, all keys written out; nil for a built-in one.
  package var profileText: String?
  /// The device's file, all keys written out; nil for a built-in one.
  package var deviceText: String?
  /// How long the cell's process worked, in seconds; nil where it had none.
  package var busySeconds: Double?
  /// What it is a recording of; nil for what was run or driven here.
  package var recording: Recording?
  /// The window of a driven page in CSS pixels, across and down; nil for what is no page.
  package var pageSize: [Int]?
  /// The engine of a driven page's browser; nil for Chromium, and for what is no page.
  package var engine: String?

  private enum CodingKeys: String, CodingKey {
    case scenario, profile, device
    case refreshHertz = "refresh_hz"
    case changingGrid = "ticks"
    case depth
    case latePolicy = "late_policy"
    case hostShare = "host_share"
    case drawing
    case floor = "floor_ns"
    case yardstick = "yardstick_ns"
    case repetitions, seed, verdict, metrics, budgets, fallbacks, episodes, openings, faults
    case textInSHA256 = "text_in_sha256"
    case textOutSHA256 = "text_out_sha256"
    case frameLogSHA256 = "frame_log_sha256"
    case modelRatio = "model_ratio"
    case counts, refusals
    case allocationDispute = "allocation_dispute"
    case loadSHA256 = "load_sha256"
    case profileSHA256 = "profile_sha256"
    case profileText = "profile_text"
    case deviceText = "device_text"
    case busySeconds = "busy_s"
    case recording, engine
    case pageSize = "page_px"
  }

  /// Makes a record without figures.
  package init(
    scenario: String,
    profile: String,
    device: String,
    refreshHertz: Int,
    seed: UInt64,
    verdict: CellVerdict = .pass,
    metrics: [MetricValue] = [],
    budgets: [BudgetCheck] = [],
    frames: FrameTable = [],
    fallbacks: [FallbackEpisode] = [],
    textInSHA256: String = "",
    textOutSHA256: String = "",
    frameLogSHA256: String? = nil,
    modelRatio: [Phase: Double]? = nil
  ) {
    self.scenario = scenario
    self.profile = profile
    self.device = device
    self.refreshHertz = refreshHertz
    self.seed = seed
    self.verdict = verdict
    self.metrics = metrics
    self.budgets = budgets
    self.frames = frames
    self.fallbacks = fallbacks
    self.textInSHA256 = textInSHA256
    self.textOutSHA256 = textOutSHA256
    self.frameLogSHA256 = frameLogSHA256
    self.modelRatio = modelRatio
  }

  /// Keeps faults, in order of time.
  package mutating func keep(_ all: [ScreenFault]) {
    var counts: [ScreenFault.Kind: Int] = [:]
    faults = all.filter { fault in
      counts[fault.kind, default: 0] += 1
      return counts[fault.kind, default: 0] <= Self.mostFaults
    }
  }

  /// Finds the figure of a metric; nil when there is no number.
  package func value(_ metric: Metric, _ statistic: Statistic = .value) -> Double? {
    metrics.value(of: metric, statistic)?.value
  }

  /// The frames as a timeline: what every figure of pacing and cost is computed from.
  ///
  /// - Complexity: O(frames).
  package var timeline: FrameTimeline {
    FrameTimeline(of: frames, grid: grid, depth: depth, hostShare: hostShare)
  }

  /// The display's ticks.
  package var grid: TickGrid { changingGrid ?? TickGrid(RefreshRate(hertz: refreshHertz)) }
}

/// What clock a run had.
package enum ClockChoice: String, CodedChoice, Sendable {
  /// Time moves by the model alone.
  case virtual
  /// The machine's own: only pages are driven on it.
  case real
}

/// What a frame's cost was.
package enum CostChoice: String, CodedChoice, Sendable {
  case modelled
  case cpu
  case wall
}

/// What measured text.
package enum MeasurerChoice: String, CodedChoice, Sendable {
  case pango
  case fixed
}

/// A whole run: every cell, and all that is needed to repeat it.
package struct RunRecord: Sendable {
  /// The version of the files' schema.
  package static let schema = 7

  package var name: String
  package var clock: ClockChoice
  package var cost: CostChoice
  package var measurer: MeasurerChoice
  /// Facts about the machine and the build, in the order in which they are to be shown:
  /// cpu, os, toolchain, architecture, git_revision, build, measurer, fonts, icu, allocator.
  package var environment: [(key: String, value: String)]
  package var cells: [CellRecord]
  /// The files that recordings are of, in the order in which they were given; none for what was run here.
  package var files: [RecordedFile] = []
  /// When it began, as ISO 8601 in UTC; empty where it is not known.
  package var date = ""
  /// The program's arguments.
  package var command: [String] = []
  /// Which part of a run it is; nil for a whole one.
  package var shard: Shard?
  /// The numbers of the shards that it was put together without; empty for a whole run.
  package var missingShards: [Int] = []
  /// What of the costs is the machine's own; nil where cost is modelled, and in older runs.
  package var noise: MachineNoise?
  /// The rows of an ablation, impossible ones included, in order; none for any other run.
  package var ablation: [AblationEntry] = []

  /// The profile that an ablation starts from; nil for any other run.
  package var ablationBase: String?

  /// The profile whose cells decide whether the run passed, where it has any.
  package var decidingProfile: String { ablationBase ?? Profile.standard.name }

  /// The key of ``environment`` that names the candidates of a run, with commas between them.
  package static let candidatesKey = "candidates"

  /// The names of those who were brought to be judged, in the order of their cells.
  package var candidates: [Substring] {
    environment.first { $0.key == Self.candidatesKey }?.value.split(separator: ",") ?? []
  }

  /// The names of the profiles that an ablation made.
  package var ablatedProfiles: Set<String> { Set(ablation.compactMap(\.profile)) }

  /// Makes a run.
  package init(
    name: String,
    clock: ClockChoice,
    cost: CostChoice,
    measurer: MeasurerChoice,
    environment: [(key: String, value: String)],
    cells: [CellRecord]
  ) {
    self.name = name
    self.clock = clock
    self.cost = cost
    self.measurer = measurer
    self.environment = environment
    self.cells = cells
  }
}
