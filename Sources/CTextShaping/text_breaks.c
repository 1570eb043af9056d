#include "text_engine.h"

#include <stdlib.h>
#include <string.h>

static bool is_thai(const char *text, int byte, int length) {
  return byte + 2 < length && (unsigned char)text[byte] == 0xE0 &&
         ((unsigned char)text[byte + 1] == 0xB8 || (unsigned char)text[byte + 1] == 0xB9);
}

static void write_flags(const PangoLogAttr *attribute, uint8_t *flags) {
  *flags = (uint8_t)((attribute->is_line_break ? TEXT_MAY_BREAK : 0) |
                     (attribute->is_white ? TEXT_IS_WHITE : 0) |
                     (attribute->is_cursor_position ? TEXT_IS_GRAPHEME : 0));
}

// Writes the flags inside a part of a run of Thai; those at its ends stay as they are. A text that grows
// asks for its whole parts again and again.
static void thai_breaks(text_engine *engine, const char *part, int length, uint8_t *flags) {
  bool is_whole = length == TEXT_THAI_PART;
  uint64_t hash = is_whole ? break_memory_hash(part, length, OF_THAI_PART) : 0;
  if (is_whole) {
    const uint8_t *known = break_memory_find(&engine->breaks, hash, part, length, OF_THAI_PART);
    if (known != NULL) {
      memcpy(flags + 1, known + 1, (size_t)length - 1);
      return;
    }
  }
  int count = length / 3 + 1;
  pango_get_log_attrs(part, length, -1, engine->language, engine->attributes, count);
  for (int i = 1; i < count - 1; i++) write_flags(&engine->attributes[i], &flags[i * 3]);
  if (is_whole) break_memory_add(&engine->breaks, hash, part, length, OF_THAI_PART, flags);
}

// Writes the flags of a text as Pango and the dictionary of Thai have them.
static bool pango_breaks(text_engine *engine, const char *text, int length, uint8_t *flags) {
  int count = (int)g_utf8_strlen(text, length) + 1;
  if (count > engine->attribute_capacity) {
    PangoLogAttr *grown = realloc(engine->attributes, sizeof *grown * (size_t)count * 2);
    if (grown == NULL) return false;
    engine->attributes = grown;
    engine->attribute_capacity = count * 2;
  }
  pango_default_break(text, length, NULL, engine->attributes, count);
  int index = 0;
  for (int byte = 0; byte <= length; byte++) {
    flags[byte] = 0;
    if (byte < length && ((unsigned char)text[byte] & 0xC0) == 0x80) continue;
    write_flags(&engine->attributes[index++], &flags[byte]);
  }
  // Pango leaves whether a line may break before its first letter as it was.
  flags[0] |= TEXT_MAY_BREAK;
  if (count == length + 1) return true;
  for (int start = 0; start < length; start++) {
    if (!is_thai(text, start, length)) continue;
    int end = start + 3;
    while (is_thai(text, end, length) && end - start < TEXT_THAI_PART) end += 3;
    thai_breaks(engine, text + start, end - start, flags + start);
    start = end - 1;
  }
  return true;
}

bool text_engine_breaks_by_pango(text_engine *engine, const char *text, int length,
                                 uint8_t *flags) {
  return pango_breaks(engine, text, length, flags);
}

// The same, from memory where Pango was asked about these bytes before. What may happen at the end of
// a stretch that more text follows is written over by that.
static bool remembered_breaks(text_engine *engine, const char *text, int length, uint8_t *flags) {
  if (length > BREAK_MEMORY_LONGEST) return pango_breaks(engine, text, length, flags);
  uint64_t hash = break_memory_hash(text, length, OF_STRETCH);
  const uint8_t *known = break_memory_find(&engine->breaks, hash, text, length, OF_STRETCH);
  if (known != NULL) {
    memcpy(flags, known, (size_t)length + 1);
    return true;
  }
  if (!pango_breaks(engine, text, length, flags)) return false;
  break_memory_add(&engine->breaks, hash, text, length, OF_STRETCH, flags);
  return true;
}

// What a plain word is made of: letters and digits of ASCII, and perhaps commas and full stops at its
// end. By UAX 14 nothing inside breaks (LB13, LB23, LB28), nor do the spaces behind it (LB7), and the
// plain word behind these begins a new line whatever stands further away (LB18).
enum { IN_NO_PLAIN_WORD, BEGINS_PLAIN_WORD, ENDS_PLAIN_WORD };

