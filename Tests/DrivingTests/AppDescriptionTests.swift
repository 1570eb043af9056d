import Driving
import Files
import Testing

@Suite struct AppDescriptionTests {
  private func description(_ lines: String...) throws -> AppDescription {
    try AppDescription(
      text: (["name: chat", "folder: ."] + lines).joined(separator: "\n"),
      path: "APP.yaml"
    )
  }

  @Test func aFileOfTwoLinesIsEnoughToLookAtAPage() throws {
    let app = try description()
    #expect(app.input.isEmpty && app.messages.isEmpty && app.send == nil)
    #expect(app.requests == AnswerFormat.all)
  }

  @Test func whatIsNotNamedIsLookedForOnThePage() throws {
    #expect(try description("message: .a").lacksParts)
    #expect(try description("input: textarea").lacksParts)
    #expect(try !description("input: textarea", "message: .a").lacksParts)
    #expect(try !description("change: change()", "message: .a").lacksParts)
  }

  @Test func aPageWithoutAnInputIsDrivenOnlyWhereNothingIsSent() throws {
    let app = try description("change: change()", "message: .a")
    let left = PageScenario.all.filter { $0.missing(in: app) == nil }
    #expect(left.map(\.name) == ["change-above", "change-in-wheel", "keyboard"])
    let chat = try description("input: textarea", "message: .a")
    #expect(PageScenario.named("change-above")?.missing(in: chat) == "change")
    #expect(PageScenario.named("keyboard")?.missing(in: chat) == nil)
  }

  @Test func theWindowIsADesktopsUnlessTheFileSaysAnother() throws {
    #expect(try description().viewport == .standard)
    #expect(try description("viewport: {width: 420, height: 800}").viewport == .narrow)
  }

  @Test func anEndpointOfAKnownNameHasItsFormat() throws {
    let ollama = try description("endpoint: /v2/api/chat").requests
    #expect(ollama.contains { $0.token.contains("\"message\"") })
    #expect(ollama.allSatisfy { $0.match == "/v2/api/chat" && !$0.isPath })
    let other = try description("endpoint: /ask").requests
    #expect(other.count == 1)
    #expect(other.first?.token.contains("chat.completion.chunk") == true)
  }

  @Test func tokensCanBeTextsOfOnesOwn() throws {
    let app = try description(
      "endpoint: /say",
      "tokens: {token: \"say TEXT\\n\", type: text/plain}"
    )
    let format = try #require(app.requests.first)
    #expect(format.token == "say TEXT\n" && format.type == "text/plain" && format.match == "/say")
  }

  @Test(arguments: [
    "tokens: carrier-pigeon", "tokens: {token: TEXT}", "endpoint: /a\ntokens: {token: no}",
  ])
  func tokensThatCannotBeWrittenAreRefused(_ line: String) {
    #expect(throws: InputError.self) { try description(line) }
  }

  @Test func aServerOfTheAppsOwnStreamsWhereACommandStartsIt() throws {
    let app = try AppDescription(
      text: "name: chat\ncommand: serve\nport: 9\ntokens: server",
      path: "APP.yaml"
    )
    #expect(app.streamsItself && app.requests.isEmpty)
    #expect(throws: InputError.self) { try description("tokens: server") }
  }

  @Test func clicksAndAnswersAreRead() throws {
    let app = try description("prepare: [.agree, '#close']", "answers: {/me: '{\"id\":1}'}")
    #expect(app.prepare == [".agree", "#close"])
    #expect(app.answers == ["/me": "{\"id\":1}"])
  }
}
