# Puts text files into the binary: queries/ as EmbeddedQuery(path), the page of an audit, and the head comment of each
# rule as its page. The generated sources are rebuilt when a file changes.
function(embed_files target symbol)
  cmake_parse_arguments(ARG "" "BASE" "FILES" ${ARGN})
  set(out ${PROJECT_BINARY_DIR}/generated/${symbol}.cc)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DSYMBOL=${symbol} -DBASE=${ARG_BASE} "-DFILES=${ARG_FILES}"
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_script.cmake
    DEPENDS ${ARG_FILES} ${PROJECT_SOURCE_DIR}/cmake/embed_script.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()

function(embed_queries target)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/queries/*.scm
       ${PROJECT_SOURCE_DIR}/queries/*.toml ${PROJECT_SOURCE_DIR}/queries/*.mustache ${PROJECT_SOURCE_DIR}/queries/*.h)
  embed_files(${target} QueryFiles BASE ${PROJECT_SOURCE_DIR}/queries FILES ${files})
endfunction()

function(embed_templates target)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/templates/audit/*.html)
  embed_files(${target} TemplateFiles BASE ${PROJECT_SOURCE_DIR}/templates/audit FILES ${files})
endfunction()

function(embed_rule_pages target)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/analyzer/rules/*.cc)
  embed_files(${target} RuleSources BASE ${PROJECT_SOURCE_DIR}/analyzer/rules FILES ${files})
endfunction()
