// The address of the remote, or a page with links ─→ the template of links to the sources.
//
//   https://gitlab.example.org/a/b.git  ─→  https://gitlab.example.org/a/b/-/blob/HEAD/{file}
//   git@github.com:a/b.git              ─→  "": only addresses with "://" are read
//
// A host is recognised by a part of its name. A server with a different name gets no links.
#include "analyzer/reference/source_links.h"

#include <algorithm>
#include <array>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// How a host shows a file of the default branch.
struct Host {
  std::string_view name;   // in the host's name
  std::string_view files;  // between the project and the file
};
constexpr std::array kHosts = {
    Host{"github", "/blob/HEAD/"},
    Host{"gitlab", "/-/blob/HEAD/"},
    Host{"bitbucket.org", "/src/HEAD/"},
};

bool IsUrlByte(char c) {
  return IsAlnum(c) || std::string_view("-._~/%+").find(c) != std::string_view::npos;
}

std::string TemplateOf(std::string_view project, std::string_view files, std::string_view below) {
  return std::string(project) + std::string(files) + UriPath(std::string(below)) +
         (below.empty() || below.ends_with('/') ? "" : "/") + "{file}";
}

}  // namespace

std::string LinkTemplateOf(std::string_view origin, std::string_view below) {
  const size_t scheme = origin.find("://");
  if (scheme == std::string_view::npos) return {};
  std::string_view rest = origin.substr(scheme + 3);
  while (rest.ends_with('/')) rest.remove_suffix(1);
  if (rest.ends_with(".git")) rest.remove_suffix(4);
  const size_t slash = rest.find('/');
  if (slash == std::string_view::npos || !AllBytes(rest.substr(slash), IsUrlByte)) return {};
  // The port is SSH's.
  const std::string host = ToLower(rest.substr(0, std::min(slash, rest.find(':'))));
  if (host.empty() || !AllBytes(host, IsUrlByte)) return {};
  const auto known = std::find_if(kHosts.begin(), kHosts.end(), [&](const Host& one) {
    return host.find(one.name) != std::string::npos;
  });
  if (known == kHosts.end()) return {};
  return TemplateOf("https://" + host + std::string(rest.substr(slash)), known->files, below);
}

std::string LinkTemplateIn(std::string_view page, std::string_view below) {
  for (const Host& host : kHosts) {
    const size_t at = page.find(host.files);
    if (at == std::string_view::npos) continue;
    const size_t begin = page.substr(0, at).rfind("https://");
    if (begin == std::string_view::npos) continue;
    const std::string_view project = page.substr(begin, at - begin);
    if (!AllBytes(project.substr(8), IsUrlByte)) continue;
    return TemplateOf(project, host.files, below);
  }
  return {};
}

}  // namespace flagcensus
