// the page on disk ─→ the part that is rewritten; a text ─→ the page, or the difference
//
//   --output docs/env.md, a page that an earlier run wrote   replaced
//   --output README.md, written by hand                      refused: use --update, or --into
#include "analyzer/commands/docs_target.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/config/outputs.h"
#include "analyzer/model/secrets.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/pipeline/read_bytes.h"
#include "analyzer/reference/diff.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/output_file.h"
#include "analyzer/tree/write_file.h"

namespace flagcensus {
namespace {

const std::string kMask = "***";

bool HasMarkers(const std::string& text) {
  return text.find(kBeginMark) != std::string::npos || text.find(kEndMark) != std::string::npos;
}

Error CannotWrite(const std::string& page, const std::string& why) {
  return {"the page " + page + " cannot be written: " + why};
}

// Which files --output may replace: pages that an earlier run wrote.
// A page by a user's template is recognised by the beginning of that template.
Result<IsOwnFile> OwnPages(const DocsRequest& request) {
  std::string user_template;
  if (!request.docs.template_file.empty()) {
    Result<std::string> text = ReadBytes(request.docs.template_file);
    if (!text.ok()) return text.error();
    user_template = std::move(text).value();
  }
  return IsOwnFile([user_template = std::move(user_template)](std::string_view head) {
    return IsOwnPage(head, user_template);
  });
}

// Why --update must not change the page: it follows links, but not out of the tree.
// A device or a pipe has no content that could be kept around the markers.
std::optional<std::string> WhyNotUpdated(const std::string& page, const DocsRequest& request) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_symlink(page, ignored) && !LiesBelow(page, request.project.root)) {
    return "it is a symbolic link out of the tree; name the file that it leads to";
  }
  const fs::file_status status = fs::status(page, ignored);
  if (!fs::exists(status) || fs::is_regular_file(status)) return std::nullopt;
  return "not a regular file; name one that has the markers";
}

// A diff made safe for a terminal: the old page may contain control characters and credentials. The
// body of a key block spans lines, so each line alone would not be recognised.
// Each line is masked separately, so the diff keeps its signs in the first column.
std::string EscapeDiff(const std::string& diff) {
  std::vector<std::string> lines;
  bool in_key = false;  // between the first and the last line of a PEM block
  for (const std::string_view line : Split(diff, '\n')) {
    const bool ends = line.find("-----END ") != std::string_view::npos;
    const bool begins = line.find("-----BEGIN ") != std::string_view::npos &&
                        line.find("PRIVATE KEY") != std::string_view::npos;
    const bool hidden = in_key && !ends && !line.empty();
    lines.push_back(hidden ? std::string(line.substr(0, 1)) + kMask
                           : EscapeControl(MaskSecrets(line, {})));
    in_key = (in_key || begins) && !ends;
  }
  return Join(lines, "\n");
}

// The command that updates the page, for the message that it is out of date.
// "docs/env.md is out of date: run 'flagcensus docs --output docs/env.md' with the same options
// ..."
std::string HowToUpdate(const Target& target, const DocsRequest& request) {
  const std::string how = request.docs.files.check_all ? "flagcensus docs"
                          : target.part                ? "flagcensus docs --update " + target.path
                          : target.kept                ? "flagcensus docs --into " + target.path
                                                       : "flagcensus docs --output " + target.path;
  return target.path + " is out of date: run '" + how +
         "' with the same options and commit the result";
}

}  // namespace

// The order of the checks is that of the damage which a mistake would do: links and files of others
// first, then markers.
//
//   --update README.md, without markers    ─→ an error that names the markers
//   --output README.md, with markers       ─→ an error that names --update
Result<Target> ReadTarget(const DocsRequest& request, const ReferenceFormat& format) {
  Target out;
  // Only lists of settings can be extended row by row.
  if (!request.into.empty() && !format.adds) {
    return Error{request.into +
                 ": --into adds to .env files and to values of Helm charts: use --update for a "
                 "page, or say with --format dotenv or --format values what it is"};
  }
  for (const std::string* page : {&request.docs.files.update, &request.into}) {
    if (page->empty()) continue;
    if (const auto why = WhyNotUpdated(*page, request)) return CannotWrite(*page, *why);
  }
  if (!request.docs.files.output.empty()) {
    if (IsStandardOutput(request.docs.files.output)) return out;
    out.path = request.docs.files.output;
    if (DescriptorOf(out.path)) return out;
    const Result<IsOwnFile> own = OwnPages(request);
    if (!own.ok()) return own.error();
    // A page with markers is refused below, with a better message.
    const auto why = WhyNotReplaced(out.path, [&](std::string_view head) {
      return own.value()(head) || HasMarkers(std::string(head));  // which is reported below
    });
    if (why && IsRegularFile(out.path)) {
      return CannotWrite(out.path,
                         *why + (format.adds ? "; --into adds to a file of yours what it lacks"
                                             : "; --update changes a page of yours between its "
                                               "markers"));
    }
    if (why) return CannotWrite(out.path, *why);
  }
  out.path = request.target();
  if (out.path.empty()) return out;
  std::error_code ignored;
  out.there = std::filesystem::exists(out.path, ignored);
  // With --output or --into, a missing page is created; --update and --check need one.
  const bool needed = request.docs.files.output.empty() &&
                      (request.into.empty() || !request.docs.files.check.empty());
  if (!out.there && !needed) return out;
  const Result<std::string> text = ReadBytes(out.path);
  if (!text.ok()) return text.error();
  out.text = text.value();
  out.kept = !request.into.empty();
  if (out.kept) return out;
  const bool marked = !request.docs.files.update.empty() ||
                      (!request.docs.files.check.empty() && HasMarkers(out.text));
  if (!marked) {
    if (HasMarkers(out.text)) {
      return Error{out.path +
                   ": has markers, and --output would overwrite the text around them: "
                   "use --update"};
    }
    return out;
  }
  const Result<MarkedPart> part = FindMarkedPart(out.text, format, out.path);
  if (!part.ok()) return part.error();
  out.part = part.value();
  return out;
}

// With --check nothing is written, and the exit status says whether the page is up to date.
//
//   --check, an equal page         ─→ nothing, status 0
//   --check, a different page      ─→ a diff, status 1
//   --output, a missing page       ─→ the page, status 0
int WriteTarget(const std::string& text, const Target& target, const DocsRequest& request) {
  if (target.path.empty()) return WriteOutput(text, 0);
  if (!request.docs.files.check.empty()) {
    const std::string diff = UnifiedDiff(target.path, target.text, text);
    if (!diff.empty()) ReportUser(HowToUpdate(target, request));
    return WriteOutput(EscapeDiff(diff), diff.empty() ? 0 : 1);
  }
  // An unchanged page keeps its time of modification.
  if (target.there && target.text == text) return 0;
  std::optional<std::string> why;
  if (request.docs.files.output.empty()) {
    why = WriteWhole(target.path, text);
  } else {
    const Result<IsOwnFile> own = OwnPages(request);
    if (!own.ok()) return Fail(own.error().message);
    why = WriteOutputFile(target.path, text, own.value());
  }
  return why ? Fail(CannotWrite(target.path, *why).message) : 0;
}

}  // namespace flagcensus
