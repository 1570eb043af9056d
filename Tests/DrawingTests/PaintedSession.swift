import MarkdownBlocks
import ChatSurface
import Drawing
import FramePacing
import Lengths
import PangoMeasuring
import Testing
import TextMeasuring
import Timebase

/// A conversation that is painted frame by frame by some painters.
final class PaintedSession {
  let surface: Surface
  let painters: [FramePainter]
  private(set) var snapshot = FrameSnapshot()
  private(set) var frame = RenderedFrame()
  private(set) var tick = 0
  private let rate: RefreshRate

  init(
    _ profile: Profile = .reference,
    device: Device = .iPhoneSE,
    painters: [FramePainter],
    messages: [Message] = []
  ) throws {
    self.painters = painters
    rate = device.rate
    surface = Surface(
      profile: profile,
      device: device,
      measurer: try PangoMeasurer(),
      parser: MarkdownParser(),
      costs: .init()
    )
    if !messages.isEmpty { advance(.load(ListedMessages(messages))) }
  }

  /// Makes and paints the next frame.
  func advance(_ events: SurfaceEvent...) { advance(events) }

  func advance(_ events: [SurfaceEvent]) {
    let instant = rate.instant(ofTick: tick)
    surface.frame(
      events.map { ScheduledEvent($0, at: instant) },
      at: instant,
      tick: tick,
      into: &snapshot
    )
    tick += 1
    surface.render(snapshot, into: &frame)
    for painter in painters { painter.paint(snapshot, frame) }
  }

  /// Makes frames without events.
  func run(frames: Int) {
    for _ in 0..<frames { advance([]) }
  }

  /// Streams an answer, so many bytes a frame.
  func stream(_ text: String, as id: MessageID = "answer", bytes count: Int = 24) {
    advance(.streamBegin(id))
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      advance(.token(id, Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
    }
    advance(.streamEnd(id, .complete))
  }
}

/// An answer with every kind of block, in some scripts.
let richAnswer = """
  # The lake

  Some **bold**, *slanted* and `inline code` words, ~~struck~~, with a [link](https://a.example). \
  日本語の文章はここで折り返されます。 مرحبا بالعالم، هذا نص عربي طويل يلتف. 👩‍👩‍👧‍👦 🎉

  - one
  - two
    - deeper
  1. first
  2. second

  - [x] done
  - [ ] open

  > Quoted text that is long enough to be set in more than one line of a phone.
  >
  > And another paragraph.

  ```swift
  func greet(_ name: String) -> String {
    "Hello, \\(name)"
  }
  ```

  | Name | Count | Note |
  |:-----|------:|:----:|
  | ant | 12 | small |
  | bee | 3 | it stings |

  ---

  ![A lake](lake.png)

  The end.
  """
