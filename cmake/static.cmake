# -DFLAGCENSUS_STATIC=ON: one file without a shared library, which runs on any GNU/Linux of its
# architecture, in an empty root too.
#
# Included before the libraries are looked for, so that their archives are found. libclang cannot be
# loaded into such a program: accesses in C and C++ are found, what only a compiler knows is not.
if(FLAGCENSUS_TESTS)
  message(FATAL_ERROR "FLAGCENSUS_STATIC is for the program: -DFLAGCENSUS_TESTS=OFF")
endif()
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)

# Debian has {fmt} and toml++ as shared libraries alone; their headers hold all of them, and
# static/ makes objects of that.
add_library(flagcensus_headers INTERFACE)
target_compile_definitions(flagcensus_headers INTERFACE FMT_SHARED TOML_HEADER_ONLY=0 TOML_SHARED_LIB=1)

# What the archives of libarchive, libgit2, libssh2 and libxml2 name themselves (Requires.private of their .pc
# files), each behind those that need it.
set(FLAGCENSUS_ARCHIVES nettle acl bz2 zstd lz4 mbedtls mbedx509 mbedcrypto http_parser ssh2 ssl crypto pcre2-8
    icui18n icuuc icudata z lzma m dl pthread)

# Told now: the linker would after all has been compiled. Debian's packages have the library's name but for these.
set(packages_acl libacl1-dev)
set(packages_http_parser libhttp-parser-dev)
set(packages_pcre2-8 libpcre2-dev)
set(packages_ssh2 libssh2-1-dev)
set(packages_z zlib1g-dev)
set(missing)
foreach(archive IN LISTS FLAGCENSUS_ARCHIVES)
  find_library(FLAGCENSUS_ARCHIVE_${archive} NAMES ${archive})
  mark_as_advanced(FLAGCENSUS_ARCHIVE_${archive})
  if(FLAGCENSUS_ARCHIVE_${archive})
    continue()
  endif()
  if(DEFINED packages_${archive})
    list(APPEND missing "${packages_${archive}}")
  elseif(archive MATCHES "^mbed")
    list(APPEND missing "libmbedtls-dev")
  elseif(archive MATCHES "^icu")
    list(APPEND missing "libicu-dev")
  elseif(archive MATCHES "^(ssl|crypto)$")
    list(APPEND missing "libssl-dev")
  elseif(archive STREQUAL "nettle")
    list(APPEND missing "nettle-dev")
  elseif(NOT archive MATCHES "^(m|dl|pthread)$")
    list(APPEND missing "lib${archive}-dev")
  endif()
endforeach()
if(missing)
  list(REMOVE_DUPLICATES missing)
  list(JOIN missing " " missing)
  message(FATAL_ERROR "FLAGCENSUS_STATIC needs archives (lib*.a) that are not here; Debian's packages of them: ${missing}")
endif()

function(link_statically target)
  target_sources(${target} PRIVATE cmake/static/fmt.cc cmake/static/toml.cc cmake/static/gss.c)
  target_link_libraries(flagcensus_core PUBLIC ${FLAGCENSUS_ARCHIVES})  # last: see above
  # The list of archives is what scripts/package tells the licences by.
  target_link_options(${target} PRIVATE -static -Wl,--dependency-file=$<TARGET_FILE:${target}>.d)
endfunction()
