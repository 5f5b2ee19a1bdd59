// A report of any size, the same each time: node tests/sample.mjs COUNT [PROJECTS] > report.json
//
// Two thirds of the variables have the shape of what real trees give; each of kHostile's names is
// there, too, with its text in every place that shows a text of the tree.

const kWords = ['CACHE', 'SERVER', 'TIMEOUT', 'RETRY', 'LOG', 'LEVEL', 'DEBUG', 'PATH', 'TOKEN', 'HOST', 'PORT', 'MODEL', 'SHARD', 'DEVICE', 'MEMORY', 'BATCH', 'COMPILE', 'KERNEL', 'TRACE', 'PROFILE', 'AUTH', 'PROXY', 'WORKERS', 'QUEUE'];
const kPackages = ['kiln/utils', 'kiln/server', 'kiln/server/http', 'kiln/kernels', 'kiln/trainer', 'kiln/inference', 'kiln/cli', 'scripts', 'tests/unit', 'src/core', 'src/net', 'bench', 'docs', 'tools/release', 'kiln/data/loaders', 'kiln/infra'];
const kPageDefaults = [{ default: '60', default_kind: 'literal' }, { default: null, default_kind: 'unstated' }, { default: null, default_kind: 'none' }, { default: 'the number of cores', default_kind: 'prose' }];
const kRules = ['undocumented', 'default-mismatch', 'unused', 'type-mismatch', 'conflicting-defaults'];
const kOwners = [{ name: 'NVIDIA NCCL', reference: 'https://docs.example.org/nccl' }, { name: 'Python', reference: null }, { name: 'POSIX', reference: 'https://pubs.example.org/posix' }];

const kRisks = [
  { id: 'credential-read', title: 'Credential read from the environment', severity: 'high', reason: 'Whoever can read the environment of the process, its children or a crash report has it.' },
  { id: 'security-off', title: 'Switch that turns a check off', severity: 'high', reason: 'A value in the environment is enough to skip what protects the user.' },
  { id: 'code-loaded', title: 'Path of code that is loaded or run', severity: 'medium', reason: 'Who sets the variable decides which code runs.' },
  { id: 'endpoint', title: 'Endpoint or proxy', severity: 'medium', reason: 'Where data goes is decided outside of the program.' },
  { id: 'process-write', title: 'Written for the whole process', severity: 'low', reason: 'Every library in the process and every child sees the new value.' },
  { id: 'import-time', title: 'Read at import time', severity: 'low', reason: 'A value that is set after the import has no effect.' },
];

export const kHostile = [
  '<img src=x onerror=window.pwned=1>',
  '"><script>window.pwned=1</script>',
  "'+(window.pwned=1)+'",
  '</script><script>window.pwned=1</script>',
  '__proto__',
  'constructor',
  'A\nB\tC\r',
  'ESC\u001b[31mRED\u001b]0;title\u0007',
  'RTL\u202eGNIHTEMOS\u2066x',
  'ZERO\u200bWIDTH\ufeff',
  'NUL\u0000BYTE',
  'HALF\ud800END',
  'TAG\u{e0041}\u{e0042}',
  'C1\u009b31m',
  'javascript:window.pwned=1',
  '%00%zz?q=#/variable/0/x&documented=no',
  '../../../etc/passwd',
  '{{constructor.constructor("window.pwned=1")()}}',
  '',
  ' ',
  'עברית_ENV',
  'Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308ALGO',
  `LONG_${'ABCDEFGHIJ'.repeat(60)}`,
];

