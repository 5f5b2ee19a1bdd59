// An error of one view stays in that view: the header and the other views still work.
import { Component, type ComponentChildren } from 'preact';

interface State {
  error: string | null;
}

export class Contained extends Component<{ children: ComponentChildren }, State> {
  override state: State = { error: null };

  static override getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error.message : String(error) };
  }

  override render({ children }: { children: ComponentChildren }, { error }: State) {
    if (error === null) return children;
    return (
      <div class="empty" role="alert">
        <h1>This view cannot be shown</h1>
        <p>{error}</p>
        <p>
          The other views still work. <a href="#/">Overview</a>
        </p>
      </div>
    );
  }
}
