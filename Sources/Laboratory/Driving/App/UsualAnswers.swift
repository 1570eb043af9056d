/// What local servers of models answer beside chats: pages ask for it before they send anything. It is given
/// where the page's own server answers with an error, or is not there.
enum UsualAnswers {
  static let all: [[String]] = [
    [
      "/models",
      """
      {"object":"list","data":[{"id":"stillpoint","object":"model","owned_by":"stillpoint"}],\
      "models":[{"name":"stillpoint","model":"stillpoint"}]}
      """,
    ],
    [
      "/props",
      """
      {"default_generation_settings":{"id":0,"n_ctx":32768,"params":{},"next_token":{}},"total_slots":1,\
      "model_path":"stillpoint","model_name":"stillpoint","chat_template":"",\
      "modalities":{"vision":false,"audio":false},"build_info":"1"}
      """,
    ],
    ["/slots", "[]"],
    ["/health", "{\"status\":\"ok\"}"],
    [
      "/api/tags",
      "{\"models\":[{\"name\":\"stillpoint\",\"model\":\"stillpoint\",\"size\":1,\"details\":{}}]}",
    ],
    ["/api/version", "{\"version\":\"0.12.0\"}"],
    ["/api/ps", "{\"models\":[]}"],
    ["/flagz", "{\"model\":\"stillpoint\",\"nologo\":false}"],
  ]
}
