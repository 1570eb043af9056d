extension PageDriver {
  /// Opens the page, sends a message, and marks on a picture what each selector finds.
  func look() throws -> (
    found: [(key: String, selector: String, places: [ElementPlace])],
    picture: [UInt8]
  ) {
    let page = try VirtualPage(
      browser,
      width: app.width,
      height: app.height,
      refreshHertz: refreshHertz,
      settings: settings
    )
    page.watch = watch
    defer { page.close() }
    var play = PagePlay(page: page, app: app, scenario: scenario, refreshHertz: refreshHertz)
    return try play.look(address)
  }
}

extension PagePlay {
  /// What `look` shows: the page's parts, before and after a message.
  mutating func look(_ address: String) throws
    -> (found: [(key: String, selector: String, places: [ElementPlace])], picture: [UInt8])
  {
    try page.open(address)
    try page.frames(refreshHertz * 2)
    var found: [(key: String, selector: String, places: [ElementPlace])] = []
    func take(_ key: String, _ selector: String?) throws {
      guard let selector else { return }
      found.append((key, selector, try find(selector)))
    }
    try take("input", app.input)
    if found[0].places.count == 1 {
      try send("Hello")
      try page.frames(refreshHertz / 2)
    }
    if case .click(let selector) = app.send { try take("send", selector) }
    for (role, selector) in app.messages.sorted(by: { $0.key < $1.key }) {
      try take("message.\(role)", selector)
    }
    try take("scroller", app.scroller)
    try take("stop", app.stop)
    try take("new_chat", app.newChat)
    try take("fold", app.fold)
    for (index, part) in found.enumerated() {
      for place in part.places.prefix(20) {
        let colour = "hsl(\(index * 57 % 360) 90% 40%)"
        try page.evaluate(
          """
          (() => { const mark = document.createElement('div'); mark.textContent = '\(part.key)'; \
          mark.style.cssText = 'position:fixed;z-index:2147483647;pointer-events:none;font:11px sans-serif;\
          box-sizing:border-box;left:\(place.x)px;top:\(place.y)px;width:\(place.width)px;\
          height:\(place.height)px;border:2px solid \(colour);color:\(colour);text-align:right'; \
          document.documentElement.appendChild(mark); })()
          """
        )
      }
    }
    try page.frames(2)
    return (found, try page.picture())
  }
}
