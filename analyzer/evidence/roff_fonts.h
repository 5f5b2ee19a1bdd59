// The text of a page in which names are searched: man pages without font changes.
//
//   \fBAPP_PAGER\fR may be set   →      APP_PAGER    may be set      each at its place
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tree/word_search.h"

namespace flagcensus {

class PlainPage {
 public:
  // `raw` and `hits` must outlive it; only a man page that changes fonts costs a copy and a search.
  PlainPage(std::string_view file, std::string_view raw, const std::vector<WordHit>& hits,
            const WordSearch& search);

  std::string_view text() const { return own_.empty() ? raw_ : std::string_view(own_); }
  const std::vector<WordHit>& hits() const { return own_.empty() ? hits_ : own_hits_; }

 private:
  std::string_view raw_;
  const std::vector<WordHit>& hits_;
  std::string own_;
  std::vector<WordHit> own_hits_;
};

}  // namespace flagcensus
