import Benchmarking
import ChatSurface
import FramePacing
import LoadGeneration
import MarkdownBlocks
import PangoMeasuring
import Records
import Running
import Scenarios
import TextMeasuring
import Timebase

/// A shipped scenario with any number of messages behind it, of which the last ones are always the
/// same.
struct FrameLoad {
  let scenario: String
  let messages: Int
  /// Which frames count: the costliest so many, each of which did what the row is about; all for nil.
  var costliest: Int?
  /// How much of the scenario is run, in seconds of screen time; all of it for nil.
  var seconds: Int?
  /// Texts that are all there, in the place of those made on demand.
  var texts: ListedTexts?

  private func events(on device: Device) throws -> [TimedLoadEvent] {
    let scenario = try ScenarioCatalog.find().scenario(named: scenario)
    return scenario.timeline(on: device).map { timed in
      guard case .surface(.load(let source)) = timed.event,
        let history = source as? SyntheticHistory
      else { return timed }
      let longer = SyntheticHistory(
        seed: history.seed,
        first: history.first + history.count - messages,
        count: messages,
        lengths: history.lengths
      )
      return TimedLoadEvent(.load(texts?.messages(like: longer) ?? longer), at: timed.instant)
    }
  }

  /// Runs it once; without the first frame, which takes the history in, where that is not the row.
  func frames(
    _ profile: Profile,
    _ measurer: any TextMeasurer = FixedAdvanceMeasurer(),
    _ cost: CostChoice = .cpu
  ) throws -> [FrameRecord] {
    let device = Device.iPhone15Pro.at(hertz: 60)
    var runner = Runner(
      events: try events(on: device),
      profile: profile,
      device: device,
      tools: TextTools(measurer: measurer, parser: MarkdownParser()),
      settings: Runner.Settings(
        RunConditions(cost: cost),
        costs: try DeclaredCosts.builtIn().table(for: .fixed),
        limit: seconds.map { Instant(nanoseconds: Int64($0) * 1_000_000_000) }
      )
    )
    let outcome = try runner.run()
    guard !outcome.text.isDamaged else { throw DamagedText() }
    return outcome.frames.filter { !$0.isSwallowed }
  }

  /// Text was lost, repeated or reordered.
  private struct DamagedText: Error {}

  /// Nanoseconds of the frames that count: the middle one of the costliest, or the mean of all but
  /// the costliest twentieth.
  func sample(
    _ profile: Profile,
    _ measurer: any TextMeasurer = FixedAdvanceMeasurer(),
    counts: (FrameCost) -> Nanoseconds = { $0.engine }
  ) -> (nanoseconds: Double, answer: UInt64) {
    do {
      let frames = try frames(profile, measurer)
      let costs = frames.dropFirst(scenario == "open-long-history" ? 0 : 1)
        .map { Double(counts($0.cost).rawValue) }.sorted(by: >)
      guard !costs.isEmpty else { return (0, 1) }
      if let costliest { return (costs[min(costliest, costs.count) / 2], 0) }
      let usual = costs.dropFirst(costs.count / 20)
      return (usual.reduce(0, +) / Double(usual.count), 0)
    } catch {
      // Shown as a wrong answer.
      return (0, 1)
    }
  }

  /// What all frames but the first cost by the declared model, in nanoseconds.
  func declared(_ profile: Profile) -> Int {
    let frames = try? frames(profile, FixedAdvanceMeasurer(), .modelled)
    return Int((frames ?? []).dropFirst().reduce(0) { $0 + $1.modelled.engine.rawValue })
  }
}

/// Messages that an app would bring: of 1,000 texts, which share their memory. Listing them, which looks
/// at every name, is done before anything is measured.
final class ListedTexts {
  private var listed: ListedMessages?

  func messages(like history: SyntheticHistory) -> ListedMessages {
    if let listed { return listed }
    let texts = (0..<min(1_000, history.count)).map { history.message(at: $0) }
    let made = ListedMessages(
      (0..<history.count).map { index in
        var message = texts[index % texts.count]
        message.id = MessageID(rawValue: "listed-\(index)")
        return message
      }
    )
    listed = made
    return made
  }
}

