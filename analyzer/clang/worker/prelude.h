// Replaces the system's headers if no compile_commands.json locates them: what lines with accessors
// use. Without it, one undeclared argument makes the compiler drop a whole call.
#pragma once

namespace flagcensus {

inline constexpr char kPreludeName[] = "/flagcensus-prelude.h";

inline constexpr char kPrelude[] = R"(#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <limits.h>
#include <float.h>
#ifdef __cplusplus
extern "C" {
#endif
char *getenv(const char *);
char *secure_getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double atof(const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
double strtod(const char *, char **);
float strtof(const char *, char **);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcasecmp(const char *, const char *);
size_t strlen(const char *);
int printf(const char *, ...);
int snprintf(char *, size_t, const char *, ...);
typedef long ssize_t;
#ifdef __cplusplus
}
namespace std {
using ::atof; using ::atoi; using ::atol; using ::atoll; using ::getenv; using ::printf;
using ::setenv; using ::size_t; using ::snprintf; using ::strcmp; using ::strlen;
using ::strncmp; using ::strtod; using ::strtof; using ::strtol; using ::strtoll;
using ::strtoul; using ::strtoull;
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t; using ::uint8_t;
using ::uint16_t; using ::uint32_t; using ::uint64_t; using ::intptr_t; using ::uintptr_t;
using nullptr_t = decltype(nullptr);
struct string {
  string(); string(const char *); string(const char *, size_t);
  const char *c_str() const; size_t size() const; bool empty() const;
  string &operator+=(const string &);
};
string operator+(const string &, const string &);
bool operator==(const string &, const string &);
bool operator!=(const string &, const string &);
int stoi(const string &); long stol(const string &); double stod(const string &);
string to_string(long long);
struct string_view { string_view(); string_view(const char *); string_view(const string &); };
template <typename T> struct optional {
  optional(); optional(const T &); T value_or(T) const; explicit operator bool() const;
};
template <typename T> struct vector {
  vector(); void push_back(const T &); size_t size() const; T &operator[](size_t);
};
template <typename T> struct atomic { atomic(); atomic(T); operator T() const; };
template <typename T> constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <typename T> constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
}
#endif
)";

}  // namespace flagcensus
