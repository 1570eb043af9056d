#include "PageResources.h"

// A directive of C23 that clang 19 and later know in every language mode. SwiftPM's `embedInCode` writes
// the same bytes as a Swift array, which its optimiser takes most of a minute to read.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char ablation_mustache_bytes[] = {
#embed "Resources/ablation.mustache"
};
static const unsigned char driven_mustache_bytes[] = {
#embed "Resources/driven.mustache"
};
static const unsigned char recording_mustache_bytes[] = {
#embed "Resources/recording.mustache"
};
static const unsigned char cell_mustache_bytes[] = {
#embed "Resources/cell.mustache"
};
static const unsigned char plain_page_mustache_bytes[] = {
#embed "Resources/plain-page.mustache"
};
static const unsigned char head_mustache_bytes[] = {
#embed "Resources/head.mustache"
};
static const unsigned char colours_js_bytes[] = {
#embed "Resources/colours.js"
};
static const unsigned char comparison_js_bytes[] = {
#embed "Resources/comparison.js"
};
static const unsigned char comparison_mustache_bytes[] = {
#embed "Resources/comparison.mustache"
};
static const unsigned char draw_queue_js_bytes[] = {
#embed "Resources/draw-queue.js"
};
static const unsigned char film_mustache_bytes[] = {
#embed "Resources/film.mustache"
};
static const unsigned char filmstrip_js_bytes[] = {
#embed "Resources/filmstrip.js"
};
static const unsigned char frame_chart_js_bytes[] = {
#embed "Resources/frame-chart.js"
};
static const unsigned char frame_painter_js_bytes[] = {
#embed "Resources/frame-painter.js"
};
static const unsigned char frames_js_bytes[] = {
#embed "Resources/frames.js"
};
static const unsigned char headline_mustache_bytes[] = {
#embed "Resources/headline.mustache"
};
static const unsigned char links_js_bytes[] = {
#embed "Resources/links.js"
};
static const unsigned char numbers_js_bytes[] = {
#embed "Resources/numbers.js"
};
static const unsigned char pair_chart_js_bytes[] = {
#embed "Resources/pair-chart.js"
};
static const unsigned char page_finder_js_bytes[] = {
#embed "Resources/page-finder.js"
};
static const unsigned char page_load_js_bytes[] = {
#embed "Resources/page-load.js"
};
static const unsigned char page_mover_js_bytes[] = {
#embed "Resources/page-mover.js"
};
static const unsigned char page_probe_js_bytes[] = {
#embed "Resources/page-probe.js"
};
static const unsigned char page_wire_js_bytes[] = {
#embed "Resources/page-wire.js"
};
static const unsigned char player_js_bytes[] = {
#embed "Resources/player.js"
};
static const unsigned char player_mustache_bytes[] = {
#embed "Resources/player.mustache"
};
static const unsigned char designs_mustache_bytes[] = {
#embed "Resources/designs.mustache"
};
static const unsigned char reading_mustache_bytes[] = {
#embed "Resources/reading.mustache"
};
static const unsigned char replay_page_js_bytes[] = {
#embed "Resources/replay-page.js"
};
static const unsigned char replay_page_mustache_bytes[] = {
#embed "Resources/replay-page.mustache"
};
static const unsigned char replay_css_bytes[] = {
#embed "Resources/replay.css"
};
static const unsigned char report_css_bytes[] = {
#embed "Resources/report.css"
};
static const unsigned char report_js_bytes[] = {
#embed "Resources/report.js"
};
static const unsigned char report_mustache_bytes[] = {
#embed "Resources/report.mustache"
};
static const unsigned char scene_js_bytes[] = {
#embed "Resources/scene.js"
};
static const unsigned char screen_js_bytes[] = {
#embed "Resources/screen.js"
};
static const unsigned char strips_js_bytes[] = {
#embed "Resources/strips.js"
};
static const unsigned char table_tools_js_bytes[] = {
#embed "Resources/table-tools.js"
};
static const unsigned char toolbar_js_bytes[] = {
#embed "Resources/toolbar.js"
};

const unsigned char *page_resource_bytes(PageResource resource, size_t *count) {
#define PAGE_RESOURCE_CASE(name) \
  case name:                     \
    *count = sizeof name##_bytes; \
    return name##_bytes;

  switch (resource) { PAGE_RESOURCES(PAGE_RESOURCE_CASE) }
  // No other value is a resource.
  __builtin_trap();
}
