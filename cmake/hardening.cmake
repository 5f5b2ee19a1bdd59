# What a Release checks while it runs, as Debian hardens its packages: the indices of the standard
# library's containers, the bounds of what the C library copies, the return addresses on the stack.
# The program reads hostile input: a read out of bounds then ends it with a message instead of going
# on with what lies there. docs/dependencies.md lists the flags. Other build types have the flags of
# whoever chose them.
option(FLAGCENSUS_HARDEN "A Release checks bounds while it runs" ON)

if(FLAGCENSUS_HARDEN AND NOT FLAGCENSUS_SANITIZE AND NOT FLAGCENSUS_FUZZ)
  # Compilers of some systems define the level themselves, and warn of another.
  add_compile_options(
    "$<$<CONFIG:Release>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3;-fstack-protector-strong>"
    "$<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-D_GLIBCXX_ASSERTIONS>")
endif()
