import { signal } from '@preact/signals';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { send, type Call } from '../core/api.ts';
import { may } from '../core/auth.ts';
import { changed } from '../core/query.ts';
import { Button, Problem } from './basics.tsx';
import { RequestMenu } from './page.tsx';
import { toast } from './toasts.tsx';

export interface Field {
  name: string;
  label: string;
  kind?: 'text' | 'number' | 'select' | 'textarea' | 'checkbox' | 'range' | 'datetime-local';
  value?: string;
  options?: string[];
  help?: string;
  required?: boolean;
  min?: number;
  max?: number;
  placeholder?: string;
}

export type Entered = Record<string, string>;

/** An action: what it asks, the call that it makes, and how it can be undone. */
export interface Action<T = unknown> {
  title: string;
  text?: ComponentChildren;
  confirm: string;
  danger?: boolean;
  fields?: Field[];
  /** Whether the operation accepts a reason. */
  reason?: boolean;
  call: (entered: Entered) => Call<T>;
  done?: string | ((result: T) => string | undefined);
  undo?: (result: T, entered: Entered) => Call | undefined;
  then?: (result: T) => void;
}

const open = signal<Action | undefined>(undefined);

/** Asks for what the action needs, and runs it. */
export function act<T>(action: Action<T>): void {
  open.value = action as Action;
}

export async function run<T>(action: Action<T>, entered: Entered): Promise<void> {
  const result = await send(action.call(entered));
  // First, so that a view of what was deleted is left before all views read again.
  action.then?.(result);
  changed();
  const text = typeof action.done === 'function' ? action.done(result) : (action.done ?? 'Done');
  const undo = action.undo?.(result, entered);
  if (text) {
    toast(text, {
      action: undo && may(...undo.scopes) ? {
        text: 'Undo',
        run: () => void send(undo).then(
          () => { changed(); toast('Undone'); },
          (failure: Error) => toast(failure.message, { tone: 'bad' })),
      } : undefined,
    });
  }
}

export function ActionButton<T>({ action, children, kind, small, disabled, label }: {
  action: Action<T>;
  children: ComponentChildren;
  kind?: 'primary' | 'danger' | 'plain' | 'quiet';
  small?: boolean;
  disabled?: string | false;
  label?: string;
}) {
  return <Button onClick={() => act(action)} scopes={action.call(initial(action)).scopes} kind={kind} small={small} disabled={disabled} label={label}>{children}</Button>;
}

const initial = (action: { fields?: Field[] }): Entered =>
  Object.fromEntries((action.fields ?? []).map(field => [field.name, field.value ?? '']));

export function ActionDialog() {
  const action = open.value;
  return action ? <Form key={action.title} action={action} /> : null;
}

function Form({ action }: { action: Action }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [entered, setEntered] = useState<Entered>(() => initial(action));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const heading = useId();
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => opener?.focus();
  }, []);
  const close = () => (open.value = undefined);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await run(action, entered);
      if (open.value === action) {
        close();
      }
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setBusy(false);
    }
  };
  const set = (name: string, value: string) => setEntered(before => ({ ...before, [name]: value }));
  const fields = [...(action.fields ?? []), ...(action.reason ? [REASON] : [])];
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={heading} onClose={close}>
      <form onSubmit={submit}>
        <h2 id={heading}>{action.title}</h2>
        {action.text && <div class="dialog-text">{action.text}</div>}
        {fields.map(field => <Input key={field.name} field={field} value={entered[field.name] ?? ''} set={value => set(field.name, value)} />)}
        {error && <Problem error={error} />}
        <div class="dialog-actions">
          <RequestMenu request={action.call(entered)} />
          <span class="spacer" />
          <button type="button" class="button" onClick={close}>Cancel</button>
          <button type="submit" class={`button ${action.danger ? 'danger' : 'primary'}`} disabled={busy}>{busy ? 'Working' : action.confirm}</button>
        </div>
      </form>
    </dialog>
  );
}

const REASON: Field = { name: 'reason', label: 'Reason', help: 'Optional. Kept in the history and shown in Activity.', placeholder: 'Why is this necessary?' };

export function Input({ field, value, set }: { field: Field; value: string; set: (value: string) => void }) {
  const id = useId();
  const help = `${id}-help`;
  const common = {
    id,
    value,
    required: field.required,
    'aria-describedby': field.help ? help : undefined,
    placeholder: field.placeholder,
    onInput: (event: Event) => set((event.currentTarget as HTMLInputElement).value),
  };
  if (field.kind === 'checkbox') {
    return (
      <label class="check">
        <input type="checkbox" checked={value === 'true'} onChange={event => set(String((event.currentTarget as HTMLInputElement).checked))} />
        <span>{field.label}{field.help && <small>{field.help}</small>}</span>
      </label>
    );
  }
  return (
    <div class="field">
      <label for={id}>{field.label}{field.kind === 'range' && <output>{value} %</output>}</label>
      {field.kind === 'select' ? (
        <select {...common}>{(field.options ?? []).map(option => <option key={option} value={option} selected={option === value}>{option || 'Any'}</option>)}</select>
      ) : field.kind === 'textarea' ? (
        <textarea {...common} rows={6} class="mono" />
      ) : (
        <input {...common} type={(field.kind ?? 'text') as 'text'} min={field.min} max={field.max} autocomplete="off" spellcheck={false} />
      )}
      {field.help && <small id={help}>{field.help}</small>}
    </div>
  );
}

/** Filters of a list, kept in the address. */
export function Filters({ children }: { children: ComponentChildren }) {
  return <div class="filters">{children}</div>;
}

export function SelectFilter({ label, value, options, set }: { label: string; value: string; options: string[]; set: (value: string) => void }) {
  const id = useId();
  return (
    <span class="filter">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={event => set((event.currentTarget as HTMLSelectElement).value)}>
        <option value="">Any</option>
        {options.map(option => <option key={option} value={option} selected={option === value}>{option}</option>)}
      </select>
    </span>
  );
}

/** A text that is used when it is submitted. */
export function TextFilter({ label, value, set, placeholder }: { label: string; value: string; set: (value: string) => void; placeholder?: string }) {
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <form class="filter" onSubmit={event => { event.preventDefault(); set(text.trim()); }}>
      <label for={id}>{label}</label>
      <input id={id} type="search" value={text} placeholder={placeholder} autocomplete="off" spellcheck={false}
        onInput={event => setText((event.currentTarget as HTMLInputElement).value)}
        onBlur={() => text.trim() !== value && set(text.trim())} />
    </form>
  );
}
