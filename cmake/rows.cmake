# A table whose rows are in the files that they are about. A file below FOLDER declares, at its end,
#
#   extern constexpr Rule kUnusedRule = {...};
#
# and list_rows(target Rule HEADER FOLDER) generates `std::vector<Rule> RuleRows()`, which HEADER declares, from
# all of them. The list names each row, so that no linker drops one, and rows are constants, so that none is read
# before it is initialised. A new file needs no other line.
function(list_rows target type header folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cc)
  set(out ${PROJECT_BINARY_DIR}/generated/${type}Rows.cc)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DTYPE=${type} -DHEADER=${header} "-DFILES=${files}"
            -P ${PROJECT_SOURCE_DIR}/cmake/rows_script.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/rows_script.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()

function(list_all_rows target)
  list_rows(${target} Rule analyzer/rules/rule.h analyzer/rules)
  foreach(type CheckFormat ScanFormat CatalogFormat ExplainFormat ChangesFormat)
    list_rows(${target} ${type} analyzer/report/formats.h analyzer/report)
  endforeach()
  list_rows(${target} AuditFormat analyzer/audit/reports.h analyzer/audit)
  list_rows(${target} PageFormat analyzer/tree/page_format.h analyzer/pages)
endfunction()
