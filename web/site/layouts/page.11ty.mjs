// A page of the site: header with the search, navigation, the text, its outline. It works without scripts, except for
// the search and the choice of colours.
import { basename } from 'node:path';
import { between, hrefOf } from '../src/site.mjs';

const escape = (text) => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

export function render({ content, source }) {
  const site = this.site();
  const page = site.pages.get(source);
  const to = (url) => escape(between(page.url, url));
  const link = (other, text = labelOf(other)) => `<a href="${to(other.url)}"${other === page ? ' aria-current="page"' : ''}>${escape(text)}</a>`;
  const pages = site.navigation.flatMap((group) => group.pages);
  const at = pages.indexOf(page);
  const neighbours = [
    at > 0 && `<span>Previous: ${link(pages[at - 1])}</span>`,
    at >= 0 && at + 1 < pages.length && `<span>Next: ${link(pages[at + 1])}</span>`,
  ].filter(Boolean);
  const outline = page.headings.filter(({ level }) => level === 2);
  const title = page.url === 'index.html' ? 'flagcensus' : `${page.title} – flagcensus`;
  return `<!doctype html>
<html lang="en" data-base="${to('index.html').replace(/index\.html$/, '')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="${to('assets/icon.svg')}">
<link rel="stylesheet" href="${to('assets/site.css')}">
<script src="${to('assets/page.js')}"></script>
<script src="${to('assets/search.js')}" defer></script>
</head>
<body>
<a class="skip" href="#site-text">Skip to the text</a>
<header>
<button class="menu" popovertarget="site-pages" aria-label="Pages">☰</button>
<a class="home" href="${to('index.html')}">flagcensus</a>
<search class="search">
<input type="search" placeholder="Search (/)" aria-label="Search" role="combobox" aria-expanded="false" aria-controls="site-found" aria-autocomplete="list" autocomplete="off" spellcheck="false" disabled>
<div id="site-found" role="listbox" aria-label="Results" hidden></div>
</search>
<button class="theme" hidden></button>
</header>
<nav id="site-pages" popover aria-label="Pages">
${site.navigation.map((group) => `${group.title ? `<h2>${escape(group.title)}</h2>\n` : ''}<ul>\n${group.pages.map((other) => `<li>${link(other)}</li>\n`).join('')}</ul>`).join('\n')}
</nav>
<main id="site-text">
<article>
${kBodies[page.kind](page, site, content)}</article>
<footer>
${neighbours.length ? `<nav aria-label="Neighbours">${neighbours.join('')}</nav>\n` : ''}${page.kind === 'directory' ? '' : `<p>Source: <a href="${to(page.source)}">${escape(page.source)}</a></p>\n`}</footer>
</main>
${outline.length > 1 ? `<nav class="outline" aria-label="On this page">
<h2>On this page</h2>
<ul>
${outline.map(({ id, text }) => `<li><a href="#${id}">${escape(text)}</a></li>\n`).join('')}</ul>
</nav>
` : ''}</body>
</html>
`;
}

const kBodies = {
  markdown: (page, site, content) => content,
  file: (page) => `<h1>${escape(page.title)}</h1>\n<pre tabindex="0"><code>${escape(page.text)}</code></pre>\n`,
  directory: (page, site) => `<h1>${escape(page.title)}</h1>\n<ul>\n${page.links
    .map((link) => `<li><a href="${escape(hrefOf(site, page, link))}">${escape(link.href)}</a></li>\n`)
    .join('')}</ul>\n`,
};

// What the navigation calls a page: the rule, or its title.
function labelOf(page) {
  if (page.url === 'index.html') return 'flagcensus';
  if (page.rule) return page.rule;
  return page.kind === 'markdown' ? page.title : basename(page.source);
}
