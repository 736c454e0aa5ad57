import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { may } from '../core/auth.ts';
import { Refusal } from '../core/api.ts';
import { duration, relative, secondsUntil, sentence, time } from '../core/format.ts';
import { MissingScope } from '../core/query.ts';
import { now } from '../core/prefs.ts';
import { toast } from './toasts.tsx';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'quiet';

const TONES: Record<string, Tone> = {
  ready: 'ok', finished: 'ok', create_complete: 'ok', succeeded: 'ok', success: 'ok', available: 'ok', latest: 'ok',
  present: 'ok', active: 'ok', done: 'ok', consistent: 'ok',
  failed: 'bad', failure: 'bad', create_failed: 'bad', destroy_failed: 'bad', delete_failed: 'bad', missing: 'bad',
  quarantined: 'bad', error: 'bad', timed_out: 'bad', aborted: 'bad', refused: 'bad',
  provisioning: 'info', updating: 'info', deleting: 'info', started: 'info', running: 'info', create_in_progress: 'info',
  destroy_in_progress: 'info', destroy_requested: 'info', publishing: 'info', withdrawing: 'info', cleaning: 'info',
  leased: 'info', pending: 'info', in_progress: 'info',
  dirty: 'warn', behind: 'warn', partial: 'warn', interrupted: 'warn', held: 'warn', deprecated: 'warn', locked: 'warn', suspended: 'warn',
};

/** A status word with a mark whose shape differs per meaning, so that it does not depend on color. */
export function Status({ value, tone }: { value: string; tone?: Tone }) {
  const meaning = tone ?? TONES[value.toLowerCase()] ?? 'quiet';
  return (
    <span class={`status ${meaning}`}>
      <Mark tone={meaning} />
      {sentence(value)}
    </span>
  );
}

export function Mark({ tone }: { tone: Tone }) {
  const shapes = {
    ok: <path d="M2.5 6.5 5 9l4.5-5.5" />,
    bad: <path d="m3 3 6 6m0-6-6 6" />,
    warn: <path d="M6 2.5v4.5m0 2.2v.3" />,
    info: <circle cx="6" cy="6" r="2.6" />,
    quiet: <path d="M3 6h6" />,
  };
  return <svg class={`mark ${tone}`} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">{shapes[tone]}</svg>;
}

export function Badge({ children, tone = 'quiet' }: { children: ComponentChildren; tone?: Tone }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** A point in time: relative to now, with the exact time as its title. */
export function Time({ at }: { at?: string }) {
  return at ? <time dateTime={at} title={time(at)}>{relative(at, now.value)}</time> : <Nothing />;
}

/** The time that is left, second by second. */
export function Countdown({ until }: { until?: string }) {
  void now.value;
  if (!until) {
    return <Nothing />;
  }
  const left = secondsUntil(until);
  return <time dateTime={until} title={time(until)} class={left < 600 ? 'soon' : undefined}>{left > 0 ? duration(left) : 'expired'}</time>;
}

export const Nothing = () => <span class="none" aria-label="none">–</span>;

/** An identifier with a button to copy it. */
export function Id({ value, href }: { value: string; href?: string }) {
  return (
    <span class="id">
      {href ? <a href={href} class="mono">{value}</a> : <code>{value}</code>}
      <CopyButton text={value} label={`Copy ${value}`} />
    </span>
  );
}

export async function copy(text: string, what = 'Copied'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(what);
  } catch {
    toast('The browser does not allow copying here.', { tone: 'bad' });
  }
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <button type="button" class="icon copy" aria-label={label} title="Copy" onClick={() => copy(text)}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d="M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2" /></svg>
    </button>
  );
}

interface ButtonProps {
  children: ComponentChildren;
  onClick: () => void;
  /** The scopes, one of which is needed. Without one, the button is disabled and says so. */
  scopes?: string[];
  kind?: 'primary' | 'danger' | 'plain' | 'quiet';
  disabled?: string | false;
  label?: string;
  small?: boolean;
}

/** A button that stays visible, with the reason, if the person may not use it. */
export function Button({ children, onClick, scopes = [], kind = 'plain', disabled, label, small }: ButtonProps) {
  const id = useId();
  const reason = !may(...scopes) ? `Needs the scope ${scopes.join(' or ')}` : disabled || undefined;
  return (
    <>
      <button
        type="button"
        class={`button ${kind}${small ? ' small' : ''}`}
        aria-disabled={reason ? 'true' : undefined}
        aria-describedby={reason ? id : undefined}
        aria-label={label}
        title={reason}
        onClick={() => (reason ? toast(reason, { tone: 'warn' }) : onClick())}
      >
        {children}
      </button>
      {reason && <span id={id} class="hidden">{reason}</span>}
    </>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <div class="empty-text">{children}</div>}
    </div>
  );
}

/** What went wrong, with the stable code and the request id that its log line has. */
export function Problem({ error, retry }: { error: Error; retry?: () => void }) {
  if (error instanceof MissingScope) {
    return <Empty title="You may not see this">{error.message}</Empty>;
  }
  const refusal = error instanceof Refusal ? error : undefined;
  const errors = (refusal?.members.errors ?? []) as { field: string; message: string }[];
  return (
    <div class="problem" role="alert">
      <Mark tone="bad" />
      <div>
        <p>{error.message}</p>
        {errors.length > 0 && <ul>{errors.map(entry => <li key={entry.field}><code>{entry.field}</code> {entry.message}</li>)}</ul>}
        {refusal && <p class="note"><code>{refusal.code}</code>{refusal.requestId && <> · request <code>{refusal.requestId}</code></>}</p>}
      </div>
      {retry && <button type="button" class="button" onClick={retry}>Try again</button>}
    </div>
  );
}

export function Loading({ rows = 4 }: { rows?: number }) {
  return (
    <div class="loading" role="status">
      <span class="hidden">Loading</span>
      {Array.from({ length: rows }, (_, index) => <span key={index} class="bone" aria-hidden="true" />)}
    </div>
  );
}

/** Shows a query: its result, what went wrong, or that it is loading. */
export function Loaded<T>({ query, children, rows }: {
  query: { data?: T; error?: Error; loading: boolean; reload?: () => void };
  children: (data: T) => ComponentChildren;
  rows?: number;
}) {
  if (query.data !== undefined) {
    return <>{query.error && <Problem error={query.error} retry={query.reload} />}{children(query.data)}</>;
  }
  return query.error ? <Problem error={query.error} retry={query.reload} /> : <Loading rows={rows} />;
}

/** A share of a limit. */
export function Meter({ value, max, label, tone = 'info' }: { value: number; max: number; label: string; tone?: Tone }) {
  const share = max > 0 ? Math.min(100, (100 * value) / max) : 0;
  return (
    <span class={`meter ${tone}`} role="meter" aria-label={label} aria-valuenow={value} aria-valuemin={0} aria-valuemax={Math.max(max, value)}>
      <span ref={element => element?.style.setProperty('width', `${share}%`)} />
    </span>
  );
}

/** Text that can be folded open. */
export function More({ summary, children }: { summary: string; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="more" onToggle={event => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
      <summary>{summary}</summary>
      {open && children}
    </details>
  );
}

export function Json({ value }: { value: unknown }) {
  return <pre class="json" tabIndex={0}><code>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code></pre>;
}
