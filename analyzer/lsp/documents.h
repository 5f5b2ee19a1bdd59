// Documents that the client has open (LSP 3.17, "Text Document Synchronization"), and files that it
// does not have open. Thread-safe.
//
//   documents.Open("/p/app.py", {"file:///p/app.py", 1, lines});
//   documents.Change("/p/app.py", 2, changes, unit);
//   documents.LinesOf("/p/app.py")      // the changed text; after Close, the file's
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/lsp/text_lines.h"

namespace flagcensus {

// The absolute path of a "file:" URI (RFC 8089); nullopt for any other.
std::optional<std::string> PathOfUri(std::string_view uri);
// "/p/a b.py" ─→ "file:///p/a%20b.py"
std::string UriOfPath(const std::string& path);

// A document as the client has it, with the version that the client counts.
struct OpenDocument {
  std::string uri;  // as the client spells it
  int64_t version = 0;
  std::shared_ptr<const TextLines> lines;
  bool untouched = false;  // equal to the content of the file when it was opened
  // The text became larger than kMaxOpenBytes: `lines` are empty, and changes are not applied until
  // one replaces all of it.
  bool dropped = false;
};

// The largest text of an open document: as much as one message may contain.
inline constexpr size_t kMaxOpenBytes = size_t{32} << 20;

class Documents {
 public:
  void Open(const std::string& path, OpenDocument document);
  // Applies TextDocumentContentChangeEvents in their order. Returns what is wrong, or nullopt.
  std::optional<std::string> Change(const std::string& path, std::optional<int64_t> version,
                                    const LspAny& changes, PositionUnit unit);
  bool Close(const std::string& path);

  std::optional<OpenDocument> Find(const std::string& path) const;
  // The URI of the path; of an open document in the client's spelling, by which it identifies it.
  std::string UriOf(const std::string& path) const;
  // All open documents, by path.
  std::map<std::string, OpenDocument> All() const;

  // The text of the path: the open document, or the file; empty if it cannot be read. Files are
  // kept until they change, up to a few megabytes.
  std::shared_ptr<const TextLines> LinesOf(const std::string& path);

 private:
  struct ReadFile {
    std::pair<int64_t, uint64_t> stamp;  // modification time and size
    std::shared_ptr<const TextLines> lines;
  };

  mutable std::mutex mutex_;
  std::map<std::string, OpenDocument> open_;
  std::map<std::string, ReadFile> files_;
  size_t bytes_ = 0;  // of `files_`
};

}  // namespace flagcensus
