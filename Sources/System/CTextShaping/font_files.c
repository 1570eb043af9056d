#include "font_files.h"

#include <fontconfig/fcfreetype.h>
#include <ft2build.h>
#include <string.h>

#include FT_FREETYPE_H

static bool is_among(const char *family, const char *const *families, size_t count) {
  if (family == NULL) return false;
  for (size_t i = 0; i < count; i++) {
    if (strcmp(family, families[i]) == 0) return true;
  }
  return false;
}

/// Adds those fonts of a collection that belong to `families`; returns how many.
///
/// Looking up a font's characters takes milliseconds where it has tens of thousands, and a collection
/// may have ten such fonts of which one is named.
static size_t add_named_fonts(FcConfig *config, FT_Library library, FT_Long fonts, const char *path,
                              const char *const *families, size_t count) {
  // There is no set before the first file, and no call that makes one.
  FcFontSet *set = FcConfigGetFonts(config, FcSetApplication);
  if (set == NULL) return 0;
  size_t added = 0;
  for (FT_Long index = 0; index < fonts; index++) {
    FT_Face face;
    if (FT_New_Face(library, path, index, &face) != 0) continue;
    bool is_wanted = is_among(face->family_name, families, count);
    FT_Done_Face(face);
    if (!is_wanted) continue;
    int in_file;
    FcPattern *pattern =
        FcFreeTypeQuery((const FcChar8 *)path, (unsigned int)index, NULL, &in_file);
    if (pattern == NULL) continue;
    if (FcFontSetAdd(set, pattern)) {
      added++;
    } else {
      FcPatternDestroy(pattern);
    }
  }
  return added;
}

bool add_font_file(FcConfig *config, const char *path, const char *const *families, size_t count) {
  size_t added = 0;
  FT_Library library;
  if (FT_Init_FreeType(&library) == 0) {
    FT_Face face;
    // An index of -1 asks how many fonts there are.
    if (FT_New_Face(library, path, -1, &face) == 0) {
      FT_Long fonts = face->num_faces;
      FT_Done_Face(face);
      if (fonts > 1) added = add_named_fonts(config, library, fonts, path, families, count);
    }
    FT_Done_FreeType(library);
  }
  return added > 0 || FcConfigAppFontAddFile(config, (const FcChar8 *)path);
}
