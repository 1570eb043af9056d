#include "counting.h"

#ifdef STILLPOINT_COUNTS_ALLOCATIONS

#include <new>

namespace {

// What C++ asks of `operator new` when there is no memory: the handler may make room, or throw.
[[gnu::noinline, gnu::cold]] void *allocateAfterHandler(std::size_t size, std::size_t alignment) {
  for (;;) {
    std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
    void *memory = alignment == 0 ? stillpoint_allocate(size)
                                  : stillpoint_allocate_aligned(size, alignment);
    if (memory != nullptr) return memory;
  }
}

[[gnu::noinline, gnu::cold]] void *allocateAfterHandlerOrNull(
    std::size_t size, std::size_t alignment) noexcept {
  try {
    return allocateAfterHandler(size, alignment);
  } catch (...) {
    return nullptr;
  }
}

inline void *make(std::size_t size) {
  size = stillpoint_nonzero(size);
  void *memory = stillpoint_allocate(size);
  return __builtin_expect(memory != nullptr, 1) ? memory : allocateAfterHandler(size, 0);
}

inline void *makeOrNull(std::size_t size) noexcept {
  size = stillpoint_nonzero(size);
  void *memory = stillpoint_allocate(size);
  return __builtin_expect(memory != nullptr, 1) ? memory : allocateAfterHandlerOrNull(size, 0);
}

inline void *make(std::size_t size, std::align_val_t alignment) {
  size = stillpoint_nonzero(size);
  std::size_t boundary = static_cast<std::size_t>(alignment);
  void *memory = stillpoint_allocate_aligned(size, boundary);
  return __builtin_expect(memory != nullptr, 1) ? memory : allocateAfterHandler(size, boundary);
}

inline void *makeOrNull(std::size_t size, std::align_val_t alignment) noexcept {
  size = stillpoint_nonzero(size);
  std::size_t boundary = static_cast<std::size_t>(alignment);
  void *memory = stillpoint_allocate_aligned(size, boundary);
  return __builtin_expect(memory != nullptr, 1) ? memory
                                                : allocateAfterHandlerOrNull(size, boundary);
}

inline void release(void *memory) noexcept {
  if (memory != nullptr) dallocx(memory, 0);
}

inline void release(void *memory, std::size_t size) noexcept {
  if (memory != nullptr) sdallocx(memory, stillpoint_nonzero(size), 0);
}

inline void release(void *memory, std::size_t size, std::align_val_t alignment) noexcept {
  if (memory == nullptr) return;
  std::size_t boundary = static_cast<std::size_t>(alignment);
  sdallocx(memory, stillpoint_nonzero(size), MALLOCX_LG_ALIGN(__builtin_ctzll(boundary)));
}

}  // namespace

STILLPOINT_EXPORT void *operator new(std::size_t size) { return make(size); }
STILLPOINT_EXPORT void *operator new[](std::size_t size) { return make(size); }
STILLPOINT_EXPORT void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  return makeOrNull(size);
}
STILLPOINT_EXPORT void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
  return makeOrNull(size);
}
STILLPOINT_EXPORT void *operator new(std::size_t size, std::align_val_t alignment) {
  return make(size, alignment);
}
STILLPOINT_EXPORT void *operator new[](std::size_t size, std::align_val_t alignment) {
  return make(size, alignment);
}
STILLPOINT_EXPORT void *operator new(
    std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  return makeOrNull(size, alignment);
}
STILLPOINT_EXPORT void *operator new[](
    std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  return makeOrNull(size, alignment);
}

STILLPOINT_EXPORT void operator delete(void *memory) noexcept { release(memory); }
STILLPOINT_EXPORT void operator delete[](void *memory) noexcept { release(memory); }
STILLPOINT_EXPORT void operator delete(void *memory, const std::nothrow_t &) noexcept {
  release(memory);
}
STILLPOINT_EXPORT void operator delete[](void *memory, const std::nothrow_t &) noexcept {
  release(memory);
}
STILLPOINT_EXPORT void operator delete(void *memory, std::size_t size) noexcept {
  release(memory, size);
}
STILLPOINT_EXPORT void operator delete[](void *memory, std::size_t size) noexcept {
  release(memory, size);
}
STILLPOINT_EXPORT void operator delete(void *memory, std::align_val_t) noexcept {
  release(memory);
}
STILLPOINT_EXPORT void operator delete[](void *memory, std::align_val_t) noexcept {
  release(memory);
}
STILLPOINT_EXPORT void operator delete(
    void *memory, std::align_val_t, const std::nothrow_t &) noexcept {
  release(memory);
}
STILLPOINT_EXPORT void operator delete[](
    void *memory, std::align_val_t, const std::nothrow_t &) noexcept {
  release(memory);
}
STILLPOINT_EXPORT void operator delete(
    void *memory, std::size_t size, std::align_val_t alignment) noexcept {
  release(memory, size, alignment);
}
STILLPOINT_EXPORT void operator delete[](
    void *memory, std::size_t size, std::align_val_t alignment) noexcept {
  release(memory, size, alignment);
}

#endif
