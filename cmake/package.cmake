# cpack -G DEB, or `cmake --build DIR --target deb`: a package for Debian and Ubuntu; and the target
# `dist`: the sources of a release with the grammars that they are compiled with.
#
# What the program is linked to is found by dpkg-shlibdeps; what it loads on demand (loaded.cmake) is
# named here. Without libclang it does less, and says so, so that one is recommended.
set(FLAGCENSUS_CONTACT "The flagcensus authors <flagcensus@example.org>" CACHE STRING
    "The maintainer that packages name")

# The Debian package that a file of this system is of; "" where it is of none.
function(debian_package_of file out)
  execute_process(COMMAND dpkg-query -S ${file} OUTPUT_VARIABLE owner ERROR_QUIET)
  if(owner MATCHES "^([a-z0-9.+-]+)[:,]")
    set(${out} ${CMAKE_MATCH_1} PARENT_SCOPE)
  else()
    set(${out} "" PARENT_SCOPE)
  endif()
endfunction()

set(CPACK_PACKAGE_NAME flagcensus)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${FLAGCENSUS_CONTACT}")
set(CPACK_PACKAGE_HOMEPAGE_URL "${FLAGCENSUS_HOMEPAGE}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "find where documents and code disagree about environment variables")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"flagcensus reads Python, C, C++ and CUDA source trees for every access to the
environment, through wrappers, macros, constants and loops. It reads the pages
that describe the variables and reports what drifted apart. It runs nothing of
what it reads.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_FLAGCENSUS_DATE ${FLAGCENSUS_DATE})
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
if(EXISTS /usr/bin/dpkg-query)
  get_property(loaded GLOBAL PROPERTY FLAGCENSUS_LOADED)
  set(depends)
  foreach(library ${loaded})
    file(REAL_PATH ${library} library)
    debian_package_of(${library} package)
    if(NOT package)  # dpkg knows /lib, not the link /usr/lib to it, and the other way round
      string(REGEX REPLACE "^/usr" "" other ${library})
      debian_package_of(${other} package)
    endif()
    list(APPEND depends ${package})
  endforeach()
  list(JOIN depends ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
  debian_package_of(${flagcensus_worker_LIBCLANG} clang)  # libclang-19-dev
  string(REPLACE "libclang-" "" clang_version "${clang}")
  string(REPLACE "-dev" "" clang_version "${clang_version}")
  if(clang_version MATCHES "^[0-9]+$")
    # The second has the headers that a compiler brings itself (stddef.h).
    set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
        "libclang1-${clang_version}, libclang-common-${clang_version}-dev")
  endif()
endif()
# Debian's folders and compressed pages; of all that is installed only the package wants them.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/deb_layout.cmake)
include(CPack)

if(NOT CMAKE_CROSSCOMPILING)  # dpkg-shlibdeps and strip are this machine's
  add_custom_target(deb COMMAND ${CMAKE_CPACK_COMMAND} -G DEB --config ${PROJECT_BINARY_DIR}/CPackConfig.cmake
    DEPENDS flagcensus USES_TERMINAL VERBATIM)
  if(TARGET flagcensus_manual)
    add_dependencies(deb flagcensus_manual)
  endif()
endif()

add_custom_target(dist
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/dist --grammars ${FLAGCENSUS_GRAMMARS}
          --version ${PROJECT_VERSION} --output ${PROJECT_BINARY_DIR}/package
  USES_TERMINAL VERBATIM)
