// Dark or light: what the system asks for, until the button in the header chooses. The choice is kept
// where the browser lets a file keep anything.
import { useState } from 'preact/hooks';

export const kThemes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof kThemes)[number];
const kKey = 'flagcensus-theme';

function kept(): Theme {
  try {
    return kThemes.find((theme) => theme === localStorage.getItem(kKey)) ?? 'system';
  } catch {
    return 'system';
  }
}

function apply(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function startTheme() {
  apply(kept());
}

export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState(kept);
  const next = () => {
    const chosen = kThemes[(kThemes.indexOf(theme) + 1) % kThemes.length]!;
    apply(chosen);
    setTheme(chosen);
    try {
      localStorage.setItem(kKey, chosen);
    } catch {
      // A file that may keep nothing: the choice holds until it is closed.
    }
  };
  return [theme, next];
}
