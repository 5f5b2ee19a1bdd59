// spdlog, <spdlog/cfg/env.h>: levels of loggers from a variable, whose name the program may give.
#pragma once

inline void load_env_levels(const char* variable = "SPDLOG_LEVEL") { getenv(variable); }
