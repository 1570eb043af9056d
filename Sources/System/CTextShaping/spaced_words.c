#include "spaced_words.h"

#include <glib.h>
#include <stdint.h>
#include <string.h>

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

spaced_word word_at(const char *text, int length, int start) {
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

// Whether spaces before a character of this kind are always a place to break (LB18), unless what stands
// before them forbids that: letters, digits, ideographs, syllables, emoji. Not jamo: Pango 1.50 lets a
// leading consonant join a syllable behind a space.
static bool is_letter(GUnicodeBreakType type) {
  switch (type) {
    case G_UNICODE_BREAK_ALPHABETIC:
    case G_UNICODE_BREAK_HEBREW_LETTER:
    case G_UNICODE_BREAK_NUMERIC:
    case G_UNICODE_BREAK_IDEOGRAPHIC:
    case G_UNICODE_BREAK_HANGUL_LV_SYLLABLE:
    case G_UNICODE_BREAK_HANGUL_LVT_SYLLABLE:
    case G_UNICODE_BREAK_EMOJI_BASE:
    case G_UNICODE_BREAK_REGIONAL_INDICATOR:
      return true;
    default:
      return false;
  }
}

// Letters of Thai, Lao, Khmer and Myanmar that begin a grapheme wherever they stand.
static bool is_complex_letter(gunichar scalar) {
  return (scalar >= 0x0E01 && scalar <= 0x0E2E) || (scalar >= 0x0E40 && scalar <= 0x0E44) ||
         (scalar >= 0x0E81 && scalar <= 0x0EAE) || (scalar >= 0x0EC0 && scalar <= 0x0EC4) ||
         (scalar >= 0x1780 && scalar <= 0x17B3) || (scalar >= 0x1000 && scalar <= 0x102A);
}

bool begins_stretch(spaced_word word, const char *text) {
  if (word.is_plain) return true;
  if (word.start == word.end) return false;
  gunichar scalar = g_utf8_get_char(text + word.start);
  return is_letter(g_unichar_break_type(scalar)) || is_complex_letter(scalar);
}

static bool is_mark(gunichar scalar) {
  GUnicodeType type = g_unichar_type(scalar);
  return type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_SPACING_MARK;
}

bool ends_stretch(spaced_word word, const char *text) {
  if (word.is_plain) return word.next > word.end;
  if (word.start == word.end || word.next == word.end) return false;
  const char *end = text + word.end;
  // What marks are set on tells what they are (LB9).
  enum { MOST_MARKS = 8 };
  for (int marks = 0; marks <= MOST_MARKS && end > text + word.start; marks++) {
    end = g_utf8_prev_char(end);
    gunichar scalar = g_utf8_get_char(end);
    GUnicodeBreakType type = g_unichar_break_type(scalar);
    if (is_letter(type) || is_complex_letter(scalar)) return true;
    if (!is_mark(scalar)) return false;
  }
  return false;
}

// Whether an ideograph stands at a place: those from U+5000 to U+8FFF, which are most in use.
static bool is_ideograph(const char *text) {
  return (unsigned char)text[0] >= 0xE5 && (unsigned char)text[0] <= 0xE8;
}

int next_cut(int start, spaced_word word, const char *text) {
  // A line may be broken between any two ideographs (LB31).
  enum { LEAST = 48 };
  int place = start + LEAST > word.start + 3 ? start + LEAST : word.start + 3;
  for (; place + 3 <= word.end; place++) {
    if (is_ideograph(text + place) && is_ideograph(text + place - 3)) return place;
  }
  return -1;
}