/// What users would ask: a frame of each kind, in our design and five published ones.
enum FrameSuite {
  /// What Benchmarks/README.md shows of it.
  static let summary = Summary(
    suite: "frames",
    row: "a frame",
    unit: "messages",
    picture: "rotation",
    title: "A frame after a rotation, by history length",
    file: "history.svg"
  )

  static var suite: Suite {
    Suite(
      "frames",
      title: "Frames: figures",
      page: "Frames.md",
      notes: """
        What a frame costs the thread, in CPU time at 60 Hz, with as many messages behind it as
        "items" says: the middle one of the frames that did what the row is about, or the mean where
        all did, with a fixed advance and texts made on demand. Our design (`reference`) beside five
        published ones; then ours with Pango, and without measuring: what the engine itself costs.
        """,
      cases: { isSmall in
        let sizes = isSmall ? [300] : [1_000, 10_000, 100_000, 1_000_000]
        let long = isSmall ? [10_000] : [10_000, 100_000, 1_000_000]
        return rows("streaming", "stream-steady", sizes, seconds: isSmall ? 1 : 5)
          + rows("fling", "fling-through-history", sizes, seconds: isSmall ? 1 : 5)
          + rows("prepend 50", "prepend-while-reading", sizes, costliest: 20)
          + rows(
            "opening",
            "open-long-history",
            sizes,
            costliest: 3,
            seconds: isSmall ? 1 : 4
          ) + listed(sizes, seconds: isSmall ? 1 : 4)
          + rows("rotation", "rotate-mid-history", long, costliest: 5, seconds: isSmall ? 2 : 15)
          + declared(isSmall)
      }
    )
  }

  private static func rows(
    _ name: String,
    _ scenario: String,
    _ sizes: [Int],
    costliest: Int? = nil,
    seconds: Int? = nil
  ) -> [Case] {
    sizes.flatMap { messages in
      let load = FrameLoad(
        scenario: scenario,
        messages: messages,
        costliest: costliest,
        seconds: seconds
      )
      let designs = Profile.all.map { profile in
        // It measures every message before it shows one: seconds, where there are a million.
        let isHopeless = profile.name == "messaging-ui" && messages >= 1_000_000
        return Contestant(profile.name, isComparable: true) {
          isHopeless ? (0, 0) : load.sample(profile)
        }
      }
      let measurers = [
        Contestant("with a fixed advance") { load.sample(.reference) },
        Contestant("without measuring") {
          load.sample(.reference) { $0.engine - $0[.measure] }
        },
        Contestant("with Pango") {
          guard let pango = try? PangoMeasurer() else { return (0, 1) }
          return load.sample(.reference, pango)
        },
      ]
      return [
        Case("frames", name, size: messages, mayAllocate: true, isPortable: false, designs),
        Case(
          "frames",
          name + ", ours",
          size: messages,
          mayAllocate: true,
          isPortable: false,
          measurers
        ),
      ]
    }
  }

  /// A conversation is opened whose texts the app has in memory.
  private static func listed(_ sizes: [Int], seconds: Int) -> [Case] {
    sizes.map { messages in
      let load = FrameLoad(
        scenario: "open-long-history",
        messages: messages,
        costliest: 3,
        seconds: seconds,
        texts: ListedTexts()
      )
      return Case(
        "frames",
        "opening, texts in memory",
        size: messages,
        mayAllocate: true,
        isPortable: false,
        [Contestant("with a fixed advance") { load.sample(.reference) }]
      )
    }
  }

  /// The declared cost of a frame does not grow with the history.
  private static func declared(_ isSmall: Bool) -> [Case] {
    ["fling-through-history", "stream-steady"].map { scenario in
      let seconds = isSmall ? 3 : 20
      func load(_ messages: Int) -> FrameLoad {
        FrameLoad(scenario: scenario, messages: messages, seconds: seconds)
      }
      func contestant(_ messages: Int) -> Contestant {
        Contestant(Page.number(messages) + " messages", isComparable: true) {
          let (few, own) = (load(1_000).declared(.reference), load(messages).declared(.reference))
          return (Double(own), abs(few - own) * 100 <= few ? 0 : 1)
        }
      }
      return Case(
        "frames",
        "declared cost, \(scenario)",
        mayAllocate: true,
        isPortable: false,
        [contestant(1_000), contestant(1_000_000)]
      )
    }
  }
}
