/// Where the library is that draws a report's charts.
public enum ChartLibraryPlace {
  /// The folder dygraphs was found in; nil when it is nowhere.
  ///
  /// - Parameter environment: `STILLPOINT_DYGRAPHS` names a folder to look in first.
  public static func find(environment: [String: String]) -> String? {
    ChartLibrary.folder(environment: environment)
  }
}
