# Which files a unity build (CMAKE_UNITY_BUILD, which the preset release turns on) compiles as one:
# those of a folder. It takes a third of the time: most of it goes into what headers bring, once for
# each file else. Names that only a file knows are therefore told apart within a folder, which
# tests/rooms_test.cc asks; between folders they may be the same.
function(unite_folders target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(source MATCHES "^${PROJECT_SOURCE_DIR}/(analyzer/.*)/[^/]*\\.cc$")
      string(REPLACE "/" "_" group ${CMAKE_MATCH_1})
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()
