extension MarkdownCatalog {
  /// Written by the tests of conformance.
  static let digests = """
    """
}
