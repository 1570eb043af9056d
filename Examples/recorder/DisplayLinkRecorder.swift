import StillpointRecorder

#if canImport(UIKit) && !os(watchOS)
  import QuartzCore
  import UIKit

  /// Records a chat screen by a display link. NOT TRIED: it was written without a device at hand.
  ///
  /// Start it when the screen appears. It asks `screen` what is on screen when the main thread is about to
  /// rest after a frame, which is when UIKit has committed.
  @MainActor public final class DisplayLinkRecorder {
    /// The recorder, for text and events.
    public private(set) var recorder: FrameRecorder
    private let screen: @MainActor () -> FrameRecorder.Screen
    private var link: CADisplayLink?
    private var observer: CFRunLoopObserver?

    /// Begins to record; `write` gets each line.
    public init(
      app: String,
      version: String,
      device: String,
      write: @escaping ([UInt8]) -> Void,
      screen: @escaping @MainActor () -> FrameRecorder.Screen
    ) {
      self.screen = screen
      recorder = FrameRecorder(
        app: app,
        version: version,
        device: device,
        refreshHertz: UIScreen.main.maximumFramesPerSecond,
        write: write
      )
      let link = CADisplayLink(target: self, selector: #selector(tick))
      link.add(to: .main, forMode: .common)
      self.link = link
      let activity = CFRunLoopActivity.beforeWaiting.rawValue
      // After Core Animation's own commit, whose observer has the order 2,000,000.
      observer = CFRunLoopObserverCreateWithHandler(nil, activity, true, 2_000_001) {
        [weak self] _, _ in
        MainActor.assumeIsolated { self?.workEnded() }
      }
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
    }

    /// The time of ``FrameRecorder`` now.
    public var now: Int64 { Int64(CACurrentMediaTime() * 1e9) }

    /// Notes text or an event.
    public func note(_ body: (inout FrameRecorder) -> Void) { body(&recorder) }

    /// Ends the log.
    public func finish() {
      link?.invalidate()
      if let observer { CFRunLoopObserverInvalidate(observer) }
      recorder.finish()
    }

    @objc private func tick(_ link: CADisplayLink) {
      recorder.begin(at: Int64(link.timestamp * 1e9), target: Int64(link.targetTimestamp * 1e9))
    }

    private func workEnded() { recorder.end(at: now, screen()) }
  }
#endif
