// The tree → what the site consists of, and what is wrong with it.
//
// Pages are README.md, the Markdown below docs/, and whatever these link to: other Markdown, other files, which are
// shown as text, and directories, whose files are listed. Each has the path that it has in the tree, so that links are
// relative and the site works below any path:
//
//     README.md        index.html
//     docs/README.md   docs/index.html
//     docs/options.md  docs/options.html
//     LICENSE          LICENSE.html, and LICENSE as it is
//     docs/schema      docs/schema/index.html
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, posix } from 'node:path';
import { kReadableAnchor, kRowsWithNames } from './anchors.mjs';

const kPictures = ['.svg', '.png'];
const kIndex = 'docs/README.md'; // its lists are the site's navigation

/** `markdown` is of markdown.mjs. Problems are lines for the user: PLACE: what is wrong. */
export function readSite(tree, markdown) {
  const site = { tree, pages: new Map(), copies: new Set(), problems: [] };
  const waiting = ['README.md', ...markdownBelow(tree, 'docs')];
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (site.pages.has(source) || kPictures.includes(extname(source))) continue;
    const page = readPage(site, source, markdown);
    site.pages.set(source, page);
    for (const link of page.links) {
      link.target = resolve(site, page, link);
      if (link.target) waiting.push(link.target.source);
    }
  }
  for (const page of site.pages.values()) checkPage(site, page);
  checkUrls(site);
  distinguishTitles(site);
  site.navigation = readNavigation(site);
  site.problems.sort();
  return site;
}

/** The href of a link on a page, for the site: relative, with the name of a file. */
export function hrefOf(site, page, link) {
  if (!link.target) return link.href;
  const { source, fragment } = link.target;
  if (source === page.source) return `#${fragment}`;
  const url = site.pages.get(source)?.url ?? source; // a picture keeps its name
  return between(page.url, url) + (fragment ? `#${fragment}` : '');
}

/** The relative URL from one file of the site to another. */
export function between(from, to) {
  return posix.relative(dirname(from), to).split('/').map(encodeURIComponent).join('/');
}

function markdownBelow(tree, directory) {
  return filesBelow(tree, directory).filter((file) => file.endsWith('.md'));
}

function filesBelow(tree, directory) {
  return readdirSync(join(tree, directory), { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(tree, `${directory}/${entry.name}`) : [`${directory}/${entry.name}`]));
}

function readPage(site, source, markdown) {
  const path = join(site.tree, source);
  const page = { source, url: urlOf(site, source), headings: [], names: [], links: [], sections: [], problems: [] };
  if (statSync(path).isDirectory()) {
    page.kind = 'directory';
    page.title = source;
    for (const file of filesBelow(site.tree, source)) page.links.push({ href: posix.relative(source, file), line: 0 });
    return page;
  }
  site.copies.add(source);
  const text = readFileSync(path, 'utf8');
  if (!source.endsWith('.md')) {
    return { ...page, kind: 'file', title: source, text, sections: [{ id: '', title: source, text: '', names: [basename(source)] }] };
  }
  page.kind = 'markdown';
  page.tokens = markdown.parse(text, { page });
  page.title = page.headings.find((heading) => heading.level === 1)?.text;
  if (!page.title) complain(site, page, 1, 'the page has no heading of level 1');
  page.title ??= source;
  page.rule = /^docs\/rules\/(.*)\.md$/.exec(source)?.[1];
  // What is before the first heading, such as a comment, has no text.
  page.sections = page.sections.filter((section) => section.id || section.text.trim());
  if (page.rule && page.sections.length) page.sections[0].names = [page.rule];
  return page;
}

function urlOf(site, source) {
  if (statSync(join(site.tree, source)).isDirectory()) return `${source}/index.html`;
  if (basename(source) === 'README.md') return posix.join(dirname(source), 'index.html');
  return source.endsWith('.md') ? source.replace(/\.md$/, '.html') : `${source}.html`;
}

