import StillpointRecorder

#if os(Android)
  import Android

  /// Records a chat screen by Android's Choreographer, for apps in Swift. NOT TRIED: it was written without a
  /// device at hand. Use it on the thread of the user interface, which has a looper.
  public final class ChoreographerRecorder {
    /// The recorder, for text and events.
    public var recorder: FrameRecorder
    private let period: Int64
    private let screen: () -> FrameRecorder.Screen
    private var isRunning = true

    /// Begins to record at a display of so many Hz; `write` gets each line.
    public init(
      app: String,
      version: String,
      device: String,
      refreshHertz: Int,
      write: @escaping ([UInt8]) -> Void,
      screen: @escaping () -> FrameRecorder.Screen
    ) {
      self.screen = screen
      period = 1_000_000_000 / Int64(refreshHertz)
      recorder = FrameRecorder(
        app: app,
        version: version,
        device: device,
        refreshHertz: refreshHertz,
        write: write
      )
      post()
    }

    /// The time of ``FrameRecorder`` now.
    public var now: Int64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Ends the log.
    public func finish() {
      isRunning = false
      recorder.finish()
    }

    private func post() {
      let context = Unmanaged.passRetained(self).toOpaque()
      AChoreographer_postFrameCallback64(
        AChoreographer_getInstance(),
        { time, context in
          guard let context else { return }
          Unmanaged<ChoreographerRecorder>.fromOpaque(context).takeRetainedValue().frame(at: time)
        },
        context
      )
    }

    private func frame(at time: Int64) {
      guard isRunning else { return }
      recorder.begin(at: time, target: time + period)
      // Callbacks of the frame that come after this one are not in its work.
      recorder.end(at: now, screen())
      post()
    }
  }
#endif
