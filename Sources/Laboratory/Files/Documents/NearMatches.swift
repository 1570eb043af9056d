/// Finds the names that a user may have meant.
///
/// A name is near when at most a third of `word`'s letters (one at least) have to be inserted,
/// deleted, replaced or swapped with their neighbour to reach it, or when one of the two begins
/// with the other.
///
/// - Parameters:
///   - word: What the user wrote.
///   - names: Every name there is.
/// - Returns: At most three near names, the nearest first; names that tie keep their order.
/// - Complexity: O(sum of the lengths of `names` times the length of `word`).
package func nearMatches(to word: String, among names: [String]) -> [String] {
  let letters = Array(word.lowercased().unicodeScalars)
  let limit = max(1, letters.count / 3)
  let ranked = names.enumerated().compactMap { order, name -> (Int, Int, String)? in
    let other = Array(name.lowercased().unicodeScalars)
    let distance = editDistance(letters, other)
    if distance <= limit { return (distance, order, name) }
    let isPrefix =
      letters.count >= 2 && (other.starts(with: letters) || letters.starts(with: other))
    return isPrefix ? (limit + 1, order, name) : nil
  }
  return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(3).map(\.2)
}

/// Says which names a user may have meant, or all of them where none is near.
///
/// - Parameters:
///   - word: What the user wrote.
///   - names: Every name there is.
/// - Returns: A sentence.
package func nearMatchAdvice(for word: String, among names: [String]) -> String {
  nearMatchQuestion(for: word, among: names) ?? "There are: \(names.joined(separator: ", "))."
}

/// Asks which names a user may have meant, where all of them are said already; nil where none is near.
///
/// - Parameters:
///   - word: What the user wrote.
///   - names: Every name there is.
package func nearMatchQuestion(for word: String, among names: [String]) -> String? {
  let near = nearMatches(to: word, among: names)
  return near.isEmpty ? nil : "Did you mean \(near.joined(separator: " or "))?"
}

/// Counts insertions, deletions, replacements and swaps of neighbours between two words.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
      var best = min(replaced, previous[column + 1] + 1, current[column] + 1)
      let isSwap =
        row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
      if isSwap { best = min(best, beforePrevious[column - 1] + 1) }
      current.append(best)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count]
}