static int role_of(unsigned char byte) {
  static const uint8_t roles[256] = {
      ['0' ... '9'] = BEGINS_PLAIN_WORD, ['A' ... 'Z'] = BEGINS_PLAIN_WORD,
      ['a' ... 'z'] = BEGINS_PLAIN_WORD, [','] = ENDS_PLAIN_WORD,
      ['.'] = ENDS_PLAIN_WORD,
  };
  return roles[byte];
}

// Which of eight bytes are no letters or digits of ASCII: the high bit of each, the first byte lowest.
static uint64_t others_in(const char *text) {
  const uint64_t each = 0x0101010101010101u;
  uint64_t word;
  memcpy(&word, text, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  uint64_t low = word & 0x7F * each;
  // Capitals become small letters, and nothing else becomes one. No sum passes a byte.
  uint64_t small = low | 0x20 * each;
  uint64_t letters = (small + (0x80 - 'a') * each) & ~(small + (0x80 - 'z' - 1) * each);
  uint64_t digits = (low + (0x80 - '0') * each) & ~(low + (0x80 - '9' - 1) * each);
  return ~((letters | digits) & ~word) & 0x80 * each;
}

static int end_of_letters(const char *text, int length, int start) {
  int end = start;
  for (; end + 8 <= length; end += 8) {
    uint64_t others = others_in(text + end);
    if (others != 0) return end + __builtin_ctzll(others) / 8;
  }
  while (end < length && role_of((unsigned char)text[end]) == BEGINS_PLAIN_WORD) end++;
  return end;
}

static int next_space(const char *text, int length, int start) {
  // Most words are short; the library is quick where none comes for long.
  int near = start + 16 < length ? start + 16 : length;
  int end = start;
  while (end < near && text[end] != ' ') end++;
  if (end < near || end == length) return end;
  const char *space = memchr(text + end, ' ', (size_t)(length - end));
  return space != NULL ? (int)(space - text) : length;
}

// What stands up to a space, which may be nothing at the start of a text, and the spaces after it.
typedef struct {
  int start;
  int end;
  int next;
  bool is_plain;
} spaced_word;

static spaced_word word_at(const char *text, int length, int start) {
  spaced_word word = {start, start, start, false};
  word.end = end_of_letters(text, length, start);
  bool begins = word.end > start;
  while (word.end < length && role_of((unsigned char)text[word.end]) == ENDS_PLAIN_WORD) word.end++;
  word.is_plain = begins && (word.end == length || text[word.end] == ' ');
  word.end = next_space(text, length, word.end);
  word.next = word.end;
  while (word.next < length && text[word.next] == ' ') word.next++;
  return word;
}

// Writes the flags of a word, and perhaps some after it, which are written later, up to that after the
// text's last byte.
static void write_plain(spaced_word word, int length, uint8_t *flags) {
  const uint64_t graphemes = 0x0101010101010101u * TEXT_IS_GRAPHEME;
  int letter = word.start;
  for (; letter < word.end && letter + 8 <= length + 1; letter += 8) {
    memcpy(flags + letter, &graphemes, 8);
  }
  for (; letter < word.end; letter++) flags[letter] = TEXT_IS_GRAPHEME;
  flags[word.start] = TEXT_IS_GRAPHEME | TEXT_MAY_BREAK;
  for (int space = word.end; space < word.next; space++) flags[space] = TEXT_IS_GRAPHEME | TEXT_IS_WHITE;
}

// Most words of a text in Latin letters are plain, and Pango is asked about the others alone: about
// stretches between two plain words, both included, since a word's own first and last letter may depend
// on what stands beside it. Where two plain words meet a stretch can end, so none overlap.
bool text_engine_breaks(text_engine *engine, const char *text, int length, uint8_t *flags) {
  int stretch = -1;  // where an open stretch begins
  int before = -1;   // the plain word before, which a stretch begins with
  if (length == 0) return pango_breaks(engine, text, length, flags);
  for (int start = 0; start < length;) {
    spaced_word word = word_at(text, length, start);
    if (word.is_plain && stretch >= 0 && before >= 0) {
      if (!remembered_breaks(engine, text + stretch, start - stretch, flags + stretch)) return false;
      stretch = -1;
    }
    if (stretch < 0) {
      if (word.is_plain) {
        write_plain(word, length, flags);
      } else {
        stretch = before >= 0 ? before : start;
      }
    }
    before = word.is_plain ? start : -1;
    start = word.next;
  }
  if (stretch < 0) {
    // Pango has what follows the last letter as white.
    flags[length] = TEXT_IS_GRAPHEME | TEXT_MAY_BREAK | TEXT_IS_WHITE;
    return true;
  }
  return remembered_breaks(engine, text + stretch, length - stretch, flags + stretch);
}
