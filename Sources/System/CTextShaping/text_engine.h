#ifndef STILLPOINT_TEXT_ENGINE_H
#define STILLPOINT_TEXT_ENGINE_H

#include "break_memory.h"
#include "text_shaping.h"

#include <fontconfig/fontconfig.h>
#include <pango/pango.h>

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
  break_memory breaks;
};

#endif
