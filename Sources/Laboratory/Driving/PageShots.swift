/// Pictures of chosen frames of a page on a virtual clock, and who moved what in them.
///
/// Which sample of the probe a frame is differs from run to run by what real time left before the request: so the
/// samples around are taken too, and what a run says of its own first frame tells which are wanted.
package final class PageShots {
  /// How many samples before and after a wanted one are taken.
  private static let slack = 2

  /// The frames that are wanted.
  package let frames: Set<Int>
  private let samples: Set<Int>
  private let watched: Set<Int>
  /// The selector of a card's head; nil for none.
  let head: String?
  /// What scripts moved, by sample.
  private(set) var moves: [Int: [PageMove]] = [:]
  private(set) var taken: [Int: [UInt8]] = [:]

  /// Wants pictures of frames.
  ///
  /// - Parameters:
  ///   - moved: Frames in which it is looked who moves what.
  ///   - head: The selector of a card's head.
  ///   - first: The sample that was the first frame of the run in which they were found.
  package init(of frames: Set<Int>, moved: Set<Int> = [], head: String? = nil, from first: Int) {
    func around(_ frames: Set<Int>) -> Set<Int> {
      Set(frames.flatMap { frame in (-Self.slack...Self.slack).map { first + frame + $0 } })
    }
    (self.frames, self.head) = (frames, head)
    (samples, watched) = (around(frames), around(moved))
  }

  /// Whether it is looked who moves what in a sample.
  func watches(_ sample: Int) -> Bool { watched.contains(sample) }

  func take(_ moved: [PageMove], of sample: Int) { moves[sample] = moved }

  /// Whether a picture of the next sample is to be taken.
  func wants(_ sample: Int) -> Bool { samples.contains(sample) }

  func take(_ picture: [UInt8], of sample: Int) { taken[sample] = picture }

  /// The pictures of frames that were wanted, by frame.
  ///
  /// - Parameter first: The sample that was the first frame of the run in which they were taken.
  package func pictures(from first: Int) -> [Int: [UInt8]] {
    var pictures: [Int: [UInt8]] = [:]
    for (sample, picture) in taken where frames.contains(sample - first) {
      pictures[sample - first] = picture
    }
    return pictures
  }
}
