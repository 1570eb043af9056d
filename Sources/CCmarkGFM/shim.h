#ifndef STILLPOINT_CCMARKGFM_SHIM_H
#define STILLPOINT_CCMARKGFM_SHIM_H

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm/parser.h>
#include <cmark-gfm/references.h>

#endif