/** Park and Miller's generator: whole numbers, the same on every machine. */
function makeRandom(seed) {
  let state = seed;
  const next = (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  next.of = (list) => list[next(list.length)];
  return next;
}

function makeSite(random, name, index, text) {
  const line = 20 + random(800);
  const folder = random.of(kPackages);
  const python = random(10) < 7;
  const extension = python ? 'py' : random.of(['cc', 'c', 'cu', 'sh']);
  const op = random(12) ? 'read' : random.of(['write', 'test', 'setdefault', 'delete']);
  const value = String(random(90));
  return {
    file: text ?? `${folder}/${random.of(kWords).toLowerCase()}_${random(12)}.${extension}`,
    line,
    column: 4 + random(30),
    op,
    default: op === 'read' ? (text ?? value) : null,
    default_kind: op === 'read' ? 'literal' : 'none',
    type: random.of(['bool', 'int', 'string', null]),
    via: text ?? (random(3) ? 'os.environ.get' : 'env_flag'),
    chain: random(4) ? [] : [`${folder}/env.py:${10 + random(90)}`, 'kiln/utils/helpers.py:457'],
    scope: folder.startsWith('tests') ? 'test' : folder === 'scripts' ? 'script' : 'src',
    language: python ? 'python' : extension === 'sh' ? 'shell' : 'c++',
    condition: text ?? (random(9) ? null : 'sys.platform == "linux"'),
    value: op === 'write' ? (text ?? '1') : null,
    at_import: index === 0 && random(4) === 0,
    excerpt: random(5) ? { line: line - 1, text: `def configure(settings):\n    value = os.environ.get("${text ?? name}", "${value}")\n    return settings.with_value(value)` } : null,
  };
}

function makeVariable(random, name, project, text) {
  const wanted = text ? 2 : 1 + (random(40) === 0 ? 30 + random(60) : random(3));
  const sites = Array.from({ length: wanted }, (_, i) => makeSite(random, name, i, text));
  const literals = new Map();
  const ops = {};
  for (const site of sites) {
    ops[site.op] = (ops[site.op] ?? 0) + 1;
    if (site.default !== null) literals.set(site.default, (literals.get(site.default) ?? 0) + 1);
  }
  const documented = random.of(['described', 'described', 'named', 'no', 'no']);
  const unique = (of) => [...new Set(sites.map(of))];
  const risks = [];
  if (/TOKEN|AUTH/.test(name) && random(3) === 0) risks.push({ id: 'credential-read', site: 0, confidence: 'high', detail: 'a name that ends in TOKEN, handed to an HTTP header' });
  if (/PATH/.test(name) && random(3) === 0) risks.push({ id: 'code-loaded', site: 0, confidence: 'medium', detail: null });
  if (/PROXY|HOST/.test(name) && random(4) === 0) risks.push({ id: 'endpoint', site: null, confidence: 'medium', detail: null });
  if (ops.write) risks.push({ id: 'process-write', site: sites.findIndex((site) => site.op === 'write'), confidence: 'high', detail: null });
  if (sites[0].at_import) risks.push({ id: 'import-time', site: 0, confidence: 'high', detail: null });
  if (text) risks.push({ id: 'security-off', site: 0, confidence: 'low', detail: text });
  return {
    name,
    project,
    types: unique((site) => site.type).filter((type) => type !== null),
    defaults: [...literals].map(([value, count]) => ({ kind: 'literal', value, count })).concat(random(6) ? [] : [{ kind: 'dynamic', value: 'os.getcwd()', count: 1 }]),
    ops,
    languages: unique((site) => site.language),
    scopes: unique((site) => site.scope),
    packages: text ? [text] : unique((site) => site.file.slice(0, site.file.lastIndexOf('/'))),
    documented,
    documents: documented === 'no' ? [] : [{ file: text ?? 'docs/environment.md', line: 12 + random(400), section: text ?? 'General', ...(text ? { default: text, default_kind: 'literal' } : random.of(kPageDefaults)), description: documented === 'named' ? null : (text ?? 'How long the server waits for an answer before it gives the request up, in seconds.'), how: random.of(['table', 'list', 'section']) }],
    ...(text || name.length % 5 === 0 ? { given: [{ file: text ?? 'deploy/compose.yml', line: 7, kind: 'compose', by: text ?? 'web', how: 'filled', value: '60', words: text ?? '60 unless it is set', scope: 'src' }] } : {}),
    aliases: text ? [text] : random(30) ? [] : [`OLD_${name}`],
    owner: text ? { name: text, reference: 'javascript:window.pwned=1' } : random(8) ? null : random.of(kOwners),
    risks,
    sites,
  };
}

/** Of each kind of change one with the hostile texts. */
function makeCompare(names, hostile) {
  const facts = (value, file = 'kiln/main.py') => ({ defaults: value === null ? [{ kind: 'none', value: null }] : [{ kind: 'literal', value }], types: ['str'], documented: 'no', access: ['read'], risks: [], files: [file] });
  const change = (name, group, before, after, more = {}) => ({ name, group, change: before ? (after ? 'changed' : 'removed') : 'added', fields: before && after ? ['default'] : [], old: before, new: after, pattern: null, new_risks: [], gone_risks: [], ...more });
  const risk = (text) => ({ id: 'security-off', severity: 'high', confidence: 'low', file: text, line: 3, detail: text });
  const changes = [
    ...hostile.slice(0, 3).map((text) => change(text, 'new-risk', facts(text, text), facts('60', text), { new_risks: [risk(text)] })),
    ...names.slice(9, 13).map((name, i) => change(name, 'default', facts(i ? String(i) : null), facts('60'))),
    change('KILN_GONE', 'removed', facts('1'), null, { pattern: 'KILN_*' }),
    ...hostile.map((text) => change(text, 'removed', facts(text, text), null)),
    ...names.slice(0, 9).map((name) => change(name, 'added', null, facts('1'))),
  ];
  return { old: 'kiln-1.3.0.tar.gz', new: 'kiln-1.4.0.tar.gz', added: names.slice(0, 9), removed: ['KILN_GONE', ...hostile], default_changed: names.slice(9, 13).map((name, i) => ({ name, old: i ? String(i) : 'none', new: '60' })), written: [], required: [], unchanged: 40, moved: names.slice(20, 22), changes };
}

export function makeSample(count, { projects = 1, compare = false, seed = 7, hostile = kHostile } = {}) {
  const random = makeRandom(seed);
  const keys = new Set();
  for (let i = 0; keys.size < count - hostile.length; ++i) {
    const words = [random.of(kWords), random.of(kWords), random.of(kWords)];
    keys.add(`${random.of(['KILN', 'APP', 'NCCL', 'XLA'])}_${words.slice(0, 1 + random(3)).join('_')}${i > count / 2 ? `_${i}` : ''}`);
  }
  const variables = [...[...keys].map((name) => [name, undefined]), ...hostile.map((name) => [name, name])].flatMap(([name, text]) => {
    const own = random(projects);
    const all = [makeVariable(random, name, own, text)];
    if (projects > 1 && random(5) === 0) all.push(makeVariable(random, name, (own + 1) % projects, text));
    return all;
  });
  variables.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.project - b.project));
  const findings = variables
    .filter((_, i) => i % 9 === 0 || hostile.includes(variables[i].name))
    .map(({ name, project, sites, documents }) => {
      const rule = random.of(kRules);
      return { project, rule, name, severity: random.of(['warning', 'warning', 'info', 'error']), confidence: random.of(['high', 'medium']), message: `${name} is documented to default to 30 but defaults to 60`, code: sites.slice(0, 1).map(({ file, line, column }) => ({ file, line, column })), doc: documents.slice(0, 1).map(({ file, line }) => ({ file, line, column: 1 })) };
    });
  const unresolved = Array.from({ length: Math.ceil(count / 60) }, () => {
    const { file, line, column, scope } = makeSite(random, 'X', 1);
    return { project: random(projects), file, line, column, op: 'read', expression: random.of(['os.environ[name]', 'getenv(key)', 'os.environ.get(prefix + name)']), scope };
  }).concat(hostile.map((text) => ({ project: 0, file: text, line: 1, column: 1, op: 'read', expression: text, scope: 'src' })));
  const list = Array.from({ length: projects }, (_, id) => {
    const own = variables.filter((one) => one.project === id);
    const drift = {};
    for (const finding of findings) if (finding.project === id) drift[finding.rule] = (drift[finding.rule] ?? 0) + 1;
    const accesses = own.reduce((sum, one) => sum + one.sites.length, 0);
    const open = unresolved.filter((one) => one.project === id).length;
    return {
      id,
      name: id === 0 ? 'kiln' : `${random.of(kWords).toLowerCase()}-${id}`,
      source: `kiln-${id}.4.0.tar.gz`,
      kind: random.of(['folder', 'archive', 'revision']),
      revision: id % 3 ? null : 'v1.4.0',
      files: 800 + random(900),
      bytes: 12345678 + random(9999999),
      accesses: accesses + open,
      resolved: accesses,
      variables: own.length,
      accessors: [{ name: 'os.environ.get', file: 'kiln/utils/env.py', line: 3, calls: 40 }, { name: 'env_flag', file: 'kiln/utils/helpers.py', line: 457, calls: 112 }],
      pages: [{ file: 'docs/environment.md', entries: 41 }],
      findings: drift,
      reading: { read: { Python: 800 }, unread: { Ruby: 3 }, generated: {}, binaries: 2, skipped: { 'a link': 1 }, unresolved: open, summary: ['read: 800 Python files', 'not read: 3 Ruby files, 2 binary files', ...hostile] },
      skipped: id === 0 ? [{ file: 'assets/model.bin', reason: 'larger than 16 MB' }, ...hostile.map((text) => ({ file: text, reason: 'a name with control characters' }))] : [],
    };
  });
  const names = variables.map((one) => one.name).filter((name) => !hostile.includes(name));
  return {
    schema: 1,
    tool: { name: 'flagcensus', version: '0.1.0' },
    projects: list,
    variables,
    unresolved,
    risks: kRisks,
    findings,
    compare: compare ? makeCompare(names, hostile) : null,
  };
}

/** As the program writes it into the page: nothing in it can end the element that it stands in. */
export function embed(template, report) {
  const escapes = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\u2028': '\\u2028', '\u2029': '\\u2029' };
  const text = JSON.stringify(report).replace(/[<>&\u2028\u2029]/g, (one) => escapes[one]);
  return template.replace('__FLAGCENSUS_DATA__', () => text);
}

if (process.argv[1]?.endsWith('sample.mjs')) {
  const [count = '100', projects = '1'] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(makeSample(Number(count), { projects: Number(projects), compare: true })));
}
