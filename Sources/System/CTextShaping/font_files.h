#ifndef STILLPOINT_FONT_FILES_H
#define STILLPOINT_FONT_FILES_H

#include <fontconfig/fontconfig.h>
#include <stdbool.h>
#include <stddef.h>

/// Adds the fonts of a file to those of a configuration. Of a collection these are the fonts of
/// `families` alone, or all where it has none of them or is the first file. False when no font can be
/// read from it.
bool add_font_file(FcConfig *config, const char *path, const char *const *families, size_t count);

#endif
