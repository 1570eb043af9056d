/// What the tables look like in a terminal.
enum AblationGolden {
  static let wide = ""
  static let narrow = ""
}

enum ProfileGolden {
  static let wide = ""
  static let narrow = ""
}

enum RevealGolden {
  static let table = ""
}
