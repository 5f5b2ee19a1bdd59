# Libraries that are loaded when the first of their functions is called, instead of being linked to:
# analyzer/base/loaded_library.h says why.
#
# load_on_demand(TARGET NAME INCLUDES LIBRARY LINKED): generated/loaded_libraries.h defines
# FLAGCENSUS_<NAME>, the name under which the dynamic linker looks for LIBRARY. Where that is not
# known, TARGET is linked to LINKED. write_loaded_libraries() writes the header.
function(load_on_demand target name includes library linked)
  target_include_directories(${target} SYSTEM PUBLIC ${includes})
  set(soname)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_OBJDUMP AND NOT FLAGCENSUS_STATIC
     AND NOT FLAGCENSUS_SANITIZE AND NOT FLAGCENSUS_FUZZ)  # these see what is linked
    execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${library} OUTPUT_VARIABLE headers ERROR_QUIET)
    if(headers MATCHES "SONAME +([^ \n]+)")
      set(soname ${CMAKE_MATCH_1})
    endif()
  endif()
  if(soname)
    message(STATUS "loaded on demand: ${soname}")
    # A header, not definitions: a compiler cache then serves every other file.
    set_property(GLOBAL APPEND_STRING PROPERTY FLAGCENSUS_LOADED_HEADER
                 "#define FLAGCENSUS_${name} \"${soname}\"\n")
    target_link_libraries(${target} PUBLIC ${CMAKE_DL_LIBS})
    # For the packages, which cannot find it by what the program is linked to.
    set_property(GLOBAL APPEND PROPERTY FLAGCENSUS_LOADED ${library})
  else()
    target_link_libraries(${target} PUBLIC ${linked})
  endif()
endfunction()

function(write_loaded_libraries)
  get_property(header GLOBAL PROPERTY FLAGCENSUS_LOADED_HEADER)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/generated/loaded_libraries.h CONTENT "#pragma once\n${header}")
endfunction()
