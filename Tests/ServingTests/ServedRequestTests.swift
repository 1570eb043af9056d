import Foundation
import Serving
import Testing
import Timebase

@Suite struct ServedRequestTests {
  private func take(_ text: String) throws -> ServedRequest? {
    var bytes = Array(text.utf8)
    return try ServedRequest.take(from: &bytes).flatMap { $0.isWhole ? $0.request : nil }
  }

  private func status(_ text: String) -> Int {
    do {
      return try take(text) == nil ? 0 : 200
    } catch let refused as ServedRequest.Refused {
      return refused.status
    } catch {
      return -1
    }
  }

  @Test func aRequestIsReadWithItsBody() throws {
    let request = try #require(
      try take("POST /v1/x%20y?q=1 HTTP/1.1\r\nhost: LOCALHOST:80\r\nContent-Length: 3\r\n\r\nabc")
    )
    #expect(
      request.method == "POST" && request.path == "/v1/x%20y" && request.body == Array("abc".utf8)
    )
    #expect(request.keepsAlive && !request.isOld)
    let old = try #require(try take("GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"))
    #expect(!old.keepsAlive && old.isOld)
    let chunks = "5;x=y\r\nhello\r\n1\r\n!\r\n0\r\n\r\n"
    let chunked = try #require(
      try take("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
    )
    #expect(chunked.body == Array("hello!".utf8))
  }

  @Test func whatTwoReadersCouldReadInTwoWaysIsRefused() {
    let start = "GET / HTTP/1.1\r\n"
    let host = "Host: 127.0.0.1\r\n"
    for (text, expected) in [
      (start + "\r\n", 400), (start + host + host + "\r\n", 400),
      (start + "Host: evil.example\r\n\r\n", 403), (start + "Host: 127.0.0.1:80@evil\r\n\r\n", 403),
      (start + "Host: 127.0.0.1:99999\r\n\r\n", 403), (start + "Host: \r\n\r\n", 403),
      ("GET http://127.0.0.1/ HTTP/1.1\r\n" + host + "\r\n", 400),
      ("GET / HTTP/2\r\n" + host + "\r\n", 400), ("GET  / HTTP/1.1\r\n" + host + "\r\n", 400),
      (start + host + "A : b\r\n\r\n", 400), (start + host + " folded\r\n\r\n", 400),
      (start + host + "no colon\r\n\r\n", 400), ("GET /\n" + host + "\r\n\r\n", 400),
      (start + host + "Content-Length: -1\r\n\r\n", 400),
      (start + host + "Content-Length: 1\r\nContent-Length: 1\r\n\r\na", 400),
      (start + host + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na", 400),
      (start + host + "Content-Length: 1048577\r\n\r\n", 413),
      (start + host + "Content-Length: 99999999999999999999999\r\n\r\n", 413),
      (start + host + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
      (start + host + "Transfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
      (start + host + "Transfer-Encoding: chunked\r\n\r\n7FFFFFFF\r\n", 413),
      (start + host + "X: " + String(repeating: "y", count: 70_000) + "\r\n\r\n", 431),
      (start + String(repeating: "z", count: 70_000), 431), (start + host, 0),
      (start + host + "Content-Length: 3\r\n\r\nab", 0),
    ] { #expect(status(text) == expected, "\(text.prefix(120).debugDescription)") }
  }

  @Test func bytesOfAnyKindTrapNothing() {
    let pieces = [
      "GET / HTTP/1.1\r\n", "Host: localhost\r\n", "Transfer-Encoding: chunked\r\n", "\r\n", "\n",
      "5\r\n", ":",
      "Content-Length: 4\r\n", "\u{0}", "é", "0\r\n\r\n",
    ]
    for round in 0..<2_000 {
      var generator = SeededGenerator(seed: 1, index: UInt64(round))
      let count = generator.nextIndex(below: 12)
      _ = status((0..<count).map { _ in pieces[generator.nextIndex(below: pieces.count)] }.joined())
    }
  }
}
