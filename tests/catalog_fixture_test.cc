// Pages under fixtures/catalog/ → entries, compared with the expectations that stand on their lines
// or in <page>.want (expectation.h).
//
//   | `APP_HOME` | `/srv` | where it lives | <!-- want-entry: APP_HOME default=/srv how=table -->
//
// A page is read as one whose project accesses the names behind `code-accesses:`, with what its
// passages say of them; without such a line, only by its structure.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/statement_entries.h"
#include "tests/expectation.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

fs::path Root() { return fs::path(kRoot) / "fixtures" / "catalog"; }

std::vector<std::string> Fixtures() {
  std::vector<std::string> out;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(Root())) {
    if (entry.is_regular_file() && entry.path().extension() != ".want") {
      out.push_back(fs::relative(entry.path(), Root()).generic_string());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

// The names behind `code-accesses:`, which leave the expectations.
KnownNames TakeNames(std::vector<Expectation>* wants) {
  Census census;
  for (const Expectation& want : *wants) {
    if (want.kind != "code-accesses") continue;
    Access access;
    access.name = want.subject;
    census.accesses.push_back(std::move(access));
  }
  std::erase_if(*wants, [](const Expectation& want) { return want.kind == "code-accesses"; });
  return KnownNames(census);
}

class CatalogFixture : public testing::TestWithParam<std::string> {};

TEST_P(CatalogFixture, HoldsWhatItsLinesSay) {
  const std::string path = (Root() / GetParam()).string();
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::vector<std::string> complaints;
  std::vector<Expectation> wants = ReadFixture({"want-entry", "want-diagnostic", "code-accesses"},
                                               GetParam(), path, &complaints);
  const KnownNames names = TakeNames(&wants);
  CatalogOptions options;
  if (!names.accessed().empty()) options.names = &names;
  Page page = ReadPage(GetParam(), text, options);
  TakeStatements(false, page);
  for (std::string& complaint : MatchPage(wants, page)) {
    complaints.push_back(std::move(complaint));
  }
  for (const std::string& complaint : complaints) ADD_FAILURE() << complaint;
}

INSTANTIATE_TEST_SUITE_P(Pages, CatalogFixture, testing::ValuesIn(Fixtures()),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](unsigned char c) { return !IsIdentifierByte(c); }, '_');
                           return name;
                         });

}  // namespace
}  // namespace flagcensus
