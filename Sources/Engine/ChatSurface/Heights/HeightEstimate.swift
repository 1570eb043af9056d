import HeightIndexing
import Lengths

/// Guesses the height of a block that was not measured yet from how many characters it has.
///
/// One running model for each (width, text size category): a base, the least height seen that is
/// not 0, plus a rate, the mean height above the base for each character. Whole-number arithmetic,
/// so the guess depends on what was recorded and in which order, on nothing else. Once
/// `window` blocks were recorded the sums are halved, so that later blocks count for more. At most
/// `limit` models are kept; the least recently recorded goes first. Nothing allocates once that
/// many are there.
package struct HeightEstimate: Sendable {
  /// How many blocks a model takes in before its sums are halved.
  package static let window = 4_096
  /// How many (width, text size) pairs are remembered unless told otherwise.
  package static let defaultLimit = 16

  private struct Model {
    var width: LayoutUnit
    var textSize: Int
    var used: UInt64
    var base: Int64
    var blocks: Int64
    var characters: Int64
    var height: Int64
  }

  private var models: [Model] = []
  private var clock: UInt64 = 0
  private let limit: Int
  private let lineHeight: Int64
  private let advance: Int64

  /// How many (width, text size) pairs have a model now.
  package var modelCount: Int { models.count }

  /// Makes an estimate that has seen nothing.
  ///
  /// - Parameters:
  ///   - lineHeight: The height of a line, used until something was measured; more than 0.
  ///   - advance: The width of a character, used until then; more than 0.
  ///   - limit: How many (width, text size) pairs are remembered; at least 1.
  /// - Precondition: All three are in range.
  package init(
    lineHeight: LayoutUnit = LayoutUnit(points: 20),
    advance: LayoutUnit = LayoutUnit(points: 8),
    limit: Int = HeightEstimate.defaultLimit
  ) {
    precondition(lineHeight > .zero, "a line must have a height, got \(lineHeight)")
    precondition(advance > .zero, "a character must have a width, got \(advance)")
    precondition(limit > 0, "at least one model must be kept, got \(limit)")
    self.limit = limit
    self.lineHeight = lineHeight.rawValue
    self.advance = advance.rawValue
    models.reserveCapacity(limit)
  }

  /// Takes in a measured block.
  ///
  /// - Parameters:
  ///   - height: Its height; a height of 0 (a hidden block) teaches nothing.
  ///   - characters: How many characters it has, 0 or more.
  ///   - textSize: The number of the text size category.
  /// - Complexity: O(limit).
  package mutating func record(
    _ height: LayoutUnit,
    characters: Int,
    width: LayoutUnit,
    textSize: Int
  ) {
    precondition(characters >= 0, "a block has 0 characters or more, got \(characters)")
    guard height > .zero else { return }
    clock &+= 1
    let place = index(width: width, textSize: textSize) ?? makeModel(width, textSize)
    var model = models[place]
    model.used = clock
    model.base = model.blocks == 0 ? height.rawValue : min(model.base, height.rawValue)
    model.blocks += 1
    model.characters += Int64(min(characters, 1 << 22))
    model.height += height.rawValue
    if model.blocks >= Self.window {
      model.blocks /= 2
      model.characters /= 2
      model.height /= 2
    }
    models[place] = model
  }

  /// Guesses a height.
  ///
  /// - Parameters:
  ///   - characters: How many characters the block has, 0 or more.
  ///   - textSize: The number of the text size category.
  /// - Returns: At least one layout unit and at most `HeightIndex.maximumHeight`.
  /// - Complexity: O(limit).
  package func estimate(characters: Int, width: LayoutUnit, textSize: Int) -> LayoutUnit {
    precondition(characters >= 0, "a block has 0 characters or more, got \(characters)")
    let characters = Int64(min(characters, 1 << 26))
    var units: Int64
    if let place = index(width: width, textSize: textSize) {
      let model = models[place]
      let above = max(0, model.height - model.base * model.blocks)
      units = model.base
      if model.characters > 0 {
        let (product, overflows) = characters.multipliedReportingOverflow(by: above)
        units += overflows ? HeightIndex.maximumHeight.rawValue : product / model.characters
      }
    } else {
      let perLine = max(1, width.rawValue / advance)
      units = max(1, (characters + perLine - 1) / perLine) * lineHeight
    }
    units = min(max(units, 1), HeightIndex.maximumHeight.rawValue)
    return LayoutUnit(rawValue: units)
  }

  private func index(width: LayoutUnit, textSize: Int) -> Int? {
    models.firstIndex { $0.width == width && $0.textSize == textSize }
  }

  private mutating func makeModel(_ width: LayoutUnit, _ textSize: Int) -> Int {
    let model = Model(
      width: width,
      textSize: textSize,
      used: clock,
      base: 0,
      blocks: 0,
      characters: 0,
      height: 0
    )
    if models.count < limit {
      models.append(model)
      return models.count - 1
    }
    var oldest = 0
    for place in models.indices where models[place].used < models[oldest].used { oldest = place }
    models[oldest] = model
    return oldest
  }
}
