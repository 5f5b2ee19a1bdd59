// The search in the header: the index is loaded when the field is first used. `/` goes there, arrows choose, Enter opens.
//
// Scripts are loaded by elements, not by fetch, so that the search also works on a page that was opened from a disk.
(() => {
  const base = document.documentElement.dataset.base;
  const input = document.querySelector('.search input');
  const list = document.getElementById('site-found');
  const kMost = 12;
  let loading = null;
  let index = null;
  let chosen = -1;

  const load = (name) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${base}assets/${name}`;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${name} cannot be loaded`));
      document.head.append(script);
    });

  async function loadIndex() {
    await Promise.all([load('minisearch.js'), load('words.js')]);
    await load('search-index.js');
    index = MiniSearch.loadJSON(flagcensusSearch.index, flagcensusSearch.options);
  }

  function prepare() {
    loading ??= loadIndex().then(show, (error) => {
      loading = null;
      list.replaceChildren(element('p', error.message));
      open(true);
    });
  }

  function element(name, text = '', className = '') {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  function open(yes) {
    list.hidden = !yes;
    input.setAttribute('aria-expanded', String(yes));
    if (!yes) choose(-1);
  }

  // A name that is written out comes first: `unused` is a rule, whatever else contains the word. The first name of a
  // section is the one that the page shows.
  function find(query) {
    const name = query.trim().replace(/\s+/g, ' ').toLowerCase();
    let hits = index.search(query);
    if (!hits.length) hits = index.search(query, { tokenize: flagcensusSearch.parts });
    const named = (hit) => {
      const names = hit.names.toLowerCase().split('\n');
      if (names[0] === name) return 3;
      if (names.includes(name)) return 2;
      return names.some((one) => one === `--${name}`) ? 1 : 0;
    };
    for (const hit of hits) hit.named = named(hit);
    return hits.sort((a, b) => b.named - a.named).slice(0, kMost); // stable: otherwise as they were
  }

  // The text around the first word that was found.
  function excerpt(hit) {
    const words = hit.terms.filter((word) => word.length > 1).sort((a, b) => b.length - a.length);
    const pattern = words.length ? new RegExp(`(?<![\\p{L}\\p{N}])(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'giu') : null;
    const first = pattern ? Math.max(hit.text.search(pattern), 0) : 0;
    const from = first < 50 ? 0 : first - 40;
    const text = (from ? '…' : '') + hit.text.slice(from, from + 150) + (from + 150 < hit.text.length ? '…' : '');
    const shown = element('small');
    let at = 0;
    for (const match of pattern ? text.matchAll(pattern) : []) {
      shown.append(text.slice(at, match.index), element('mark', match[0]));
      at = match.index + match[0].length;
    }
    shown.append(text.slice(at));
    return shown;
  }

  function show() {
    if (!index) return;
    const query = input.value;
    if (!query.trim()) {
      open(false);
      list.replaceChildren();
      return;
    }
    const hits = find(query);
    list.replaceChildren(
      ...hits.map((hit, position) => {
        const link = element('a');
        link.href = base + hit.url;
        link.id = `site-found-${position}`;
        link.role = 'option';
        link.tabIndex = -1;
        link.append(element('b', hit.title));
        if (hit.page !== hit.title) link.append(' ', element('span', hit.page));
        link.append(excerpt(hit));
        return link;
      }),
    );
    if (!hits.length) list.append(element('p', 'Nothing found.'));
    open(true);
    choose(hits.length ? 0 : -1);
    list.scrollTop = 0;
  }

  function choose(position) {
    list.children[chosen]?.setAttribute('aria-selected', 'false');
    chosen = position;
    const link = list.children[chosen];
    if (link) {
      link.setAttribute('aria-selected', 'true');
      link.scrollIntoView({ block: 'nearest' });
      input.setAttribute('aria-activedescendant', link.id);
    } else {
      input.removeAttribute('aria-activedescendant');
    }
  }

  input.disabled = false;
  input.addEventListener('focus', prepare);
  input.addEventListener('input', () => (prepare(), show()));
  input.addEventListener('keydown', (event) => {
    const count = list.querySelectorAll('a').length;
    if (event.key === 'Escape') {
      if (list.hidden) input.value = '';
      open(false);
      return;
    }
    if (!count || list.hidden) return;
    if (event.key === 'ArrowDown') choose((chosen + 1) % count);
    else if (event.key === 'ArrowUp') choose((chosen + count - 1) % count);
    else if (event.key === 'Enter' && chosen >= 0) list.children[chosen].click();
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', () => open(false)); // a result may be on this page
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea')) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.search')) open(false);
  });
  if (document.activeElement === input) prepare();
})();
