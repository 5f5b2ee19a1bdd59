// Python: which names that receive a variable's value are used.
//
//   DEBUG = os.environ.get("APP_DEBUG")       in conf.py
//   if DEBUG: ...                             a use, in conf.py
//   from conf import DEBUG; print(DEBUG)      a use, in another file
//   conf.DEBUG, x.DEBUG                       a use: an attribute of anything
//   from conf import DEBUG                    no use, nor is an export, annotation, assignment or
//                                             docstring
//
// A function that returns the read's value is used if anything names it. A declarator's flag is
// used by its own name as well (config.app_debug), and by a hook that it is passed. The files that
// bind the names are searched first; the rest of the tree only for names without a use there.
#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/config/accessors.h"
#include "analyzer/python/link/engine.h"
#include "analyzer/python/link/loaded_objects.h"
#include "analyzer/python/link/local_uses.h"
#include "analyzer/python/link/receivers.h"
#include "analyzer/python/read_file.h"
#include "analyzer/python/uses.h"
#include "analyzer/tree/search_files.h"

namespace flagcensus {
namespace {

using Kind = NameUse::Kind;

// Words that make a file's names reachable in other ways, from queries/python/accessors.toml.
struct ReachWords {
  std::vector<std::string> dynamic;
  std::vector<std::string> objects;
  std::vector<std::string> arguments;
  std::vector<std::string> framework;
  std::vector<std::string> framework_files;

