// The check that the other tests rest on: each keyword of the published schemas can fail.
#include "tests/schema_check.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/paths.h"

namespace flagcensus {
namespace {

using nlohmann::json;

struct Row {
  const char* schema;
  const char* good;
  const char* bad;
};

TEST(SchemaCheck, EachKeywordCanFail) {
  const Row rows[] = {
      {R"({"type": "integer"})", "1", "1.5"},
      {R"({"type": ["string", "null"]})", "null", "1"},
      {R"({"const": 2})", "2", "3"},
      {R"({"enum": ["a", "b"]})", R"("b")", R"("c")"},
      {R"({"minimum": 1})", "1", "0"},
      {R"({"minLength": 2})", R"("ab")", R"("a")"},
      {R"({"pattern": "^[a-z]+-\\d$"})", R"("ab-1")", R"("ab-x")"},
      {R"({"items": {"type": "string"}})", R"(["a"])", "[1]"},
      {R"({"minItems": 1})", "[1]", "[]"},
      {R"({"uniqueItems": true})", "[1, 2]", "[1, 1]"},
      {R"({"required": ["a"]})", R"({"a": 1})", R"({"b": 1})"},
      {R"({"properties": {"a": {"type": "string"}}})", R"({"a": ""})", R"({"a": 1})"},
      {R"({"properties": {"a": {}}, "additionalProperties": false})", R"({"a": 1})", R"({"b": 1})"},
      {R"({"additionalProperties": {"const": 1}})", R"({"a": 1})", R"({"a": 2})"},
      {R"({"allOf": [{"minimum": 1}, {"maximum": 3}]})", "2", "4"},
      {R"({"anyOf": [{"const": 1}, {"const": 2}]})", "2", "3"},
      {R"({"oneOf": [{"minimum": 1}, {"minimum": 3}]})", "2", "4"},
      {R"({"not": {"const": 1}})", "2", "1"},
      {R"({"definitions": {"n": {"const": 1}}, "items": {"$ref": "#/definitions/n"}})", "[1]",
       "[2]"},
  };
  for (const Row& row : rows) {
    const json schema = json::parse(row.schema);
    EXPECT_EQ(Violations(schema, json::parse(row.good)), "") << row.schema;
    EXPECT_NE(Violations(schema, json::parse(row.bad)), "") << row.schema;
  }
}

TEST(SchemaCheck, WhatItDoesNotCheckIsNoPromise) {
  const json schema = json::parse(R"({"properties": {"a": {"if": {"const": 1}}, "if": {}}})");
  EXPECT_EQ(Violations(schema, json::object()), "the keyword if of the schema is not checked");
}

TEST(SchemaCheck, KnowsEveryKeywordOfThePublishedSchemas) {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kRoot + "/docs/schema")) {
    std::ifstream file(entry.path());
    EXPECT_EQ(Violations(json::parse(file), json::object()).find("the keyword"), std::string::npos)
        << entry.path();
    ++count;
  }
  EXPECT_GE(count, 7U);
}

}  // namespace
}  // namespace flagcensus
