#include <cstdio>

int main() { std::puts("flagcensus " FLAGCENSUS_VERSION); }
