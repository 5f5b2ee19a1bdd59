// The tables of foreign names: that they are well formed, and whose a name is by them.
#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/base/embedded.h"
#include "analyzer/rules/foreign.h"
#include "analyzer/rules/patterns.h"

namespace flagcensus {
namespace {

std::string OwnerOfName(std::string_view name) {
  const ForeignName found = FindForeign(name);
  return found.owner == nullptr ? "" : found.owner->name;
}

TEST(ForeignTables, AreWellFormed) {
  std::set<std::string> owners;
  std::map<std::string, std::string> seen;  // name → owner
  size_t rows = 0;
  for (const EmbeddedFile& file : QueryFiles()) {
    if (!file.path.starts_with("foreign/")) continue;
    const toml::table table = toml::parse(file.text);
    EXPECT_EQ(table.size(), 1U) << file.path << " holds more than [[owner]] rows";
    for (const toml::node& node : *table["owner"].as_array()) {
      const toml::table& row = *node.as_table();
      ++rows;
      const std::string owner = row["name"].value_or(std::string());
      EXPECT_TRUE(!owner.empty() && owners.insert(owner).second) << owner << " has two rows";
      size_t count = 0;
      for (const auto& [key, value] : row) {
        const bool is_list = key == "names" || key == "generic" || key == "projects";
        EXPECT_TRUE(is_list || key == "name" || key == "any-case") << owner << ": " << key.str();
        if (!is_list) continue;
        for (const toml::node& one : *value.as_array()) {
          const std::string name = one.value_or(std::string());
          EXPECT_FALSE(name.empty()) << owner;
          if (key == "projects") continue;
          ++count;
          EXPECT_TRUE(seen.emplace(name, owner).second) << name << " stands twice";
          EXPECT_FALSE(key == "generic" && IsPattern(name)) << name;
        }
      }
      EXPECT_GT(count, 0U) << owner << " owns nothing";
    }
  }
  EXPECT_GT(rows, 100U);
  EXPECT_GT(seen.size(), 2000U);
}

// A prefix takes names that nobody has thought of: it must say enough to be somebody's.
TEST(ForeignTables, PatternsSayWhoseTheyAre) {
  for (const EmbeddedFile& file : QueryFiles()) {
    if (!file.path.starts_with("foreign/")) continue;
    const toml::table table = toml::parse(file.text);
    for (const toml::node& node : *table["owner"].as_array()) {
      const toml::array* const names = (*node.as_table())["names"].as_array();
      for (size_t i = 0; names != nullptr && i < names->size(); ++i) {
        const std::string name = (*names)[i].value_or(std::string());
        if (!IsPattern(name)) continue;
        const std::string rest = name.substr(name.find('*') + 1);
        const size_t own = name.find('*') + rest.size();
        EXPECT_GE(own, 3U) << name;
        EXPECT_GE(name.find('*'), 2U) << name;
        EXPECT_EQ(rest.find('*'), std::string::npos) << name << " has two stars";
        EXPECT_TRUE(Covers(name, name.substr(0, name.find('*')) + "X" + rest)) << name;
      }
    }
  }
}

// A word that programs choose for themselves is nobody's, and none of a family's.
TEST(ForeignTables, CommonWordsAreNobodys) {
  for (const char* name :
       {"PORT",         "HOST",      "DEBUG",     "TOKEN",    "PASSWORD",  "SECRET",  "SECRET_KEY",
        "API_KEY",      "NAME",      "LOG_LEVEL", "LOGLEVEL", "VERBOSE",   "TIMEOUT", "URL",
        "DATABASE_URL", "REDIS_URL", "CONFIG",    "DATA_DIR", "CACHE_DIR", "VERSION", "TEST",
        "APP",          "THREADS",   "WORKERS",   "MODE"}) {
    EXPECT_EQ(OwnerOfName(name), "") << name;
  }
}

TEST(ForeignNames, AreTheirOwners) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"PATH", "the system's shell and login"},
      {"http_proxy", "network proxies"},
      {"SLURM_JOB_ID", "SLURM"},
      {"UCX_TLS", "UCX"},
      {"FI_PROVIDER", "libfabric"},
      {"OMPI_COMM_WORLD_RANK", "Open MPI"},
      {"PMIX_RANK", "PMIx and PRRTE"},
      {"I_MPI_ROOT", "Intel MPI"},
      {"MPICH_MAX_THREAD_SAFETY", "MPICH and Hydra"},
      {"MSMPI_INC", "Microsoft MPI"},
      {"CUDA_VISIBLE_DEVICES", "CUDA"},
      {"NCCL_DEBUG", "NCCL"},
      {"__GLX_VENDOR_LIBRARY_NAME", "GLVND"},  // not of one maker: behind it stand all
      {"__EGL_VENDOR_LIBRARY_DIRS", "GLVND"},
      {"__GL_SYNC_TO_VBLANK", "NVIDIA"},
      {"ASCEND_OPP_PATH", "Ascend CANN"},
      {"PT_HPU_LAZY_MODE", "Habana's Gaudi software"},
      {"VSCMD_ARG_TGT_ARCH", "Microsoft's C toolchain and SDK"},
      {"VS170COMNTOOLS", "Microsoft's C toolchain and SDK"},
      {"INCLUDE", "Microsoft's C toolchain and SDK"},
      {"DEVELOPER_DIR", "Xcode and Apple's tools"},
      {"GCC_COLORS", "GCC"},
      {"CLANG_CONFIG_FILE_USER_DIR", "Clang and LLVM"},
      {"CTEST_RESOURCE_GROUP_COUNT", "CTest"},
      {"GTEST_TOTAL_SHARDS", "GoogleTest"},
      {"COMP_WORDS", "the shell's completion"},
      {"DOAS_USER", "doas"},
      {"PKEXEC_UID", "polkit's pkexec"},
      {"LESS", "pagers and man"},
      {"ITERM_PROFILE", "iTerm2"},
      {"DJANGO_SETTINGS_MODULE", "Django"},
      {"FORKED_BY_MULTIPROCESSING", "billiard"},
      {"ENSUREPIP_OPTIONS", "Python's ensurepip"},
      {"WATCOM", "Open Watcom"},
      {"MSYSTEM_CARCH", "MSYS2 and MinGW"},
      {"BUILD_BUILDID", "Azure Pipelines"},
      {"AZ_BATCH_MASTER_NODE", "Azure Batch"},
      {"SM_TRAINING_ENV", "Amazon SageMaker"},
      {"PGSSLMODE", "PostgreSQL's libpq"},
      {"SystemDrive", "Windows"},
      {"systemdrive", "Windows"},
      {"TF_VAR_region", "Terraform"},
      {"TF_CPP_MIN_LOG_LEVEL", "TensorFlow"},
      {"TF_BUILD", "Azure Pipelines"},
      {"PYTORCH_NPU_ALLOC_CONF", "Ascend CANN"},  // the longer and the exact before PYTORCH_*
      {"TORCH_NPU_X", "Ascend CANN"},
      {"PYTORCH_CUDA_ALLOC_CONF", "PyTorch"},
      {"UV_THREADPOOL_SIZE", "libuv"},
      {"UV_CACHE_DIR", "uv"},
  };
  for (const auto& [name, owner] : rows) EXPECT_EQ(OwnerOfName(name), owner) << name;
}

