# Reads the trees and the records that bench/run writes, and prints its table: a row for each large
# tree, one for each set of trees, and one for all. A figure is the median of its records; that of a
# set is the sum over its trees, for memory the highest; behind it in parentheses the ratio to rg.

function median(list, count, i, j, one, part) {
  count = split(list, part, " ")
  for (i = 2; i <= count; ++i) {
    one = part[i] + 0
    for (j = i - 1; j > 0 && part[j] + 0 > one; --j) part[j + 1] = part[j]
    part[j + 1] = one
  }
  return count % 2 ? part[(count + 1) / 2] + 0 : (part[count / 2] + part[count / 2 + 1]) / 2
}

# What `column` is for a row's trees: its CPU time or peak, or its wall time. -1 if a tree has none.
function cost(row, column, which, i, one, tree, names, out) {
  out = 0
  for (i = split(members[row], names, "\t"); i > 0; --i) {
    tree = names[i]
    if (!((tree, column, which) in list)) return -1
    one = median(list[tree, column, which])
    if (column !~ /peak$/) out += one
    else if (one > out) out = one
  }
  return out
}

function figure(value) {
  return value < 0 ? "–" : sprintf(value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value >= 1 ? "%.2f" : "%.3f", value)
}

function ratio(value, base) {
  return base <= 0 ? "–" : sprintf(value / base >= 9.95 ? "%.0f×" : value / base >= 0.095 ? "%.1f×" : "%.2f×", value / base)
}

function cell(row, column, which, base, value) {
  value = cost(row, column, which)
  return value < 0 ? "–" : figure(value) " (" ratio(value, cost(row, base, which)) ")"
}

function print_row(row, title) {
  printf "| %s | %d | %.1f | %s | %s |", title, files[row], bytes[row] / 1e6, figure(cost(row, "rg", "cpu")), figure(cost(row, "rg", "wall"))
  printf " %s | %s | %s | %s |", cell(row, "ast-grep", "cpu", "rg"), cell(row, "scan", "cpu", "rg"), cell(row, "check", "cpu", "rg"), cell(row, "unchanged", "cpu", "rg")
  printf " %s | %s | %s | %s |\n", cell(row, "edited", "wall", "rg"), cell(row, "editor", "wall", "rg"),
    ratio(cost(row, "one", "wall"), cost(row, "two", "wall")), cell(row, "check-peak", "cpu", "rg-peak")
}

function add(row, tree) {
  members[row] = members[row] (members[row] == "" ? "" : "\t") tree
  files[row] += $4
  bytes[row] += $5
}

function print_set(set, i) {
  for (i = 1; trees[set] > 1 && i <= count; ++i) {
    if (set_of[i] == set && is_large[i]) print_row("tree " name[i], name[i])
  }
  if (trees[set]) print_row("set " set, "**" set ", " trees[set] " tree" (trees[set] == 1 ? "" : "s") "**")
}

FNR == NR {  # set, tree, path, files, bytes, whether it is large
  set_of[++count] = $1
  name[count] = $2
  is_large[count] = $6
  ++trees[$1]
  add("tree " $2, $2)
  add("set " $1, $2)
  add("all", $2)
  next
}

{  # tree, column, CPU time or peak, wall time
  list[$1, $2, "cpu"] = list[$1, $2, "cpu"] " " $3
  list[$1, $2, "wall"] = list[$1, $2, "wall"] " " $4
}

END {
  print "| tree | files | MB | rg, CPU s | rg, wall s | ast-grep, CPU s | scan, CPU s | check, CPU s | unchanged, CPU s |" \
        " edited, wall s | in the editor, wall s | two threads | check, peak MB |"
  print "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |"
  print_set("Python")
  print_set("C and C++")
  print_set("mixed")
  print_set("pages")
  print_row("all", "**all, " count " trees**")
}
