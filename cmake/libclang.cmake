# The worker with libclang, from the C interface alone: llvm_folders(OUT) lists the LLVM folders of
# this system that have it, newest first; add_clang_worker(TARGET FOLDER) makes a static library of
# analyzer/c/compiler/worker/ against one of them.
set(FLAGCENSUS_LLVM "" CACHE PATH "Folder of the LLVM to use, as /usr/lib/llvm-19 (default: the newest)")

function(llvm_folders out)
  file(GLOB found /usr/lib/llvm-* /usr/local/opt/llvm /opt/homebrew/opt/llvm)
  list(SORT found COMPARE NATURAL ORDER DESCENDING)
  set(usable)
  foreach(folder ${found})
    file(GLOB library ${folder}/lib/libclang.so ${folder}/lib/libclang.dylib)
    if(library AND EXISTS ${folder}/include/clang-c/Index.h)
      list(APPEND usable ${folder})
    endif()
  endforeach()
  set(${out} ${usable} PARENT_SCOPE)
endfunction()

function(add_clang_worker target folder)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .so .dylib)  # loaded, whatever the program is linked to
  # In a cross build this machine's, for its headers: a static program cannot load it.
  find_library(${target}_LIBCLANG clang PATHS ${folder}/lib NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/analyzer/c/compiler/worker/*.cc)
  add_library(${target} STATIC ${sources})
  unite_folders(${target})
  target_include_directories(${target} SYSTEM PRIVATE ${folder}/include)
  # Loaded when a worker starts (libclang.h). The versioned file is what packages for running bring.
  file(REAL_PATH ${${target}_LIBCLANG} library)
  target_compile_definitions(${target} PRIVATE FLAGCENSUS_LIBCLANG="${library}")
  if(FLAGCENSUS_STATIC)
    target_compile_definitions(${target} PRIVATE FLAGCENSUS_STATIC)
  endif()
  target_link_libraries(${target} PUBLIC flagcensus_core ${CMAKE_DL_LIBS})
  if(SECCOMP_FOUND)
    target_compile_definitions(${target} PRIVATE FLAGCENSUS_SECCOMP)
    target_link_libraries(${target} PRIVATE PkgConfig::SECCOMP)
  endif()
endfunction()