  bool IsFrameworkFile(const std::string& path) const {
    return std::any_of(framework_files.begin(), framework_files.end(),
                       [&](const std::string& end) { return ("/" + path).ends_with(end); });
  }
};

// What the search found in one file.
struct FileUses {
  std::vector<NameUse> uses;
  bool gave_up = false;  // it takes too long to parse: `uses` contains a use of each name
  bool dynamic = false;  // contains one of ReachWords::dynamic
  // Objects of which the file accesses attributes without spelling them: the last name of each, ""
  // if it has none.
  std::set<std::string> receivers;
  // Names that are objects of the holders' classes, with the class: `x: C`, `x = C(`, and self in a
  // class derived from it.
  std::set<std::pair<std::string, std::string>> objects;
  bool framework = false;  // contains one of ReachWords::framework
};

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

// Whether one of ReachWords::dynamic at `offset` is an attribute of that kind, or a call.
bool Reaches(std::string_view text, std::string_view word, size_t offset) {
  if (word.starts_with("__") || word == "model_fields") return true;
  // A call needs its parenthesis.
  const size_t end = offset + word.size();
  if (end >= text.size() || text[end] != '(') return false;
  return word != "dict" || (offset > 0 && text[offset - 1] == '.');  // not dict(a=1)
}

// Whether `receiver` can be an object of the holder's class. It can if the class is in this file,
// if the file's text says so, or if the name shares a word with the class's or suggests settings.
// An object with an unrelated name, `x = load()`, is missed.
bool CanBe(const std::string& receiver, const Holder& holder, bool at_home,
           const std::set<std::pair<std::string, std::string>>& objects, const ReachWords& marks) {
  // vars(self) in another class is about that class.
  if (holder.owner.empty() || at_home || objects.count({receiver, holder.owner}) > 0) return true;
  if (receiver.empty() || receiver == "self" || receiver == "cls") return false;
  // The words of the two names are compared.
  const std::set<std::string> of = WordsIn(holder.owner);
  const std::set<std::string> words = WordsIn(receiver);
  const auto is = [](const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  // A class of settings is not called `options` or `args` where it is used: those are of command
  // lines.
  bool settings = false;
  bool arguments = false;
  for (const std::string& word : of) {
    (is(marks.arguments, word) ? arguments : settings) |= is(marks.objects, word);
  }
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    const bool other = settings && !arguments && is(marks.arguments, word);
    return of.count(word) > 0 || (is(marks.objects, word) && !other);
  });
}

// The uses of `names`. If the text cannot be parsed, each of them counts as used.
void Read(std::string_view text, const std::vector<std::string>& names, RunBudget& budget,
          FileUses* out) {
  // The budget bounds the memory of parses that run at once.
  if (budget.ParseRefusalReason(text.size()).empty() && budget.RefusalReason().empty()) {
    const RunBudget::Share share(budget, RunBudget::ParseBytes(text.size()));
    if (std::optional<std::vector<NameUse>> uses = FindUses(text, names)) {
      out->uses = std::move(*uses);
      return;
    }
  }
  out->gave_up = true;
  out->dynamic = true;
  for (const std::string& name : names) {
    NameUse use;
    use.kind = Kind::kString;
    use.name = name;
    out->uses.push_back(std::move(use));
  }
}

// What a search asks about a file, and where it reports it. Calls are one at a time.
struct Search {
  std::function<bool(const std::string& file)> wanted;    // whether to search it
  std::function<bool(const std::string& name)> needed;    // whether the name's uses still matter
  std::function<void(size_t file, FileUses uses)> found;  // by index of the file
  bool marks = true;                                      // search for ReachWords, too
};

// Reports the uses of `names` in the Python files of the tree. One list of words for all purposes,
// by position: names, dynamic words, framework words, classes, and the function of computed names.
void SearchUses(const Tree& tree, const ReachWords& marks, const std::set<std::string>& names,
                const std::set<std::string>& classes, unsigned jobs, RunBudget& budget,
                const Search& asked) {
  // Positions in `words`: first the names, then the groups of marks.
  const std::vector<std::string> list(names.begin(), names.end());
  std::vector<std::string> words = list;
  size_t dynamic = words.size();
  size_t framework = words.size();
  if (asked.marks) {
    for (const std::string& word : marks.dynamic) {
      if (names.count(word) == 0) words.push_back(word);
    }
    dynamic = words.size();
    for (const std::string& word : marks.framework) {
      if (names.count(word) == 0) words.push_back(word);
    }
    framework = words.size();
    for (const std::string& word : classes) {
      if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
    }
    if (names.count(std::string(kLookUp)) == 0) words.emplace_back(kLookUp);
  }
  const auto look_up =
      static_cast<size_t>(std::find(words.begin(), words.end(), kLookUp) - words.begin());
  const auto wanted = [&](const SourceFile& file) {
    return IsPythonSource(file.kind) && asked.wanted(file.path);
  };
  std::mutex mutex;
  const WordSearch search(words);
  SearchFiles(tree, search, jobs, wanted,
              [&](size_t i, std::string_view text, const std::vector<WordHit>& hits) {
                std::set<std::string> present;
                FileUses out;
                // Each hit by its group.
                for (const WordHit& hit : hits) {
                  if (asked.marks && hit.word == look_up) {
                    if (auto object = LookUpAt(text, hit.offset)) {
                      out.receivers.insert(std::move(*object));
                    }
                  }
                  if (hit.word < list.size()) {
                    present.insert(list[hit.word]);
                  } else if (hit.word == look_up) {
                    continue;
                  } else if (hit.word >= framework) {
                    const std::string object = ObjectOf(text, hit.offset);
                    if (!object.empty()) out.objects.emplace(object, words[hit.word]);
                  } else if (hit.word >= dynamic) {
                    out.framework = true;
                  } else {
                    if (!Reaches(text, words[hit.word], hit.offset)) continue;
                    out.receivers.insert(ReceiverOf(text, words[hit.word], hit.offset));
                  }
                }
                out.dynamic = !out.receivers.empty();
                if (!present.empty() && asked.needed) {
                  const std::lock_guard<std::mutex> lock(mutex);
                  for (auto at = present.begin(); at != present.end();) {
                    at = asked.needed(*at) ? std::next(at) : present.erase(at);
                  }
                }
                if (!present.empty()) {
                  std::string converted;
                  const std::string_view python =
                      TextAsPython(tree.files[i].kind, text, &converted);
                  Read(python, {present.begin(), present.end()}, budget, &out);
                }
                if (present.empty() && !out.dynamic) return;
                const std::lock_guard<std::mutex> lock(mutex);
                asked.found(i, std::move(out));
              });
}

// What one file's imports and functions say about the names in it.
struct FileNames {
  std::set<std::string> imported;
  bool star = false;  // from somewhere import *
  // Functions (by their line) in which a name is a local variable or parameter.
  std::set<std::pair<std::string, uint32_t>> locals;

  explicit FileNames(const std::vector<NameUse>& uses) {
    std::set<std::pair<std::string, uint32_t>> globals;
    for (const NameUse& use : uses) {
      // A name that a function declares as global is not its own.
      if (use.kind == Kind::kImport) imported.insert(use.name);
      if (use.kind == Kind::kStar) star = true;
      if (use.kind == Kind::kStore && use.function > 0) locals.emplace(use.name, use.function);
      if (use.kind == Kind::kGlobal) globals.emplace(use.name, use.function);
    }
    for (const auto& one : globals) locals.erase(one);
  }
};

// Whether an import in that file offers the name to others: in the __init__.py of a package around
// the module that binds it. Users of the package may then use it.
bool Offers(std::string_view file, const Holder& holder) {
  constexpr std::string_view kInit = "/__init__.py";
  return file.ends_with(kInit) && !holder.name.starts_with('_') &&
         holder.file.starts_with(file.substr(0, file.size() - kInit.size() + 1));
}

// What a loaded name refers to in its file: computed once for all holders of that name.
struct Loaded {
  Loaded(const NameUse& use, const FileNames& names)
      : local(names.locals.count({use.name, use.function}) > 0),
        imported(names.star || names.imported.count(use.name) > 0) {}

