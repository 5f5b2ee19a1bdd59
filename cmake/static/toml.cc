// toml++ as an archive.
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
