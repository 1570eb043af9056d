// Figures of recorded streams and conversations: how large tokens and messages are.

extension QuantileTable {
  /// Characters in one token of Groq's interface.
  package static let groqTokenCharacters = QuantileTable(
    name: "chunk_chars.groq",
    source: "vercel/ai (Apache-2.0) and pydantic-ai (MIT), recorded fixtures; n = 2,570",
    values: [
      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
      3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
      5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8,
      9, 9, 9, 10, 10, 11, 11, 16,
    ]
  )

  /// Characters in one token of OpenAI's interface.
  package static let openAITokenCharacters = QuantileTable(
    name: "chunk_chars.openai",
    source: "vercel/ai (Apache-2.0) and pydantic-ai (MIT), recorded fixtures; n = 3,958",
    values: [
      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3,
      3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5,
      5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 9, 9,
      9, 10, 10, 11, 13, 16, 25, 193,
    ]
  )

  /// Characters in one delta of Anthropic's interface.
  package static let anthropicTokenCharacters = QuantileTable(
    name: "chunk_chars.anthropic",
    source: "vercel/ai (Apache-2.0) and pydantic-ai (MIT), recorded fixtures; n = 1,889",
    values: [
      1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7,
      7, 8, 8, 8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 12, 12, 12, 13, 13, 13, 14, 14,
      15, 15, 15, 16, 16, 16, 17, 17, 18, 18, 19, 19, 20, 20, 21, 21, 22, 23, 23, 24, 25, 25, 27,
      28, 29, 29, 30, 32, 33, 34, 36, 38, 40, 42, 45, 48, 50, 53, 55, 59, 62, 67, 76, 97, 171,
    ]
  )

  /// Characters in one piece of Google's interface.
  package static let googleTokenCharacters = QuantileTable(
    name: "chunk_chars.google",
    source: "vercel/ai (Apache-2.0) and pydantic-ai (MIT), recorded fixtures; n = 58",
    values: [
      1, 1, 3, 3, 11, 11, 13, 18, 18, 21, 21, 30, 30, 31, 35, 35, 39, 39, 41, 46, 46, 48, 48, 49,
      49, 64, 69, 69, 69, 69, 70, 70, 73, 81, 81, 83, 83, 86, 90, 90, 93, 93, 94, 94, 95, 97, 97,
      98, 98, 98, 99, 99, 99, 99, 100, 100, 103, 104, 104, 107, 107, 108, 108, 108, 109, 109, 110,
      110, 110, 112, 112, 116, 116, 116, 116, 116, 117, 117, 121, 121, 138, 138, 142, 158, 158, 162,
      162, 186, 189, 189, 197, 197, 200, 200, 214, 248, 248, 278, 278, 397, 397,
    ]
  )

  /// Characters in one question that volunteers wrote.
  package static let oasstUserCharacters = QuantileTable(
    name: "chars.oasst_user",
    source: "LAION-AI/Open-Assistant (Apache-2.0), human-written messages; n = 475",
    values: [
      6, 10, 16, 20, 21, 21, 26, 26, 27, 28, 29, 30, 31, 31, 32, 34, 36, 36, 37, 38, 39, 39, 41,
      41, 43, 44, 44, 46, 47, 49, 51, 53, 55, 56, 57, 58, 59, 61, 62, 63, 65, 66, 67, 68, 69, 71,
      72, 73, 74, 75, 76, 77, 78, 79, 81, 82, 84, 87, 89, 90, 92, 94, 96, 99, 100, 102, 104, 108,
      112, 113, 114, 119, 123, 125, 130, 135, 138, 143, 147, 149, 154, 160, 168, 172, 179, 183,
      189, 203, 211, 220, 231, 244, 260, 279, 298, 341, 401, 456, 542, 1590, 9573,
    ]
  )

  /// Characters in one answer that volunteers wrote.
  package static let oasstAssistantCharacters = QuantileTable(
    name: "chars.oasst_assistant",
    source: "LAION-AI/Open-Assistant (Apache-2.0), human-written messages; n = 670",
    values: [
      5, 26, 36, 43, 49, 59, 67, 71, 81, 85, 96, 107, 116, 122, 137, 143, 155, 161, 172, 190, 201,
      209, 220, 227, 237, 250, 263, 271, 281, 288, 306, 323, 336, 355, 362, 372, 383, 391, 407,
      424, 431, 443, 457, 465, 477, 487, 497, 506, 543, 563, 581, 598, 605, 631, 650, 669, 681,
      689, 715, 735, 767, 794, 818, 853, 868, 884, 918, 945, 958, 986, 1046, 1061, 1113, 1152,
      1169, 1188, 1244, 1278, 1310, 1349, 1372, 1409, 1449, 1501, 1538, 1590, 1668, 1744, 1803,
      1836, 1886, 1948, 2059, 2112, 2162, 2238, 2389, 2508, 2943, 3503, 7843,
    ]
  )

  /// Characters in one prompt of Chatbot Arena.
  package static let arenaUserCharacters = QuantileTable(
    name: "chars.arena_user",
    source: "lmarena/arena-hard-auto (Apache-2.0), prompts of users; n = 500",
    values: [
      29, 35, 37, 43, 48, 52, 54, 55, 56, 57, 59, 61, 61, 63, 65, 66, 67, 68, 70, 71, 73, 74, 77,
      78, 81, 83, 84, 86, 88, 90, 91, 92, 94, 98, 101, 103, 104, 105, 106, 110, 113, 114, 117,
      119, 120, 123, 125, 128, 132, 134, 136, 141, 145, 148, 154, 160, 165, 167, 170, 177, 181,
      187, 196, 202, 217, 221, 230, 233, 245, 250, 256, 261, 271, 273, 279, 290, 302, 309, 322,
      348, 379, 429, 478, 510, 546, 581, 689, 722, 827, 919, 1048, 1081, 1162, 1275, 1489, 1716,
      2205, 2560, 2805, 3942, 9140,
    ]
  )

  /// Characters in one model's answer to such a prompt.
  package static let arenaAssistantCharacters = QuantileTable(
    name: "chars.arena_gpt4",
    source: "lmarena/arena-hard-auto (Apache-2.0), answers of gpt-4-0314; n = 500",
    values: [
      17, 98, 298, 337, 414, 482, 533, 552, 593, 645, 675, 699, 754, 794, 816, 847, 868, 908, 947,
      988, 1026, 1034, 1062, 1079, 1113, 1132, 1149, 1171, 1187, 1198, 1232, 1245, 1273, 1311,
      1334, 1346, 1370, 1390, 1410, 1423, 1438, 1457, 1473, 1498, 1530, 1543, 1558, 1583, 1620,
      1648, 1687, 1714, 1720, 1758, 1775, 1808, 1828, 1863, 1883, 1916, 1986, 2017, 2052, 2088,
      2114, 2173, 2209, 2234, 2259, 2281, 2302, 2337, 2384, 2408, 2451, 2488, 2551, 2569, 2621,
      2650, 2687, 2739, 2780, 2831, 2861, 2889, 2953, 2978, 3004, 3067, 3151, 3236, 3285, 3425,
      3609, 3795, 3879, 4136, 4404, 4894, 6600,
    ]
  )
}
