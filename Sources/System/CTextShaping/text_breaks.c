#include "spaced_words.h"
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

// Where breaks are looked for, and how many bytes took more than a look for spaces and are new.
typedef struct {
  text_engine *engine;
  const char *text;
  uint8_t *flags;
  int64_t known;
  int64_t examined;
} break_search;

static bool search_stretch(break_search *self, int start, int end) {
  if (end > self->known) self->examined += end - start;
  return remembered_breaks(self->engine, self->text + start, end - start, self->flags + start);
}

// Most words of a text in Latin letters are plain, and Pango is asked about the others alone: about
// stretches that begin and end where a line may be broken whatever stands further away. So a text that
// grows is asked about from its last such place on, and the rest is remembered. A plain word beside a
// sign is part of the stretch, since its own first letter may depend on that.
bool text_engine_breaks(text_engine *engine, const char *text, int length, int64_t known,
                        uint8_t *flags, int64_t *examined) {
  break_search self = {engine, text, flags, known, 0};
  if (length == 0) return pango_breaks(engine, text, length, flags);
  int stretch = -1;  // where an open stretch begins
  spaced_word before = {0, 0, 0, false};
  bool ends_before = false;  // whether a stretch may end after the word before
  for (int start = 0; start < length;) {
    spaced_word word = word_at(text, length, start);
    bool parts = ends_before && begins_stretch(word, text);
    if (parts && stretch >= 0) {
      if (!search_stretch(&self, stretch, start)) return false;
      stretch = -1;
    }
    if (stretch < 0 && word.is_plain) {
      write_plain(word, length, flags);
    } else {
      if (stretch < 0) stretch = before.is_plain && !parts ? before.start : start;
      for (int cut = stretch; (cut = next_cut(cut, word, text)) >= 0; stretch = cut) {
        if (!search_stretch(&self, stretch, cut)) return false;
      }
    }
    ends_before = ends_stretch(word, text);
    before = word;
    start = word.next;
  }
  if (stretch < 0) {
    // Pango has what follows the last letter as white.
    flags[length] = TEXT_IS_GRAPHEME | TEXT_MAY_BREAK | TEXT_IS_WHITE;
  } else if (!search_stretch(&self, stretch, length)) {
    return false;
  }
  *examined += self.examined;
  return true;
}
