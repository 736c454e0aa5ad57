import { signal } from '@preact/signals';

/** The current view: the path and query after #. */
export interface Route {
  path: string[];
  query: Record<string, string>;
}

function read(): Route {
  const [path = '', query = ''] = window.location.hash.replace(/^#\/?/, '').split('?', 2);
  return {
    path: path.split('/').filter(Boolean).map(part => decode(part)),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = signal<Route>(read());

/** Reads the address again, after it was replaced. */
export function reread(): void {
  route.value = read();
}

/** Shows the view of the address. The event comes later than a change by this page, which must not wait for it. */
function follow(): void {
  const before = route.value.path.join('/');
  route.value = read();
  if (before !== route.value.path.join('/')) {
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }
}

window.addEventListener('hashchange', follow);

/** Returns the link of a view. Empty query values are left out. */
export function link(path: string[], query: Record<string, string | undefined> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = given.length ? `?${new URLSearchParams(given)}` : '';
  return `#/${path.map(encodeURIComponent).join('/')}${search}`;
}

export function go(path: string[], query: Record<string, string | undefined> = {}): void {
  window.location.hash = link(path, query);
  follow();
}

/** Changes filters of the current view, so that its address can be shared. */
export function setQuery(changes: Record<string, string | undefined>): void {
  go(route.value.path, { ...route.value.query, ...changes });
}
