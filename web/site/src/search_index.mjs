// The sections of all pages → the file that the search loads: a MiniSearch index, as a script, so that it is found from
// a disk, too. A section's heading and names count more than its text, and what users look up more than records.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import MiniSearch from 'minisearch';
import '../assets/words.js';

// The library and its licence, which the site contains.
const library = join(dirname(createRequire(import.meta.url).resolve('minisearch')), '../..');
export const kMiniSearch = { script: join(library, 'dist/umd/index.js'), licence: join(library, 'LICENSE.txt') };
const kRecords = /^(fixtures\/.*|(CHANGELOG|CONTRIBUTING|docs\/(found|trials|doubts|demo))\.md)$/;

export function searchIndex(site) {
  const index = new MiniSearch(globalThis.flagcensusSearch.options);
  let id = 0;
  const pages = [...site.pages.values()].sort((a, b) => (a.source < b.source ? -1 : 1));
  for (const page of pages) {
    for (const section of page.sections) {
      const weight = kRecords.test(page.source) ? 0.3 : section.names.length ? 2 : 1;
      const first = section === page.sections[0];
      index.add({
        id: id++,
        url: page.url + (section.id && !first ? `#${section.id}` : ''),
        page: page.title,
        title: section.owner ? `${section.title} (${section.owner})` : section.title || page.title,
        names: section.names,
        text: section.text.replace(/\s+/g, ' ').trim(),
        weight,
      });
    }
  }
  return `flagcensusSearch.index = ${JSON.stringify(JSON.stringify(index))};\n`;
}