// The file or directory of the tree that a link leads to; nothing for one to another host, and for a broken one.
function resolve(site, page, link) {
  if (/^(https?|mailto):/.test(link.href)) return undefined;
  const [, path, fragment = ''] = /^([^#]*)(?:#(.*))?$/.exec(link.href);
  let source = page.source;
  if (path) {
    const from = page.kind === 'directory' ? page.source : dirname(page.source);
    source = posix.normalize(posix.join(from, decodeURIComponent(path))).replace(/\/$/, '');
  }
  if (/^[a-z]+:|^\//.test(path) || source.startsWith('..')) {
    return complain(site, page, link.line, `the link ${link.href} leads out of the tree`);
  }
  if (!existsSync(join(site.tree, source))) {
    return complain(site, page, link.line, `the link ${link.href} leads to no file: ${source}`);
  }
  if (kPictures.includes(extname(source))) site.copies.add(source);
  if (existsSync(join(site.tree, source, 'README.md'))) source = posix.join(source, 'README.md');
  return { source, fragment: decodeURIComponent(fragment) };
}

function complain(site, page, line, text) {
  site.problems.push(`${page.source}${line ? `:${line}` : ''}: ${text}`);
}

function checkPage(site, page) {
  for (const { line, text } of page.problems) complain(site, page, line, text);
  for (const link of page.links) {
    if (!link.target?.fragment) continue;
    const target = site.pages.get(link.target.source);
    const ids = target ? [...target.headings, ...target.names].map((one) => one.id) : [];
    if (!ids.includes(link.target.fragment)) {
      complain(site, page, link.line, `the link ${link.href} leads to no anchor of ${link.target.source}`);
    }
  }
  const seen = new Set();
  for (const { id, line } of [...page.headings, ...page.names]) {
    if (seen.has(id)) complain(site, page, line, `the anchor #${id} is already in use on this page`);
    seen.add(id);
  }
  for (const { id, line } of page.names) {
    if (!kReadableAnchor.test(id)) complain(site, page, line, `the anchor #${id} is not readable`);
  }
  if (kRowsWithNames[page.source] && page.names.length === 0) {
    complain(site, page, 0, `no table begins with the column ${kRowsWithNames[page.source].header}: see web/site/src/anchors.mjs`);
  }
}

function checkUrls(site) {
  const seen = new Map([...site.copies].map((source) => [source, source]));
  for (const page of site.pages.values()) {
    if (seen.has(page.url)) complain(site, page, 0, `has the address of ${seen.get(page.url)}: ${page.url}`);
    seen.set(page.url, page.source);
  }
}

// Of pages with one title, such as that of the demo, those that are not documentation of the program get their path.
function distinguishTitles(site) {
  const titles = new Map();
  for (const page of site.pages.values()) titles.set(page.title, (titles.get(page.title) ?? 0) + 1);
  for (const page of site.pages.values()) {
    if (titles.get(page.title) > 1 && !page.source.startsWith('docs/')) page.title += ` (${page.source})`;
  }
}

// The headings and lists of docs/README.md → groups of pages, in this order; further Markdown follows.
function readNavigation(site) {
  const index = site.pages.get(kIndex);
  if (!index) {
    site.problems.push(`${kIndex}: is missing; its lists are the navigation`);
    return [];
  }
  const listed = new Set(['README.md', kIndex]);
  const groups = [{ title: '', pages: [...listed].map((source) => site.pages.get(source)) }];
  for (const heading of index.headings.filter(({ level }) => level === 2)) groups.push({ title: heading.text, line: heading.line, pages: [] });
  for (const { target, line } of index.links) {
    const page = target && site.pages.get(target.source);
    if (!page || listed.has(page.source)) continue;
    listed.add(page.source);
    groups.findLast((group) => !group.line || group.line < line).pages.push(page);
  }
  const others = [...site.pages.values()].filter((page) => page.kind === 'markdown' && !listed.has(page.source));
  groups.push({ title: 'Other', pages: others.sort((a, b) => (a.source < b.source ? -1 : 1)) });
  return groups.filter((group) => group.pages.length);
}
