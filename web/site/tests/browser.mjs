// The site, served below a path of this machine, in a browser that reaches no other host. What a page logs, what fails to
// load and what is requested from elsewhere is kept, and a test that leaves any of it fails.
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { pagesOf } from '../../tests/pages.mjs';

const kPath = '/some/path/';
// Others are text, as most file servers say.
const kTypes = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json' };

function fileServer(root) {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = join(root, decodeURIComponent(pathname).slice(kPath.length));
    const found = pathname.startsWith(kPath) && statSync(path, { throwIfNoEntry: false })?.isFile();
    response.writeHead(found ? 200 : 404, { 'content-type': kTypes[extname(path)] ?? 'text/plain' });
    if (found) createReadStream(path).pipe(response);
    else response.end();
  });
}

export async function startBrowser(executablePath, tree, folder) {
  const root = join(folder, 'site');
  const server = fileServer(root);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${server.address().port}${kPath}`;
  const args = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
  if (process.getuid() === 0) args.push('--no-sandbox');
  const browser = await chromium.launch({ executablePath, args });
  const { newPage, settle } = pagesOf(browser);

  /** Opens a page of the site; `disk`: from its file, without the server. */
  async function open(url, { disk = false, ...shape } = {}) {
    const { page, complaints } = await newPage(shape);
    const from = disk ? `${pathToFileURL(root).href}/` : base;
    page.on('request', (request) => request.url().startsWith(from) || complaints.push(`request: ${request.url()}`));
    // What the next page interrupts is no failure.
    page.on('requestfailed', (request) => request.failure().errorText === 'net::ERR_ABORTED' || complaints.push(`failed: ${request.url()}`));
    page.on('response', (response) => response.status() < 400 || complaints.push(`${response.status()}: ${response.url()}`));
    await page.goto(from + url);
    return page;
  }

  /** The paths of all files of the site. */
  const files = () =>
    readdirSync(root, { recursive: true }).filter((file) => statSync(join(root, file)).isFile()).sort();

  const close = async () => {
    await browser.close();
    server.close();
  };
  return { open, settle, close, files, base, tree, folder, root };
}
