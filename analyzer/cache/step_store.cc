#include "analyzer/cache/step_store.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "analyzer/base/bytes.h"
#include "analyzer/cache/folder.h"

namespace flagcensus {
namespace {

// The beginning of every file; it changes with the format.
constexpr std::string_view kStepMagic = "flagcensus steps 1\n";

// The content after the checksum.
struct StoredSteps {
  std::vector<LookupPath> libraries;
  std::string steps;
};

std::string FileOf(const CacheKey& key) { return HexOf(key) + ".steps"; }

}  // namespace

std::optional<StepStore> StepStore::Open(const CacheOptions& options, const ProjectOptions& project,
                                         const Config& config) {
  if (project.third_party) return std::nullopt;
  StepStore out;
  out.folder_ = OpenCacheFolder(options, project);
  if (out.folder_.empty()) return std::nullopt;
  // The key contains what the steps depend on besides the files' contents. The set of files, and
  // the kind of each, is part of the stored steps.
  std::string key(kStepMagic);
  AddKeyPart(key, FLAGCENSUS_VERSION);
  AddProgram(key);
  AddKeyPart(key, AbsolutePath(project.root));
  for (const std::string& path : project.paths) AddKeyPart(key, AbsolutePath(path));
  AddKeyPart(key, project.code_only ? "code" : "");
  for (const AccessorText& rows : config.source.accessor_rows) {
    AddKeyPart(key, rows.file);
    AddKeyPart(key, rows.text);
  }
  const RegistryKeys& keys = config.registry;
  for (const auto* list : {&keys.name, &keys.default_value, &keys.type, &keys.description}) {
    AddKeyPart(key, ToBytes(*list));
  }
  out.key_ = KeyOf(key);
  return out;
}

// Any error means that there are no steps: the file may come from another version, or be damaged.
void StepStore::Read(const Tree& tree, StepMemory& memory, unsigned jobs) {
  const std::optional<std::string> bytes = ReadCacheFile(folder_, FileOf(key_));
  if (!bytes) return;
  std::string_view rest = *bytes;
  CacheKey sum;
  if (!rest.starts_with(kStepMagic) || rest.size() < kStepMagic.size() + sum.size()) return;
  rest.remove_prefix(kStepMagic.size());
  std::memcpy(sum.data(), rest.data(), sum.size());
  rest.remove_prefix(sum.size());
  StoredSteps stored;
  if (KeyOf(rest) != sum || !FromBytes(rest, &stored) || !AreUnchanged(stored.libraries)) return;
  libraries_ = std::move(stored.libraries);
  memory.Read(tree, stored.steps, jobs);
  TouchCacheFile(folder_, FileOf(key_));
}

void StepStore::Write(const Tree& tree, StepMemory& memory) const {
  StoredSteps stored{LoadedLibraries(), memory.Write(tree)};
  if (stored.steps.empty()) return;
  // Steps from the file were made with libraries that this run may not have loaded.
  for (const LookupPath& one : libraries_) {
    const auto same = [&](const LookupPath& other) { return other.path == one.path; };
    if (std::none_of(stored.libraries.begin(), stored.libraries.end(), same)) {
      stored.libraries.push_back(one);
    }
  }
  const std::string steps = ToBytes(stored);
  const CacheKey sum = KeyOf(steps);
  std::string bytes(kStepMagic);
  bytes.append(reinterpret_cast<const char*>(sum.data()), sum.size());
  bytes += steps;
  WriteCacheFile(folder_, FileOf(key_), bytes);
}

}  // namespace flagcensus
