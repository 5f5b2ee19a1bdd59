// What the search's index is made with and read with, by the build and in the browser.
//
// A word of several parts is found by the whole and by each part: `--fail-on` is fail-on, fail and on. A query with such a
// word asks for the whole; if nothing has it, `parts` asks for the parts.
(() => {
  const wholes = (text) => (text.match(/[\p{L}\p{N}_.-]+/gu) ?? []).map((word) => word.replace(/^[-.]+|[-.]+$/g, '')).filter(Boolean);
  const parts = (text) => wholes(text).flatMap((word) => word.split(/[_.-]+/)).filter(Boolean);
  globalThis.flagcensusSearch = {
    parts,
    options: {
      fields: ['names', 'title', 'page', 'text'],
      storeFields: ['url', 'page', 'title', 'names', 'text', 'weight'],
      extractField: (section, field) => (field === 'names' ? section.names.join('\n') : section[field]),
      tokenize: (text) => wholes(text).flatMap((word) => [...new Set([word, ...parts(word)])]),
      searchOptions: {
        tokenize: wholes,
        prefix: true,
        fuzzy: (word) => (word.length > 4 ? 0.2 : false),
        combineWith: 'AND',
        boost: { names: 6, title: 3, page: 1.5 },
        boostDocument: (id, word, section) => section.weight,
      },
    },
  };
})();
