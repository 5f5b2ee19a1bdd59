// The tree's pages → the site: node build.mjs [--serve] TREE OUT
//
// A broken link, an anchor that is missing or used twice, and raw HTML fail the build, with their places, before
// anything is written. The same sources give the same bytes.
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Eleventy from '@11ty/eleventy';
import { makeMarkdown, render } from './src/markdown.mjs';
import { kMiniSearch, searchIndex } from './src/search_index.mjs';
import { hrefOf, readSite } from './src/site.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const serve = process.argv.includes('--serve');
const [tree, out] = process.argv.slice(2).filter((argument) => argument !== '--serve').map((path) => resolve(path));
process.chdir(here); // Eleventy's paths are relative to it

const markdown = makeMarkdown();
const eleventy = new Eleventy('.', relative(here, out), { quietMode: true, configPath: false, config: configure });
if (serve) {
  await eleventy.init();
  await eleventy.watch();
  await eleventy.serve(8080);
} else {
  await eleventy.write();
}

function readTree() {
  const site = readSite(tree, markdown);
  if (site.problems.length) {
    console.error(site.problems.join('\n'));
    console.error(`site: ${site.problems.length} problems`);
    if (!serve) process.exit(1);
  }
  return site;
}

function configure(config) {
  let site = readTree();
  // A page is rendered as it was read from the tree, not from a text of Eleventy; other files are shown by the layout.
  const renderPage = (text, { source }) => {
    const page = site.pages.get(source);
    return page?.kind === 'markdown' ? render(markdown, page, (link) => hrefOf(site, page, link)) : '';
  };
  config.setLibrary('md', { render: renderPage });
  config.setUseGitIgnore(false);
  config.setLayoutsDirectory('layouts');
  config.setTemplateFormats(['md', '11ty.js']);
  config.addJavaScriptFunction('site', () => site); // not as data, of which Eleventy gives each page a copy
  config.addGlobalData('layout', 'page.11ty.mjs');
  for (const page of site.pages.values()) {
    config.addTemplate(page.kind === 'markdown' ? page.source : `${page.source}.md`, '', { permalink: page.url, templateEngineOverride: 'md', source: page.source });
  }
  config.addTemplate('search-index.11ty.js', { render: () => searchIndex(site) }, { permalink: 'assets/search-index.js', layout: false });
  config.addPassthroughCopy({
    assets: 'assets',
    [relative(here, kMiniSearch.script)]: 'assets/minisearch.js',
    [relative(here, kMiniSearch.licence)]: 'assets/minisearch.LICENSE.txt',
  });
  for (const source of site.copies) config.addPassthroughCopy({ [relative(here, join(tree, source))]: source });
  if (serve) {
    // A new page, or a new link to a file, is seen at the next start.
    let first = true;
    config.on('eleventy.before', () => {
      const now = first ? site : readTree();
      first = false;
      // A page that is no longer linked to remains until then.
      site = { ...now, pages: new Map([...site.pages, ...now.pages]) };
    });
    for (const page of site.pages.values()) config.addWatchTarget(relative(here, join(tree, page.source)));
  }
}
