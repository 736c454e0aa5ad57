import { signal } from '@preact/signals';

interface Toast {
  id: number;
  text: string;
  tone: 'ok' | 'warn' | 'bad';
  action?: { text: string; run: () => void };
}

const toasts = signal<Toast[]>([]);
let last = 0;
const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 20_000;

export function toast(text: string, options: { tone?: Toast['tone']; action?: Toast['action'] } = {}): void {
  const added = { id: ++last, text, tone: options.tone ?? 'ok', action: options.action } as const;
  toasts.value = [...toasts.value.slice(-2), added];
  setTimeout(() => dismiss(added.id), options.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter(entry => entry.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(entry => (
        <div key={entry.id} class={`toast ${entry.tone}`}>
          <span>{entry.text}</span>
          {entry.action && (
            <button type="button" class="button small" onClick={() => { dismiss(entry.id); entry.action?.run(); }}>{entry.action.text}</button>
          )}
          <button type="button" class="icon" aria-label="Dismiss" onClick={() => dismiss(entry.id)}>
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><path d="m3 3 6 6m0-6-6 6" /></svg>
          </button>
        </div>
      ))}
    </div>
  );
}
