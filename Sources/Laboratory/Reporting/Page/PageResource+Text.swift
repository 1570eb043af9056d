import CPageResources

extension PageResource {
  /// What is in the file, which is UTF-8.
  var text: String {
    var count = 0
    let start = page_resource_bytes(self, &count)
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
