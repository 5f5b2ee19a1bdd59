// Built-in and standard library functions that the machine follows: those with a result derived
// from their arguments. A model is one function and one row:
//
//   {"itertools.chain", Chain}      Chain returns a list of the arguments' elements
#pragma once

#include <string_view>
#include <unordered_map>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {

struct ModelCall {
  const CallArguments& arguments;
  NodeId node;

  // Null if it is not passed.
  Val at(size_t i) const {
    return i < arguments.positional.size() ? arguments.positional[i] : nullptr;
  }
};
using Model = Val (*)(Machine&, const ModelCall&);
// The key is a dotted path, as the program would call it without an import alias.
using ModelRows = std::unordered_map<std::string_view, Model>;

// --- models_sequences.cc, models_objects.cc
const ModelRows& SequenceModels();
const ModelRows& ObjectModels();

// Names of the class's annotated fields → what is known about each: model_fields, __annotations__.
Val FieldsByName(Machine& m, ClassObject* type);

// The same → their annotations: __annotations__, get_type_hints.
Val TypesByName(Machine& m, ClassObject* type);

// Fields of a class that are stored under a text derived from a key of the environment:
// Config(**{key[4:].lower(): value}), setattr(config, key[4:].lower(), value). Each reads a
// variable with the field's default.
void ReadFieldsOver(Machine& m, ClassObject* type, Val key, NodeId node);

}  // namespace flagcensus
