#include "counting.h"

#ifdef STILLPOINT_COUNTS_ALLOCATIONS

#include <cstddef>
#include <cstdint>
#include <new>
#include <string>

namespace {

// A pointer that went through a volatile variable escapes: the pair of calls cannot be removed.
template <typename Pointer>
Pointer escaped(Pointer pointer) {
  Pointer volatile place = pointer;
  return place;
}

const std::size_t tooMuch = static_cast<std::size_t>(PTRDIFF_MAX) - 4096;
int handled = 0;

// Gives up on its first call: without it in force `operator new` throws.
void giveUp() {
  handled += 1;
  std::set_new_handler(nullptr);
}

template <typename Form>
int throwsAfterHandler(Form form) {
  int before = handled;
  std::set_new_handler(giveUp);
  try {
    escaped(form());
    return 0;
  } catch (const std::bad_alloc &) {
    return handled == before + 1 ? 1 : 0;
  }
}

template <typename Form>
int isNullAfterHandler(Form form) {
  int before = handled;
  std::set_new_handler(giveUp);
  return escaped(form()) == nullptr && handled == before + 1 ? 1 : 0;
}

}  // namespace

extern "C" STILLPOINT_EXPORT int stillpoint_linked_cpp_refusals(void) {
  const std::align_val_t boundary{64};
  std::new_handler before = std::get_new_handler();
  int refused = 0;
  refused += throwsAfterHandler([] { return ::operator new(tooMuch); });
  refused += throwsAfterHandler([] { return ::operator new[](tooMuch); });
  refused += throwsAfterHandler([=] { return ::operator new(tooMuch, boundary); });
  refused += throwsAfterHandler([=] { return ::operator new[](tooMuch, boundary); });
  refused += isNullAfterHandler([] { return ::operator new(tooMuch, std::nothrow); });
  refused += isNullAfterHandler([] { return ::operator new[](tooMuch, std::nothrow); });
  refused += isNullAfterHandler([=] { return ::operator new(tooMuch, boundary, std::nothrow); });
  refused += isNullAfterHandler([=] { return ::operator new[](tooMuch, boundary, std::nothrow); });
  std::set_new_handler(before);
  return refused;
}

extern "C" STILLPOINT_EXPORT long stillpoint_linked_cpp_probe(long rounds) {
  const std::align_val_t boundary{64};
  long calls = 0;
  for (long round = 0; round < rounds; round++) {
    // Each form of `operator new` with each `operator delete` that may follow it.
    ::operator delete(escaped(::operator new(24)));
    ::operator delete(escaped(::operator new(24)), std::size_t{24});
    ::operator delete(escaped(::operator new(24, std::nothrow)), std::nothrow);
    ::operator delete[](escaped(::operator new[](24)));
    ::operator delete[](escaped(::operator new[](24)), std::size_t{24});
    ::operator delete[](escaped(::operator new[](24, std::nothrow)), std::nothrow);
    ::operator delete(escaped(::operator new(24, boundary)), boundary);
    ::operator delete(escaped(::operator new(24, boundary)), std::size_t{24}, boundary);
    ::operator delete(escaped(::operator new(24, boundary, std::nothrow)), boundary, std::nothrow);
    ::operator delete[](escaped(::operator new[](24, boundary)), boundary);
    ::operator delete[](escaped(::operator new[](24, boundary)), std::size_t{24}, boundary);
    ::operator delete[](
        escaped(::operator new[](24, boundary, std::nothrow)), boundary, std::nothrow);
    ::operator delete(escaped(::operator new(0)), std::size_t{0});
    calls += 13;
    // `reserve` of a string lies in libstdc++ itself: the call comes from that library.
    std::string text;
    text.reserve(1000);
    escaped(&text);
    calls += 1;
  }
  return calls;
}

#endif
