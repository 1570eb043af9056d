#include "text_drawing.h"

#include <ft2build.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <stdio.h>
#include <stdlib.h>

#include FT_FREETYPE_H

#include "text_shaping.h"

struct text_painter {
  FcConfig *config;
  PangoFontMap *map;
  PangoContext *context;
  PangoLayout *layout;
  PangoFontDescription **faces;
  int32_t face_count;
};

text_painter *text_painter_create(const char *const *paths, size_t count, const char *const *families,
                                  size_t family_count, size_t *failed) {
  *failed = count;
  text_painter *painter = calloc(1, sizeof *painter);
  if (painter == NULL) return NULL;
  painter->config = text_font_config_create(paths, count, families, family_count, failed);
  if (painter->config == NULL) {
    text_painter_destroy(painter);
    return NULL;
  }
  painter->map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
  if (painter->map == NULL) {
    text_painter_destroy(painter);
    return NULL;
  }
  pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(painter->map), 72);
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(painter->map), painter->config);
  painter->context = pango_font_map_create_context(painter->map);
  // As the measurer has it: nothing is moved to whole pixels.
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(painter->context, options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(painter->context, FALSE);
  pango_context_set_language(painter->context, pango_language_from_string("en"));
  painter->layout = pango_layout_new(painter->context);
  pango_layout_set_auto_dir(painter->layout, FALSE);
  pango_layout_set_single_paragraph_mode(painter->layout, TRUE);
  return painter;
}

void text_painter_destroy(text_painter *painter) {
  if (painter == NULL) return;
  if (painter->layout != NULL) g_object_unref(painter->layout);
  if (painter->context != NULL) g_object_unref(painter->context);
  for (int32_t i = 0; i < painter->face_count; i++) pango_font_description_free(painter->faces[i]);
  free(painter->faces);
  if (painter->map != NULL) g_object_unref(painter->map);
  if (painter->config != NULL) FcConfigDestroy(painter->config);
  free(painter);
}

void text_painter_set_scale(text_painter *painter, double scale) {
  PangoMatrix matrix = PANGO_MATRIX_INIT;
  pango_matrix_scale(&matrix, scale, scale);
  pango_context_set_matrix(painter->context, &matrix);
  pango_layout_context_changed(painter->layout);
}

int32_t text_painter_add_face(text_painter *painter, const char *families, double size, bool bold,
                              bool italic) {
  PangoFontDescription **grown =
      realloc(painter->faces, sizeof *grown * (size_t)(painter->face_count + 1));
  if (grown == NULL) return -1;
  painter->faces = grown;
  PangoFontDescription *face = pango_font_description_new();
  pango_font_description_set_family(face, families);
  pango_font_description_set_absolute_size(face, size * PANGO_SCALE);
  pango_font_description_set_weight(face, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_style(face, italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  painter->faces[painter->face_count] = face;
  return painter->face_count++;
}

static uint16_t part(double value) { return (uint16_t)(value * 65535 + 0.5); }

static void insert(PangoAttrList *list, PangoAttribute *attribute, int32_t start, int32_t end) {
  attribute->start_index = (guint)start;
  attribute->end_index = (guint)end;
  pango_attr_list_insert(list, attribute);
}

static PangoLayoutLine *line_of(text_painter *painter) {
  return pango_layout_get_line_readonly(painter->layout, 0);
}

// All runs stand on one baseline. Since 1.50 Pango moves one off it whose script has another baseline than the
// script of the first run, by a guess where the fonts name none: Arabic after Japanese stands 8 pt too high.
static void put_on_baseline(PangoLayoutLine *line) {
  for (GSList *place = line->runs; place != NULL; place = place->next) {
    ((PangoLayoutRun *)place->data)->y_offset = 0;
  }
}

void text_painter_set(text_painter *painter, const char *text, int length, const text_look *looks,
                      size_t count, bool is_right_to_left, text_line_extents *extents) {
  PangoAttrList *list = pango_attr_list_new();
  int32_t start = 0;
  for (size_t i = 0; i < count; i++) {
    const text_look *look = &looks[i];
    insert(list, pango_attr_font_desc_new(painter->faces[look->face]), start, look->end);
    insert(list, pango_attr_foreground_new(part(look->red), part(look->green), part(look->blue)),
           start, look->end);
    // Pango takes an alpha of 0 for one that was not said.
    uint16_t alpha = part(look->alpha);
    insert(list, pango_attr_foreground_alpha_new(alpha == 0 ? 1 : alpha), start, look->end);
    if (look->is_struck) insert(list, pango_attr_strikethrough_new(TRUE), start, look->end);
    if (look->is_underlined) {
      insert(list, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE), start, look->end);
    }
    start = look->end;
  }
  pango_context_set_base_dir(painter->context,
                             is_right_to_left ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR);
  pango_layout_context_changed(painter->layout);
  if (count > 0) pango_layout_set_font_description(painter->layout, painter->faces[looks[0].face]);
  pango_layout_set_text(painter->layout, text, length);
  pango_layout_set_attributes(painter->layout, list);
  pango_attr_list_unref(list);
  put_on_baseline(pango_layout_get_line(painter->layout, 0));
  PangoRectangle ink, logical;
  pango_layout_line_get_extents(line_of(painter), &ink, &logical);
  extents->width = (double)logical.width / PANGO_SCALE;
  extents->ascent = (double)-logical.y / PANGO_SCALE;
  extents->descent = (double)(logical.height + logical.y) / PANGO_SCALE;
  extents->ink_top = (double)-ink.y / PANGO_SCALE;
  extents->ink_bottom = (double)(ink.height + ink.y) / PANGO_SCALE;
  extents->unknown_glyphs = pango_layout_get_unknown_glyphs_count(painter->layout);
}

void text_painter_show(text_painter *painter, cairo_t *context, double x, double baseline) {
  cairo_move_to(context, x, baseline);
  pango_cairo_show_layout_line(context, line_of(painter));
}

void text_painter_versions(char *text, size_t size) {
  FT_Library library;
  FT_Int major = 0, minor = 0, patch = 0;
  if (FT_Init_FreeType(&library) == 0) {
    FT_Library_Version(library, &major, &minor, &patch);
    FT_Done_FreeType(library);
  }
  snprintf(text, size, "cairo-%s freetype-%d.%d.%d", cairo_version_string(), major, minor, patch);
}

bool text_is_right_to_left(const char *text, int length) {
  for (const char *at = text; at < text + length; at = g_utf8_next_char(at)) {
    gunichar scalar = g_utf8_get_char(at);
    if (!g_unichar_isalpha(scalar)) continue;
    switch (g_unichar_get_script(scalar)) {
      case G_UNICODE_SCRIPT_ARABIC:
      case G_UNICODE_SCRIPT_HEBREW:
      case G_UNICODE_SCRIPT_NKO:
      case G_UNICODE_SCRIPT_SYRIAC:
      case G_UNICODE_SCRIPT_THAANA: return true;
      default: return false;
    }
  }
  return false;
}
