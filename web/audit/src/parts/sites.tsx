// The accesses of a variable: a few as a list, many by file, each file with how often it does what.
import { useMemo } from 'preact/hooks';
import type { Site, Variable } from '../data';
import { count, many } from '../numbers';
import { Growing } from './growing';
import { SiteView } from './site';
import { Code } from './text';

const kMostInList = 12; // accesses; more are grouped
const kOpen = 3; // files whose accesses are shown at once

interface Numbered {
  site: Site;
  index: number;
}

interface FileOf {
  file: string;
  sites: Numbered[];
}

function byFile(sites: readonly Numbered[]): FileOf[] {
  const files = new Map<string, FileOf>();
  for (const one of sites) {
    const group = files.get(one.site.file) ?? { file: one.site.file, sites: [] };
    group.sites.push(one);
    files.set(one.site.file, group);
  }
  return [...files.values()];
}

function opsOf(sites: readonly Numbered[]): string {
  const times = new Map<string, number>();
  for (const { site } of sites) times.set(site.op, (times.get(site.op) ?? 0) + 1);
  return [...times].map(([op, number]) => `${count(number)} ${op}`).join(', ');
}

function List({ sites, marked, inFile = false }: { sites: readonly Numbered[]; marked: number; inFile?: boolean }) {
  return <Growing all={sites} step={30} render={({ site, index }) => <SiteView site={site} id={`site-${index}`} marked={index === marked} inFile={inFile} />} />;
}

export function Sites({ variable, marked }: { variable: Variable; marked: number }) {
  const groups = useMemo(() => {
    const sites = variable.sites.map((site, index): Numbered => ({ site, index }));
    // The access of the address comes first, so that it is on the page at once.
    if (marked >= kMostInList && sites[marked]) sites.unshift(...sites.splice(marked, 1));
    return sites.length > kMostInList ? byFile(sites) : [{ file: '', sites }];
  }, [variable, marked]);
  if (groups.length === 1) return <List sites={groups[0]!.sites} marked={marked} />;
  return (
    <>
      <p class="faint">in {many(groups.length, 'file')}</p>
      <Growing
        all={groups}
        step={40}
        class="files"
        render={({ file, sites }, i) => (
          <details open={i < kOpen}>
            <summary>
              <Code value={file} /> <span class="faint">{opsOf(sites)}</span>
            </summary>
            <List sites={sites} marked={marked} inFile />
          </details>
        )}
      />
    </>
  );
}