  bool local;     // another variable, of the function
  bool imported;  // it may be another file's
};

// Whether `use` is a use of the holder; `here`: in the holder's own file.
bool Counts(const NameUse& use, const Holder& holder, const Tally& tally, bool here,
            const Loaded& loaded) {
  if (use.name != holder.name) {
    // config.app_debug, getattr(config, "app_debug"): a flag used by its own name.
    return tally.options.count(use.name) > 0 &&
           (use.kind == Kind::kAttribute || use.kind == Kind::kString);
  }
  // The way in which the name is used decides; fields and attributes are used by attribute access
  // only.
  switch (use.kind) {
    case Kind::kAttribute:
    case Kind::kString:
      return true;
    case Kind::kLoad:
    case Kind::kTest:
      if (holder.kind == Holder::Kind::kField) return use.function == 0;  // in the class's body
      if (holder.kind == Holder::Kind::kAttribute) return false;
      return !loaded.local && (loaded.imported || here);
    // An import under an alias counts as a use: the uses of the alias have a different name.
    case Kind::kImport:
      return use.alias != use.name;
    default:
      return false;
  }
}

// Marks holders as used if their module or class is loaded as a whole.
void MarkLoaded(const Tree& tree, const AccessorTable& table, unsigned jobs, Holders* holders) {
  const std::vector<std::string>& loaders = table.classes.loaders;
  const bool any = std::any_of(holders->begin(), holders->end(), [](const auto& one) {
    return !one.second.used && !one.first.c && one.first.kind != Holder::Kind::kLocal;
  });
  if (!any || loaders.empty()) return;
  // Files are searched in parallel; the set is shared.
  std::set<std::string> loaded;
  std::mutex mutex;
  SearchFiles(
      tree, WordSearch(loaders), jobs,
      [](const SourceFile& file) {
        return IsPythonSource(file.kind) && file.scope != Scope::kTest;
      },
      [&](size_t, std::string_view text, const std::vector<WordHit>& hits) {
        const std::lock_guard<std::mutex> lock(mutex);
        for (const WordHit& hit : hits) {
          const bool method = hit.offset > 0 && text[hit.offset - 1] == '.';
          if (method) AddLoadedObjects(text, hit.offset + loaders[hit.word].size(), &loaded);
        }
      });
  for (auto& [holder, tally] : *holders) {
    if (!holder.c && IsLoaded(holder, loaded, table.file_words.objects)) tally.used = true;
  }
}

}  // namespace

