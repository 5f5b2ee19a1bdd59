# cmake --install: the program, its man page and completions, licences, documentation.
#
# The man page and the completions are printed by the program that was just built, so that they are
# those of its own command line. Where it cannot run here (cross-compiling without an emulator), they
# are left out, with a word.
include(GNUInstallDirs)

set(manual_folder ${PROJECT_BINARY_DIR}/manual)
set(manual_files)
# made_by_program(FILE COMMAND...): FILE below manual/ holds what the program prints.
function(made_by_program file)
  set(out ${manual_folder}/${file})
  get_filename_component(folder ${out} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  list(JOIN ARGN " " words)
  add_custom_command(OUTPUT ${out}
    COMMAND flagcensus ${ARGN} > ${out}
    DEPENDS flagcensus COMMENT "flagcensus ${words}" VERBATIM)
  set(manual_files ${manual_files} ${out} PARENT_SCOPE)
endfunction()

install(TARGETS flagcensus RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  message(STATUS "cross-compiling: the man page and the completions are left out")
else()
  made_by_program(flagcensus.1 manual man)
  made_by_program(bash/flagcensus completions bash)
  made_by_program(zsh/_flagcensus completions zsh)
  made_by_program(fish/flagcensus.fish completions fish)
  add_custom_target(flagcensus_manual ALL DEPENDS ${manual_files})
  install(FILES ${manual_folder}/flagcensus.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${manual_folder}/bash/flagcensus
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  # Debian's zsh looks for what packages bring in a folder of its own.
  set(FLAGCENSUS_ZSH_FOLDER ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
      "Where zsh's completion is installed")
  install(FILES ${manual_folder}/zsh/_flagcensus DESTINATION ${FLAGCENSUS_ZSH_FOLDER})
  install(FILES ${manual_folder}/fish/flagcensus.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

install(FILES COPYRIGHT RENAME copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN "found.md" EXCLUDE)
