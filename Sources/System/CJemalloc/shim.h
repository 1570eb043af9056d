#ifndef STILLPOINT_CJEMALLOC_SHIM_H
#define STILLPOINT_CJEMALLOC_SHIM_H

#include <stddef.h>

#include <jemalloc/jemalloc.h>

#endif
