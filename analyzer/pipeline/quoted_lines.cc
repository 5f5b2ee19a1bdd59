// The lines that a report quotes.
//
//   Place{"src/app.py", 3, 8} ─→ "port = os.getenv(\"APP_PORT\", \"80\")"
#include <algorithm>
#include <utility>

#include "analyzer/pipeline/print.h"

namespace flagcensus {
namespace {

// A file with lines that the report quotes.
struct Quoted {
  std::string file;
  std::string text;
  std::vector<size_t> starts;  // of its lines
};

// Reads `file`, a path as shown. A file that the user named is read even through links. A file
// below a folder that the user named must not be outside of that folder.
bool ReadShown(const ProjectOptions& options, const std::string& file, std::string* text) {
  std::string error;
  bool binary = false;
  for (const std::vector<std::string>* named :
       {&options.paths, &options.pages.catalog, &options.pages.also}) {
    for (const std::string& path : *named) {
      const std::string top = ShownPath(path, options.root);
      if (file == top) return ReadWhole(path, text, &binary, &error);
      if (top.empty() || !file.starts_with(top + "/")) continue;
      return ReadBelow(path, file.substr(top.size() + 1), text, &binary, &error);
    }
  }
  return ReadBelow(options.root, file, text, &binary, &error);
}

Quoted ReadQuoted(const ProjectOptions& options, const std::string& file) {
  Quoted made;
  made.file = file;
  const auto overlay = options.overlays.find(AbsolutePath(options.root + "/" + file));
  if (overlay != options.overlays.end()) {
    made.text = *overlay->second;
  } else if (!ReadShown(options, file, &made.text)) {
    made.text.clear();
  }
  for (size_t at = 0; at < made.text.size(); ++at) {
    made.starts.push_back(at);
    at = std::min(made.text.find('\n', at), made.text.size());
  }
  return made;
}

}  // namespace

// A finding has places in code and on a page, and findings are sorted by file. So the last two
// files are kept, and most lines need no further read.
LineReader MakeLineReader(const ProjectOptions& options) {
  return [options, last = Quoted(), before = Quoted()](const Place& place) mutable {
    // A place without a line has nothing to quote; a file that has changed since gives "".
    if (place.line < 1) return std::string();
    if (place.file != last.file) {
      std::swap(last, before);
      if (place.file != last.file) last = ReadQuoted(options, place.file);
    }
    const auto line = static_cast<size_t>(place.line) - 1;
    if (line >= last.starts.size()) return std::string();
    std::string_view text = std::string_view(last.text).substr(last.starts[line]);
    text = text.substr(0, text.find('\n'));
    if (text.ends_with('\r')) text.remove_suffix(1);
    return std::string(text);
  };
}

}  // namespace flagcensus
