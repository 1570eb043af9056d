/// What a YAML file is, told by a key that only one kind has: a file that was given in place of another
/// one is answered with where it goes.
enum FileKind {
  /// Where a file with this key goes; nil for a key that several kinds have, or none.
  static func advice(forKey key: String) -> String? {
    if ["history", "parts", "budgets", "matrix", "include", "seed"].contains(key) {
      return "This is a scenario: give it to `stillpoint run`."
    }
    if key == "base" || ProfileKey.all.contains(where: { $0.name == key }) {
      return "This is a design: give it to --profile."
    }
    if DeviceFile.keyNames.contains(key) { return "This is a device: give it to --device." }
    return nil
  }
}
