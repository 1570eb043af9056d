import CProbes

/// Which pages of memory hold the code of this program.
///
/// Where they lie decides which of them get in each other's way in a processor's caches. It is chance, it
/// stays for as long as a process lives, or a file. Docs/Internals/Gate.md says what processes of one program
/// differ by with it and without. Code that lies in other pages in each repetition has its chance as often as there are repetitions.
public enum CodePages {
  /// Whether it can be done here.
  public static let canBeRenewed = renew(seed: 0)

  /// Puts the code into other pages; addresses and content stay. Linux only, and not where a system forbids
  /// that memory which was written becomes code.
  ///
  /// - Parameter seed: Decides in which order pages are asked for.
  /// - Returns: Whether it could be done.
  /// - Complexity: O(size of the code).
  @discardableResult
  public static func renew(seed: Int) -> Bool {
    stillpoint_renew_code(UInt(bitPattern: seed)) == 0
  }
}
