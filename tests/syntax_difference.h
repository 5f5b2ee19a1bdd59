// Two trees of nodes compared, for the test and the fuzz target of the direct parser.
#pragma once

#include <sstream>
#include <string>

#include "analyzer/python/syntax.h"

namespace flagcensus {

// "" where both say the same below these nodes, else the first place where they do not.
inline std::string Difference(const Syntax& a, NodeId x, const Syntax& b, NodeId y) {
  const Node& m = a[x];
  const Node& n = b[y];
  const bool same = m.kind == n.kind && m.flag == n.flag && m.line == n.line &&
                    m.column == n.column && m.end_line() == n.end_line() &&
                    a.count(x) == b.count(y) && a.text(x) == b.text(y);
  if (!same) {
    std::ostringstream out;
    out << "kind " << int(m.kind) << " and " << int(n.kind) << " at " << m.line << ":" << m.column
        << "-" << m.end_line() << " and " << n.line << ":" << n.column << "-" << n.end_line() << ", '"
        << a.text(x) << "' and '" << b.text(y) << "', " << a.count(x) << " and " << b.count(y)
        << " children";
    return out.str();
  }
  for (size_t i = 0; i < a.count(x); ++i) {
    std::string below = Difference(a, a.child(x, i), b, b.child(y, i));
    if (!below.empty()) return below;
  }
  return "";
}

}  // namespace flagcensus
