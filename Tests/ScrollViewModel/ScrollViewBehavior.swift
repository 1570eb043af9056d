/// What public sources say differently, or not at all, of UIScrollView: README.md names the source of each.
///
/// The values of `init()` are those of the better source. A program that is tested against the model has to
/// hold under all of them: see `random(seed:)`.
public struct ScrollViewBehavior: Sendable, Equatable {
  /// What writing `contentOffset` does to a deceleration, a bounce or an animation that runs.
  public enum SetterDuringMotion: Sendable, CaseIterable {
    /// A deceleration goes on from the new offset with its velocity; an animation goes on to its own target
    /// and overwrites what was written.
    case keeps
    /// The motion ends.
    case stops
  }

  /// What writing `contentOffset` does to a drag.
  public enum SetterDuringDrag: Sendable, CaseIterable {
    /// The finger goes on from the new offset.
    case keepsFinger
    /// The next move of the finger puts the offset where it would be without the write.
    case jumpsBack
  }

  /// What a change of the top inset does to the offset.
  public enum InsetChange: Sendable, CaseIterable {
    case keepsOffset
    /// Content at the upper end stays at the upper end.
    case shiftsAtTop
    /// Content keeps its place under the top inset wherever it is.
    case shiftsAlways
  }

  /// When an offset that content, insets or bounds left beyond an end is put back.
  public enum Clamping: Sendable, CaseIterable {
    case inLayout
    case atOnce
  }

  /// Where a bounce goes when the ends move while it runs.
  public enum BounceTarget: Sendable, CaseIterable {
    /// To the end of the moment; it is over when the offset no longer lies beyond one.
    case follows
    /// To the offset that was the end when it began.
    case keepsTarget
  }

  /// The velocity with which a view that is let go beyond an end starts back.
  public enum ReleaseBeyondEnd: Sendable, CaseIterable {
    case fingerVelocity
    case noVelocity
  }

  /// How an animated change of the offset runs.
  public enum AnimationCurve: Sendable, CaseIterable {
    case linear
    case easeInOut
  }

  /// The part of the velocity that is left after a millisecond: `normalRate` or `fastRate`.
  public var decelerationRate = Self.normalRate
  public static let normalRate = 0.998
  public static let fastRate = 0.99
  /// How much of a distance beyond an end is shown when it is small.
  public var rubberBandConstant = 0.55
  /// The rate of the critically damped spring that brings the view back, in 1/s: the root of its stiffness.
  public var springRate = 10.0
  /// Seconds that an animated change of the offset takes, scrolling to the top too.
  public var animationDuration = 0.3
  public var animationCurve = AnimationCurve.easeInOut
  /// Points that a finger has to move before a drag begins.
  public var dragSlop = 10.0
  /// Whether content starts from where it is when a drag begins; else it jumps by the way so far.
  public var slopIsSwallowed = true
  /// Whether a finger that stops a deceleration drags at once, without slop.
  public var catchBeginsDrag = true
  public var setterDuringMotion = SetterDuringMotion.keeps
  public var setterDuringDrag = SetterDuringDrag.keepsFinger
  /// Whether a deceleration or an animation that is cut short reports its end.
  public var interruptionIsReported = true
  /// Whether writing the offset that is there already is reported as scrolling.
  public var sameOffsetIsReported = false
  public var insetChange = InsetChange.shiftsAtTop
  public var clamping = Clamping.inLayout
  /// Whether an offset beyond an end is put back by a change of content, insets or bounds also while a
  /// finger is down or the view moves.
  public var clampsWhileMoving = false
  public var bounceTarget = BounceTarget.follows
  public var releaseBeyondEnd = ReleaseBeyondEnd.fingerVelocity
  /// Whether a step of a wheel reports a drag that begins and ends.
  public var wheelReportsDrag = true
  /// Whether a tap on the status bar is answered at once where the view is at the top already.
  public var topIsReportedAtTop = false

  public init() {}

  /// Returns a behaviour with each switch thrown by chance, the same for the same seed.
  public static func random(seed: UInt64) -> ScrollViewBehavior {
    var chance = Chance(seed: seed)
    var behavior = ScrollViewBehavior()
    behavior.decelerationRate = chance.isTrue(3, of: 4) ? normalRate : fastRate
    behavior.springRate = chance.isTrue() ? 10 : 12.5
    behavior.animationCurve = chance.element(AnimationCurve.allCases)
    behavior.slopIsSwallowed = chance.isTrue()
    behavior.catchBeginsDrag = chance.isTrue()
    behavior.setterDuringMotion = chance.element(SetterDuringMotion.allCases)
    behavior.setterDuringDrag = chance.element(SetterDuringDrag.allCases)
    behavior.interruptionIsReported = chance.isTrue()
    behavior.sameOffsetIsReported = chance.isTrue()
    behavior.insetChange = chance.element(InsetChange.allCases)
    behavior.clamping = chance.element(Clamping.allCases)
    behavior.clampsWhileMoving = chance.isTrue(1, of: 4)
    behavior.bounceTarget = chance.element(BounceTarget.allCases)
    behavior.releaseBeyondEnd = chance.element(ReleaseBeyondEnd.allCases)
    behavior.wheelReportsDrag = chance.isTrue()
    behavior.topIsReportedAtTop = chance.isTrue()
    return behavior
  }
}
