// AWS Common Runtime, <aws/common/string.h>: strings that a program declares once, from a literal.
#pragma once

#define AWS_STATIC_STRING_FROM_LITERAL(name, literal) \
  static const struct aws_string *const name = literal
