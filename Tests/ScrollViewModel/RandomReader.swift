/// Somebody who scrolls by chance: the same session for the same seed.
public struct RandomReader: Sendable {
  /// What a reader does at a time.
  public enum Gesture: Sendable, CaseIterable {
    case drag
    case slowDrag
    case flick
    case flicksToTop
    case flicksToBottom
    case `catch`
    case statusBarTap
    case wheel
    case pause
  }

  /// Samples of the finger in a second: 60 or 120.
  public let hertz: Double
  public let boundsHeight: Double
  /// How many things happen at the host's side in a second, on average.
  public var happeningRate = 1.0
  private var chance: Chance
  private var time = 0.0
  private var events: [ReaderEvent] = []

  /// - Parameter hertz: 60 or 120; by chance where nil.
  public init(seed: UInt64, hertz: Int? = nil, boundsHeight: Double = 800) {
    chance = Chance(seed: seed)
    let drawn = chance.isTrue() ? 120 : 60
    self.hertz = Double(hertz ?? drawn)
    self.boundsHeight = boundsHeight
  }

  /// Returns what happens in a session of about this many seconds, in order of time; no finger is down at its
  /// end.
  public mutating func session(seconds: Double) -> [ReaderEvent] {
    time = 0
    events = []
    while time < seconds {
      perform(chance.element(Gesture.allCases))
      if chance.isTrue(2, of: 3) { time += chance.number(0..<0.8) }
    }
    let hand = events
    events = []
    let end = time
    time = 0
    while happeningRate > 0 {
      // Half of the time things come close to each other.
      time += chance.number(0..<(chance.isTrue() ? 0.2 : 3.8)) / happeningRate
      guard time < end else { break }
      add(.host(happening()))
    }
    return (hand + events).enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// Adds a gesture at the time that has come.
  private mutating func perform(_ gesture: Gesture) {
    switch gesture {
    case .drag:
      stroke(sign() * chance.number(90..<500), for: chance.number(0.2..<1.2), isFlick: false)
    case .slowDrag:
      stroke(sign() * chance.number(3..<90), for: chance.number(0.3..<1.5), isFlick: false)
    case .flick: flick(sign() * chance.number(60..<400))
    case .flicksToTop, .flicksToBottom:
      for _ in 0..<chance.count(3...9) {
        flick((gesture == .flicksToTop ? 1 : -1) * chance.number(250..<600))
        time += chance.number(0.05..<0.4)
      }
    case .catch:
      flick(sign() * chance.number(150..<500))
      time += chance.number(0.02..<0.7)
      stroke(
        chance.isTrue() ? 0 : sign() * chance.number(3..<200),
        for: chance.number(0.05..<0.5),
        isFlick: false
      )
    case .statusBarTap:
      add(.statusBarTap)
      time += chance.number(0.01..<0.5)
    case .wheel:
      let direction = sign()
      for _ in 0..<chance.count(1...12) {
        add(.wheel(by: direction * chance.number(4..<120)))
        time += chance.number(1 / hertz..<0.12)
      }
    case .pause: time += chance.number(0.2..<2)
    }
  }

  private mutating func sign() -> Double { chance.isTrue() ? 1 : -1 }

  private mutating func flick(_ distance: Double) {
    stroke(distance, for: chance.number(0.05..<0.18), isFlick: true)
  }

  /// Adds a finger that goes down, moves and is lifted: a flick while it moves fastest, else at rest or not.
  private mutating func stroke(_ distance: Double, for seconds: Double, isFlick: Bool) {
    let limit = 0.8 * boundsHeight
    let way = min(max(distance, -limit), limit)
    let room = boundsHeight - abs(way)
    let start = chance.number(0..<room) + (way < 0 ? -way : 0)
    add(.fingerDown(y: start))
    let count = max(2, Int((seconds * hertz).rounded()))
    for index in 1...count {
      time += 1 / hertz
      let part = Double(index) / Double(count)
      let done = isFlick ? part * part.squareRoot() : part * part * (3 - 2 * part)
      add(.fingerMove(y: start + way * done))
    }
    if !isFlick && chance.isTrue() { time += chance.number(0.1..<0.6) }
    time += 0.5 / hertz
    add(.fingerUp)
    time += 0.5 / hertz
  }

  private mutating func happening() -> HostHappening {
    switch chance.count(0...10) {
    case 0: .appendMessage
    case 1: .prependPage
    case 2...5: .tokenBurst(count: chance.count(1...40))
    case 6:
      chance.isTrue() ? .keyboardDown : .keyboardUp(height: chance.number(200..<350).rounded())
    case 7:
      .insets(top: chance.number(0..<100).rounded(), bottom: chance.number(0..<120).rounded())
    case 8: .select
    case 9: .send
    default: .resize(part: chance.number(0.5..<1))
    }
  }

  private mutating func add(_ action: ReaderAction) {
    events.append(ReaderEvent(time: time, action: action))
  }
}
