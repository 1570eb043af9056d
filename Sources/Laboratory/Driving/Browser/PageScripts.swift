import CPageResources

/// The scripts that run in a page before its own: what answers its requests, and what looks at its frames.
enum PageScripts {
  /// What they are called in what a browser says of scripts: they are none of the page's.
  static let name = "stillpoint:"

  /// What they take from the window before the page runs: a page may call something of its own so.
  private static let globals = """
    URL, Response, Request, ReadableStream, TextEncoder, TextDecoder, Blob, DOMException, \
    Event, ProgressEvent, MessageEvent, CloseEvent, EventTarget, \
    Element, Node, NodeFilter, ShadowRoot, CSS, getComputedStyle, performance, \
    MutationObserver, ResizeObserver, PerformanceObserver, \
    Object, Array, String, Number, Boolean, RegExp, Math, JSON, Map, Set, WeakMap, Proxy, Reflect
    """

  /// What looks who moves what is on screen, as an expression.
  ///
  /// - Parameter head: The selector of a card's head.
  static func mover(head: String?) -> String {
    let head = head.map { PagePlay.quoted($0) } ?? "null"
    return
      "(() => { const head = \(head);\n\(PageResource.page_mover_js.script)\n})()\n//# sourceURL=\(name)"
  }

  /// Their texts, in order.
  ///
  /// - Parameter settings: What they are told, as JSON.
  static func all(settings: String) -> [String] {
    [PageResource.page_load_js, .page_wire_js, .page_probe_js, .page_finder_js].map { script in
      "(() => { const settings = \(settings); const { \(globals) } = window;\n\(script.script)\n})();"
        + "\n//# sourceURL=\(name)"
    }
  }
}

extension PageResource {
  /// The script, which is UTF-8.
  fileprivate var script: String {
    var count = 0
    let start = page_resource_bytes(self, &count)
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
