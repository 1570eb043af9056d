import Records

extension CellRecord {
  /// What has to be the same of two cells of one name for their figures to be compared: all that is asked of a
  /// design, and of what is under it.
  package var conditions: [(name: String, value: String)] {
    var conditions = [
      ("load", String((loadSHA256 ?? "n/a").prefix(12))), ("seed", "\(seed)"),
      // What was declared for drawing, or how drawing was measured: that takes another part each time.
      (
        "host's share of a frame, for the app's own drawing,",
        drawing?.choice.words ?? "\(hostShare)"
      ), ("depth", "\(depth)"),
      ("late policy, which says what becomes of a late frame,", latePolicy.rawValue),
    ]
    if let shownOn {
      conditions += DeviceFile.conditions(of: shownOn)
    } else if let deviceText {
      conditions.append(("device's file", deviceText))
    }
    return conditions.map { (name: $0.0, value: $0.1) }
  }
}
