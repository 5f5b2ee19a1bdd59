// changes of documents ─→ their texts; paths ─→ URIs, and back
#include "analyzer/lsp/documents.h"

#include <chrono>
#include <filesystem>
#include <system_error>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// Answers read lines of many files one after the other; most of them are small.
constexpr size_t kMaxCached = size_t{64} << 20;  // bytes of files that are not open

// A file that cannot be read, or is binary, is empty: its places become the beginning.
std::shared_ptr<const TextLines> ReadLines(const std::string& path) {
  auto text = std::make_shared<std::string>();
  bool binary = false;
  std::string error;
  if (!ReadWhole(path, text.get(), &binary, &error) || binary) text->clear();
  return std::make_shared<const TextLines>(std::move(text));
}

}  // namespace

// Percent-encoded bytes are decoded; hosts other than this machine, queries and NULs are refused.
//
//   file:///p/a%20b.py          ─→ /p/a b.py
//   file://localhost/p/a.py     ─→ /p/a.py
//   file://server/p/a.py        ─→ nullopt
//   untitled:Untitled-1         ─→ nullopt
std::optional<std::string> PathOfUri(std::string_view uri) {
  constexpr std::string_view kScheme = "file:";
  if (!EqualsIgnoreCase(uri.substr(0, kScheme.size()), kScheme)) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  uri = uri.substr(0, uri.find_first_of("?#"));
  if (uri.starts_with("//")) {  // an authority: only this machine's files are read
    const size_t slash = uri.find('/', 2);
    if (slash == std::string_view::npos) return std::nullopt;
    const std::string_view host = uri.substr(2, slash - 2);
    if (!host.empty() && !EqualsIgnoreCase(host, "localhost")) return std::nullopt;
    uri.remove_prefix(slash);
  }
  if (!uri.starts_with('/')) return std::nullopt;
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() && HexValue(uri[i + 1]) >= 0 &&
        HexValue(uri[i + 2]) >= 0) {
      path += static_cast<char>(HexValue(uri[i + 1]) * 16 + HexValue(uri[i + 2]));
      i += 2;
    } else {
      path += uri[i];
    }
  }
  if (path.find('\0') != std::string::npos) return std::nullopt;
  return AbsolutePath(path);
}

std::string UriOfPath(const std::string& path) { return "file://" + UriPath(path); }

void Documents::Open(const std::string& path, OpenDocument document) {
  const std::lock_guard lock(mutex_);
  open_[path] = std::move(document);
}

// Applies all changes of one message or none: an invalid one leaves the document as it was, which
// differs from the client's text until it sends the whole text.
std::optional<std::string> Documents::Change(const std::string& path,
                                             std::optional<int64_t> version, const LspAny& changes,
                                             PositionUnit unit) {
  const std::optional<OpenDocument> document = Find(path);
  if (!document) return "the document is not open";
  if (!changes.is_array()) return "contentChanges is not a list";
  EditedText edited(*document->lines);
  bool dropped = document->dropped;
  for (const LspAny& change : changes) {
    auto text = TextAt(change, {"text"});
    if (!text) return "a change without a text";
    const LspAny& range = FieldOf(change, {"range"});
    if (range.is_null()) {
      edited.ReplaceAll(std::move(*text));
      dropped = false;
    } else {
      const auto start = ReadPosition(FieldOf(range, {"start"}));
      const auto end = ReadPosition(FieldOf(range, {"end"}));
      if (!start || !end) return "a change with an invalid range";
      if (!dropped && !edited.Replace(*start, *end, unit, *text)) {
        return "a change with an invalid range";
      }
    }
    // Without a bound, repeated insertions would fill the memory. The file on disk is read instead.
    if (edited.text().size() > kMaxOpenBytes) {
      edited.ReplaceAll("");
      dropped = true;
    }
  }
  auto lines = std::make_shared<const TextLines>(edited.Take());
  const std::lock_guard lock(mutex_);
  OpenDocument& changed = open_[path];
  const bool now = dropped && !changed.dropped;
  changed.lines = std::move(lines);
  changed.untouched = false;
  changed.dropped = dropped;
  changed.version = version.value_or(changed.version + 1);
  if (now) return "the document is larger than 32 MiB and is not followed until all of it is sent";
  return std::nullopt;
}

// From here on the file's text is used, even if the client's was newer.
bool Documents::Close(const std::string& path) {
  const std::lock_guard lock(mutex_);
  return open_.erase(path) > 0;
}

std::optional<OpenDocument> Documents::Find(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(path);
  return found == open_.end() ? std::nullopt : std::optional(found->second);
}

std::string Documents::UriOf(const std::string& path) const {
  const auto document = Find(path);
  return document ? document->uri : UriOfPath(path);
}

std::map<std::string, OpenDocument> Documents::All() const {
  const std::lock_guard lock(mutex_);
  return open_;
}

// An open document, or the file, read again if its time or size has changed.
std::shared_ptr<const TextLines> Documents::LinesOf(const std::string& path) {
  if (const auto document = Find(path)) return document->lines;
  std::error_code error;
  const auto time = std::filesystem::last_write_time(path, error);
  const uint64_t size = std::filesystem::file_size(path, error);
  const std::pair<int64_t, uint64_t> stamp = {static_cast<int64_t>(time.time_since_epoch().count()),
                                              size};
  {
    const std::lock_guard lock(mutex_);
    const auto found = files_.find(path);
    if (!error && found != files_.end() && found->second.stamp == stamp) return found->second.lines;
  }
  std::shared_ptr<const TextLines> lines = ReadLines(path);
  const std::lock_guard lock(mutex_);
  // All files at once: which of them is needed again is not known, and reading one costs little.
  if (bytes_ > kMaxCached) {
    files_.clear();
    bytes_ = 0;
  }
  bytes_ += lines->text().size();
  files_[path] = {stamp, lines};
  return lines;
}

}  // namespace flagcensus
