// What the pages in docs/ document, read without the site's own code: each name with the address that it must have.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (tree, file) => readFileSync(join(tree, file), 'utf8');

export const rulesOf = (tree) =>
  readdirSync(join(tree, 'docs/rules')).map((file) => ({ query: file.replace('.md', ''), url: `docs/rules/${file.replace('.md', '.html')}` }));

export function optionsOf(tree) {
  const options = [];
  let command = '';
  for (const line of read(tree, 'docs/options.md').split('\n')) {
    if (line.startsWith('## ')) command = line.slice(3);
    const option = /^\| `(?:-\S, )?(--[a-z-]+)/.exec(line)?.[1];
    if (option) {
      options.push({ query: `${command} ${option}`, option, url: `docs/options.html#${command.toLowerCase().replace(' ', '-')}-${option.slice(2)}` });
    }
  }
  return options;
}

export function keysOf(tree) {
  const table = read(tree, 'docs/configuration.md').split('## Every key')[1].split('\n## ')[0];
  return [...table.matchAll(/^\| `(?:\[+(.*?)\]+ )?([^`]+)` \|/gm)].map(([, parent, key]) => {
    const path = parent ? `${parent}.${key}` : key;
    return { query: path, url: `docs/configuration.html#${path}` };
  });
}

export const variablesOf = (tree) =>
  [...read(tree, 'docs/environment.md').matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => ({ query: name, url: `docs/environment.html#${name}` })),
  );
