import ChatSurface

/// Conversations that are open side by side: each a screen of its own, usually a ``Surface`` with a pool of
/// its own.
///
/// The group makes the screens and keeps their names; whoever drives it makes their frames, all
/// within one frame's budget. Windows are listed in the order in which they were opened. What is
/// dropped from one window onto another is the event `drop` of the other's surface.
///
/// Limit: five windows by default. One more is refused with an error that offers to merge two.
package struct WindowGroup<Screen> {
  /// A conversation that is open.
  package struct Window {
    package let name: String
    package let surface: Screen
  }

  /// How many windows may be open at once where nothing else is said.
  package static var standardLimit: Int { 5 }

  package let limit: Int
  /// The windows that are open, in the order in which they were opened.
  package private(set) var windows: [Window] = []
  private let makeSurface: () -> Screen

  /// Makes a group without windows.
  ///
  /// - Parameters:
  ///   - limit: How many windows may be open at once.
  ///   - makeSurface: Makes the empty surface of a window that is opened.
  /// - Precondition: `limit` is 1 at least.
  package init(limit: Int = standardLimit, makeSurface: @escaping () -> Screen) {
    precondition(limit >= 1, "a group of \(limit) windows")
    self.limit = limit
    self.makeSurface = makeSurface
  }

  /// The names of the open windows, in the order in which they were opened.
  package var names: [String] { windows.map(\.name) }

  /// Opens an empty window.
  ///
  /// - Returns: Its surface.
  /// - Throws: `duplicate` when one of this name is open, `tooMany` at the limit.
  @discardableResult
  package mutating func open(_ name: String) throws(WindowRefusal) -> Screen {
    guard index(of: name) == nil else { throw .duplicate(name) }
    guard windows.count < limit else { throw .tooMany(name, open: names, limit: limit) }
    let window = Window(name: name, surface: makeSurface())
    windows.append(window)
    return window.surface
  }

  /// Closes a window; what its conversation and composer held is gone with its surface.
  ///
  /// - Returns: Its surface.
  /// - Throws: `unknown` when none of this name is open.
  @discardableResult
  package mutating func close(_ name: String) throws(WindowRefusal) -> Screen {
    windows.remove(at: try place(of: name)).surface
  }

  /// Finds an open window's surface.
  ///
  /// - Throws: `unknown` when none of this name is open.
  package func surface(of name: String) throws(WindowRefusal) -> Screen {
    windows[try place(of: name)].surface
  }

  /// Closes a window for what it held to go into another.
  ///
  /// - Parameter events: Says what brings what the first screen held into the second.
  /// - Returns: The events for the next frame of `other`.
  /// - Throws: `unknown` when one of them is not open, `sameWindow` when they are one.
  package mutating func merge(
    _ name: String,
    into other: String,
    by events: (Screen, Screen) -> [SurfaceEvent]
  ) throws(WindowRefusal) -> [SurfaceEvent] {
    let source = try surface(of: name)
    let target = try surface(of: other)
    guard name != other else { throw .sameWindow(name) }
    try close(name)
    return events(source, target)
  }

  private func index(of name: String) -> Int? { windows.firstIndex { $0.name == name } }

  private func place(of name: String) throws(WindowRefusal) -> Int {
    guard let index = index(of: name) else { throw .unknown(name, open: names) }
    return index
  }
}
