#ifndef STILLPOINT_CCMARKGFM_SHIM_H
#define STILLPOINT_CCMARKGFM_SHIM_H

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm/parser.h>
#include <cmark-gfm/references.h>
#include <cmark-gfm/syntax_extension.h>

/* Set when the extensions are registered. Swift takes no mutable globals. */
extern cmark_node_type CMARK_NODE_TABLE, CMARK_NODE_TABLE_ROW, CMARK_NODE_TABLE_CELL;

static inline uint16_t stillpoint_table_type(void) { return (uint16_t)CMARK_NODE_TABLE; }
static inline uint16_t stillpoint_row_type(void) { return (uint16_t)CMARK_NODE_TABLE_ROW; }
static inline uint16_t stillpoint_cell_type(void) { return (uint16_t)CMARK_NODE_TABLE_CELL; }

#endif
