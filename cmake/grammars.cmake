# The tree-sitter core and grammars, compiled as one C library from the npm packages that
# package-lock.json pins (`npm ci --ignore-scripts --legacy-peer-deps`; scripts/bootstrap does it).
set(GRAMMARS ${CMAKE_SOURCE_DIR}/node_modules)
set(TREE_SITTER ${GRAMMARS}/tree-sitter/vendor/tree-sitter/lib)
if(NOT EXISTS ${TREE_SITTER}/src/lib.c)
  message(FATAL_ERROR "the tree-sitter packages are missing: run scripts/bootstrap, or "
                      "'npm ci --ignore-scripts --legacy-peer-deps' in ${CMAKE_SOURCE_DIR}")
endif()

add_library(flagcensus_grammars STATIC ${TREE_SITTER}/src/lib.c)
foreach(grammar python)
  foreach(source parser scanner)
    set(path ${GRAMMARS}/tree-sitter-${grammar}/src/${source}.c)
    if(EXISTS ${path})
      target_sources(flagcensus_grammars PRIVATE ${path})
      set_source_files_properties(${path} PROPERTIES
        INCLUDE_DIRECTORIES ${GRAMMARS}/tree-sitter-${grammar}/src)
    endif()
  endforeach()
endforeach()
target_include_directories(flagcensus_grammars PRIVATE ${TREE_SITTER}/src)
target_include_directories(flagcensus_grammars SYSTEM PUBLIC ${TREE_SITTER}/include)
target_compile_definitions(flagcensus_grammars PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
set_target_properties(flagcensus_grammars PROPERTIES C_STANDARD 11 C_EXTENSIONS ON)
# The core and the scanners check their own memory by assertions only; their input is anybody's.
target_compile_options(flagcensus_grammars PRIVATE -UNDEBUG)
