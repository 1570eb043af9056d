#ifndef PAGE_RESOURCES_H
#define PAGE_RESOURCES_H

#include <stddef.h>

// The templates, styles and scripts of the pages, whose bytes the compiler puts into the program.

// All of them: file report.css is report_css. A new file is named here and embedded in PageResources.c.
#define PAGE_RESOURCES(EACH) \
  EACH(ablation_mustache) EACH(driven_mustache) EACH(recording_mustache) EACH(cell_mustache) EACH(head_mustache)         \
  EACH(plain_page_mustache) EACH(colours_js)                                                      \
  EACH(comparison_js) EACH(comparison_mustache) EACH(draw_queue_js) EACH(film_mustache)           \
  EACH(filmstrip_js) EACH(frame_chart_js) EACH(frame_painter_js) EACH(frames_js)                  \
  EACH(headline_mustache) EACH(links_js) EACH(numbers_js) EACH(page_finder_js)                    \
  EACH(page_load_js) EACH(page_mover_js) EACH(page_probe_js) EACH(page_wire_js)                    \
  EACH(pair_chart_js) EACH(player_js)                                                             \
  EACH(player_mustache) EACH(designs_mustache) EACH(reading_mustache) EACH(replay_page_js)       \
  EACH(replay_page_mustache) EACH(replay_css) EACH(report_css) EACH(report_js)                    \
  EACH(report_mustache) EACH(scene_js) EACH(screen_js) EACH(strips_js) EACH(table_tools_js)       \
  EACH(toolbar_js)

#define PAGE_RESOURCE_NAME(name) name,
typedef enum __attribute__((enum_extensibility(closed))) PageResource {
  PAGE_RESOURCES(PAGE_RESOURCE_NAME)
} PageResource;
#undef PAGE_RESOURCE_NAME

// The bytes of a file, which stay for as long as the program runs; writes how many they are to `count`.
const unsigned char *page_resource_bytes(PageResource resource, size_t *count);

#endif
