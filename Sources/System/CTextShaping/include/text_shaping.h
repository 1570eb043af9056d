#ifndef STILLPOINT_TEXT_SHAPING_H
#define STILLPOINT_TEXT_SHAPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Fonts from a list of files and what shapes text with them. One thread at a time may use it.
typedef struct text_engine text_engine;

/// What a stretch of shaped text takes, in 1/1024 points.
typedef struct {
  int32_t advance;
  int32_t ascent;
  int32_t descent;
  int32_t glyphs;
  int32_t unknown_glyphs;
} text_extents;

/// How many bytes of a run of Thai the dictionary is shown at once; whole letters of 3 bytes.
enum { TEXT_THAI_PART = 300 };

/// What may happen before a byte of a text; bits.
enum {
  TEXT_MAY_BREAK = 1,
  TEXT_IS_WHITE = 4,
  TEXT_IS_GRAPHEME = 8,
};

/// The fonts of `count` files and no others, those of fixed bitmaps scaled; as `text_engine_create`. Whoever
/// calls it destroys it, by `FcConfigDestroy`.
struct _FcConfig *text_font_config_create(const char *const *paths, size_t count,
                                          const char *const *families, size_t family_count,
                                          size_t *failed);

/// Makes an engine of `count` font files. Of a collection of fonts it takes those of `families`, or
/// all where it has none of them. NULL when it cannot; then `*failed` is the index of the file that
/// could not be read, or `count` when the library itself failed.
text_engine *text_engine_create(const char *const *paths, size_t count, const char *const *families,
                                size_t family_count, size_t *failed);
void text_engine_destroy(text_engine *engine);

/// Adds a face: families in order of preference, parted by commas; `size` in points.
/// Returns its index, or -1 when memory is short.
int32_t text_engine_add_face(text_engine *engine, const char *families, double size, bool bold,
                             bool italic);

/// Shapes a stretch of text as one line.
void text_engine_shape(text_engine *engine, int32_t face, const char *text, int length,
                       text_extents *extents);

/// Writes the advance of each cluster, in 1/1024 points, at its first byte; 0 elsewhere.
void text_engine_advances(text_engine *engine, int32_t face, const char *text, int length,
                          int32_t *advances);

/// Writes what may happen before each byte of a text, and after its last: `length` + 1 bytes.
/// Bytes inside a scalar get 0. Each stretch of Thai is looked at by itself, with the dictionary;
/// everything else by the rules of UAX 14. `*examined` grows by the bytes of the stretches that are no
/// plain words and end after `known` bytes: those before it were there at the last call. Returns false
/// when memory is short.
bool text_engine_breaks(text_engine *engine, const char *text, int length, int64_t known,
                        uint8_t *flags, int64_t *examined);

/// The same without the short way for plain words, for comparison.
bool text_engine_breaks_by_pango(text_engine *engine, const char *text, int length,
                                 uint8_t *flags);

/// Forgets the breaks of texts that were looked at before; no result changes.
void text_engine_forget_breaks(text_engine *engine);

/// How many lines Pango itself breaks a text into at a width in 1/1024 points.
int text_engine_line_count(text_engine *engine, int32_t face, const char *text, int length,
                           int width);

/// The version of Pango, as `1.50.12`.
const char *text_engine_version(void);

/// The size of a readable file in bytes, or -1.
int64_t text_file_size(const char *path);

/// The user's home directory, or NULL.
const char *text_home_directory(void);

#endif
