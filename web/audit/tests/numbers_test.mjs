// The page says the numbers that the text report says, of one project, of several, and of a comparison.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const program = process.env.FLAGCENSUS;
const kDemo = join(root, 'fixtures', 'projects', 'demo');
const kOther = join(root, 'fixtures', 'python');

/** What `flagcensus audit` prints, and the report that its page holds. */
function audit(inputs, options = []) {
  const folder = mkdtempSync(join(tmpdir(), 'flagcensus-'));
  try {
    const page = join(folder, 'page.html');
    const text = execFileSync(program, ['audit', ...inputs, '--all', ...options, '--html', page], { encoding: 'utf8', maxBuffer: 1 << 26 });
    const data = /<script id="flagcensus-data" type="application\/json">(.*?)<\/script>/s.exec(readFileSync(page, 'utf8'));
    return { text, report: JSON.parse(data[1]) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The sums of what the text report says of its projects. */
function sums(text) {
  const out = { files: 0, accesses: 0, resolved: 0, variables: 0, described: 0, risks: 0, drift: 0, information: 0 };
  for (const line of text.split('\n')) {
    const all = /^ {2}(\d+) files?, (\d+) access(?:es)?(?: \((\d+) resolved\))?, (\d+) variables?: (\d+) documented/.exec(line);
    if (all) ['files', 'accesses', 'resolved', 'variables', 'described'].forEach((key, i) => (out[key] += Number(all[i + 1] ?? 0)));
    const risk = /^ {4}(?:high|medium|low) +(\d+) {2}.*\([a-z-]+\)$/.exec(line);
    if (risk) out.risks += Number(risk[1]);
    const drift = /^ {2}drift(?: \(.*?\))?: (.*)$/.exec(line);
    if (!drift) continue;
    for (const part of drift[1].split(', ')) {
      const information = /^and (\d+) info$/.exec(part);
      if (information) out.information += Number(information[1]);
      else out.drift += Number(/ (\d+)$/.exec(part)?.[1] ?? 0);
    }
  }
  return out;
}

const number = (text) => Number(/[\d,]+/.exec(text)[0].replaceAll(',', ''));

/** The same of the start view. */
async function figures(page) {
  const figure = async (name) => {
    const of = page.locator('.figure').filter({ has: page.locator('span', { hasText: new RegExp(`^${name}$`) }) });
    return { of: number(await of.locator('strong').innerText()), note: await of.locator('small').innerText() };
  };
  const [files, accesses, variables, risks, drift] = [await figure('files'), await figure('access(es)?'), await figure('variables?'), await figure('risks?'), await figure('findings?')];
  return {
    files: files.of,
    accesses: accesses.of,
    resolved: accesses.of ? number(accesses.note) : 0,
    variables: variables.of,
    described: number(/[\d,]+ described/.exec(variables.note)[0]),
    risks: risks.of,
    drift: drift.of,
    information: number(drift.note),
  };
}

const skipped = (say) => (program ? false : (say('skipped: FLAGCENSUS names no program'), true));

export const tests = {
  async 'the start view has the numbers of the text report'(open, say) {
    if (skipped(say)) return;
    for (const inputs of [[kDemo], [kDemo, kOther]]) {
      const { text, report } = audit(inputs);
      const page = await open(report);
      assert.deepEqual(await figures(page), sums(text));
      for (const line of report.projects.flatMap((one) => one.reading.summary)) assert.ok((await page.locator('.sources').innerText()).includes(line), line);
      const kinds = [...text.matchAll(/^ {4}(?:high|medium|low) +(\d+) {2}(.*) \([a-z-]+\)$/gm)];
      for (const [, , title] of kinds) {
        const wanted = kinds.filter((one) => one[2] === title).reduce((sum, one) => sum + Number(one[1]), 0);
        const bar = page.locator('.chart', { hasText: 'Risks by kind' }).locator('.bar', { hasText: title });
        assert.equal(number(await bar.locator('.number').innerText()), wanted, title);
      }
    }
  },

  async 'the comparison has the rows of the text report'(open, say) {
    if (skipped(say)) return;
    const { text, report } = audit([kOther, kDemo], ['--compare']);
    const page = await open(report, '#/compare');
    const rows = [...text.matchAll(/^ {2}[-+~] (\S+)/gm)].map((one) => one[1]);
    assert.ok(rows.length > 5);
    assert.deepEqual((await page.locator('.entries .tag.change + *').allInnerTexts()).slice(0, 40), rows.slice(0, 40));
    const [, same] = /; (\d+ (?:is|are) unchanged.*)$/m.exec(text);
    assert.ok((await page.locator('.lead').innerText()).includes(same), same);
  },

  async 'a project of which nothing was read says so first'(open, say) {
    if (skipped(say)) return;
    const { report } = audit([kDemo], ['--max-file-size', '1']);
    const page = await open(report);
    assert.match(await page.locator('.reading .nothing').innerText(), /^nothing read: all files were skipped/);
    assert.match(await page.locator('.empty').innerText(), /^Nothing was read/);
    assert.ok(!(await page.locator('main').innerText()).includes('100'));
  },
};
