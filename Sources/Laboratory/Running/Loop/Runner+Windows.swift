import ChatSurface
import FramePacing
import LoadGeneration
import Records
import StillpointEngine
import Timebase

// The windows of a run: which are open, what is shown in them, and what they are refused.
extension Runner {
  /// The display has another rate, for all windows; one that its device does not have is refused.
  mutating func change(to rate: RefreshRate, at timed: TimedLoadEvent) {
    otherInstants.append(timed.instant)
    guard device.has(hertz: rate.hertz) else {
      windowRefusals.append(
        Refusal(
          instant: timed.instant,
          window: TimedLoadEvent.mainWindow,
          place: timed.place,
          reason: "\(device.name) has no rate of \(rate.hertz) Hz"
        )
      )
      outcome.refusedRates += 1
      return
    }
    for index in windows.indices {
      windows[index].surface.setRate(rate, at: timed.instant)
      windows[index].noteRate(at: timed.instant)
    }
  }

  /// What is still on its way to a window when it is closed is discarded, as after a stop; all else
  /// that names a window that is not open is refused.
  mutating func discard(_ event: SurfaceEvent, of timed: TimedLoadEvent) {
    let name = timed.windowName
    guard let index = closedWindows.lastIndex(where: { $0.name == name }), event.isOfAStream else {
      refuse(.unknown(name, open: group.names), of: timed)
      return
    }
    if event.isToken { closedWindows[index].text.discardToken() }
  }

  mutating func open(_ name: String, at timed: TimedLoadEvent? = nil) {
    do throws(WindowRefusal) {
      let surface = try group.open(name)
      for change in episodes.rateChanges
      where device.has(hertz: change.rate.hertz) && change.due <= timed?.instant ?? .distantPast {
        surface.setRate(change.rate, at: change.due)
      }
      let order = windows.count + closedWindows.count
      windows.append(
        RunWindow(
          order: order,
          name: name,
          surface: surface,
          openings: episodes.openings.filter { $0.window == name },
          keepsText: settings.keepsText
        )
      )
    } catch {
      refuse(error, of: timed)
    }
  }

  mutating func close(_ timed: TimedLoadEvent) {
    let name = timed.windowName
    if let index = index(of: name) { windows[index].takeWhatWaits(until: timed.instant) }
    do throws(WindowRefusal) {
      try group.close(name)
      noteClosed(name)
    } catch {
      refuse(error, of: timed)
    }
  }

  /// Closes a window; what it held goes to the one that was opened first of the others.
  mutating func merge(_ timed: TimedLoadEvent) {
    let name = timed.windowName
    // What is due there until now belongs to what it holds.
    if let index = index(of: name) {
      windows[index].takeWhatWaits(until: timed.instant)
      windows[index].applyDue(at: timed.instant)
    }
    do throws(WindowRefusal) {
      guard let target = windows.firstIndex(where: { $0.name != name }) else {
        _ = try group.surface(of: name)
        throw .noOther(name)
      }
      let moved = try group.merge(name, into: windows[target].name) {
        $0.contents(from: name, movingTo: $1)
      }
      for event in moved {
        windows[target].take(event, at: timed.instant, from: timed.place, fault: nil)
      }
      noteClosed(name)
    } catch {
      refuse(error, of: timed)
    }
  }

  private mutating func noteClosed(_ name: String) {
    guard let index = index(of: name) else { return }
    closedWindows.append(windows.remove(at: index).outcome(isClosed: true))
  }

  /// The open window of that name. By index: to look into a window costs less than to copy it.
  func index(of name: String) -> Int? {
    windows.indices.first { windows[$0].name == name }
  }

  private mutating func refuse(_ refusal: WindowRefusal, of timed: TimedLoadEvent?) {
    outcome.windowRefusals.append(refusal)
    windowRefusals.append(
      Refusal(
        instant: timed?.instant ?? .zero,
        window: timed?.windowName ?? TimedLoadEvent.mainWindow,
        place: timed?.place,
        reason: "\(refusal)"
      )
    )
  }

  /// A window alone shows every frame; of several those that have something to show.
  mutating func findWhatIsShown(at instant: Instant) {
    for index in windows.indices {
      windows[index].hasSomethingToShow =
        !windows[index].isAway && (windows.count == 1 || windows[index].isDue(by: instant))
    }
    // A frame in which something was refused has a line in the log, whatever it shows.
    if !windowRefusals.isEmpty,
      !windows.indices.contains(where: { windows[$0].hasSomethingToShow }),
      let first = windows.indices.first(where: { !windows[$0].isAway })
    {
      windows[first].hasSomethingToShow = true
    }
  }

  /// What was refused in a frame, in order of time; all that was asked of no open window is said in
  /// the line of the first one that is shown.
  mutating func takeRefusals() -> [Refusal] {
    // By index: to look into a window costs less than to copy it.
    guard
      !windowRefusals.isEmpty || windows.indices.contains(where: { !windows[$0].refused.isEmpty })
    else { return [] }
    let shown = windows.indices.filter { windows[$0].hasSomethingToShow }
    let line = shown.first.map { windows[$0].name }
    let ofWindows = windowRefusals.map { refusal in
      var refusal = refusal
      refusal.window = line ?? refusal.window
      return refusal
    }
    windowRefusals.removeAll()
    let all = ofWindows + shown.flatMap { windows[$0].refused }
    return all.enumerated()
      .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
      .map(\.element)
  }
}
