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
# The package's own changelog (4.4), which no source package is there to bring.
execute_process(COMMAND date -u -R -d ${CPACK_FLAGCENSUS_DATE} OUTPUT_VARIABLE day OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${documents}/changelog.Debian
"flagcensus (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}: changelog.gz tells what it brings.

 -- ${CPACK_PACKAGE_CONTACT}  ${day}
")
foreach(file ${root}/share/man/man1/flagcensus.1 ${documents}/changelog
        ${documents}/changelog.Debian)
  if(EXISTS ${file})
    execute_process(COMMAND gzip -9 -n ${file} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
