// flagcensus lsp in Neovim, which opens a file and gets its diagnostics.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/skip.h"

namespace flagcensus {
namespace {

constexpr const char* kScript = R"lua(
local out = assert(io.open(vim.env.LSP_TEST_OUT, "w"))
vim.cmd("edit app.py")
local client = vim.lsp.start_client({ name = "flagcensus", cmd = { vim.env.LSP_TEST_BINARY, "lsp" },
                                      root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, client)
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 100)
for _, one in ipairs(vim.diagnostic.get(0)) do
  out:write(one.lnum, ":", one.col, " ", one.source, " ", one.code or "", "\n")
end
vim.fn.setline(2, "SIZE = os.getenv('APP_SIZE', '4')")
vim.wait(60000, function() return #vim.diagnostic.get(0) == 0 end, 100)
out:write("left ", #vim.diagnostic.get(0), "\n")
local answer = vim.lsp.buf_request_sync(0, "textDocument/hover",
    { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 1, character = 20 } }, 60000)
for _, one in pairs(answer) do out:write(one.result.contents.value:sub(1, 13), "\n") end
out:close()
vim.cmd("qall!")
)lua";

TEST(LspNvim, ShowsWhatTheServerSays) {
  if (std::system("nvim --version >/dev/null 2>&1") != 0) {
    FLAGCENSUS_SKIP("nvim (neovim)");
  }
  const ScratchFolder folder;
  const ScratchFolder other;
  folder.Write("app.py", "import os\nSIZE = os.getenv('APP_SIZE', '3')\nprint(SIZE)\n");
  folder.Write("environment.md",
               "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n"
               "| `APP_SIZE` | `4` |\n");
  const std::string script = other.Write("test.lua", kScript);
  const std::string command = "cd '" + folder.path() + "' && HOME='" + other.path() +
                              "' LSP_TEST_OUT='" + (other / "out") + "' LSP_TEST_BINARY='" +
                              kBinary + "' timeout 120 nvim --headless -n -u NONE -S '" + script +
                              "' >'" + (other / "log") + "' 2>&1 </dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0) << ReadText(other / "log");
  EXPECT_EQ(ReadText(other / "out"), "1:18 flagcensus default-mismatch\nleft 0\n**APP\\_SIZE**\n")
      << ReadText(other / "log");
}

}  // namespace
}  // namespace flagcensus
