// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A height that is not a number, infinite, negative or above 1,000,000 pt is refused with an
  /// error naming the item; the layout stays as it was.
  @Tag package static var heightsRefused: Self

  /// A height of 0, a hidden item, is allowed.
  @Tag package static var heightsZero: Self

  /// An item that is not measured has an estimate that is never 0.
  @Tag package static var heightsEstimateNeverZero: Self

  /// Estimates come from a running model of characters to height for each width.
  @Tag package static var heightsEstimateModel: Self

  /// What is visible is measured in its own frame.
  @Tag package static var heightsVisibleSameFrame: Self

  /// The overscan of one viewport each way is measured after that, nearest first, what is about
  /// to be seen before.
  @Tag package static var heightsOverscan: Self

  /// The overscan is measured with an allowance of a quarter of the period in modelled cost for
  /// each frame, never by a clock.
  @Tag package static var heightsOverscanAllowance: Self

  /// A corrected height above the anchor moves content away from the viewport, never the
  /// viewport.
  @Tag package static var heightsCorrectionAway: Self

  /// An item whose height the host supplies is not measured.
  @Tag package static var heightsSupplied: Self

  /// Each item's offset and each place's item are those of a plain list of heights, after any
  /// edits.
  @Tag package static var heightsIndexExact: Self

  /// Heights are cached by a stable hash of the styled block, the width, the text size and the
  /// measurer.
  @Tag package static var heightsCacheKey: Self

  /// The cache holds 100,000 blocks; the least recently used goes first; hits, misses and
  /// evictions are counted.
  @Tag package static var heightsCacheBound: Self

  /// A new width marks everything estimated by one exact scale, keeps the anchor at the same
  /// share of its item and measures only what can be seen.
  @Tag package static var heightsWidthChange: Self

  /// Turning back to an earlier width finds every height in the cache.
  @Tag package static var heightsWidthBack: Self

  /// A new text size marks everything estimated, keeps the anchor's place and measures only what
  /// can be seen.
  @Tag package static var heightsTextSize: Self
}
