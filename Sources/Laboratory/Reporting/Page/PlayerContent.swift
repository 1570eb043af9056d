import Mustache
import Records

/// What the template of the player is filled with; pages of runs and of replays share it.
enum PlayerContent {
  /// A cell that can be chosen.
  struct Option {
    /// Which of the page's screens it is.
    var number: Int
    /// The one it is first shown beside.
    var partner: Int?
    var words: String
  }

  static func values(
    options: [Option],
    first: Int?,
    tick: Int?,
    isPair: Bool
  ) -> [String: Any] {
    let choices = options.map { option -> [String: Any] in
      [
        "number": option.number, "partner": option.partner.map { "\($0)" } ?? "",
        "words": option.words,
      ]
    }
    return [
      "options": choices, "isPair": isPair, "first": first.map { "\($0)" } ?? "",
      "tick": tick.map { "\($0)" } ?? "",
      "sides": (isPair ? ["left", "right"] : ["left"]).map { side in
        [
          "side": side, "title": side == "left" ? "Left" : "Right", "isSecond": side == "right",
          "options": choices,
        ] as [String: Any]
      },
    ]
  }

  /// The cell in words, shorter than a sentence has it.
  static func words(of cell: CellRecord, hasDevices: Bool) -> String {
    "\(cell.scenario), \(cell.profile), \(hasDevices ? cell.device + ", " : "")"
      + "\(cell.refreshHertz)\u{A0}Hz"
  }
}
