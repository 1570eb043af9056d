import CProbes

/// The processors of this machine that a thread may run on.
public enum Processors {
  /// The numbers of those that the calling thread may use, ascending; none where that is not known,
  /// which is on anything but Linux.
  public static var allowed: [Int] {
    let count = stillpoint_allowed_processors(nil, 0)
    var numbers = [Int32](repeating: 0, count: Int(count))
    // Whoever governs them may take some away in between.
    let stillAllowed = stillpoint_allowed_processors(&numbers, count)
    return numbers.prefix(Int(stillAllowed)).map(Int.init)
  }

  /// Keeps the calling thread, and what it starts from here on, on one of them.
  ///
  /// - Returns: Whether it could be done.
  public static func stay(on number: Int) -> Bool {
    guard let number = Int32(exactly: number) else { return false }
    return stillpoint_stay_on_processor(number) == 0
  }
}
