// Markdown as GitHub reads it: tables, headings with GitHub's anchors, no raw HTML except `<br>` and comments.
//
// While it reads a page, `env.page` collects what the rest of the site is made from:
//
//     headings  {id, text, level, line}
//     names     {id, line} of rows of tables that document an option, a key or a variable (anchors.mjs)
//     links     {href, attribute, line, token} to be resolved by site.mjs
//     sections  {id, title, text, names, owner} for the search; a row with a name is one, too
//     problems  {line, text}
import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';
import { kRowsWithNames } from './anchors.mjs';

export function makeMarkdown() {
  const markdown = new MarkdownIt({ html: true, linkify: false });
  markdown.core.ruler.push('site', readTokens);
  const { rules } = markdown.renderer;
  rules.html_block = rules.html_inline = (tokens, index) => (isBreak(tokens[index].content) ? '<br>' : '');
  // A wide table or a long line scrolls by itself, and can be focused so that keys scroll it.
  rules.table_open = (tokens, index) =>
    `<div class="wide" tabindex="0" role="region" aria-label="Table"><table${tokens[index].meta?.named ? ' class="named"' : ''}>\n`;
  rules.table_close = () => '</table></div>\n';
  for (const rule of ['fence', 'code_block']) {
    rules[rule] = (tokens, index) => `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index].content)}</code></pre>\n`;
  }
  rules.heading_close = (tokens, index) => {
    const id = tokens[index - 2].attrGet('id');
    return ` <a class="here" href="#${id}" aria-label="Link to this section">#</a></${tokens[index].tag}>\n`;
  };
  return markdown;
}

/** The page, as it was read, with links to other addresses: `hrefOf` of a link. */
export function render(markdown, page, hrefOf) {
  for (const link of page.links) link.token.attrSet(link.attribute, hrefOf(link));
  return markdown.renderer.render(page.tokens, markdown.options, {});
}

const isBreak = (html) => /^<br ?\/?>$/.test(html);
const isComment = (html) => /^\s*(<!--[\s\S]*?-->\s*)*$/.test(html);

function plainText(inline) {
  return inline.children
    .map((token) => (token.type === 'softbreak' || token.type === 'hardbreak' || isBreak(token.content) ? ' ' : token.type === 'image' ? plainText(token) : token.type === 'html_inline' ? '' : token.content))
    .join('');
}

function readTokens(state) {
  const page = state.env.page;
  const slugger = new GithubSlugger();
  Object.assign(page, { headings: [], names: [], links: [], sections: [{ id: '', title: '', text: '', names: [] }], problems: [] });
  let line = 1; // of the innermost block; cells of a table have only that of their row
  let cell = -1; // the column of the table
  let table = null;
  let header = [];
  let row = null; // the sections of a row that documents names
  for (const [index, token] of state.tokens.entries()) {
    if (token.map) line = token.map[0] + 1;
    const section = row?.[0] ?? page.sections.at(-1);
    if (token.type === 'heading_open') {
      const text = plainText(state.tokens[index + 1]);
      const id = slugger.slug(text);
      token.attrSet('id', id);
      page.headings.push({ id, text, level: Number(token.tag.slice(1)), line });
      page.sections.push({ id, title: text, text: '', names: [] });
    } else if (token.type === 'table_open') {
      table = token;
      header = [];
    } else if (token.type === 'tr_open') {
      cell = -1;
    } else if (token.type === 'tr_close') {
      // Before the section that they are in, which goes on behind the table.
      if (row) page.sections.splice(-1, 0, ...row.map((one) => ({ ...one, text: section.text })));
      row = null;
    } else if (token.type === 'th_open' || token.type === 'td_open') {
      ++cell;
    } else if (token.type === 'html_block') {
      if (!isComment(token.content)) page.problems.push({ line, text: 'raw HTML, which the site omits' });
    } else if (token.type === 'fence' || token.type === 'code_block') {
      section.text += `${token.content} `;
    } else if (token.type === 'inline') {
      readInline(page, token, line);
      const before = state.tokens[index - 1].type;
      if (before === 'heading_open') continue;
      if (before === 'th_open') header[cell] = token.content;
      const rule = kRowsWithNames[page.source];
      if (before === 'td_open' && cell === 0 && rule && header[0] === rule.header) {
        table.meta = { named: true }; // on a phone its cells are drawn below each other
        row = anchorNames(state, page, token, rule, line);
      } else if (before !== 'th_open') {
        section.text += `${plainText(token)} `;
      }
    }
  }
}

function readInline(page, inline, line) {
  let at = line;
  for (const token of inline.children) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') ++at;
    if (token.type === 'link_open') page.links.push({ token, attribute: 'href', href: token.attrGet('href'), line: at });
    if (token.type === 'image') page.links.push({ token, attribute: 'src', href: token.attrGet('src'), line: at });
    if (token.type === 'html_inline' && !isBreak(token.content) && !isComment(token.content)) {
      page.problems.push({ line: at, text: `raw HTML, which the site omits: ${token.content}` });
    }
  }
}

// `--jobs N` in the first cell → <a id="common-options-jobs" href="#common-options-jobs"><code>…, for each name of the
// cell. Returns the sections for the search; the cells that follow are the text of all.
function anchorNames(state, page, inline, rule, line) {
  const sections = [];
  const children = [];
  for (const token of inline.children) {
    if (token.type !== 'code_inline') {
      children.push(token);
      continue;
    }
    const { id, names, owner } = rule.read(token.content, page.headings.at(-1));
    page.names.push({ id, line });
    sections.push({ id, title: token.content, text: '', names, owner });
    const open = new state.Token('link_open', 'a', 1);
    open.attrs = [['id', id], ['class', 'name'], ['href', `#${id}`]];
    children.push(open, token, new state.Token('link_close', 'a', -1));
  }
  if (!sections.length) page.problems.push({ line, text: 'a row without a name in its first column' });
  inline.children = children;
  return sections;
}
