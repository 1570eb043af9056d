#ifndef STILLPOINT_CPANGOCAIRO_SHIM_H
#define STILLPOINT_CPANGOCAIRO_SHIM_H

#include <cairo.h>

#endif
