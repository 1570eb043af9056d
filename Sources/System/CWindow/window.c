#include "window.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is used of SDL 2, whose binary interface does not change any more: its headers are no need of a
// build, and the library none of a machine without a display.
typedef struct {
  void *library;
  int (*init)(uint32_t flags);
  void (*quit)(void);
  const char *(*get_error)(void);
  const char *(*current_driver)(void);
  void *(*create_window)(const char *title, int x, int y, int width, int height, uint32_t flags);
  void (*destroy_window)(void *window);
  void *(*create_renderer)(void *window, int index, uint32_t flags);
  void *(*create_texture)(void *renderer, uint32_t format, int access, int width, int height);
  int (*update_texture)(void *texture, const void *rectangle, const void *pixels, int pitch);
  int (*render_copy)(void *renderer, void *texture, const void *source, const void *target);
  void (*render_present)(void *renderer);
  int (*poll_event)(void *event);
  void (*start_text_input)(void);
} sdl;

enum {
  SDL_VIDEO = 0x20,
  SDL_ANYWHERE = 0x1FFF0000,
  SDL_SHOWN = 0x4,
  SDL_XRGB8888 = 0x16161804,
  SDL_STREAMING = 1,
  SDL_QUIT = 0x100,
  SDL_KEY_DOWN = 0x300,
  SDL_TEXT_INPUT = 0x303,
  SDL_MOUSE_MOTION = 0x400,
  SDL_BUTTON_DOWN = 0x401,
  SDL_BUTTON_UP = 0x402,
  SDL_WHEEL = 0x403,
  SDL_EVENT_SIZE = 56,
};

struct window {
  sdl sdl;
  void *window;
  void *renderer;
  void *texture;
  bool is_pressed;
};

static bool load(sdl *sdl) {
  static const char *const names[] = {"libSDL2-2.0.so.0", "libSDL2-2.0.0.dylib", "libSDL2.dylib"};
  for (size_t i = 0; i < sizeof names / sizeof *names && sdl->library == NULL; i++) {
    sdl->library = dlopen(names[i], RTLD_NOW);
  }
  if (sdl->library == NULL) return false;
  struct {
    const char *name;
    void *place;
  } functions[] = {
      {"SDL_Init", &sdl->init},
      {"SDL_Quit", &sdl->quit},
      {"SDL_GetError", &sdl->get_error},
      {"SDL_GetCurrentVideoDriver", &sdl->current_driver},
      {"SDL_CreateWindow", &sdl->create_window},
      {"SDL_DestroyWindow", &sdl->destroy_window},
      {"SDL_CreateRenderer", &sdl->create_renderer},
      {"SDL_CreateTexture", &sdl->create_texture},
      {"SDL_UpdateTexture", &sdl->update_texture},
      {"SDL_RenderCopy", &sdl->render_copy},
      {"SDL_RenderPresent", &sdl->render_present},
      {"SDL_PollEvent", &sdl->poll_event},
      {"SDL_StartTextInput", &sdl->start_text_input},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(sdl->library, functions[i].name);
    if (function == NULL) return false;
    memcpy(functions[i].place, &function, sizeof function);
  }
  return true;
}

// Whether anything names a display; macOS and a driver that is asked for by name need none named.
static bool has_display(void) {
#ifdef __linux__
  return getenv("DISPLAY") != NULL || getenv("WAYLAND_DISPLAY") != NULL ||
         getenv("SDL_VIDEODRIVER") != NULL;
#else
  return true;
#endif
}

window *window_open(const char *title, int width, int height, char *error, size_t error_size) {
  window *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  if (!load(&self->sdl)) {
    snprintf(error, error_size, "SDL 2 is not installed (Debian: libsdl2-2.0-0, Homebrew: sdl2)");
    free(self);
    return NULL;
  }
  // Without a display SDL takes a driver that shows nothing to anybody; asked for Wayland's, it complains.
  bool shows = has_display() && self->sdl.init(SDL_VIDEO) == 0;
  const char *driver = shows ? self->sdl.current_driver() : NULL;
  if (driver != NULL && (strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0 ||
                         strcmp(driver, "evdev") == 0)) {
    shows = false;
  }
  if (shows) {
    self->window =
        self->sdl.create_window(title, SDL_ANYWHERE, SDL_ANYWHERE, width, height, SDL_SHOWN);
    if (self->window != NULL) self->renderer = self->sdl.create_renderer(self->window, -1, 0);
    if (self->renderer != NULL) {
      self->texture =
          self->sdl.create_texture(self->renderer, SDL_XRGB8888, SDL_STREAMING, width, height);
    }
  }
  if (self->texture == NULL) {
    const char *reason = self->sdl.get_error();
    bool says_why = shows && reason[0] != '\0';
    snprintf(error, error_size, "%s", says_why ? reason : "there is no display");
    window_close(self);
    return NULL;
  }
  self->sdl.start_text_input();
  return self;
}

void window_close(window *self) {
  if (self == NULL) return;
  // The renderer and its texture go with the window.
  if (self->window != NULL) self->sdl.destroy_window(self->window);
  self->sdl.quit();
  free(self);
}

void window_show(window *self, const void *pixels, int stride) {
  self->sdl.update_texture(self->texture, NULL, pixels, stride);
  self->sdl.render_copy(self->renderer, self->texture, NULL, NULL);
  self->sdl.render_present(self->renderer);
}

static int32_t number(const uint8_t *event, size_t place) {
  int32_t value;
  memcpy(&value, event + place, sizeof value);
  return value;
}

window_event window_next_event(window *self) {
  // The union of all events, whose first four bytes say which it is.
  _Alignas(8) uint8_t event[SDL_EVENT_SIZE * 2] = {0};
  window_event result = {0};
  while (self->sdl.poll_event(event)) {
    switch (number(event, 0)) {
      case SDL_QUIT: result.kind = WINDOW_CLOSED; return result;
      case SDL_KEY_DOWN:
        result.kind = WINDOW_KEY;
        result.key = number(event, 20);
        return result;
      case SDL_TEXT_INPUT:
        result.kind = WINDOW_TEXT;
        memcpy(result.text, event + 12, sizeof result.text);
        result.text[sizeof result.text - 1] = '\0';
        return result;
      case SDL_BUTTON_DOWN:
      case SDL_BUTTON_UP:
        self->is_pressed = number(event, 0) == SDL_BUTTON_DOWN;
        result.kind = self->is_pressed ? WINDOW_PRESS : WINDOW_RELEASE;
        result.x = (float)number(event, 20);
        result.y = (float)number(event, 24);
        return result;
      case SDL_MOUSE_MOTION:
        if (!self->is_pressed) break;
        result.kind = WINDOW_DRAG;
        result.x = (float)number(event, 20);
        result.y = (float)number(event, 24);
        return result;
      case SDL_WHEEL:
        result.kind = WINDOW_WHEEL;
        result.x = (float)number(event, 16);
        result.y = (float)number(event, 20);
        return result;
      default: break;
    }
  }
  return result;
}