void PythonEngine::CountUses(const Tree& tree, const ResolveOptions& options, Holders* holders,
                             std::vector<Diagnostic>* diagnostics) const {
  const AccessorTable& table = options.tables().python;
  const unsigned jobs = options.jobs;
  RunBudget& budget = *options.budget;
  std::map<std::string, std::vector<Holders::value_type*>> by_word;
  std::set<std::string> words;
  std::set<std::string> homes;
  std::set<std::string> classes;
  // One field for each class: what reaches one field reaches all.
  std::map<std::pair<std::string, std::string>, const Holder*> field_of;
  // Holders of other languages are counted by their own engines.
  for (auto& one : *holders) {
    const auto& [holder, tally] = one;
    if (holder.c) continue;
    homes.insert(holder.file);
    if (holder.kind == Holder::Kind::kField) {
      field_of.try_emplace({holder.file, holder.owner}, &holder);
      if (!holder.owner.empty()) classes.insert(holder.owner);
    }
    words.insert(holder.name);
    words.insert(tally.options.begin(), tally.options.end());
    if (holder.kind == Holder::Kind::kLocal) continue;
    by_word[holder.name].push_back(&one);
    for (const std::string& option : tally.options) {
      if (option != holder.name) by_word[option].push_back(&one);
    }
  }
  if (words.empty()) return;
  std::vector<std::pair<const Holder*, bool>> fields;  // whether the class is reached as a whole
  for (const auto& [key, holder] : field_of) fields.emplace_back(holder, false);
  const ReachWords marks = {table.file_words.dynamic, table.file_words.objects,
                            table.file_words.arguments, table.file_words.frameworks,
                            table.file_words.framework_files};
  // Called for each file, in the first and in the second search.
  const auto count = [&](size_t i, const FileUses& found) {
    const SourceFile& file = tree.files[i];
    if (found.gave_up) {
      diagnostics->push_back({"parse-limit",
                              {file.path, 0, 0},
                              "it takes too much to parse: whatever it names counts as used"});
    }
    for (auto& [holder, reached] : fields) reached = reached || found.gave_up;
    // A receiver of this class may use any of its fields.
    for (const std::string& receiver : found.receivers) {
      for (auto& [holder, reached] : fields) {
        reached =
            reached || CanBe(receiver, *holder, holder->file == file.path, found.objects, marks);
      }
    }
    const bool test = file.scope == Scope::kTest || file.scope == Scope::kExample;
    const FileNames names(found.uses);
    for (const NameUse& use : found.uses) {
      const auto known = by_word.find(use.name);
      if (known == by_word.end()) continue;
      const Loaded loaded(use, names);
      for (Holders::value_type* one : known->second) {
        auto& [holder, tally] = *one;
        const bool here = holder.file == file.path;
        if (use.kind == Kind::kExported && here) tally.is_public = true;
        if (use.kind == Kind::kImport && Offers(file.path, holder)) tally.is_public = true;
        if (!Counts(use, holder, tally, here, loaded)) continue;
        // A use in a test, of a name that the program binds, is not a use by the program.
        (test && !here ? tally.used_in_tests : tally.used) = true;
      }
    }
  };
  std::vector<FileUses> home_uses(tree.files.size());
  // The first search: the files that bind the names.
  Search homes_first;
  homes_first.wanted = [&](const std::string& file) { return homes.count(file) > 0; };
  homes_first.found = [&](size_t i, FileUses uses) {
    count(i, uses);
    home_uses[i] = std::move(uses);
  };
  SearchUses(tree, marks, words, classes, jobs, budget, homes_first);
  std::map<std::string, const FileUses*> by_file;
  std::set<std::string> framework;  // folders with a framework's settings in them
  for (size_t i = 0; i < tree.files.size(); ++i) {
    by_file[tree.files[i].path] = &home_uses[i];
    if (home_uses[i].framework) framework.insert(FolderOf(tree.files[i].path));
  }
  std::map<const FileUses*, LocalUses> locals;
  // What the home file alone decides: local variables, settings of a framework, and fields that are
  // accessed by computed names.
  for (auto& [holder, tally] : *holders) {
    if (holder.c) continue;
    const FileUses& home = *by_file[holder.file];
    switch (holder.kind) {
      case Holder::Kind::kLocal:
        if (home.dynamic) {
          tally.used = true;
        } else {
          locals.try_emplace(&home, home.uses).first->second.Follow(holder, &tally);
        }
        break;
      case Holder::Kind::kModule:
        if (home.framework || marks.IsFrameworkFile(holder.file) ||
            (framework.count(FolderOf(holder.file)) > 0 &&
             holder.file.find("settings") != std::string::npos)) {
          tally.used = true;
        }
        break;
      case Holder::Kind::kAttribute:
        tally.used = tally.used || home.dynamic;
        break;
      default:
        break;
    }
  }
  MarkLoaded(tree, table, jobs, holders);
  // The second search: only names without a use so far, in all other files.
  words.clear();
  Search others;
  others.marks = false;
  for (const auto& [holder, tally] : *holders) {
    if (tally.used || holder.c || holder.kind == Holder::Kind::kLocal) continue;
    words.insert(holder.name);
    words.insert(tally.options.begin(), tally.options.end());
    others.marks = others.marks || holder.kind == Holder::Kind::kField;
  }
  if (words.empty()) return;
  others.wanted = [&](const std::string& file) { return homes.count(file) == 0; };
  // A name that a file before this one used needs no parse here.
  others.needed = [&](const std::string& name) {
    const auto known = by_word.find(name);
    return known != by_word.end() &&
           std::any_of(known->second.begin(), known->second.end(),
                       [](const Holders::value_type* one) { return !one->second.used; });
  };
  others.found = [&](size_t i, FileUses uses) { count(i, uses); };
  SearchUses(tree, marks, words, classes, jobs, budget, others);
  for (auto& [holder, tally] : *holders) {
    if (holder.c || holder.kind != Holder::Kind::kField) continue;
    for (const auto& [field, reached] : fields) {
      if (reached && field->file == holder.file && field->owner == holder.owner) tally.used = true;
    }
  }
}

}  // namespace flagcensus
