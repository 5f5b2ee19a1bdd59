// Dark or light: what the system asks for, until the button in the header chooses. Runs before the page is drawn.
// Then the navigation is scrolled to the current page.
(() => {
  const root = document.documentElement;
  const key = 'flagcensus-theme'; // the key of an audit's report, so that both look the same
  const themes = ['system', 'light', 'dark'];
  const labels = { system: 'Colours: as the system', light: 'Colours: light', dark: 'Colours: dark' };
  const signs = { system: '◐', light: '☀', dark: '☾' };
  let theme = 'system';
  try {
    theme = themes.find((one) => one === localStorage.getItem(key)) ?? 'system';
  } catch {
    // Nothing may be kept: each page begins as the system asks.
  }
  const apply = () => {
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
  };
  apply();
  addEventListener('DOMContentLoaded', () => {
    const button = document.querySelector('button.theme');
    const label = () => {
      button.textContent = signs[theme];
      button.title = labels[theme];
      button.setAttribute('aria-label', labels[theme]);
    };
    label();
    button.hidden = false;
    const pages = document.getElementById('site-pages');
    const current = pages.querySelector('[aria-current]');
    if (current && current.offsetTop > pages.clientHeight / 2) pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
    button.addEventListener('click', () => {
      theme = themes[(themes.indexOf(theme) + 1) % themes.length];
      apply();
      label();
      try {
        localStorage.setItem(key, theme);
      } catch {
        // As above.
      }
    });
  });
})();
