import Foundation
import ScrollViewModel
import Testing

/// Each requirement is a row of the model's README.
@Suite struct ScrollViewTests {
  private let reports = Reports()

  private func view(
    content: Double = 20_000,
    at offset: Double = 0,
    scale: Int = 2,
    _ change: (inout ScrollViewBehavior) -> Void = { _ in }
  ) -> ScrollView {
    var behavior = ScrollViewBehavior()
    change(&behavior)
    let view = ScrollView(
      boundsHeight: 800,
      contentHeight: content,
      scale: scale,
      behavior: behavior
    )
    view.contentOffset = offset
    view.layoutIfNeeded()
    view.delegate = reports
    return view
  }

  // MARK: Motion

  @Test(arguments: [0.998, 0.99])
  func flickGoesAsFarAsItsVelocityAndRateSay(rate: Double) {
    let view = view(at: 9_000) { $0.decelerationRate = rate }
    let lift = view.pull(by: -240, speed: 2_400)
    let start = view.contentOffset
    view.fingerUp(time: lift)
    view.rest()
    let way = 2_400 / (-1_000 * log(rate))
    #expect(abs(view.contentOffset - start - way) <= 0.5 + 0.25 + 1e-9)
  }

  @Test(arguments: [1_100.0, 1_139, 1_177, 1_216])
  func motionIsTheSameAtAnyRateOfFrames(offset: Double) {
    let views = [60.0, 120].map { hertz in
      let view = view(content: 3_000, at: offset)
      view.fingerUp(time: view.pull(by: -200, speed: 4_000))
      return (view, hertz, view.now)
    }
    for step in 1...40 {
      let offsets = views.map { view, hertz, start in
        for index in 0..<Int(hertz / 20) {
          let frames = Double((step - 1) * Int(hertz / 20) + index + 1)
          view.frame(at: start + frames / hertz)
        }
        return view.contentOffset
      }
      // Only where the rest is reached may they differ, by half a pixel.
      #expect(abs(offsets[0] - offsets[1]) <= 0.5, "\(step): \(offsets)")
    }
    #expect(views.allSatisfy { $0.0.contentOffset == 2_200 })
  }

