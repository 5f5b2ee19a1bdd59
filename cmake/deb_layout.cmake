# Runs between installing into CPack's folder and packing it: what Debian's policy asks of a package.
# The licence stands in copyright alone (12.5), pages and changelogs are compressed (12.1, 12.7), and
# what packages bring for zsh has a folder of its own.
set(root ${CPACK_TEMPORARY_DIRECTORY}/usr)
set(documents ${root}/share/doc/flagcensus)
file(REMOVE ${documents}/LICENSE)
if(EXISTS ${documents}/CHANGELOG.md)
  file(RENAME ${documents}/CHANGELOG.md ${documents}/changelog)
endif()
if(EXISTS ${root}/share/zsh/site-functions)
  file(RENAME ${root}/share/zsh/site-functions ${root}/share/zsh/vendor-completions)
endif()
foreach(file ${root}/share/man/man1/flagcensus.1 ${documents}/changelog)
  if(EXISTS ${file})
    execute_process(COMMAND gzip -9 -n ${file} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
