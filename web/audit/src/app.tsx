// The page: header with its views, the view of the address, keys that work in all of them.
import { useCallback, useEffect } from 'preact/hooks';
import { Contained } from './parts/contained';
import { useKeys } from './keys';
import { cameFromList, go, useRoute } from './navigate';
import { count } from './numbers';
import { href, type Route, type View } from './route';
import type { Model } from './rows';
import { useTheme } from './theme';
import { plain } from './visible';
import { CompareView } from './views/compare';
import { Findings } from './views/findings';
import { Overview } from './views/overview';
import { Projects } from './views/projects';
import { Risks } from './views/risks';
import { SkippedView } from './views/skipped';
import { UnresolvedView } from './views/unresolved';
import { VariablePage, findRow } from './views/variable';
import { Variables, listAddress } from './views/variables';

const kTitles: Record<string, string> = {
  overview: 'Overview',
  variables: 'Variables',
  risks: 'Risks',
  findings: 'Findings',
  unresolved: 'Unresolved',
  skipped: 'Skipped',
  projects: 'Projects',
  compare: 'Compare',
};

function sizes(model: Model): [View, number | null][] {
  const { report } = model;
  const sum = (of: (one: (typeof report.projects)[number]) => number) => report.projects.reduce((all, one) => all + of(one), 0);
  const views: [View, number | null][] = [
    ['overview', null],
    ['variables', model.rows.length],
    ['risks', model.rows.reduce((all, row) => all + row.variable.risks.length, 0)],
    ['findings', report.findings.length],
    ['unresolved', report.unresolved.length],
    ['skipped', sum((one) => one.skipped.length)],
    ['projects', report.projects.length],
  ];
  if (report.compare) views.splice(1, 0, ['compare', report.compare.changes.length]);
  return views;
}

function Header({ model, view }: { model: Model; view: View }) {
  const [theme, nextTheme] = useTheme();
  return (
    <header>
      <a class="brand" href="#/">
        {model.report.tool.name} <span>audit</span>
      </a>
      <nav aria-label="views">
        {sizes(model).map(([one, number]) => (
          <a key={one} href={href(one)} aria-current={one === view || (one === 'variables' && view === 'variable') ? 'page' : undefined}>
            {kTitles[one]}
            {number !== null && <span class="number"> {count(number)}</span>}
          </a>
        ))}
      </nav>
      <button type="button" class="theme" onClick={nextTheme} title="colours: as the system, light, dark" aria-label={`colours: ${theme}`}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" stroke-width="1.5" />
          {theme === 'system' && <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />}
          {theme === 'dark' && <circle cx="8" cy="8" r="6.25" fill="currentColor" />}
        </svg>
        <span>{theme}</span>
      </button>
    </header>
  );
}

function Body({ model, route }: { model: Model; route: Route }) {
  const { compare } = model.report;
  const row = route.view === 'variable' ? findRow(model, route) : undefined;
  if (row) return <VariablePage key={row.id} model={model} row={row} route={route} />;
  if (route.view === 'overview') return <Overview model={model} />;
  if (route.view === 'variables') return <Variables model={model} route={route} />;
  if (route.view === 'risks') return <Risks model={model} route={route} />;
  if (route.view === 'findings') return <Findings model={model} route={route} />;
  if (route.view === 'unresolved') return <UnresolvedView model={model} route={route} />;
  if (route.view === 'skipped') return <SkippedView model={model} route={route} />;
  if (route.view === 'projects') return <Projects model={model} route={route} />;
  if (route.view === 'compare' && compare) return <CompareView model={model} compare={compare} route={route} />;
  return (
    <div class="empty">
      <h1>Not found</h1>
      <p>
        {route.view === 'variable' ? 'This report has no such variable.' : 'This report has no such page.'} <a href="#/variables">All variables</a>
      </p>
    </div>
  );
}

function titleOf(model: Model, route: Route): string {
  const row = route.view === 'variable' ? findRow(model, route) : undefined;
  const { projects, tool } = model.report;
  const of = projects.length === 1 ? plain(projects[0]!.name) : `${count(projects.length)} projects`;
  return `${row ? plain(row.variable.name) : (kTitles[route.view] ?? 'Not found')} · ${of} · ${tool.name}`;
}

export function App({ model }: { model: Model }) {
  const route = useRoute();
  const { view } = route;
  useEffect(() => {
    document.title = titleOf(model, route);
  });
  const press = useCallback(
    (event: KeyboardEvent): boolean => {
      if (event.key === 'Escape' && view === 'variable') {
        if (cameFromList()) history.back();
        else go(listAddress());
        return true;
      }
      const to = { j: 'after', k: 'before' }[event.key];
      const link = view === 'variable' && to ? document.querySelector<HTMLAnchorElement>(`[data-step=${to}]`) : null;
      link?.click();
      return link !== null;
    },
    [view],
  );
  useKeys(press);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), document.getElementById('main')?.focus())}>
        to the content
      </a>
      <Header model={model} view={view} />
      <main id="main" tabIndex={-1}>
        <Contained key={[view, ...route.path].join('/')}>
          <Body model={model} route={route} />
        </Contained>
      </main>
      <footer>
        <span>
          {model.report.tool.name} {model.report.tool.version}
        </span>
        <span class="keys">
          <kbd>/</kbd> search <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> back <kbd>j</kbd> <kbd>k</kbd> next, previous
        </span>
      </footer>
    </>
  );
}
