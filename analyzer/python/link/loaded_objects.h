// Modules and classes whose names a framework takes as settings, all at once:
// `app.config.from_object("app.settings")`, `from_object(config.Production)`,
// `from_pyfile("settings.py")`. As far as the text shows; no parse.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/link/engine/holders.h"

namespace flagcensus {

// Adds what the call of the method that ends at `end` names: the dotted names and strings between
// its parentheses, a path as a dotted name without ".py". Reads at most some hundred bytes.
void AddLoadedObjects(std::string_view text, size_t end, std::set<std::string>* out);

// Whether one of them is the holder's module, the end of its path, or its class. Where one is a
// variable, modules that one of the words `settings` is in the name of are loaded, too.
bool IsLoaded(const Holder& holder, const std::set<std::string>& loaded,
              const std::vector<std::string>& settings);

}  // namespace flagcensus
