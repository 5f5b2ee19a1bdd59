// Modules and classes that a framework loads as settings, with all their names at once, as far as
// the text shows; no parse:
//
//   app.config.from_object("app.settings")      the module app/settings.py
//   from_object(config.Production)              the class Production
//   from_pyfile("settings.py")                  any file settings.py
//
// Each name of such a module counts as used: the framework looks them up by computed names.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/link/engine/holders.h"

namespace flagcensus {

// Adds the objects that a call names, for a method that ends at `end`: the dotted names and strings
// between its parentheses; a path as a dotted name without ".py". Reads at most 400 bytes.
void AddLoadedObjects(std::string_view text, size_t end, std::set<std::string>* out);

// Whether one of them is the holder's module, the end of its path, or its class. If one is a
// variable, modules with one of the words `settings` in their name count as loaded, too.
bool IsLoaded(const Holder& holder, const std::set<std::string>& loaded,
              const std::vector<std::string>& settings);

}  // namespace flagcensus