  @Test func pullBeyondTheEndShowsWhatTheFormulaSays() {
    let view = view { $0.slopIsSwallowed = false }
    view.pull(by: 200, speed: 400)
    // 800 (1 - 1 / (200 · 0.55 / 800 + 1)) = 96.70, in half points.
    #expect(view.contentOffset == -96.5)
    for shown in [0.5, 60, 300, 780] {
      let pull = ScrollPhysics.pull(showing: shown, constant: 0.55, height: 800)
      #expect(
        abs(ScrollPhysics.rubberBand(pull, constant: 0.55, height: 800) - shown) < 1e-9
      )
    }
  }

  @Test func fingerThatGrabsBeyondTheEndDoesNotMakeItJump() {
    let view = view()
    view.contentOffset = -100
    view.fingerDown(at: 400, time: 1)
    view.fingerMove(to: 411, time: 1.1)
    view.fingerMove(to: 411, time: 1.2)
    #expect(view.contentOffset == -100)
    view.fingerMove(to: 412, time: 1.3)
    #expect(view.contentOffset < -100 && view.contentOffset > -101)
  }

  @Test func flickAgainstTheEndGoesOutOnceAndComesBackToIt() {
    let view = view(content: 3_000, at: 2_200) { $0.slopIsSwallowed = false }
    // The spring alone, from the end: v / (e β) is the farthest.
    var farthest = 0.0
    for time in stride(from: 0.0, to: 1, by: 1.0 / 480) {
      let step = ScrollPhysics.spring(0, velocity: 3_000, rate: 10, time: time)
      farthest = max(farthest, step.displacement)
    }
    #expect(abs(farthest - 3_000 / (M_E * 10)) < 0.1)
    view.contentOffset = 2_150
    reports.clear()
    view.fingerUp(time: view.pull(by: -40, speed: 3_000))
    view.rest()
    let top = reports.offsets.max() ?? 0
    #expect(top > 2_250 && top < 2_200 + farthest)
    #expect(view.contentOffset == 2_200)
    let back = reports.offsets.drop { $0 != top }
    #expect(zip(back, back.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(reports.all.filter { $0 == .didEndDecelerating }.count == 1)
  }

  // MARK: Reports

  @Test func flickReportsInOrder() {
    let view = view()
    view.fingerUp(time: view.pull(by: -200, speed: 2_000))
    #expect(!view.isDragging && !view.isTracking && view.isDecelerating)
    view.rest()
    #expect(
      reports.order == [
        .willBeginDragging, .didScroll(0), .didEndDragging(willDecelerate: true),
        .willBeginDecelerating, .didScroll(0), .didEndDecelerating,
      ]
    )
    #expect(zip(reports.offsets, reports.offsets.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func fingerThatRestsBeforeItIsLiftedGivesNoMomentum() {
    let view = view()
    view.fingerUp(time: view.pull(by: -200, speed: 2_000) + 0.15)
    #expect(reports.all.last == .didEndDragging(willDecelerate: false))
    #expect(!view.isDecelerating)
  }

  @Test func fingerWithinTheSlopMovesNothing() {
    let view = view(at: 500)
    let lift = view.pull(by: -9.9, speed: 50)
    #expect(view.isTracking && !view.isDragging)
    view.fingerUp(time: lift)
    #expect(reports.all.isEmpty && view.contentOffset == 500)
  }

  @Test(arguments: [true, false])
  func fingerStopsADecelerationWhereItIs(beginsDrag: Bool) {
    let view = view { $0.catchBeginsDrag = beginsDrag }
    view.fingerUp(time: view.pull(by: -200, speed: 2_000))
    view.frame(at: view.now + 0.1)
    let caught = view.contentOffset
    reports.clear()
    view.fingerDown(at: 300, time: view.now)
    #expect(
      reports.all
        == (beginsDrag ? [.didEndDecelerating, .willBeginDragging] : [.didEndDecelerating])
    )
    view.frame(at: view.now + 1)
    #expect(view.contentOffset == caught && view.isDragging == beginsDrag)
    view.fingerUp(time: view.now)
    view.rest()
    #expect(view.contentOffset == caught)
  }

  @Test func writeIsReportedOnceAndInsideTheCall() {
    let view = view()
    view.contentOffset = 120
    #expect(reports.all == [.didScroll(120)])
    view.contentOffset = 120
    view.setContentOffset(120, animated: true)
    #expect(reports.all.count == 1 && !view.isAnimating)
    reports.onScroll = { if $0.contentOffset == 130 { $0.contentOffset = 140 } }
    view.contentOffset = 130
    #expect(reports.offsets == [120, 130, 140] && view.contentOffset == 140)
  }

  @Test(arguments: [1, 2, 3])
  func offsetIsWholePixels(scale: Int) {
    let view = view(scale: scale)
    view.contentOffset = 10.4
    #expect(view.contentOffset == (10.4 * Double(scale)).rounded() / Double(scale))
    view.fingerUp(time: view.pull(by: -333.3, speed: 1_111))
    view.rest()
    #expect(reports.offsets.allSatisfy { view.rounded($0) == $0 })
  }

  @Test func animatedChangeTakesItsTimeAndReportsItsEnd() {
    let view = view()
    view.setContentOffset(1_000, animated: true)
    view.frame(at: 0.15)
    #expect(view.contentOffset == 500)
    view.frame(at: 0.29)
    #expect(view.isAnimating)
    view.frame(at: 0.31)
    #expect(view.contentOffset == 1_000)
    #expect(reports.order == [.didScroll(0), .didEndScrollingAnimation])
  }

  @Test func statusBarTapScrollsToTheTopUnlessRefused() {
    let view = view(at: 5_000)
    reports.allowsTop = false
    view.statusBarTap(time: 0)
    #expect(!view.isAnimating && reports.all.isEmpty)
    reports.allowsTop = true
    view.statusBarTap(time: 0)
    view.rest()
    #expect(view.contentOffset == 0)
    #expect(reports.order == [.didScroll(0), .didScrollToTop])
    view.statusBarTap(time: view.now)
    #expect(reports.all.last == .didScrollToTop && !view.isAnimating)
    #expect(reports.order.count == 2)
  }

  @Test func wheelIsConfinedToTheEnds() {
    let view = view()
    view.wheel(by: 50, time: 0)
    view.wheel(by: -80, time: 0.1)
    view.wheel(by: -80, time: 0.2)
    #expect(reports.offsets == [50, 0])
    #expect(reports.all.filter { $0 == .didEndDragging(willDecelerate: false) }.count == 2)
  }

  // MARK: Writes during motion

  @Test func writeDuringADecelerationAddsToItsWayOrEndsIt() {
    let ends = [nil, ScrollViewBehavior.SetterDuringMotion.keeps, .stops].map { setter in
      let view = view(content: 60_000, at: 9_000) { $0.setterDuringMotion = setter ?? .keeps }
      view.fingerUp(time: view.pull(by: -200, speed: 2_000))
      view.frame(at: view.now + 0.2)
      if setter != nil { view.contentOffset += 5_000 }
      let written = view.contentOffset
      view.rest()
      return setter == .stops ? view.contentOffset - written : view.contentOffset
    }
    #expect(abs(ends[1] - ends[0] - 5_000) <= 0.5)
    #expect(ends[2] == 0)
  }

  @Test func unanimatedCallEndsADecelerationAndTheSetterDoesNot() {
    let view = view()
    view.fingerUp(time: view.pull(by: -200, speed: 2_000))
    view.contentOffset = 700
    #expect(view.isDecelerating)
    view.setContentOffset(700, animated: false)
    #expect(!view.isDecelerating && reports.all.last == .didEndDecelerating)
  }

  @Test(arguments: ScrollViewBehavior.SetterDuringDrag.allCases)
  func writeDuringADragKeepsTheFingerOrIsUndone(setter: ScrollViewBehavior.SetterDuringDrag) {
    let view = view(at: 1_000) { $0.setterDuringDrag = setter }
    let time = view.pull(by: 100, speed: 400)
    let dragged = view.contentOffset
    view.contentOffset += 2_000
    view.fingerMove(to: 501, time: time + 0.01)
    #expect(view.contentOffset == (setter == .keepsFinger ? dragged + 1_999 : dragged - 1))
  }

  @Test(arguments: ScrollViewBehavior.BounceTarget.allCases)
  func bounceFollowsTheEndOrKeepsItsTarget(target: ScrollViewBehavior.BounceTarget) {
    let view = view { $0.bounceTarget = target }
    view.fingerUp(time: view.pull(by: 200, speed: 1_000) + 0.2)
    view.frame(at: view.now + 0.05)
    #expect(view.contentOffset < 0 && view.isDecelerating)
    // A page comes in above, and the host keeps what is read in its place.
    view.contentHeight += 3_000
    view.contentOffset += 3_000
    let read = view.contentOffset
    view.rest()
    #expect(view.contentOffset == (target == .follows ? read : 0))
  }

  // MARK: Geometry

  @Test func offsetLeftBeyondTheEndGoesBackInALayoutPassAtRest() {
    let view = view(at: 5_000)
    let time = view.pull(by: 20, speed: 100)
    let dragged = view.contentOffset
    view.contentHeight = 3_000
    view.frame(at: time)
    #expect(view.contentOffset == dragged)
    view.fingerUp(time: time + 1)
    // It is let go beyond the end: it moves back, nothing jumps.
    #expect(view.isDecelerating)
    view.rest()
    #expect(view.contentOffset == 2_200)
    view.contentHeight = 2_000
    #expect(view.contentOffset == 2_200)
    reports.clear()
    view.layoutIfNeeded()
    #expect(reports.all == [.didScroll(1_200)])
  }

  @Test func clampingAtOnceDoesNotWaitForALayoutPass() {
    let view = view(at: 5_000) { $0.clamping = .atOnce }
    view.contentHeight = 3_000
    #expect(reports.all == [.didScroll(2_200)])
  }

  @Test func changeOfTheBoundsKeepsTheOffset() {
    let view = view(content: 3_000, at: 1_000)
    view.boundsHeight = 400
    view.layoutIfNeeded()
    #expect(view.contentOffset == 1_000 && reports.all.isEmpty)
    view.boundsHeight = 2_500
    view.layoutIfNeeded()
    #expect(reports.all == [.didScroll(500)])
  }

  @Test(arguments: ScrollViewBehavior.InsetChange.allCases)
  func topInsetShiftsWhatTheBehaviorSays(change: ScrollViewBehavior.InsetChange) {
    let atTop = view { $0.insetChange = change }
    let below = view(at: 700) { $0.insetChange = change }
    for view in [atTop, below] {
      view.insets = (60, 30)
      view.layoutIfNeeded()
    }
    #expect(atTop.contentOffset == (change == .keepsOffset ? 0 : -60))
    #expect(below.contentOffset == (change == .shiftsAlways ? 640 : 700))
    below.insets = (60, 300)
    below.layoutIfNeeded()
    #expect(below.contentOffset == (change == .shiftsAlways ? 640 : 700))
  }

  @Test func topInsetThatShiftsUnderADragKeepsTheFinger() {
    let view = view(at: 700) { $0.insetChange = .shiftsAlways }
    let time = view.pull(by: 100, speed: 400)
    view.insets.top = 60
    let shifted = view.contentOffset
    view.fingerMove(to: 501, time: time + 0.01)
    #expect(view.contentOffset == shifted - 1)
  }

  @Test func contentThatFitsMovesOnlyWhereItAlwaysBounces() {
    let view = view(content: 300)
    view.fingerUp(time: view.pull(by: 200, speed: 1_000))
    #expect(reports.all.isEmpty)
    view.alwaysBounces = true
    view.fingerUp(time: view.pull(by: 200, speed: 1_000))
    #expect(view.contentOffset < -50)
    view.rest()
    #expect(view.contentOffset == 0)
  }

  @Test func writeInALayoutPassIsReportedAndWaitsForTheNext() {
    let view = view(at: 100)
    var passes = 0
    reports.onLayout = { view in
      passes += 1
      if passes == 1 { view.contentOffset = 300 }
    }
    view.contentOffset = 200
    view.layoutIfNeeded()
    #expect(reports.offsets == [200, 300] && passes == 1 && view.needsLayout)
    view.layoutIfNeeded()
    #expect(passes == 2 && !view.needsLayout)
  }
}
