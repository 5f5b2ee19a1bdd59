// Functions of the language and its library that the machine follows: those whose result is made of
// their arguments.
#pragma once

#include <string_view>
#include <unordered_map>

#include "analyzer/machine/python/machine.h"

namespace flagcensus {

struct ModelCall {
  const CallArguments& arguments;
  NodeId node;

  // Null where it is not passed.
  Val at(size_t i) const {
    return i < arguments.positional.size() ? arguments.positional[i] : nullptr;
  }
};
using Model = Val (*)(Machine&, const ModelCall&);
// By dotted path, as the program would call it without an import's alias.
using ModelRows = std::unordered_map<std::string_view, Model>;

// --- models_sequences.cc, models_objects.cc
const ModelRows& SequenceModels();
const ModelRows& ObjectModels();

// Fields of a class that are stored under what is made of a key of the environment:
// Config(**{key[4:].lower(): value}), setattr(config, key[4:].lower(), value). Each reads a
// variable, its default the field's own.
void ReadFieldsOver(Machine& m, ClassObject* type, Val key, NodeId node);

}  // namespace flagcensus
