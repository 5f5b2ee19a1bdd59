// Headers of libraries: queries/c/headers/ describes in C the effect of functions and macros. A
// tree that uses one of them, but does not contain the library's header, is read together with that
// description.
//
//   LIB_OPTION(int, threads, "LIB_THREADS")     ─→ with the header's macro: a read of LIB_THREADS
#include <algorithm>

#include "analyzer/base/embedded.h"
#include "analyzer/c/link/resolver.h"

namespace flagcensus {
namespace {

// The form in which it is shown, which is not a path of a tree.
std::string ShownHeader(const std::string& name) { return "<" + name + ">"; }

}  // namespace

std::vector<int> CSources::AddHeaders(const std::set<std::string>& names) {
  std::set<std::string> wanted = names;
  // A header of the same name in the tree is the real one.
  std::erase_if(wanted, [&](const std::string& name) {
    return std::any_of(tree_->files.begin(), tree_->files.end(), [&](const SourceFile& file) {
      return file.path == name || file.path.ends_with("/" + name);
    });
  });
  if (wanted.empty()) return {};
  // The tree is copied once, so that the files can be added.
  if (tree_ != &with_headers_) with_headers_ = *tree_;
  std::vector<int> added;
  for (const std::string& name : wanted) {
    SourceFile file;
    file.path = ShownHeader(name);
    file.absolute = "/" + name;
    file.kind = FileKind::kC;
    file.text =
        std::make_shared<const std::string>(std::string(EmbeddedQuery("c/headers/" + name)));
    file.size = file.text->size();
    const int index = static_cast<int>(with_headers_.files.size());
    headers_.insert(file.path);
    numbers_.push_back(index);
    added.push_back(index);
    with_headers_.files.push_back(std::move(file));
  }
  tree_ = &with_headers_;
  return added;
}

void CSources::Renew(const Tree& tree) {
  if (tree_ != &with_headers_) {
    tree_ = &tree;
  } else {
    std::copy(tree.files.begin(), tree.files.end(), with_headers_.files.begin());
  }
}

void CFactReader::AddLibraryHeaders(const std::set<std::string>& used,
                                    const CWanted& wanted_facts) {
  std::set<std::string> wanted;
  for (const auto& [name, header] : accessors_.functions().headers) {
    if (used.count(name) > 0 && sources_.headers().count(ShownHeader(header)) == 0) {
      wanted.insert(header);
    }
  }
  // The new files are read at once: they belong to the current round.
  for (const int file : sources_.AddHeaders(wanted)) {
    const CTokens tokens = TokenizeC(*sources_.File(file).text);
    CFileAnswer answer;
    const CExpanded expanded = {searched_.hiding_macros(), searched_.names()};
    facts_.Take(file, FactsOf(file, tokens, wanted_facts, expanded, &answer));
  }
}

// Their own reads are not of the tree: only the uses of their macros are.
void CResolver::RemoveHeaders(size_t first, std::vector<Access>* accesses) {
  if (sources_.headers().empty()) return;
  const auto of_header = [&](const Place& place) {
    return sources_.headers().count(place.file) > 0;
  };
  accesses->erase(std::remove_if(accesses->begin() + static_cast<long>(first), accesses->end(),
                                 [&](const Access& access) { return of_header(access.place); }),
                  accesses->end());
  for (size_t i = first; i < accesses->size(); ++i) {
    std::erase_if((*accesses)[i].chain, of_header);
  }
  std::erase_if(*limits_.diagnostics(),
                [&](const Diagnostic& one) { return of_header(one.place); });
}

}  // namespace flagcensus
