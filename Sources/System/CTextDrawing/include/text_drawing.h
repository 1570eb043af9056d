#ifndef STILLPOINT_TEXT_DRAWING_H
#define STILLPOINT_TEXT_DRAWING_H

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Fonts from a list of files and what draws lines of text in them. One thread at a time may use it.
typedef struct text_painter text_painter;

/// A stretch of a line in one look.
typedef struct {
  /// Where it ends, in bytes from the line's start.
  int32_t end;
  /// The index of its face.
  int32_t face;
  double red, green, blue, alpha;
  bool is_struck;
  bool is_underlined;
} text_look;

/// What a drawn line takes, in points, from its baseline's left end.
typedef struct {
  double width;
  /// Of its fonts.
  double ascent, descent;
  /// Of what is inked: may be more or less than its fonts'.
  double ink_top, ink_bottom;
  /// Glyphs that no font has.
  int32_t unknown_glyphs;
} text_line_extents;

/// Makes a painter of `count` font files; as `text_engine_create`.
text_painter *text_painter_create(const char *const *paths, size_t count, const char *const *families,
                                  size_t family_count, size_t *failed);
void text_painter_destroy(text_painter *painter);

/// How many pixels a point has where lines are drawn.
void text_painter_set_scale(text_painter *painter, double scale);

/// Adds a face: families in order of preference, parted by commas; `size` in points.
/// Returns its index, or -1 when memory is short.
int32_t text_painter_add_face(text_painter *painter, const char *families, double size, bool bold,
                              bool italic);

/// Sets a line in the looks of its stretches, which cover it; nothing is drawn.
void text_painter_set(text_painter *painter, const char *text, int length, const text_look *looks,
                      size_t count, bool is_right_to_left, text_line_extents *extents);

/// Draws the line that was set last with its baseline's left end at a point.
void text_painter_show(text_painter *painter, cairo_t *context, double x, double baseline);

/// The versions of Cairo and FreeType, as `cairo-1.16.0 freetype-2.12.1`: `size` bytes at most.
void text_painter_versions(char *text, size_t size);

/// Whether the first letter of a text that has a direction reads from right to left.
bool text_is_right_to_left(const char *text, int length);

#endif
