import Files
import Foundation
import Serving
import Testing

/// A server over its socket, as a client sees it.
@Suite struct LocalServerTests {
  private func withServer(_ body: (LocalServer, String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-served-\(UUID().uuidString)").path
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    try Folder.make(folder + "/.git")
    for (name, text) in [
      ("index.html", "<p>page</p>"), (".env", "SECRET"), (".git/config", "SECRET"),
      ("packed.js.gz", "zz"),
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/out",
      withDestinationPath: "/etc/passwd"
    )
    try FileManager.default.createSymbolicLink(atPath: folder + "/env", withDestinationPath: ".env")
    let tokens = ["a", "b"].map { ServedAnswer.Token(milliseconds: 1, bytes: Array($0.utf8)) }
    let server = try LocalServer(
      LocalServer.Content(answers: [ServedAnswer(tokens)], texts: ["ab"], folder: folder)
    )
    defer { server.stop() }
    try body(server, folder)
  }

  /// What comes back for bytes that are sent.
  private func exchange(_ server: LocalServer, _ text: String) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = server.port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafePointer(to: &address) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
    }
    try #require(isOpen)
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { SystemCalls.write($0, to: descriptor) }
    shutdown(descriptor, Int32(SHUT_WR))
    var (all, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while let count = buffer.withUnsafeMutableBytes({ SystemCalls.read(descriptor, into: $0) }),
      count > 0
    {
      all += buffer[..<count]
    }
    return String(decoding: all, as: UTF8.self)
  }

  private func get(_ path: String, _ method: String = "GET") -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
  }

  @Test func filesAreForPagesOfTheirOwnOriginAndNothingHiddenIsOne() throws {
    try withServer { server, _ in
      let page = try exchange(server, get("/"))
      #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.hasSuffix("<p>page</p>"))
      #expect(!page.lowercased().contains("access-control"))
      #expect(try exchange(server, get("/packed.js")).contains("Content-Encoding: gzip"))
      for path in ["/.env", "/%2eenv", "/.git/config", "/out", "/env", "/../x", "/%00", "/%"] {
        let answer = try exchange(server, get(path))
        #expect(answer.hasPrefix("HTTP/1.1 404"), "\(path): \(answer)")
      }
      #expect(try exchange(server, get("/", "HEAD")).hasSuffix("\r\n\r\n"))
      #expect(try exchange(server, get("/", "OPTIONS")).hasPrefix("HTTP/1.1 405"))
    }
  }

  @Test func aScriptStandsInPagesBehindTheirDocumentTypeAndInNothingElse() throws {
    try withServer { server, folder in
      let page = "<!-- a -->\n<!DOCTYPE html><html><body>page"
      try Data(page.utf8).write(to: URL(fileURLWithPath: folder + "/index.html"))
      try Data("js".utf8).write(to: URL(fileURLWithPath: folder + "/page.js"))
      server.change { $0.script = "say('</script>')" }
      let expected =
        "<!-- a -->\n<!DOCTYPE html><script>say('<\\/script>')\n;document.currentScript.remove();</script>"
        + "<html><body>page"
      #expect(try exchange(server, get("/")).hasSuffix("\r\n\r\n" + expected))
      #expect(try exchange(server, get("/page.js")).hasSuffix("\r\n\r\njs"))
      server.change { $0.script = nil }
      #expect(try exchange(server, get("/")).hasSuffix(page))
    }
  }

  @Test func anAnswerThatWasMadeIsThereForPagesOfAnyOrigin() throws {
    try withServer { server, _ in
      let piece = ServedAnswer.Piece(milliseconds: 1, bytes: Array("say 1".utf8))
      server.change { content in
        content.made = { name in
          name == "asked/0/0" ? .init(type: "text/plain", answer: .init(pieces: [piece])) : nil
        }
      }
      let answer = try exchange(server, get("/stillpoint-answers/asked/0/0", "POST"))
      #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("say 1"))
      #expect(answer.contains("Access-Control-Allow-Origin: *"))
      #expect(try exchange(server, get("/stillpoint-answers/x", "POST")).hasPrefix("HTTP/1.1 404"))
    }
  }

  @Test func aPathOfThePagesRouterIsThePageAndNothingElseIs() throws {
    try withServer { server, _ in
      func opened(_ path: String, _ accepted: String) throws -> String {
        try exchange(
          server,
          "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: \(accepted)\r\n\r\n"
        )
      }
      let page = try opened("/c/new", "text/html,*/*;q=0.8")
      #expect(page.hasSuffix("<p>page</p>"))
      for (path, accepted) in [
        ("/c/new", "*/*"), ("/c/new.js", "text/html"), ("/.env", "text/html"),
      ] {
        let answer = try opened(path, accepted)
        #expect(answer.hasPrefix("HTTP/1.1 404"), "\(path): \(answer)")
      }
    }
  }

  @Test func theEndpointIsForPagesOfAnyOrigin() throws {
    try withServer { server, _ in
      let ask = { (body: String) in
        "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      }
      let stream = try exchange(server, ask("{\"stream\": true}"))
      #expect(
        stream.contains("Access-Control-Allow-Origin: *") && stream.contains("text/event-stream")
      )
      #expect(stream.contains("\"content\":\"b\"") && stream.hasSuffix("[DONE]\n\n\r\n0\r\n\r\n"))
      #expect(try exchange(server, ask("{}")).contains("\"content\":\"ab\""))
      #expect(try exchange(server, ask("no")).hasPrefix("HTTP/1.1 400"))
      #expect(try exchange(server, get("/v1/models")).contains("\"id\":\"stillpoint\""))
      let preflight = try exchange(server, get("/v1/chat/completions", "OPTIONS"))
      #expect(
        preflight.hasPrefix("HTTP/1.1 204") && preflight.contains("Access-Control-Allow-Methods")
      )
      // Several in one connection are answered in their order.
      let both = try exchange(server, ask("{}") + ask("{\"stream\": true}") + get("/v1/models"))
      #expect(both.components(separatedBy: "HTTP/1.1 200").count == 4 && both.hasSuffix("}]}"))
    }
  }

  @Test func aRequestThatIsRefusedEndsItsConnection() throws {
    try withServer { server, _ in
      let two = "GET / HTTP/1.1\r\nHost: evil\r\n\r\n" + get("/")
      let answer = try exchange(server, two)
      #expect(answer.hasPrefix("HTTP/1.1 403") && !answer.contains("page"))
      #expect(answer.contains("Connection: close"))
    }
  }
}
