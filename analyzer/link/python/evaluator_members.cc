// Attributes of objects of which nothing is known: the variable's name is what the classes of the
// tree have there.
//
//   class Gpu(Builder): BUILD_VAR = "APP_BUILD_GPU"      a read of APP_BUILD_GPU, at this place
//   os.environ.get(registry[name].BUILD_VAR, "0")        which builder it is, only the run knows
//
// Every class that gives such an attribute a literal may be meant. Only attributes that are called
// as constants of several words are count: `args.name` of something unknown is no hint at any
// class, and neither is `other.NAME`.
#include <algorithm>
#include <cctype>
#include <functional>
#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxMembers = 2000;  // of one name, against hostile trees
constexpr int kMaxReadingBases = 8;   // from a class up to the one that reads

bool IsUpper(std::string_view name) {
  return std::any_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; }) &&
         std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// The name of a variable, as one that a program chooses for itself: APP_BUILD_GPU.
bool IsOwnName(const ValueRef& value) {
  if (value == nullptr || value->kind != ValueKind::kString) return false;
  const std::string& text = value->text;
  return text.find('_') != std::string::npos &&
         std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(
             text.begin(), text.end(),
             [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }) &&
         std::any_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// The attribute that stands for the whole name; null where it is another.
const Value* MemberOf(const Site& site) {
  const bool member = site.name != nullptr && site.name->kind == ValueKind::kMember;
  return member && !site.pending ? site.name.get() : nullptr;
}

// The field of self that stands for the whole name; null where it is another.
const Value* FieldNamed(const Site& site) {
  const bool field = site.name != nullptr && site.name->kind == ValueKind::kField;
  return field && site.effect && !site.pending ? site.name.get() : nullptr;
}

}  // namespace

ValueRef MemberNamed(const std::string& attribute) {
  if (attribute.find('_') == std::string::npos || !IsUpper(attribute)) return nullptr;
  return MakeSymbol(ValueKind::kMember, -1, attribute);
}

std::set<std::string> Evaluator::WantedNames() const {
  std::set<std::string> names = wanted_methods_;
  for (const Site& site : sites_) {
    if (const Value* member = MemberOf(site)) names.insert(member->text);
    // A field that the class leaves open is told by its subclasses.
    const Value* field = FieldNamed(site);
    const ValueRef given = field == nullptr ? nullptr : FieldOf(field->id, field->text);
    if (given != nullptr && IsPlaceholder(given)) names.insert(field->text);
  }
  return names;
}

// The classes that give the attribute a literal of their own, with the place where each does.
std::vector<Evaluator::Member> Evaluator::MembersNamed(const std::string& name) {
  std::vector<Member> out;
  for (size_t i = 0; i < program_.classes.size() && out.size() < kMaxMembers; ++i) {
    const ClassInfo& made = program_.classes[i];
    const ModuleInfo& module = program_.modules[made.module];
    const auto at = made.attributes.find(name);
    if (at == made.attributes.end() || !IsOwnName(at->second)) continue;
    if (module.replaced_by >= 0 || module.names_only || module.docstring_of >= 0) continue;
    const Syntax& syntax = module.parsed->syntax;
    const NodeId body = syntax.child(made.node, 0);
    for (size_t k = 0; k < syntax.count(body); ++k) {
      const NodeId statement = syntax.child(body, k);
      const NodeKind kind = syntax.kind(statement);
      const bool assigns = kind == NodeKind::kAssign && syntax.count(statement) > 1;
      if (!assigns && kind != NodeKind::kAnnotated) continue;
      const NodeId target = syntax.child(statement, assigns ? 1 : 0);
      if (syntax.kind(target) != NodeKind::kName || syntax.text(target) != name) continue;
      out.push_back({static_cast<int>(i), target, at->second});
      break;
    }
  }
  return out;
}

// Reads of a field that the class itself leaves empty are reads of what its subclasses give it.
void Evaluator::ResolveFields() {
  const std::function<bool(int, int, int)> descends = [&](int id, int from, int depth) {
    if (id == from) return true;
    if (depth > kMaxReadingBases) return false;
    const std::vector<ValueRef> bases = program_.classes[static_cast<size_t>(id)].bases;
    return std::any_of(bases.begin(), bases.end(), [&](const ValueRef& one) {
      const ValueRef base = Force(one);
      return base != nullptr && base->kind == ValueKind::kClass &&
             descends(base->id, from, depth + 1);
    });
  };
  for (size_t id = 0; id < sites_.size(); ++id) {
    const Value* field = FieldNamed(sites_[id]);
    if (field == nullptr) continue;
    const ValueRef given = FieldOf(field->id, field->text);
    if (given == nullptr || !IsPlaceholder(given)) continue;
    std::vector<ValueRef> names;
    for (const Member& member : MembersNamed(field->text)) {
      if (descends(member.class_id, field->id, 0)) names.push_back(member.value);
    }
    if (names.empty()) continue;
    sites_[id].name = MakeOneOf(names);
    sites_[id].effect = sites_[id].name == nullptr;
    sites_[id].guessed = true;
  }
}

// One site for each class that may be meant, with what the read does; of several reads the first
// with a default tells it. The read itself is a wrapper's inner one then.
void Evaluator::ResolveMembers() {
  // A record that names a variable (evaluator_named.cc) is read where something reads by the field.
  std::set<std::string_view> fields;
  for (const Site& site : sites_) {
    const bool open = !site.pending && site.name == nullptr && site.op != AccessOp::kBulk;
    if (open && site.name_source.find('.') != std::string::npos) {
      fields.insert(LastPart(site.name_source));
    }
  }
  for (Site& site : sites_) {
    if (site.guessed && site.pending && fields.count(site.via) > 0) site.pending = false;
  }
  ResolveFields();
  ResolveLoops();
  std::map<std::string, std::vector<uint32_t>> reads;  // by attribute
  for (size_t id = 0; id < sites_.size(); ++id) {
    const Value* member = MemberOf(sites_[id]);
    if (member != nullptr) reads[member->text].push_back(static_cast<uint32_t>(id));
  }
  for (const auto& [name, sites] : reads) {
    const std::vector<Member> members = MembersNamed(name);
    if (members.empty()) continue;
    uint32_t first = sites.front();
    for (const uint32_t id : sites) {
      const bool better = sites_[id].op == AccessOp::kRead && sites_[first].op != AccessOp::kRead;
      const bool told = sites_[id].op == sites_[first].op &&
                        sites_[id].default_kind == DefaultKind::kLiteral &&
                        sites_[first].default_kind != DefaultKind::kLiteral;
      if (better || told) first = id;
    }
    for (const uint32_t id : sites) sites_[id].effect = sites_[id].called = true;
    for (const Member& member : members) {
      const ClassInfo& made = program_.classes[member.class_id];
      Site site = sites_[first];
      const ModuleInfo& inner = program_.modules[site.module];
      site.chain.insert(site.chain.begin(), PlaceOfNode(inner, program_.PathOf(site.module),
                                                        program_.SyntaxOf(site.module)[site.node]));
      site.module = made.module;
      site.node = member.node;
      site.name = member.value;
      site.name_source = name;
      site.effect = false;
      site.guessed = true;
      site.bound_to.clear();
      site.bound_kind = BoundKind::kNone;
      site.returned_by.clear();
      site.function = -1;
      site.branch = kNoNode;
      site.guard = nullptr;
      site.fallback_of = -1;
      sites_.push_back(std::move(site));
    }
  }
}

}  // namespace flagcensus
