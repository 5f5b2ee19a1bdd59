// Anchors of what tables document, so that each option, key and variable has an address of its own. They depend on
// names only, so that a new row changes no other:
//
//     docs/options.md        ## check, `-q, --quiet`     #check-quiet
//     docs/configuration.md  `[[docs.section]] title`    #docs.section.title
//     docs/environment.md    `NO_COLOR`                  #NO_COLOR
//
// `names` are what a search finds the row by, the first as it is written; `owner` distinguishes options of one name.
export const kRowsWithNames = {
  'docs/options.md': { header: 'Option', read: readOption },
  'docs/configuration.md': { header: 'Key', read: readKey },
  'docs/environment.md': { header: 'Variable', read: (code) => ({ id: code, names: [code] }) },
};

/** What an anchor may contain: nothing that a URL has to escape. */
export const kReadableAnchor = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

function readOption(code, group) {
  const spellings = code.split(', ').map((spelling) => spelling.replace(/[ =].*/, ''));
  const long = spellings.find((spelling) => spelling.startsWith('--')) ?? spellings[0];
  const word = long.replace(/^-+/, '').replace(/[^A-Za-z0-9]+/g, '-').toLowerCase();
  const names = [long, ...spellings.filter((spelling) => spelling !== long)];
  return { id: `${group.id}-${word}`, names: [...names, `${group.text} ${long}`], owner: group.text };
}

function readKey(code) {
  const [, table, key] = /^(?:\[+([a-z.-]+)\]+ )?(.*)$/.exec(code);
  return { id: table ? `${table}.${key}` : key, names: table ? [`${table}.${key}`, key, code] : [key] };
}
