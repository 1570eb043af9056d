#ifndef STILLPOINT_CPANGO_SHIM_H
#define STILLPOINT_CPANGO_SHIM_H

#include <fontconfig/fontconfig.h>
#include <pango/pango.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>

#endif
