// The search of a view: `/` goes to it from anywhere, Escape empties it and then leaves it.
import { useEffect, useRef } from 'preact/hooks';
import { searchIsWanted } from '../keys';

interface Props {
  value: string;
  label: string;
  controls?: string;
  onChange: (value: string) => void;
  onKey?: (event: KeyboardEvent) => void;
}

export function SearchBox({ value, label, controls, onChange, onKey }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (searchIsWanted()) input.current?.focus();
  }, []);
  return (
    <div class="search" role="search">
      <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
        <path d="M7 2a5 5 0 1 1-3.2 8.85A5 5 0 0 1 7 2zm3.7 8.7L14.5 14.5" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" />
      </svg>
      <input
        ref={input}
        id="search"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        placeholder={label}
        aria-label={label}
        aria-controls={controls}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            if (value) onChange('');
            else input.current?.blur();
          } else onKey?.(event);
        }}
      />
      {value && (
        <button type="button" class="clear" aria-label="empty the search" onClick={() => (onChange(''), input.current?.focus())}>
          ×
        </button>
      )}
      {!value && <kbd aria-hidden="true">/</kbd>}
    </div>
  );
}
