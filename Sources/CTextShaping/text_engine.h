#ifndef STILLPOINT_TEXT_ENGINE_H
#define STILLPOINT_TEXT_ENGINE_H

#include "text_shaping.h"

#include <fontconfig/fontconfig.h>
#include <pango/pango.h>

enum { THAI_PARTS_KEPT = 8 };

// A whole part of a run of Thai, and what may happen before each of its letters.
typedef struct {
  char text[TEXT_THAI_PART];
  uint8_t flags[TEXT_THAI_PART / 3];
} thai_part;

struct text_engine {
  FcConfig *config;
  PangoFontMap *map;
  PangoContext *context;
  PangoLayout *layout;
  PangoLanguage *language;
  PangoFontDescription **faces;
  int32_t face_count;
  int32_t current_face;
  PangoLogAttr *attributes;
  int attribute_capacity;
  thai_part thai_parts[THAI_PARTS_KEPT];
  int next_thai_part;
};

#endif