// Names of a project's own that look like another's.
TEST(ForeignNames, ListsOfExactNamesTakeNoOthers) {
  for (const char* name : {"GITHUB_CLIENT_SECRET",
                           "GITHUB_WEBHOOK_KEY",
                           "GIT_COMMIT_HASH",
                           "GIT_REPOS_FOLDER",
                           "DOCKER_IMAGE_NAME",
                           "OTEL_MY_SWITCH",
                           "GITLAB_TOKEN_FILE",
                           "CI_FLAG",
                           "TF_MODEL_FOLDER",
                           "PYTHON_MODULES_FOLDER",
                           "JAVA_PARSER_JAR",
                           "COMP_TABLE",
                           "DD_FOLDER",
                           "LESSON",
                           "SLURM",
                           "APP_PATH",
                           "MY_SLURM_JOB",
                           "NV_MODE",
                           "AWS_MY_BUCKET",
                           "CMAKE_MY_PRESET",
                           "platform"}) {
    EXPECT_EQ(OwnerOfName(name), "") << name;
  }
}

TEST(ForeignNames, ExactAndGenericAreTold) {
  EXPECT_TRUE(FindForeign("SSH_AUTH_SOCK").exact);
  EXPECT_FALSE(FindForeign("SLURM_JOB_ID").exact);
  EXPECT_TRUE(FindForeign("USERNAME").generic);
  EXPECT_TRUE(FindForeign("PREFIX").generic);
  EXPECT_FALSE(FindForeign("HOME").generic);
}

TEST(ForeignNames, ProjectsAreComparedWithoutTheirSpelling) {
  EXPECT_EQ(FoldedProject("Scikit_Learn"), FoldedProject("scikit-learn"));
  EXPECT_EQ(FoldedProject("coverage.py"), "coveragepy");
}

}  // namespace
}  // namespace flagcensus
