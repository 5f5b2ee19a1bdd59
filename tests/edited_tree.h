// A tree of a few files that are edited: what a repeated census finds, and what a first one finds.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "analyzer/base/bytes.h"
#include "analyzer/link/census.h"
#include "analyzer/tree/step_memory.h"
#include "tests/scratch_folder.h"

namespace flagcensus {

class EditedTreeTest : public testing::Test {
 protected:
  // `sources`: the texts by their names.
  explicit EditedTreeTest(const std::map<std::string, std::string>& sources) : texts_(sources) {
    for (const auto& [name, text] : texts_) {
      SourceFile file;
      file.path = name;
      file.absolute = folder_ / name;
      file.kind = FileKindOf(name);
      file.memory = &memory_;
      tree_.files.push_back(std::move(file));
      folder_.Write(name, text);
      tree_.files.back().size = text.size();
    }
    tree_.memory = &memory_;
  }

  void Change(const std::string& name, const std::string& text) {
    texts_[name] = text;
    folder_.Write(name, text);
    for (size_t i = 0; i < tree_.files.size(); ++i) {
      if (tree_.files[i].path != name) continue;
      tree_.files[i].size = text.size();
      tree_.files[i].words = std::make_shared<FileWords>();
      memory_.Change(tree_, i, tree_.files[i].absolute);
    }
  }

  std::string Warm(bool flows = false) const {
    ResolveOptions options;
    options.jobs = 2;
    options.follow_values = flows;
    return ToBytes(CollectAccesses(tree_, options));
  }

  std::string Cold(bool flows = false) const {
    Tree tree = tree_;
    tree.memory = nullptr;
    for (SourceFile& file : tree.files) {
      file.memory = nullptr;
      file.words = std::make_shared<FileWords>();
    }
    ResolveOptions options;
    options.jobs = 1;
    options.follow_values = flows;
    return ToBytes(CollectAccesses(tree, options));
  }

  // As another process would read what was written before the change.
  void ReadAgain(const std::string& written) {
    memory_.Clear();
    memory_.Read(tree_, written, 2);
  }

  ScratchFolder folder_;
  std::map<std::string, std::string> texts_;
  StepMemory memory_{true};
  Tree tree_;
};

}  // namespace flagcensus
