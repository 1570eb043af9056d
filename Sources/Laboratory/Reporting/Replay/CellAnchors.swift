import Records

/// The names of the cells in addresses: the same in every run that has the cell, so that a link still
/// leads to it when the page was written anew.
///
/// A name is made of scenario, profile, device and rate; letters, digits, `-` and `_` of ASCII stay
/// and everything else becomes `-`. Cells whose names would be equal are numbered in order.
struct CellAnchors {
  /// The names, in the order of the cells.
  let names: [String]

  /// Names the cells of `run`.
  init(of run: RunRecord) {
    var taken: [String: Int] = [:]
    names = run.cells.map { cell in
      let parts = [cell.scenario, cell.profile, cell.device].map(Self.plain)
      let name = (parts + ["\(cell.refreshHertz)hz"]).joined(separator: ".")
      let count = taken[name, default: 0] + 1
      taken[name] = count
      return count == 1 ? name : "\(name).\(count)"
    }
  }

  /// The name of a cell.
  subscript(_ cell: Int) -> String { names[cell] }

  /// A text as part of an address; at most 60 characters.
  static func plain(_ text: String) -> String {
    let kept = text.unicodeScalars.prefix(60).map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_": Character(scalar)
      default: "-"
      }
    }
    return kept.isEmpty ? "-" : String(kept)
  }
}
