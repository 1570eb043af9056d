#include "text_engine.h"

#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "font_files.h"

// Fonts of fixed bitmaps (colour emoji) are scaled to the size asked for. What Pango takes for an emoji, by the
// sign itself or by U+FE0F after it, it asks the family "emoji" for, which no font is called: a colour font has
// it, although a text font may have the sign, too.
static const char font_rules[] =
    "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig>"
    "<match target=\"font\"><test name=\"outline\" compare=\"eq\"><bool>false</bool></test>"
    "<edit name=\"pixelsizefixupfactor\" mode=\"assign\"><divide>"
    "<name target=\"pattern\">pixelsize</name><name target=\"font\">pixelsize</name>"
    "</divide></edit>"
    "<edit name=\"matrix\" mode=\"assign\"><times><name>matrix</name><matrix>"
    "<name>pixelsizefixupfactor</name><double>0</double><double>0</double>"
    "<name>pixelsizefixupfactor</name></matrix></times></edit>"
    "<edit name=\"size\" mode=\"assign\"><divide><name>size</name>"
    "<name>pixelsizefixupfactor</name></divide></edit></match>"
    "<match target=\"pattern\"><test name=\"family\"><string>emoji</string></test>"
    "<edit name=\"color\" mode=\"assign\" binding=\"strong\"><bool>true</bool></edit></match>"
    "</fontconfig>";

FcConfig *text_font_config_create(const char *const *paths, size_t count, const char *const *families,
                                  size_t family_count, size_t *failed) {
  *failed = count;
  FcConfig *config = FcConfigCreate();
  if (config == NULL) return NULL;
  if (!FcConfigParseAndLoadFromMemory(config, (const FcChar8 *)font_rules, FcTrue)) {
    FcConfigDestroy(config);
    return NULL;
  }
  for (size_t i = 0; i < count; i++) {
    if (!add_font_file(config, paths[i], families, family_count)) {
      *failed = i;
      FcConfigDestroy(config);
      return NULL;
    }
  }
  return config;
}

text_engine *text_engine_create(const char *const *paths, size_t count, const char *const *families,
                                size_t family_count, size_t *failed) {
  *failed = count;
  text_engine *engine = calloc(1, sizeof *engine);
  if (engine == NULL) return NULL;
  engine->current_face = -1;
  engine->config = text_font_config_create(paths, count, families, family_count, failed);
  if (engine->config == NULL) {
    text_engine_destroy(engine);
    return NULL;
  }
  engine->map = pango_ft2_font_map_new();
  if (engine->map == NULL) {
    text_engine_destroy(engine);
    return NULL;
  }
  pango_ft2_font_map_set_resolution(PANGO_FT2_FONT_MAP(engine->map), 72, 72);
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(engine->map), engine->config);
  engine->language = pango_language_from_string("en");
  engine->context = pango_font_map_create_context(engine->map);
  pango_context_set_round_glyph_positions(engine->context, FALSE);
  pango_context_set_language(engine->context, engine->language);
  pango_context_set_base_dir(engine->context, PANGO_DIRECTION_LTR);
  engine->layout = pango_layout_new(engine->context);
  pango_layout_set_auto_dir(engine->layout, FALSE);
  pango_layout_set_single_paragraph_mode(engine->layout, TRUE);
  return engine;
}

void text_engine_destroy(text_engine *engine) {
  if (engine == NULL) return;
  if (engine->layout != NULL) g_object_unref(engine->layout);
  if (engine->context != NULL) g_object_unref(engine->context);
  for (int32_t i = 0; i < engine->face_count; i++) pango_font_description_free(engine->faces[i]);
  free(engine->faces);
  free(engine->attributes);
  break_memory_free(&engine->breaks);
  if (engine->map != NULL) g_object_unref(engine->map);
  if (engine->config != NULL) FcConfigDestroy(engine->config);
  free(engine);
}

int32_t text_engine_add_face(text_engine *engine, const char *families, double size, bool bold,
                             bool italic) {
  PangoFontDescription **grown =
      realloc(engine->faces, sizeof *grown * (size_t)(engine->face_count + 1));
  if (grown == NULL) return -1;
  engine->faces = grown;
  PangoFontDescription *face = pango_font_description_new();
  pango_font_description_set_family(face, families);
  pango_font_description_set_absolute_size(face, size * PANGO_SCALE);
  pango_font_description_set_weight(face, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_style(face, italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  engine->faces[engine->face_count] = face;
  return engine->face_count++;
}

static PangoLayoutLine *shaped_line(text_engine *engine, int32_t face, const char *text,
                                    int length) {
  if (engine->current_face != face) {
    pango_layout_set_font_description(engine->layout, engine->faces[face]);
    engine->current_face = face;
  }
  pango_layout_set_text(engine->layout, text, length);
  return pango_layout_get_line_readonly(engine->layout, 0);
}

void text_engine_shape(text_engine *engine, int32_t face, const char *text, int length,
                       text_extents *extents) {
  PangoLayoutLine *line = shaped_line(engine, face, text, length);
  PangoRectangle logical;
  pango_layout_line_get_extents(line, NULL, &logical);
  extents->advance = logical.width;
  extents->ascent = -logical.y;
  extents->descent = logical.height + logical.y;
  extents->glyphs = 0;
  for (GSList *run = line->runs; run != NULL; run = run->next) {
    extents->glyphs += ((PangoLayoutRun *)run->data)->glyphs->num_glyphs;
  }
  extents->unknown_glyphs = pango_layout_get_unknown_glyphs_count(engine->layout);
}

void text_engine_advances(text_engine *engine, int32_t face, const char *text, int length,
                          int32_t *advances) {
  for (int i = 0; i < length; i++) advances[i] = 0;
  PangoLayoutLine *line = shaped_line(engine, face, text, length);
  for (GSList *each = line->runs; each != NULL; each = each->next) {
    PangoLayoutRun *run = each->data;
    for (int i = 0; i < run->glyphs->num_glyphs; i++) {
      int byte = run->item->offset + run->glyphs->log_clusters[i];
      if (byte >= 0 && byte < length) advances[byte] += run->glyphs->glyphs[i].geometry.width;
    }
  }
}

void text_engine_forget_breaks(text_engine *engine) { break_memory_clear(&engine->breaks); }

int text_engine_line_count(text_engine *engine, int32_t face, const char *text, int length,
                           int width) {
  PangoLayout *layout = pango_layout_new(engine->context);
  pango_layout_set_auto_dir(layout, FALSE);
  pango_layout_set_font_description(layout, engine->faces[face]);
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width(layout, width);
  pango_layout_set_text(layout, text, length);
  int count = pango_layout_get_line_count(layout);
  g_object_unref(layout);
  return count;
}

const char *text_engine_version(void) { return pango_version_string(); }

int64_t text_file_size(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || access(path, R_OK) != 0) return -1;
  return (int64_t)status.st_size;
}

const char *text_home_directory(void) { return getenv("HOME"); }
