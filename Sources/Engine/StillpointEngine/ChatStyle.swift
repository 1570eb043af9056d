import AnchoredLayout
import ChatSurface
import FramePacing
import Lengths
import MarkdownBlocks
import Revealing
import TextMeasuring
import Timebase
import TokenStreaming

/// What an app chooses of its chat. Begin with ``standard``, ``messenger`` or ``still`` and change what is
/// different in yours.
///
/// Lengths are in points and count from 0 to 1,000, times are in seconds and count from 0 to 10: a number beyond
/// is taken as the nearest, one that is no number as the standard's.
public struct ChatStyle: Hashable, Sendable {
  /// What is around a message's text.
  public struct Padding: Hashable, Sendable {
    /// Left and right of it.
    public var horizontal: Double
    /// Above and below it.
    public var vertical: Double

    /// Makes a padding; in points.
    public init(horizontal: Double, vertical: Double) {
      (self.horizontal, self.vertical) = (horizontal, vertical)
    }
  }

  /// Who follows a growing answer.
  public enum Follow: Hashable, Sendable {
    /// Everybody who has not scrolled away by more than 8 pt, and whoever comes back to the end.
    case untilScrolledAway
    /// Whoever is within ``ChatStyle/nearEnd`` of the end.
    case nearEnd
    /// Nobody: the app asks for the end.
    case never
  }

  /// What a send does to the viewport.
  public enum Send: Hashable, Sendable {
    /// The question goes to the viewport's top, and the answer has the space below it.
    case questionToTop
    /// The end is followed.
    case toEnd
  }

  /// In what pieces an answer appears.
  public enum Pieces: Hashable, Sendable {
    /// Words, in scripts without spaces those of a dictionary.
    case words
    /// So many characters, 1 to 1,000.
    case characters(Int)
    /// What arrives, as it arrives.
    case asReceived
  }

  /// Between two messages.
  public var spacing = 12.0
  /// Left and right of every message.
  public var sidePadding = 16.0
  /// Above the first message.
  public var topPadding = 16.0
  /// Around a question.
  public var questionPadding = Padding(horizontal: 16, vertical: 12)
  /// Around an answer.
  public var answerPadding = Padding(horizontal: 0, vertical: 0)
  /// The radius of a box's corners, and of the one at a question's tail.
  public var cornerRadius = 20.0, tailRadius = 8.0
  /// The size of running text, and of headings of level 1 to 6, in points at the text size `large`; for the
  /// app's measurer and its drawing, by ``size(of:at:)``.
  public var bodySize = 17.0, headingSizes = [28.0, 22, 20, 18, 17, 16]
  /// Who follows a growing answer.
  public var follow = Follow.untilScrolledAway
  /// How far from the end is near it: for following, for a composer that grows and for the button that jumps
  /// there.
  public var nearEnd = 100.0
  /// What a send does to the viewport.
  public var send = Send.questionToTop
  /// Whether content shorter than the viewport rests above the composer, and not at the top.
  public var restsAtBottom = false
  /// In what pieces an answer appears.
  public var pieces = Pieces.words
  /// The time between two pieces; a backlog makes more of them come together, so that no piece waits for
  /// longer than 0.4 s.
  public var pace = 0.032
  /// How long a piece fades in; 0 shows it at once.
  public var fade = 0.5
  /// Whether fades are given up while frames come late: below five sixths of the display's rate over a second.
  public var givesUpFades = true

  /// The reference design of this project.
  public static let standard = ChatStyle()

  /// As messengers do: short conversations rest above the composer, and a send goes to the end.
  public static let messenger: ChatStyle = {
    var style = standard
    (style.send, style.restsAtBottom, style.follow) = (.toEnd, true, .nearEnd)
    style.answerPadding = style.questionPadding
    return style
  }()

  /// Nothing fades, and text appears as it arrives.
  public static let still: ChatStyle = {
    var style = standard
    (style.pieces, style.pace, style.fade) = (.asReceived, 0, 0)
    return style
  }()

  /// The size of the text of a block, in points.
  ///
  /// - Parameters:
  ///   - kind: What the block is.
  ///   - textSize: The reader's text size.
  public func size(of kind: BlockKind, at textSize: TextSizeCategory = .large) -> Double {
    var size = bodySize
    if case .heading(let level) = kind, !headingSizes.isEmpty {
      size = headingSizes[min(max(level, 1), headingSizes.count) - 1]
    } else if case .code = kind {
      size = bodySize * Self.codeScale
    }
    return size * textSize.scale
  }

  /// Code is smaller than running text, since its letters are wider: 15 pt beside 17.
  private static let codeScale = 15.0 / 17
}

extension ChatStyle {
  /// The design that it makes of the reference.
  var profile: Profile {
    var profile = Profile.reference
    profile.name = "app"
    profile.style.spacing = length(spacing, \.spacing)
    profile.style.sidePadding = length(sidePadding, \.sidePadding)
    profile.style.topPadding = length(topPadding, \.topPadding)
    profile.style.user.horizontal = length(questionPadding.horizontal, \.questionPadding.horizontal)
    profile.style.user.vertical = length(questionPadding.vertical, \.questionPadding.vertical)
    profile.style.assistant.horizontal = length(
      answerPadding.horizontal,
      \.answerPadding.horizontal
    )
    profile.style.assistant.vertical = length(answerPadding.vertical, \.answerPadding.vertical)
    profile.style.cornerRadius = length(cornerRadius, \.cornerRadius)
    profile.style.tailRadius = length(tailRadius, \.tailRadius)
    profile.nearEnd = length(nearEnd, \.nearEnd)
    profile.shortContent = restsAtBottom ? .bottom : .top
    profile.fallback = givesUpFades ? profile.fallback : nil
    switch follow {
    case .untilScrolledAway: profile.appends = .followedByDirection
    case .nearEnd: profile.appends = .followedNearEnd
    case .never: profile.appends = .left
    }
    switch send {
    case .questionToTop: profile.afterSend = .blankSize
    case .toEnd: profile.afterSend = .followWithin(points: Int(ContentSpace.height.points))
    }
    switch pieces {
    case .words: profile.chunking = .unicodeWords
    case .characters(let count): profile.chunking = .characters(min(max(count, 1), 1_000))
    case .asReceived: profile.chunking = .wholeDelta
    }
    profile.reveal = reveal(of: profile.reveal)
    return profile
  }

  private func reveal(of standard: RevealRule) -> RevealRule {
    let (pace, fade) = (time(pace, \.pace), time(fade, \.fade))
    var stagger = StaggerRule.none
    // Twice as fast behind a backlog, as the reference.
    if pace > .zero { stagger = .steps(every: pace, faster: pace / 2, pastChunks: 100) }
    var pool = standard.pool
    // Without steps nothing bounds how long a piece would wait for a fade to end.
    if pace == .zero { pool.overflow = .bypass }
    return RevealRule(
      stagger: stagger,
      batch: standard.batch,
      pool: pool,
      fade: fade > .zero ? .timed(duration: fade, curve: .easeOut) : nil
    )
  }

  private static let longest = 1_000.0

  private func length(_ points: Double, _ standard: KeyPath<ChatStyle, Double>) -> LayoutUnit {
    let points = points.isNaN ? ChatStyle.standard[keyPath: standard] : points
    return LayoutUnit(nearest: min(max(points, 0), Self.longest))
  }

  private func time(_ seconds: Double, _ standard: KeyPath<ChatStyle, Double>) -> Nanoseconds {
    let seconds = seconds.isNaN ? ChatStyle.standard[keyPath: standard] : seconds
    return Nanoseconds(seconds: min(max(seconds, 0), 10))
  }
}
