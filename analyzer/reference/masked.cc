// Page ─→ the same page without credentials, before any format sees it. The variable's name is part
// of the decision: a text that only the name shows to be a credential is masked as well.
//
//   APP_PASSWORD, default "hunter22"   ─→  the default is masked, because of the name
//   APP_URL, default "http://a:b@c"    ─→  the credentials in the address are masked
//
// Names of other variables and titles are masked without a name: nothing says what they contain.
#include "analyzer/model/secrets.h"
#include "analyzer/reference/rows.h"

namespace flagcensus {
namespace {

void MaskText(std::string_view name, std::string& text) { text = MaskSecrets(text, name); }

// `name` is that of the variable that the texts belong to; {} if they belong to no variable.
void MaskTexts(std::string_view name, std::vector<std::string>& texts) {
  for (std::string& text : texts) MaskText(name, text);
}

void MaskPlaces(std::vector<Place>& places) {
  for (Place& place : places) place.file = MaskPath(place.file);
}

void MaskRow(Row& row) {
  const std::string name = row.name;  // the mask must not depend on the masked name
  for (RowDefault& value : row.defaults) {
    MaskText(name, value.text);
    MaskPlaces(value.places);
  }
  for (std::vector<std::string>* texts : {&row.values, &row.truthy, &row.falsy}) {
    MaskTexts(name, *texts);
  }
  MaskText(name, row.description.text);
  MaskText(name, row.description.correction);
  row.description.at.file = MaskPath(row.description.at.file);
  MaskPlaces(row.places);
  MaskTexts({}, row.falls_back_to);
  MaskTexts({}, row.read_after);
  for (RowWrite& write : row.writes) {
    if (write.value) MaskText(name, *write.value);
    write.place.file = MaskPath(write.place.file);
  }
  for (RowPart& part : row.parts) {
    MaskText(part.name, part.value);
    MaskText(part.name, part.description);
    MaskText({}, part.name);
  }
  MaskText({}, row.section.title);
  MaskText({}, row.name);
}

}  // namespace

ReferencePage MaskPage(ReferencePage page) {
  for (Section& section : page.sections) {
    section.title =
        MaskPath(MaskSecrets(section.title, {}));  // a file's name, with sections by file
    MaskText({}, section.introduction);
    for (Row& row : section.rows) MaskRow(row);
  }
  for (Row& row : page.gone) MaskRow(row);
  return page;
}

}  // namespace flagcensus
