import Files
import Foundation

/// How an endpoint's answers are written, as texts in which `TEXT` stands for a token as JSON has it.
package struct AnswerFormat: Hashable, Sendable, Encodable {
  /// What a request's address holds, or its path ends with, that asks for such an answer.
  package var match: String
  package var isPath = true
  /// What its body holds, too; empty for anything.
  package var holds = ""
  /// What stands before the first token, at each token, and after the last one.
  package var begin = ""
  package var token: String
  package var end = ""
  /// The answer's type, and headers beside it.
  package var type = "text/event-stream"
  package var headers: [String: String] = [:]
  /// `asked`: only a body with `"stream": true` asks for a stream; `always`: each does that does not refuse one.
  package var streams = "asked"
  /// What a request gets that asks for no stream.
  package var whole = "{}"

  /// The names that APP.yaml can give, in the order in which requests are compared with them.
  package static let names = ["openai", "ai-sdk", "ollama", "anthropic", "responses", "llama"]

  package static func named(_ name: String) -> [AnswerFormat] {
    switch name {
    case "openai": [chat, completions]
    case "ai-sdk": [messageStream]
    case "ollama": [ollamaChat, ollamaText]
    case "anthropic": [anthropic]
    case "responses": [responses]
    case "llama": [llama]
    default: []
    }
  }

  /// All of them.
  package static let all = names.flatMap(named)

  private static func data(_ object: String) -> String { "data: \(object)\n\n" }

  private static func chunk(_ delta: String, _ reason: String = "null") -> String {
    data(
      "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,\"model\":\"stillpoint\","
        + "\"choices\":[{\"index\":0,\"delta\":\(delta),\"finish_reason\":\(reason)}]}"
    )
  }

  private static let chat = AnswerFormat(
    match: "/chat/completions",
    begin: chunk("{\"role\":\"assistant\",\"content\":\"\"}"),
    token: chunk("{\"content\":TEXT}"),
    end: chunk("{}", "\"stop\"") + data("[DONE]"),
    whole:
      "{\"id\":\"chatcmpl-0\",\"object\":\"chat.completion\",\"created\":1700000000,\"model\":\"stillpoint\","
      + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":TEXT},\"finish_reason\":\"stop\"}]}"
  )

  private static func completion(_ text: String, _ reason: String = "null") -> String {
    "{\"id\":\"cmpl-1\",\"object\":\"text_completion\",\"created\":1700000000,\"model\":\"stillpoint\","
      + "\"choices\":[{\"index\":0,\"text\":\(text),\"finish_reason\":\(reason)}]}"
  }

  private static let completions = AnswerFormat(
    match: "/completions",
    token: data(completion("TEXT")),
    end: data(completion("\"\"", "\"stop\"")) + data("[DONE]"),
    whole: completion("TEXT", "\"stop\"")
  )

  /// llama.cpp's own endpoint.
  private static let llama = AnswerFormat(
    match: "/completion",
    token: data("{\"content\":TEXT,\"stop\":false}"),
    end: data("{\"content\":\"\",\"stop\":true}"),
    whole: "{\"content\":TEXT,\"stop\":true}"
  )

  private static let ollamaChat = AnswerFormat(
    match: "/api/chat",
    token:
      "{\"model\":\"stillpoint\",\"message\":{\"role\":\"assistant\",\"content\":TEXT},\"done\":false}\n",
    end:
      "{\"model\":\"stillpoint\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true}\n",
    type: "application/x-ndjson",
    streams: "always",
    whole:
      "{\"model\":\"stillpoint\",\"message\":{\"role\":\"assistant\",\"content\":TEXT},\"done\":true}"
  )

  private static let ollamaText = AnswerFormat(
    match: "/api/generate",
    token: "{\"model\":\"stillpoint\",\"response\":TEXT,\"done\":false}\n",
    end: "{\"model\":\"stillpoint\",\"response\":\"\",\"done\":true,\"context\":[]}\n",
    type: "application/x-ndjson",
    streams: "always",
    whole: "{\"model\":\"stillpoint\",\"response\":TEXT,\"done\":true,\"context\":[]}"
  )

  /// The message stream of Vercel's AI SDK, whose messages have parts.
  private static let messageStream = AnswerFormat(
    match: "/api/chat",
    holds: "\"parts\"",
    begin: data("{\"type\":\"start\",\"messageId\":\"m1\"}") + data("{\"type\":\"start-step\"}")
      + data("{\"type\":\"text-start\",\"id\":\"t1\"}"),
    token: data("{\"type\":\"text-delta\",\"id\":\"t1\",\"delta\":TEXT}"),
    end: data("{\"type\":\"text-end\",\"id\":\"t1\"}") + data("{\"type\":\"finish-step\"}")
      + data("{\"type\":\"finish\"}") + data("[DONE]"),
    headers: ["x-vercel-ai-ui-message-stream": "v1"],
    streams: "always"
  )

  private static func event(_ type: String, _ fields: String = "") -> String {
    "event: \(type)\n" + data("{\"type\":\"\(type)\"\(fields)}")
  }

  private static let anthropic = AnswerFormat(
    match: "/v1/messages",
    begin: event(
      "message_start",
      ",\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"stillpoint\","
        + "\"content\":[],\"stop_reason\":null,\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}"
    )
      + event(
        "content_block_start",
        ",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}"
      ),
    token: event(
      "content_block_delta",
      ",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":TEXT}"
    ),
    end: event("content_block_stop", ",\"index\":0")
      + event(
        "message_delta",
        ",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":1}"
      )
      + event("message_stop"),
    whole:
      "{\"id\":\"msg_0\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"stillpoint\",\"stop_reason\":\"end_turn\","
      + "\"content\":[{\"type\":\"text\",\"text\":TEXT}],\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}"
  )

  private static let responses = AnswerFormat(
    match: "/responses",
    begin: event(
      "response.created",
      ",\"response\":{\"id\":\"resp_1\",\"status\":\"in_progress\"}"
    ),
    token: event(
      "response.output_text.delta",
      ",\"item_id\":\"item_1\",\"output_index\":0,\"content_index\":0,\"delta\":TEXT"
    ),
    end: event("response.completed", ",\"response\":{\"id\":\"resp_1\",\"status\":\"completed\"}"),
    whole:
      "{\"id\":\"resp_0\",\"object\":\"response\",\"status\":\"completed\",\"output\":[{\"type\":\"message\","
      + "\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":TEXT}]}]}"
  )
}
