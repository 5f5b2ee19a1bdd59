# The tree-sitter core and grammars, compiled as one C library from the npm packages that
# package-lock.json pins. A checkout has them in node_modules/ (scripts/bootstrap brings them there
# with `npm ci --ignore-scripts --legacy-peer-deps`), a release's tarball in grammars/.
set(grammars_default ${PROJECT_SOURCE_DIR}/node_modules)
if(EXISTS ${PROJECT_SOURCE_DIR}/grammars/tree-sitter)
  set(grammars_default ${PROJECT_SOURCE_DIR}/grammars)
endif()
set(FLAGCENSUS_GRAMMARS ${grammars_default} CACHE PATH
    "Folder with tree-sitter and its grammars as npm unpacks them")
set(TREE_SITTER ${FLAGCENSUS_GRAMMARS}/tree-sitter/vendor/tree-sitter/lib)
if(NOT EXISTS ${TREE_SITTER}/src/lib.c)
  message(FATAL_ERROR "no tree-sitter in ${FLAGCENSUS_GRAMMARS}: run scripts/bootstrap, or "
                      "'npm ci --ignore-scripts --legacy-peer-deps' in ${PROJECT_SOURCE_DIR}, or "
                      "name another folder with -DFLAGCENSUS_GRAMMARS=DIR")
endif()
# Packages, or folders in them.
set(FLAGCENSUS_GRAMMAR_NAMES
    tree-sitter-python
    tree-sitter-go
    tree-sitter-javascript
    tree-sitter-rust
    tree-sitter-typescript/typescript
    tree-sitter-typescript/tsx
    tree-sitter-java
    @tree-sitter-grammars/tree-sitter-kotlin
    tree-sitter-c-sharp
    tree-sitter-ruby
    tree-sitter-php/php
    tree-sitter-bash)

add_library(flagcensus_grammars STATIC ${TREE_SITTER}/src/lib.c)
foreach(grammar ${FLAGCENSUS_GRAMMAR_NAMES})
  set(folder ${FLAGCENSUS_GRAMMARS}/${grammar}/src)
  if(NOT EXISTS ${folder}/parser.c)
    message(FATAL_ERROR "no ${grammar} in ${FLAGCENSUS_GRAMMARS}: run scripts/bootstrap")
  endif()
  foreach(source parser scanner)
    if(EXISTS ${folder}/${source}.c)
      target_sources(flagcensus_grammars PRIVATE ${folder}/${source}.c)
      set_source_files_properties(${folder}/${source}.c PROPERTIES INCLUDE_DIRECTORIES ${folder})
    endif()
  endforeach()
  # Tables, in up to thirty megabytes of C: more than -O1 only takes longer.
  if(NOT grammar STREQUAL tree-sitter-python)
    set_source_files_properties(${folder}/parser.c PROPERTIES COMPILE_OPTIONS -O1)
  endif()
endforeach()
set_target_properties(flagcensus_grammars PROPERTIES UNITY_BUILD OFF)  # each has static names of its own
target_include_directories(flagcensus_grammars PRIVATE ${TREE_SITTER}/src)
target_include_directories(flagcensus_grammars SYSTEM PUBLIC ${TREE_SITTER}/include)
target_compile_definitions(flagcensus_grammars PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
set_target_properties(flagcensus_grammars PROPERTIES C_STANDARD 11 C_EXTENSIONS ON)
# The core and the scanners check their own memory by assertions only; their input is anybody's.
target_compile_options(flagcensus_grammars PRIVATE -UNDEBUG)
