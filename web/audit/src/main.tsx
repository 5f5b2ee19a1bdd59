// Starts the report: the data script → Model → the page.
import { render } from 'preact';
import { App } from './app';
import { readReport } from './data';
import { makeModel } from './rows';
import { startTheme } from './theme';

function start() {
  startTheme();
  const script = document.getElementById('flagcensus-data');
  const root = document.getElementById('app');
  if (!root) return;
  const report = readReport(script?.textContent ?? '');
  script?.remove(); // tens of megabytes of text that nobody reads again
  root.textContent = '';
  if (typeof report === 'string') {
    root.className = 'failed';
    root.textContent = report;
    return;
  }
  render(<App model={makeModel(report)} />, root);
}

try {
  start();
} catch (error) {
  const root = document.getElementById('app');
  if (root) {
    root.className = 'failed';
    root.textContent = `this report cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
  }
}
